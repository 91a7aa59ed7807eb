/**
 * S0 9: the score of a message, part by part (docs/systems.md#s0-importance-scores). Text is searched for words of the lists; tool results
 * count by how they ended, not by their words. A tool block has the score of its highest member.
 */
import type { Message } from '../../../transcript/types.ts';
import { bitOf, keywordHits, perKeywords } from '../../../signals/keyword-hits.ts';
import type { KeywordListId } from '../../../signals/keywords.ts';
import { hasFailed, resultText } from '../../../signals/outcomes.ts';
import type { KeywordsInput } from '../../../signals/remember.ts';

export const SCORING_LISTS: readonly KeywordListId[] = ['important', 'fixes', 'completion', 'marks', 'tool-marks'];

export const BASE = { user: 5, assistant: 2, system: 1 } as const;
export const PER_KEYWORD = 0.5;
export const TOOL_CALL = 2;
export const FIX = 2;
export const COMPLETION = 1.5;
export const MARKED = 3;
export const SHORT = -0.5;
export const SHORT_CHARACTERS = 50;
export const HIGHEST = 10;

export interface ScoreParts {
  readonly base: number;
  readonly keywords: number;
  readonly tool: number;
  readonly fix: number;
  readonly completion: number;
  readonly marked: number;
  readonly short: number;
  readonly score: number;
}

/** Whether a message holds the result of a failed call. */
export const hasFailedResult = ({ parts }: Message): boolean =>
  parts.some((part) => part.type === 'tool-result' && hasFailed(part, resultText(part)));

export function lengthOf({ parts }: Message): number {
  let length = 0;
  for (const part of parts) {
    if (part.type === 'text') length += part.text.length;
    else if (part.type === 'tool-call') length += part.name.length + part.args.length;
    else if (part.type === 'tool-result') for (const inner of part.content) if (inner.type === 'text') length += inner.text.length;
  }
  return length;
}

/** A person's own words; the harness's words in the user's name count as system, an earlier summary as the user's. */
export const isPersons = ({ role, synthetic, compaction }: Message): boolean => role === 'user' && (!synthetic || compaction !== undefined);

function baseOf(message: Message): number {
  if (isPersons(message)) return BASE.user;
  return message.role === 'system' || message.role === 'user' ? BASE.system : BASE.assistant;
}

export function scoreParts(input: KeywordsInput, i: number): ScoreParts {
  const message = input.messages[i]!;
  const hits = keywordHits(input);
  const has = (list: KeywordListId): boolean => (hits.lists[i]! & bitOf(list)) !== 0;
  const uses = message.parts.some((part) => part.type === 'tool-call' || part.type === 'tool-result');
  const parts = {
    base: baseOf(message),
    keywords: PER_KEYWORD * hits.important[i]!,
    tool: uses || has('tool-marks') ? TOOL_CALL : 0,
    fix: has('fixes') || hasFailedResult(message) ? FIX : 0,
    completion: has('completion') ? COMPLETION : 0,
    marked: has('marks') ? MARKED : 0,
    short: lengthOf(message) < SHORT_CHARACTERS ? SHORT : 0,
  };
  const sum = parts.base + parts.keywords + parts.tool + parts.fix + parts.completion + parts.marked + parts.short;
  return { ...parts, score: Math.min(HIGHEST, Math.max(0, sum)) };
}

export interface Scores {
  readonly messages: Float64Array;
  readonly units: Float64Array;
  readonly highest: Int32Array;
}

export const scoresOf = perKeywords((input: KeywordsInput): Scores => {
  const messages = Float64Array.from({ length: input.n }, (_, i) => scoreParts(input, i).score);
  const units = new Float64Array(input.units.length).fill(-1);
  const highest = new Int32Array(input.units.length);
  for (let i = 0; i < input.n; i++) {
    const unit = input.unitOf[i]!;
    if (messages[i]! <= units[unit]!) continue;
    units[unit] = messages[i]!;
    highest[unit] = i;
  }
  return { messages, units, highest };
});
