/** A set as a file: every session × row × measure. */
import type { Line } from '../../engine/sets/contract.ts';
import type { ExportKind } from './protocol.ts';

const encoded = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;

/** JSON keeps a line as it is; CSV and Parquet have one column for every name that a line can have. */
export async function exported(kind: ExportKind, lines: readonly Line[]): Promise<Uint8Array<ArrayBuffer>> {
  if (kind === 'json') return encoded(`${JSON.stringify(lines, null, 1)}\n`);
  const { csvHead, csvOf, parquetOf } = await import('../../engine/sets/table-files.ts');
  return kind === 'csv' ? encoded(csvHead() + lines.map(csvOf).join('')) : new Uint8Array(await parquetOf(lines));
}
