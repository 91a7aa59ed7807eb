/** Errors that were fixed: a call that failed, and the change after which the same call worked again. */
import { findErrorLines } from '../signals/facts/index.ts';
import { hasFailed, resultText } from '../signals/outcomes.ts';
import { digestCall, shellScript } from '../summarizers/calls.ts';
import type { ToolCallPart, ToolResultPart } from '../transcript/types.ts';
import { defineMeasure, lossesOf, PLAIN_LINE, SHARE } from './shared/define.ts';
import { type Examples, waited } from './shared/example.ts';
import { textNumber } from './shared/fact-map.ts';
import { touchesOf } from './shared/operations.ts';
import { CUT, type FindInput, type StandingInput, WHOLE } from './shared/stands.ts';
import { DEGRADED } from './shared/statements.ts';
import type { LostPair, PairValue, Place } from './types.ts';

export const errorFixPairs = defineMeasure({
  id: 'error-fix-pairs',
  group: 'loss',
  better: 'higher',
  values: [
    {
      from: 'losses',
      name: 'errorFixPairs',
      value: ({ losses: { errorFixPairs: pairs } }) => pairs && pairs.both / (pairs.both + pairs.errorOnly + pairs.fixOnly + pairs.neither),
      why: () => ({ key: 'measure-no-pairs' }),
      columns: [{ ...SHARE, id: 'error-fix', width: 64, lists: 'error-fix-pairs', original: () => 1 }],
    },
  ],
  losses: lossesOf<readonly ErrorFix[], PairValue, LostPair>({
    name: 'errorFixPairs',
    find: errorFixesOf,
    statements: (pairs) => pairs.map(({ error, errorPlace }) => ({ text: error, group: 'error', places: [errorPlace] })),
    count(stands) {
      if (stands.found.length === 0) return null;
      const value = { both: 0, errorOnly: 0, fixOnly: 0, neither: 0 };
      stands.found.forEach((found, pair) => {
        const fix = fixStands(stands, found);
        value[errorStands(stands, pair) ? (fix ? 'both' : 'errorOnly') : fix ? 'fixOnly' : 'neither']++;
      });
      return value;
    },
    parts: ({ both, errorOnly, fixOnly, neither }) => ({ preserved: both, degraded: errorOnly + fixOnly, lost: neither }),
    lost(stands) {
      const lost = new Map<number, LostPair>();
      stands.found.forEach((found, pair) => {
        const { error, path, errorPlace, fixPlace } = found;
        const left = { errorStands: errorStands(stands, pair), fixStands: fixStands(stands, found) };
        if (!left.errorStands || !left.fixStands) lost.set(pair, { error, fix: path ?? '', ...left, errorPlace, fixPlace });
      });
      return lost;
    },
    line: ({ error, fix, errorStands: error_, fixStands: fix_, errorPlace, fixPlace }) => ({
      ...PLAIN_LINE,
      kind: error_ ? 'fix-gone' : fix_ ? 'error-gone' : 'both-gone',
      fate: error_ || fix_ ? 'degraded' : 'lost',
      text: error,
      marks: [error],
      spots: [
        { role: 'error', message: errorPlace.message },
        { role: 'fix', message: fixPlace.message },
      ],
      beside: { what: 'fix', value: fix },
    }),
  }),
});

const errorStands = ({ levels }: StandingInput<unknown>, pair: number): boolean => levels[pair]! >= DEGRADED;

function fixStands({ facts, artifacts, standing }: StandingInput<unknown>, { fixPlace, path }: ErrorFix): boolean {
  const part = facts.firstPart[fixPlace.message]! + fixPlace.part;
  const state = standing.parts[part]!;
  if (state & WHOLE) return true;
  // Arguments that were shortened still tell what was called; of a part that is gone nothing is left.
  if (state & CUT && !standing.cuts.takeAll(textNumber(facts, part, 0), fixPlace.end)) return true;
  const file = path === null ? -1 : artifacts.files.find(path);
  return file >= 0 && standing.texts.some(({ reading }) => reading.claims.some((claim) => claim.file === file && claim.operation !== 'read'));
}

export interface ErrorFix {
  readonly error: string;
  readonly errorPlace: Place;
  /** The file that was changed; null where the call worked without a change. */
  readonly path: string | null;
  readonly fixPlace: Place;
}

const WITHIN = 100;

interface Call {
  readonly part: ToolCallPart;
  readonly message: number;
  readonly at: number;
}
interface Failure {
  readonly error: string;
  readonly place: Place;
}

/** What two attempts at the same thing have in common; null where a call cannot be told from others. */
function keyOf(call: ToolCallPart): string | null {
  if (shellScript(call) !== null) {
    const { check, label } = digestCall(call);
    return check ?? label ?? null;
  }
  return `${call.name} ${touchesOf(call)[0]?.path ?? ''}`;
}

const LINE = /^[^\S\n]*(\S[^\n]{0,239})/gm;

function failureIn(result: ToolResultPart, message: number, part: number): Failure | null {
  let last: Failure | null = null;
  for (const [piece, content] of result.content.entries()) {
    if (content.type !== 'text') continue;
    const lines = findErrorLines(content.text);
    const found = lines.find(({ bare }) => !bare);
    if (found) return { error: found.text, place: { message, part, piece, start: found.start, end: found.end } };
    const bare = new Set(lines.map(({ start }) => start));
    for (const { 0: all, 1: words, index } of content.text.matchAll(LINE)) {
      const error = words!.trimEnd();
      const start = index + all.length - words!.length;
      if (last === null || !bare.has(start)) last = { error, place: { message, part, piece, start, end: start + error.length } };
    }
  }
  return last;
}

const placeOf = ({ part, message, at }: Call): Place => ({ message, part: at, piece: 0, start: 0, end: part.args.length });

export function errorFixesOf({ messages }: Pick<FindInput, 'messages'>): readonly ErrorFix[] {
  const pairs: ErrorFix[] = [];
  const calls = new Map<string, Call>();
  const open = new Map<string, Failure>();
  let change: { call: Call; path: string } | null = null;
  for (const [message, { parts }] of messages.entries()) {
    parts.forEach((part, at) => {
      if (part.type === 'tool-call') calls.set(part.id, { part, message, at });
      if (part.type !== 'tool-result') return;
      const call = calls.get(part.callId);
      const key = call ? keyOf(call.part) : null;
      if (!call || key === null) return;
      if (hasFailed(part, resultText(part))) {
        const failure = failureIn(part, message, at);
        if (failure) open.set(key, failure);
        return;
      }
      const changed = touchesOf(call.part).findLast(({ operation }) => operation !== 'read');
      if (changed) change = { call, path: changed.path };
      const failure = open.get(key);
      if (!failure) return;
      open.delete(key);
      if (message - failure.place.message > WITHIN) return;
      const fix = change && change.call.message > failure.place.message ? change : null;
      pairs.push({ error: failure.error, errorPlace: failure.place, path: fix?.path ?? null, fixPlace: placeOf(fix?.call ?? call) });
    });
  }
  return pairs;
}

export const examples: Examples = {
  'error-fix-pairs': {
    messages: [
      { role: 'user', text: 'Please make the tests of the queue pass, and keep an eye on what was wrong with them.', fate: 'K' },
      { role: 'assistant', text: '', call: { name: 'Bash', args: { command: 'npm test' } }, fate: 'D' },
      { role: 'tool', text: 'TypeError: backoff is not a function\nexit code 1', fate: 'D' },
      {
        role: 'assistant',
        text: '',
        call: { name: 'Edit', args: { file_path: 'src/worker.ts', old_string: 'backof', new_string: 'backoff' } },
        fate: 'K',
      },
      { role: 'tool', text: 'File edited.', fate: 'K' },
      { role: 'assistant', text: '', call: { name: 'Bash', args: { command: 'npm test' } }, fate: 'D' },
      { role: 'tool', text: '12 tests passed', fate: 'D' },
      ...waited,
      { role: 'user', text: 'Please go on.', fate: 'K' },
    ],
    expected: { 'measures.errorFixPairs': 0, 'values.errorFixPairs.fixOnly': 1 },
    because:
      'One pair: npm test failed with a TypeError and worked again after src/worker.ts was changed. The change is kept, but nothing says any more what it was for: 0 of 1.',
  },
};
