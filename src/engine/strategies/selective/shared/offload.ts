/** Large tool results are moved out and replaced by a placeholder with a reference. docs/systems.md#s3-offload */
import type { Slice } from '../../../lib/steps.ts';
import type { Part, Transcript } from '../../../transcript/types.ts';
import { areKnown, isCut, truncationsOf } from '../../../signals/truncated.ts';
import type { OfTranscript } from '../../../signals/remember.ts';
import { perProtectionAndKey } from '../../../signals/remember-by-key.ts';
import { lastResults } from '../../shared/layout.ts';
import { isPlaceholderPart, placeholderPart, placeholderText, referenceOf, type ResultPart, resultPart, toolOf } from './placeholders.ts';
import { isRecorded, stateOf } from './state.ts';

/** Why a message with results is not offloaded. */
export type Spared = 'small' | 'recent' | 'cut' | 'placeholder';

/** A result that may go. */
export interface Offloadable {
  readonly part: number;
  readonly ref: string;
  readonly tool: string;
  /** Of the original. */
  readonly tokens: number;
}

/** A message with results that may go. */
export interface Candidate {
  readonly message: number;
  readonly results: readonly Offloadable[];
  /** One of the results comes from an ephemeral tool. */
  readonly ephemeral: boolean;
  /** The message's parts with its placeholders, and its tokens with them. */
  readonly parts: readonly Part[];
  readonly tokens: number;
}

export interface OffloadOrder {
  /** Ephemeral tools first, oldest first among them and among the others. */
  readonly order: readonly Candidate[];
  /** saved[k] = tokens that the first k save. */
  readonly saved: Float64Array;
  /** By message: its rank in the order, −1 without one. */
  readonly placeOf: Int32Array;
  /** By message: why its results stay, where one of them was considered. */
  readonly spared: ReadonlyMap<number, Spared>;
}

/** Messages between two opportunities to pause: about a millisecond. */
const SLICE = 20;
const looked = new WeakSet<Transcript>();

/** Finds marks of earlier cuts in slices, in tool results only: nothing else can be offloaded. */
export function* warmMarks({ transcript, messages, itemType, n }: OfTranscript): Generator<Slice, void> {
  if (looked.has(transcript)) return;
  let done = 0;
  for (let i = 0; i < n; i++) {
    if (itemType[i] !== 'TOOL_RESULT' || areKnown(messages[i]!)) continue;
    truncationsOf(messages[i]!);
    if (++done % SLICE === 0) yield;
  }
  looked.add(transcript);
}

const plain = (name: string): string => name.toLowerCase().replace(/[_\-\s]/g, '');

/**
 * Results over `over` tokens, except the last `recent`, those cut by an earlier layer, placeholders, and results of protected messages
 * other than the last tool block.
 * `ephemeral` = names of tools, separated by commas.
 */
export const offloadOrder = perProtectionAndKey((input, over: number, recent: number, ephemeral: string): OffloadOrder => {
  const { messages, n, counts, protection, itemType } = input;
  const names = new Set(ephemeral.split(',').map(plain).filter(Boolean));
  const state = stateOf(input.transcript);
  const spared = new Map<number, Spared>();
  const candidates: Candidate[] = [];
  let back = 0;
  for (let i = n - 1; i >= 0; i--) {
    const message = messages[i]!;
    if (itemType[i] !== 'TOOL_RESULT' && itemType[i] !== 'OFFLOAD_PLACEHOLDER') continue;
    const tokens = counts.parts(i);
    const results: Offloadable[] = [];
    for (let p = message.parts.length - 1; p >= 0; p--) {
      const part = resultPart(message, p);
      if (!part) continue;
      back++;
      const why = reasonToSpare(part, tokens[p]!, over, back <= recent, () => isCut(message, p) || isRecorded(state, message, p));
      if (why) spared.set(i, why);
      else results.unshift({ part: p, ref: referenceOf(message.id, p), tool: toolOf(input, part), tokens: tokens[p]! });
    }
    if (results.length === 0 || (protection[i] !== 0 && lastResults(input)[i] === 0)) continue;
    const parts = message.parts.map((part, p): Part => {
      const result = results.find((r) => r.part === p);
      return result ? placeholderPart(part as ResultPart, placeholderText(result.ref, result.tool, result.tokens)) : part;
    });
    const left = counts.message({ ...message, parts });
    if (left < counts.messages[i]!)
      candidates.push({ message: i, results, ephemeral: results.some(({ tool }) => names.has(plain(tool))), parts, tokens: left });
  }
  candidates.reverse();
  const order = [...candidates.filter((c) => c.ephemeral), ...candidates.filter((c) => !c.ephemeral)];
  const saved = new Float64Array(order.length + 1);
  const placeOf = new Int32Array(n).fill(-1);
  order.forEach((c, k) => {
    saved[k + 1] = saved[k]! + counts.messages[c.message]! - c.tokens;
    placeOf[c.message] = k;
  });
  return { order, saved, placeOf, spared };
});

function reasonToSpare(part: ResultPart, tokens: number, over: number, isRecent: boolean, wasCut: () => boolean): Spared | null {
  if (isPlaceholderPart(part)) return 'placeholder';
  if (tokens <= over) return 'small';
  if (isRecent) return 'recent';
  return wasCut() ? 'cut' : null;
}
