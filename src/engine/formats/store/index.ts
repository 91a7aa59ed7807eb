/**
 * Opens SQLite stores of programs; loaded only for one (`storeReader` of `formats/opening.ts`). A store is its file, or its file with the `-wal` file
 * that stands beside it put behind it: one file then holds both.
 */
import type { Result } from '../../transcript/types.ts';
import type { ImportError, Source, SourceRecord } from '../contract.ts';
import { EXPECTS_FILE, refuseSize } from '../encoding.ts';
import { refused } from '../errors.ts';
import { flattenDeep } from '../../transcript/json.ts';
import { collector, deepValues } from '../report.ts';
import { Damaged, Database } from './database.ts';
import { PROGRAMS } from './programs.ts';

/** The sessions of a store as records that the program's reader takes; an error where the program is not known, or the file is damaged. */
export function readStore(bytes: Uint8Array, name: string): Result<Source, ImportError> {
  const tooLarge = refuseSize(bytes);
  if (tooLarge) return { ok: false, error: tooLarge };
  try {
    return read(new Database(bytes), name);
  } catch (error) {
    if (!(error instanceof Damaged) && !(error instanceof RangeError)) throw error;
    const values = { problem: error instanceof Damaged ? error.message : 'a place is outside of the file' };
    return refused('store-damaged', { key: 'import-store-damaged', values }, EXPECTS_FILE);
  }
}

function read(database: Database, name: string): Result<Source, ImportError> {
  const tables = database.tables;
  const program = PROGRAMS.find(({ has }) => has(tables, database));
  if (!program) {
    const list = [...tables].slice(0, 8).join(', ');
    return refused('binary', { key: 'import-store-unknown', values: { list } }, EXPECTS_FILE);
  }
  if (typeof program.read !== 'function') return refused('binary', { key: program.read.refused }, EXPECTS_FILE);
  const { report, list } = collector();
  if (database.withoutLog)
    report({
      code: 'store-without-log',
      message: 'If the program was running, its newest turns are in the file with "-wal" at the end of its name, which was not given.',
    });
  const records: readonly SourceRecord[] = program.read(database, report);
  if (records.length === 0) return refused('no-messages', { key: 'import-no-message' }, { key: 'expects-messages' });
  for (const { value, path } of records) {
    const count = flattenDeep(value);
    if (count > 0) report({ ...deepValues(count), ...(path !== undefined && { path }) });
  }
  return { ok: true, value: { name, container: 'json', text: '', head: '', records, warnings: list() } };
}
