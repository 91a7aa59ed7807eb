/**
 * Errors that were fixed: a call that failed, and the change after which the same call worked again. The same call is the same
 * command, or the same tool on the same file. The fix is the last change to a file before it worked; without one, the call that
 * worked.
 */
import { findErrorLines } from '../signals/facts/index.ts';
import { hasFailed, resultText } from '../signals/outcomes.ts';
import type { OfTranscript } from '../signals/remember.ts';
import { digestCall, shellScript } from '../summarizers/calls.ts';
import type { ToolCallPart, ToolResultPart } from '../transcript/types.ts';
import { touchesOf } from './shared/operations.ts';
import type { Place } from './types.ts';

export interface ErrorFix {
  /** The line that says what went wrong, and where it stands. */
  readonly error: string;
  readonly errorPlace: Place;
  /** The file that was changed; null where the call worked without a change. */
  readonly path: string | null;
  /** The call that fixed it. */
  readonly fixPlace: Place;
}

/** After so many messages a call that works says nothing about an error any more. */
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

/** The first line of a result that says what went wrong, else its last one that says more than that something did. */
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

/** Messages between two chances to pause. */
const SLICE = 32;

/** Pairs in the order of their fixes, in slices. Linear. */
export function* errorFixesOf({ messages }: Pick<OfTranscript, 'messages'>): Generator<void, readonly ErrorFix[]> {
  const pairs: ErrorFix[] = [];
  const calls = new Map<string, Call>();
  const open = new Map<string, Failure>();
  let change: { call: Call; path: string } | null = null;
  for (const [message, { parts }] of messages.entries()) {
    if (message % SLICE === 0) yield;
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
