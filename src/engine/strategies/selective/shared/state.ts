/**
 * State of S3 between compactions: it travels in `Transcript.extra.selective`, so it survives an export in our own format and an import. It
 * may come from an untrusted file.
 */
import type { Message, Part, Transcript } from '../../../transcript/types.ts';
import type { Prepared } from '../../../signals/contract.ts';
import { DROP, EDIT, type Finished, OFFLOAD, SUMMARIZE } from '../../contract.ts';
import { referenceOf, toolOf } from './placeholders.ts';

/** S3's TruncationRecord: a part cut by an earlier layer. It holds while the part has this many characters. */
export interface TruncationEntry {
  readonly message: string;
  readonly part: number;
  readonly chars: number;
}

/** An offloaded result. Its content is in the record of the compaction that offloaded it. */
export interface OffloadEntry {
  readonly ref: string;
  readonly message: string;
  readonly part: number;
  readonly tool: string;
  /** Of the original. */
  readonly tokens: number;
}

export interface SelectiveState {
  /** Requests until the next attempt; a failed summary sets it. */
  readonly cooldownLeft: number;
  readonly truncated: readonly TruncationEntry[];
  /** Ids of assistant messages whose reasoning was ever protected. */
  readonly reasoning: readonly string[];
  readonly offloaded: readonly OffloadEntry[];
}

/** The key in `Transcript.extra`. */
export const STATE_KEY = 'selective';
const NOTHING: SelectiveState = { cooldownLeft: 0, truncated: [], reasoning: [], offloaded: [] };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;
const isText = (value: unknown): value is string => typeof value === 'string';
const isTruncation = (v: unknown): v is TruncationEntry => isObject(v) && isText(v.message) && isCount(v.part) && isCount(v.chars);
const isOffload = (v: unknown): v is OffloadEntry =>
  isObject(v) && isText(v.ref) && isText(v.message) && isCount(v.part) && isText(v.tool) && isCount(v.tokens);
const list = <T>(value: unknown, is: (v: unknown) => v is T): readonly T[] => (Array.isArray(value) ? value.filter(is) : []);

const cache = new WeakMap<Transcript, SelectiveState>();

/** State of a transcript; malformed fields are dropped. */
export function stateOf(transcript: Transcript): SelectiveState {
  let found = cache.get(transcript);
  if (!found) {
    const raw = transcript.extra?.[STATE_KEY];
    found = isObject(raw)
      ? {
          cooldownLeft: isCount(raw.cooldownLeft) ? raw.cooldownLeft : 0,
          truncated: list(raw.truncated, isTruncation),
          reasoning: list(raw.reasoning, isText),
          offloaded: list(raw.offloaded, isOffload),
        }
      : NOTHING;
    cache.set(transcript, found);
  }
  return found;
}

/** The transcript one request later: a cooldown has one request less. */
export function afterRequest(transcript: Transcript): Transcript {
  const state = stateOf(transcript);
  if (state.cooldownLeft === 0) return transcript;
  return { ...transcript, extra: { ...transcript.extra, [STATE_KEY]: { ...state, cooldownLeft: state.cooldownLeft - 1 } } };
}

/** Characters of a part's text, by which a record recognises it. */
export function charsOf(part: Part): number {
  if (part.type === 'tool-call') return part.args.length;
  if (part.type === 'tool-result') return part.content.reduce((sum, c) => sum + (c.type === 'text' ? c.text.length : 0), 0);
  return 'text' in part ? part.text.length : 0;
}

/** Whether an earlier layer cut this part, by the transcript's own records. */
export function isRecorded(state: SelectiveState, message: Message, part: number): boolean {
  const found = message.parts[part];
  if (!found || state.truncated.length === 0) return false;
  return state.truncated.some((t) => t.message === message.id && t.part === part && t.chars === charsOf(found));
}

/** Parts changed by a plan, with their originals. */
function* changedParts(input: Prepared, { plan }: Finished, fate: number) {
  for (let i = 0; i < input.n; i++) {
    if (plan.fates[i] !== fate) continue;
    const message = input.messages[i]!;
    const parts = plan.edits.get(i) ?? message.parts;
    for (const [p, original] of message.parts.entries()) {
      const part = parts[p];
      if (part && part !== original) yield { i, message, p, part, original };
    }
  }
}

/**
 * The state after a run, as fields of `extra`; undefined where there is none and was none. A summary that finally failed starts the
 * cooldown. `protectedNow` = messages with protected reasoning; with `expires` they are not remembered.
 */
export function stateAfter(
  input: Prepared,
  finished: Finished,
  { protectedNow = [], expires = true }: { readonly protectedNow?: readonly number[]; readonly expires?: boolean } = {},
): Readonly<Record<string, unknown>> | undefined {
  const before = stateOf(input.transcript);
  const { plan, outcome, failures, params } = finished;
  const gone = new Set<string>();
  const edited = new Set<string>();
  for (let i = 0; i < input.n; i++) {
    if (plan.fates[i] === DROP || plan.fates[i] === SUMMARIZE) gone.add(input.messages[i]!.id);
    else if (plan.fates[i] === EDIT || plan.fates[i] === OFFLOAD) edited.add(input.messages[i]!.id);
  }
  const truncated = before.truncated.filter((t) => !gone.has(t.message) && !edited.has(t.message));
  for (const { message, p, part } of changedParts(input, finished, EDIT)) truncated.push({ message: message.id, part: p, chars: charsOf(part) });
  const offloaded = [...before.offloaded];
  for (const { i, message, p, original } of changedParts(input, finished, OFFLOAD)) {
    if (original.type !== 'tool-result' && original.type !== 'text') continue;
    offloaded.push({
      ref: referenceOf(message.id, p),
      message: message.id,
      part: p,
      tool: toolOf(input, original),
      tokens: input.counts.parts(i)[p]!,
    });
  }
  const ids = new Set([...before.reasoning, ...protectedNow.map((i) => input.messages[i]!.id)]);
  const reasoning = expires ? [] : [...ids].filter((id) => !gone.has(id));
  const cooldownLeft = outcome === 'rejected' && failures.length > 0 ? Number(params.cooldown ?? 0) : before.cooldownLeft;
  const state: SelectiveState = { cooldownLeft, truncated, reasoning, offloaded };
  const isEmpty = cooldownLeft === 0 && truncated.length + reasoning.length + offloaded.length === 0;
  return isEmpty && before === NOTHING ? undefined : { [STATE_KEY]: state };
}
