/** A set as a file: every session × row × measure. */
import type { Line } from '../../engine/sets/contract.ts';
import { cleanName } from '../../engine/sets/names.ts';
import type { ExportKind } from './protocol.ts';

const encoded = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;

/**
 * JSON keeps a line as it is, CSV and Parquet have one column for every name that a line can have. Names of files are cleaned: in the page they
 * lead back to the files.
 */
export async function exported(kind: ExportKind, kept: readonly Line[]): Promise<Uint8Array<ArrayBuffer>> {
  const lines = kept.map((line): Line => ({ ...line, file: cleanName(line.file) }));
  if (kind === 'json') return encoded(`${JSON.stringify(lines, null, 1)}\n`);
  const { csvHead, csvOf, parquetOf } = await import('../../engine/sets/table-files.ts');
  return kind === 'csv' ? encoded(csvHead() + lines.map(csvOf).join('')) : new Uint8Array(await parquetOf(lines));
}
