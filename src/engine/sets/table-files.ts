/** Lines as CSV and as Parquet, and Parquet as lines. Loaded when somebody asks for one. */
import { type AsyncBuffer, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { ByteWriter, parquetWriteRows, type Writer } from 'hyparquet-writer';
import { CSV_END, csvLine } from '../lib/strings.ts';
import { cellOf, COLUMNS } from './sets-columns.ts';
import type { Cell, Line } from './contract.ts';

export const csvHead = (): string => csvLine(COLUMNS.map(({ name }) => name)) + CSV_END;

export const csvOf = (line: Line): string => csvLine(COLUMNS.map(({ name }) => cellOf(line, name))) + CSV_END;

const GROUP = 10_000;

export type Sink = (bytes: Uint8Array) => void;

/** Writes lines as Parquet, one group of rows after the other; with an iterable of a stream no more than a group is in memory. */
export async function writeParquet(lines: Iterable<Line> | AsyncIterable<Line>, sink: Sink): Promise<void> {
  const bytes = new ByteWriter();
  const writer: Writer = bytes;
  const give = (): void => {
    sink(new Uint8Array(bytes.buffer, 0, bytes.index).slice());
    bytes.index = 0;
  };
  writer.flush = give;
  writer.finish = give;
  await parquetWriteRows({
    writer,
    rows: Symbol.asyncIterator in lines ? rowsFrom(lines) : rowsOf(lines),
    columns: COLUMNS.map(({ name, type }) => ({ name, type, nullable: true })),
    rowGroupSize: GROUP,
  });
}

export async function parquetOf(lines: readonly Line[]): Promise<ArrayBuffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  await writeParquet(lines, (bytes) => {
    pieces.push(bytes);
    length += bytes.length;
  });
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole.buffer;
}

const rowOf = (line: Line): Record<string, Cell> => Object.fromEntries(COLUMNS.map(({ name }) => [name, cellOf(line, name)]));
function* rowsOf(lines: Iterable<Line>): Iterable<Record<string, Cell>> {
  for (const line of lines) yield rowOf(line);
}
async function* rowsFrom(lines: AsyncIterable<Line>): AsyncIterableIterator<Record<string, Cell>> {
  for await (const line of lines) yield rowOf(line);
}

const FAILED: ReadonlySet<string> = new Set(['kind', 'engine', 'settings', 'file', 'session', 'code', 'reason']);
const RESULT: ReadonlySet<string> = new Set(COLUMNS.map(({ name }) => name).filter((name) => name !== 'code' && name !== 'reason'));

export async function* readParquet(file: AsyncBuffer): AsyncIterableIterator<Line> {
  const metadata = await parquetMetadataAsync(file);
  let rowStart = 0;
  for (const { num_rows } of metadata.row_groups) {
    const rowEnd = rowStart + Number(num_rows);
    for (const row of await parquetReadObjects({ file, metadata, rowStart, rowEnd })) {
      const own = row.kind === 'failed' ? FAILED : RESULT;
      const isCell = ([name, value]: [string, unknown]): boolean => own.has(name) && (value !== null || name !== 'ofSession');
      yield Object.fromEntries(Object.entries(row).filter(isCell)) as unknown as Line;
    }
    rowStart = rowEnd;
  }
}
