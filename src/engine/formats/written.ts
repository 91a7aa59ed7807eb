/** Which version of its program wrote a file. */
import type { Report, Source, Written } from './contract.ts';
import { isObject, type JsonObject } from './json.ts';
import { objectsIn } from './records.ts';
import { LEFT_OUT } from './understood.ts';
import type { Warning } from '../transcript/types.ts';

/** The last value that the objects of a source state at a path of fields; a session goes on under newer versions of its program. */
export const stated =
  (path: string, is: (value: JsonObject) => boolean = () => true): Written['version'] =>
  (source) =>
    objectsIn(source).reduce<unknown>((last, { value }) => (is(value) ? (path.split('.').reduce(inner, value) ?? last) : last), undefined);

const inner = (value: unknown, field: string): unknown => (isObject(value) ? value[field] : undefined);

/** The first group of an expression in the head of a text. */
export const inHead =
  (expression: RegExp): Written['version'] =>
  ({ head }) =>
    expression.exec(head)?.[1];

const numbersOf = (version: string): readonly number[] => /\d+(?:\.\d+)*/.exec(version)?.[0].split('.').map(Number) ?? [];

/** Kinds that a warning may name before it is cut. */
const MOST = 300;

/** Reports a session of a newer version of its program than any whose sessions were tested, once per file, with what was not understood. */
export function reportNewer({ by, tested, version }: Written, source: Source, warnings: readonly Warning[], report: Report): void {
  const given = version(source);
  if (typeof given !== 'string' && typeof given !== 'number') return;
  const [own, known] = [numbersOf(String(given)), numbersOf(tested)];
  const at = own.findIndex((n, i) => n !== (known[i] ?? 0));
  if (at < 0 || own[at]! < (known[at] ?? 0)) return;
  const left = warnings.filter(({ code }) => LEFT_OUT.has(code));
  const leftOut = left.reduce((sum, { count }) => sum + count, 0);
  const kinds = left.map(({ message, count }) => `${message.replace(/\.$/, '')} (${count})`).join('; ');
  report({
    code: 'newer-version',
    message:
      `The session was written by ${by} ${String(given).slice(0, 40)}; sessions up to version ${tested} were tested. ${leftOut === 0 ? 'Everything in it was understood.' : `Not understood: ${kinds}.`}`.slice(
        0,
        MOST,
      ),
    values: { by, version: String(given).slice(0, 40), tested, leftOut },
  });
}
