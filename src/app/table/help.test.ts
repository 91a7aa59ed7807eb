/** Every column that is not named by a word anybody knows says at its head what its cells are. */
import { expect, test } from 'vitest';
import '../../i18n/en/loss.ts';
import '../../i18n/en/set.ts';
import { lossColumns } from '../loss/LossDialog.tsx';
import { compactionColumns } from '../replay/Compactions.tsx';
import { missColumns } from '../replay/Lower.tsx';
import { resultColumns } from '../set/resultColumns.tsx';
import { sessionColumns } from '../set/Sessions.tsx';
import type { ColumnDef } from './features.ts';

const TABLES: Readonly<Record<string, readonly ColumnDef<never>[]>> = {
  losses: lossColumns as readonly ColumnDef<never>[],
  compactions: compactionColumns as readonly ColumnDef<never>[],
  misses: missColumns as readonly ColumnDef<never>[],
  results: resultColumns(null) as readonly ColumnDef<never>[],
  sessions: sessionColumns as readonly ColumnDef<never>[],
};
const KNOWN = new Set(['name', 'row', 'format', 'model', 'date', 'messages', 'tokens', 'note', 'strategy', 'request', 'kind', 'text', 'pin']);

test.each(Object.entries(TABLES))('columns of %s', (_, columns) => {
  const silent = columns.flatMap(({ id, meta }) => (meta?.internal || KNOWN.has(id!) || (meta?.help?.() ?? '').length > 15 ? [] : [id]));
  expect(silent).toEqual([]);
});
