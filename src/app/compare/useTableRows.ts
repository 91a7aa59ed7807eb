/** The rows that table and plot share: made once for both. */
import { numberFormats } from '../../i18n/format.ts';
import type { CompareReply } from '../../worker/protocol.ts';
import { useApp, useText } from '../store/index.ts';
import { tableRows, type TableRow } from './rows.ts';

const NONE: readonly TableRow[] = [];

let last: { readonly inputs: readonly unknown[]; readonly rows: readonly TableRow[] } | null = null;

/** The rows of the last call, as long as nothing they are made of has changed. */
function remembered(inputs: readonly unknown[], make: () => readonly TableRow[]): readonly TableRow[] {
  if (!last || inputs.some((value, i) => value !== last?.inputs[i])) last = { inputs, rows: make() };
  return last.rows;
}

/** @param comparison the one of the store, or an earlier one that is still shown */
export function useTableRows(comparison: CompareReply | null): readonly TableRow[] {
  const { language } = useText();
  const description = useApp((s) => s.description);
  const scenarioRows = useApp((s) => s.scenario.rows);
  const pinned = useApp((s) => s.scenario.view.pinned);
  if (!description) return NONE;
  return remembered([language, description, scenarioRows, pinned, comparison], () =>
    tableRows(scenarioRows, pinned, description, comparison, numberFormats(language)),
  );
}
