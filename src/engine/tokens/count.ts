import { finished, type Share, type Work } from '../lib/work.ts';
import type { FilePart, ImagePart, Message, Part, TextPart, ToolDefinition, Transcript } from '../transcript/types.ts';
import type { BaseCounter, Calibration, TokenCounts, Tokenizer } from './contract.ts';
import { countOwned } from './splice.ts';
import { CALIBRATED_BY, calibratedTokenizer, type Provider, resolveModel } from './tokenizers.ts';

/** Flat estimate for an image or file; transcripts that contain one show ≈. */
export const ATTACHMENT_TOKENS = 1200;

export interface PartCounts {
  readonly first: Int32Array;
  readonly text: Float64Array;
  /** Flat estimate of the images and files in a part; never scaled. */
  readonly flat: Float64Array;
  readonly toolDefinitions: number;
}

/** Characters between two opportunities to pause or stop: a few milliseconds. */
const STEP = 1 << 17;

interface CountWork {
  readonly counts: { -readonly [K in keyof PartCounts]: PartCounts[K] };
  messages: number;
  done: number;
  readonly of: number;
}

/** Counts by counter and transcript. Transcripts never change, so no entry is ever stale. */
const memory = new WeakMap<BaseCounter, WeakMap<Transcript, CountWork>>();

export function textsOf(part: Part): readonly string[] {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return [part.text];
    case 'tool-call':
      return [part.name, part.args];
    case 'tool-result':
      return part.content.filter((c): c is TextPart => c.type === 'text').map((c) => c.text);
    case 'image':
    case 'file':
      return [];
  }
}

function ownedTexts(part: Part): readonly (readonly [text: string, owner: object | null])[] {
  if (part.type === 'tool-result') return part.content.filter((c): c is TextPart => c.type === 'text').map((c) => [c.text, c]);
  if (part.type === 'tool-call')
    return [
      [part.name, null],
      [part.args, part],
    ];
  return textsOf(part).map((text) => [text, part]);
}

/** Whether a counter sees this part at all: S1's counts strings and `.text`, and so neither calls nor reasoning. */
export const isSeen = ({ id }: Pick<BaseCounter, 'id'>, { type }: Part): boolean =>
  id !== 's1-estimate' || (type !== 'tool-call' && type !== 'reasoning');

/** Base tokens of the tool definitions, which S1's estimate does not see. */
const definitionTokens = (counter: BaseCounter, tools: readonly ToolDefinition[]): number =>
  counter.id === 's1-estimate' ? 0 : counter.count(definitionsText(tools));

/** Flat estimate of the images and files of a part, which S1's estimate does not see. */
export function flatOf(part: Part, counter: Pick<BaseCounter, 'id'>): number {
  if (counter.id === 's1-estimate') return 0;
  const isAttachment = (p: Part): p is ImagePart | FilePart => p.type === 'image' || p.type === 'file';
  if (part.type === 'tool-result') return part.content.filter(isAttachment).length * ATTACHMENT_TOKENS;
  return isAttachment(part) ? ATTACHMENT_TOKENS : 0;
}

function definitionsText(tools: readonly ToolDefinition[]): string {
  return tools.length === 0 ? '' : JSON.stringify(tools.map(({ name, description, schema }) => ({ name, description, schema })));
}

function charactersOf(messages: readonly Message[]): number {
  let characters = 0;
  for (const { parts } of messages) for (const part of parts) for (const text of textsOf(part)) characters += text.length;
  return characters;
}

function countPart(part: Part, counter: BaseCounter): number {
  let tokens = 0;
  for (const [text, owner] of isSeen(counter, part) ? ownedTexts(part) : []) {
    for (let from = 0; from < text.length; ) {
      const to = counter.stretchEnd(text, from);
      tokens += from === 0 && to === text.length ? countOwned(counter, owner, text) : counter.count(text.slice(from, to));
      from = to;
    }
  }
  return tokens;
}

/** Counts every part once, yielding every few milliseconds; a count that was left goes on where it stopped. */
export function* countParts(transcript: Transcript, counter: BaseCounter): Work<Share, PartCounts> {
  const work = workOf(transcript, counter);
  const { counts } = work;
  const { messages } = transcript;
  let pause = work.done + STEP;
  while (work.messages < messages.length) {
    const message = messages[work.messages]!;
    for (const [p, part] of message.parts.entries()) {
      const at = counts.first[work.messages]! + p;
      counts.text[at] = countPart(part, counter);
      counts.flat[at] = flatOf(part, counter);
    }
    work.messages++;
    work.done += charactersOf([message]);
    if (work.done < pause) continue;
    yield { done: Math.min(work.of, work.done), of: work.of };
    pause = work.done + STEP;
  }
  return counts;
}

function workOf(transcript: Transcript, counter: BaseCounter): CountWork {
  let byTranscript = memory.get(counter);
  if (byTranscript === undefined) {
    byTranscript = new WeakMap();
    memory.set(counter, byTranscript);
  }
  let work = byTranscript.get(transcript);
  if (work === undefined) {
    const { messages } = transcript;
    const first = new Int32Array(messages.length + 1);
    for (let i = 0; i < messages.length; i++) first[i + 1] = first[i]! + messages[i]!.parts.length;
    const parts = first[messages.length]!;
    const toolDefinitions = definitionTokens(counter, transcript.tools);
    work = {
      counts: { first, text: new Float64Array(parts), flat: new Float64Array(parts), toolDefinitions },
      messages: 0,
      done: 0,
      of: charactersOf(messages),
    };
    byTranscript.set(transcript, work);
  }
  return work;
}

export const MIN_REQUESTS = 8;
/** The requests together must have grown by at least this many base tokens. */
const MIN_GROWTH = 2000;
const TOLERATED_MISS = 300;
/** Factors outside this range mean that the transcript does not show the context, not that the tokenizer differs. */
const PLAUSIBLE_FACTOR = [0.75, 2.5] as const;
const MAX_ERROR = 0.15;

interface Request {
  readonly base: number;
  /** Recorded prompt tokens minus what does not scale: overhead per message, images and files. */
  readonly recorded: number;
  readonly prompt: number;
}

/**
 * Fits recorded prompt ≈ offset + factor × base tokens + overhead × messages on the requests before the first recorded compaction that a
 * model of `provider` answered. The factor comes from the growth between requests (Σ recorded growth ÷ Σ base growth, without steps at
 * which the context changed in a way that the transcript does not show); the offset is the median residual, and at least 0. Undefined when
 * there is too little data or the fit makes no sense.
 */
export function calibrate(transcript: Transcript, parts: PartCounts, provider: Provider, overhead: number): Calibration | undefined {
  const requests = requestsOf(transcript, parts, provider, overhead);
  if (requests.length < MIN_REQUESTS) return undefined;
  const steps: { base: number; recorded: number }[] = [];
  for (let i = 1; i < requests.length; i++) {
    const base = requests[i]!.base - requests[i - 1]!.base;
    if (base > 0) steps.push({ base, recorded: requests[i]!.recorded - requests[i - 1]!.recorded });
  }
  const guess = weightedMedian(steps);
  let base = 0;
  let recorded = 0;
  for (const step of steps) {
    if (Math.abs(step.recorded - guess * step.base) > Math.max(TOLERATED_MISS, 0.5 * guess * step.base)) continue;
    base += step.base;
    recorded += step.recorded;
  }
  const factor = recorded / base;
  if (base < MIN_GROWTH || factor < PLAUSIBLE_FACTOR[0] || factor > PLAUSIBLE_FACTOR[1]) return undefined;
  const offset = Math.max(0, Math.round(median(requests.map((r) => r.recorded - factor * r.base))));
  const error = median(requests.map((r) => Math.abs(r.recorded - factor * r.base - offset) / r.prompt));
  return error > MAX_ERROR ? undefined : { factor, offset, requests: requests.length, error };
}

function requestsOf(transcript: Transcript, parts: PartCounts, provider: Provider, overhead: number): Request[] {
  const { messages } = transcript;
  const end = transcript.compactions.reduce((first, c) => Math.min(first, c.at), messages.length);
  const requests: Request[] = [];
  const providers = new Map<string | undefined, Provider>();
  const providerOf = (model: string | undefined): Provider => {
    const provider = providers.get(model) ?? resolveModel(model).provider;
    providers.set(model, provider);
    return provider;
  };
  let base = parts.toolDefinitions;
  let fixed = 0;
  for (let i = 0; i < end; i++) {
    const { role, usage, model = transcript.model } = messages[i]!;
    // A request whose answer is split over several messages records its usage on each of them: the first one counts.
    if (usage && role === 'assistant' && (i === 0 || messages[i - 1]!.role !== 'assistant') && providerOf(model) === provider) {
      const prompt = usage.input + usage.cacheRead + usage.cacheWrite;
      // Transcripts from the library may not have passed an importer.
      if (prompt > 0 && [usage.input, usage.cacheRead, usage.cacheWrite].every((count) => count >= 0 && Number.isFinite(count)))
        requests.push({ base, recorded: prompt - fixed, prompt });
    }
    for (let p = parts.first[i]!; p < parts.first[i + 1]!; p++) {
      base += parts.text[p]!;
      fixed += parts.flat[p]!;
    }
    fixed += overhead;
  }
  return requests;
}

function weightedMedian(steps: readonly { base: number; recorded: number }[]): number {
  const sorted = [...steps].sort((a, b) => a.recorded / a.base - b.recorded / b.base);
  let half = sorted.reduce((sum, s) => sum + s.base, 0) / 2;
  for (const step of sorted) {
    half -= step.base;
    if (half <= 0) return step.recorded / step.base;
  }
  return 0;
}

function median(values: number[]): number {
  values.sort((a, b) => a - b);
  return values[values.length >> 1] ?? 0;
}

/** Tokens added per message (S1). */
export const DEFAULT_OVERHEAD = 4;

export interface CountOptions {
  /** Tokens added per message; 4 as in S1. */
  readonly overhead?: number;
}

/**
 * Counts a transcript step by step: every part once (parts.ts), then a calibration of the estimates of Anthropic and Google models where the
 * transcript recorded usage.
 */
export function* countSteps(
  transcript: Transcript,
  tokenizer: Tokenizer,
  { overhead = DEFAULT_OVERHEAD }: CountOptions = {},
): Work<Share, TokenCounts> {
  const parts = yield* countParts(transcript, tokenizer.base);
  const provider = CALIBRATED_BY[tokenizer.id];
  const calibration = provider && calibrate(transcript, parts, provider, overhead);
  return assemble(transcript, parts, calibration ? calibratedTokenizer(tokenizer, calibration) : tokenizer, overhead);
}

export function countTranscript(transcript: Transcript, tokenizer: Tokenizer, options: CountOptions = {}): TokenCounts {
  return finished(countSteps(transcript, tokenizer, options));
}

export function estimateError(estimate: TokenCounts, exact: TokenCounts): number {
  return exact.total === 0 ? 0 : estimate.total / exact.total - 1;
}

function assemble(transcript: Transcript, parts: PartCounts, tokenizer: Tokenizer, overhead: number): TokenCounts {
  const { factor, calibration } = tokenizer;
  const { first, text, flat } = parts;
  const n = transcript.messages.length;
  const tokensOf = (p: number): number => Math.round(text[p]! * factor) + flat[p]!;
  const messages = new Float64Array(n);
  const prefix = new Float64Array(n + 1);
  let attachments = 0;
  for (let i = 0; i < n; i++) {
    let tokens = overhead;
    for (let p = first[i]!; p < first[i + 1]!; p++) {
      tokens += tokensOf(p);
      attachments += flat[p]!;
    }
    messages[i] = tokens;
    prefix[i + 1] = prefix[i]! + tokens;
  }
  const toolDefinitions = Math.round(parts.toolDefinitions * factor);

  // Edited messages share most parts with others: each part is counted once here too.
  const counted = new WeakMap<Part, number>();
  const part = (p: Part): number => {
    let tokens = counted.get(p);
    if (tokens === undefined) {
      let base = 0;
      for (const t of isSeen(tokenizer.base, p) ? textsOf(p) : []) base += tokenizer.base.count(t);
      tokens = Math.round(base * factor) + flatOf(p, tokenizer.base);
      counted.set(p, tokens);
    }
    return tokens;
  };

  return {
    tokenizer: tokenizer.id,
    exact: tokenizer.exact && attachments === 0,
    ...(calibration && { calibration }),
    rule: { base: tokenizer.base, factor },
    messages,
    prefix,
    toolDefinitions,
    total: prefix[n]! + toolDefinitions,
    parts: (i) => Array.from({ length: first[i + 1]! - first[i]! }, (_, k) => tokensOf(first[i]! + k)),
    text: (t) => tokenizer.count(t),
    message: ({ parts: own }: Message) => own.reduce((sum, p) => sum + part(p), overhead),
  };
}
