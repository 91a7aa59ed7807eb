import type { Source } from './contract.ts';
import { isObject, type JsonObject } from './json.ts';

type Mark = (values: readonly JsonObject[], source: Source) => boolean;

const any =
  (test: (value: JsonObject) => boolean): Mark =>
  (values) =>
    values.some(test);

/**
 * Transcripts of programs that this version cannot read, recognised by unique marks. Naming the program gives a clear answer, and keeps
 * messages deep inside from being taken for the whole.
 */
const FOREIGN: readonly { readonly title: string; readonly mark: Mark }[] = [
  {
    title: 'Codex exec events',
    mark: any((v) => v.type === 'thread.started' || (typeof v.type === 'string' && v.type.startsWith('item.') && isObject(v.item))),
  },
];

/** The program that wrote this transcript, where it is one that cannot be read yet. */
export function foreignTitle(source: Source): string | undefined {
  const values = source.records
    .slice(0, 20)
    .flatMap(({ value }) => (Array.isArray(value) ? value.slice(0, 20) : [value]))
    .filter(isObject);
  return FOREIGN.find(({ mark }) => mark(values, source))?.title;
}
