/**
 * What S3 has to remember from one compaction to the next: it travels in `Transcript.extra.selective`, so it survives an
 * export in our own format and an import. What a later compaction reads from it may come from a stranger's file.
 */
import type { Message, Part, Transcript } from '../../../transcript/types.ts';

/** S3's TruncationRecord: a part that an earlier layer has cut. It holds while the part has this many characters. */
export interface TruncationEntry {
  readonly message: string;
  readonly part: number;
  readonly chars: number;
}

/** A result that was put aside. Its content stays in the record of the compaction that did it. */
export interface OffloadEntry {
  readonly ref: string;
  readonly message: string;
  readonly part: number;
  readonly tool: string;
  /** Of the original. */
  readonly tokens: number;
}

export interface SelectiveState {
  /** Requests until the next compaction may try; a failed summary sets it. */
  readonly cooldownLeft: number;
  readonly truncated: readonly TruncationEntry[];
  /** Ids of assistant messages whose reasoning was protected at some time. */
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

/** State of a transcript; what does not have its shape is left out. */
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

/** One request later. */
export function afterRequest(state: SelectiveState): SelectiveState {
  return state.cooldownLeft === 0 ? state : { ...state, cooldownLeft: state.cooldownLeft - 1 };
}

/** Characters of a part's text, by which a record knows that it still speaks of it. */
export function charsOf(part: Part): number {
  if (part.type === 'tool-call') return part.args.length;
  if (part.type === 'tool-result') return part.content.reduce((sum, c) => sum + (c.type === 'text' ? c.text.length : 0), 0);
  return 'text' in part ? part.text.length : 0;
}

/** Did an earlier layer cut this part, by the transcript's own records? */
export function isRecorded(state: SelectiveState, message: Message, part: number): boolean {
  const found = message.parts[part];
  if (!found || state.truncated.length === 0) return false;
  return state.truncated.some((t) => t.message === message.id && t.part === part && t.chars === charsOf(found));
}
