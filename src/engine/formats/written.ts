/** Which version of its program wrote a file. */
import type { Report, Source, VersionMark } from './contract.ts';
import { isObject, type JsonObject } from './json.ts';
import { objectsIn } from './records.ts';
import type { Transcript, Warning } from '../transcript/types.ts';
import { collector } from './format-report.ts';

// How much of a file a format understood, by what it read and what it warned of.

/** Warnings of content that was left out because it was not understood. */
const LEFT_OUT = new Set(['unknown-part', 'unknown-call', 'unknown-entry', 'unread-message', 'unread-record']);

export const DOUBTFUL = 0.3;

export interface Coverage {
  readonly of: number;
  readonly leftOut: number;
  /** Share of the parts that was read, 0 to 1; 0 where every message is empty. */
  readonly share: number;
  /** At least as much was read as left out, and calls if there are any. A format that understood less is probably not the file's. */
  readonly enough: boolean;
}

export function understood(conversations: readonly Transcript[], warnings: readonly Warning[]): Coverage {
  let read = 0;
  let calls = 0;
  const pending = [...conversations];
  for (let one = pending.pop(); one; one = pending.pop()) {
    for (const messages of [one.messages, ...one.branches.map((branch) => branch.messages)])
      for (const { parts } of messages) {
        read += parts.length;
        for (const { type } of parts) if (type === 'tool-call' || type === 'tool-result') calls++;
      }
    for (const agent of one.subagents) pending.push(agent);
  }
  const leftOut = warnings.reduce((sum, { code, count }) => sum + (LEFT_OUT.has(code) ? count : 0), 0);
  const lostCalls = calls === 0 && warnings.some(({ code }) => code === 'unknown-call');
  return { of: read + leftOut, leftOut, share: read === 0 ? 0 : read / (read + leftOut), enough: !lostCalls && read > 0 && read >= leftOut };
}

/** Warnings with one more, which says how many parts were not understood. */
export function withDoubt(warnings: readonly Warning[], { leftOut, of }: Coverage): readonly Warning[] {
  const { report, list } = collector(warnings);
  report({
    code: 'not-understood',
    message: `${leftOut} of ${of} parts were not understood: the file is probably of another kind.`,
    values: { leftOut, of },
  });
  return list();
}

export const stated =
  (path: string, is: (value: JsonObject) => boolean = () => true): VersionMark['version'] =>
  (source) =>
    objectsIn(source).reduce<unknown>((last, { value }) => (is(value) ? (path.split('.').reduce(inner, value) ?? last) : last), undefined);

const inner = (value: unknown, field: string): unknown => (isObject(value) ? value[field] : undefined);

export const inHead =
  (expression: RegExp): VersionMark['version'] =>
  ({ head }) =>
    expression.exec(head)?.[1];

const numbersOf = (version: string): readonly number[] => /\d+(?:\.\d+)*/.exec(version)?.[0].split('.').map(Number) ?? [];

const MOST = 300;

/** Reports a session of a newer version of its program than any whose sessions were tested, once per file, with what was not understood. */
export function reportNewer({ by, tested, version }: VersionMark, source: Source, warnings: readonly Warning[], report: Report): void {
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
