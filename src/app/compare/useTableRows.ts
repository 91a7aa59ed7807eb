/** The rows that table and plot share: made once for both. */
import { numberFormats } from '../../i18n/format.ts';
import type { CompareReply } from '../../worker/protocol.ts';
import { useApp, useText } from '../store/index.ts';
import { tableRows, type TableRow } from './rows.ts';

const NONE: readonly TableRow[] = [];

interface Made {
  readonly inputs: readonly unknown[];
  readonly rows: readonly TableRow[];
}
/** Newest first. Two, because the plot may still show the comparison before the table's. */
let made: readonly Made[] = [];

/** The rows of an earlier call where nothing they are made of has changed. */
function remembered(inputs: readonly unknown[], make: () => readonly TableRow[]): readonly TableRow[] {
  const found = made.find((m) => m.inputs.every((value, i) => value === inputs[i])) ?? { inputs, rows: make() };
  made = [found, ...made.filter((m) => m !== found)].slice(0, 2);
  return found.rows;
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
