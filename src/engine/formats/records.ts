/** Walks the objects of a source: each record is one, or a list of them. */
import type { Result, Transcript } from '../transcript/types.ts';
import type { ImportError, Source } from './contract.ts';
import { refused } from './format-report.ts';
import { isObject, type JsonObject } from './json.ts';

export interface SourceObject {
  readonly value: JsonObject;
  readonly line?: number;
  readonly path: string;
}

export function objectsIn({ records }: Pick<Source, 'records'>, most = Number.POSITIVE_INFINITY): SourceObject[] {
  const found: SourceObject[] = [];
  for (const { value, line, path = '$' } of records) {
    if (found.length >= most) break;
    const place = line === undefined ? {} : { line };
    if (isObject(value)) found.push({ value, path, ...place });
    else if (Array.isArray(value))
      for (const [i, item] of value.entries()) if (isObject(item)) found.push({ value: item, path: `${path}[${i}]`, ...place });
  }
  return found;
}

export const firstObjects = (source: Source): readonly JsonObject[] =>
  objectsIn({ records: source.records.slice(0, 50) }, 50).map(({ value }) => value);

export function spoken(transcripts: readonly Transcript[], format: string): Result<Transcript[], ImportError> {
  const value = transcripts.filter(({ messages, branches }) => messages.length > 0 || branches.length > 0);
  return value.length > 0
    ? { ok: true, value }
    : refused('no-messages', { key: 'import-no-message' }, { key: 'expects-content', values: { format } }, { path: '$' });
}
