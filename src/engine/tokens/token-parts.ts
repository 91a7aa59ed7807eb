import type { FilePart, ImagePart, Message, Part, TextPart, ToolDefinition, Transcript } from '../transcript/types.ts';
import type { BaseCounter } from './contract.ts';
import { countOwned } from './splice.ts';

/** Flat estimate for an image or file; transcripts that contain one show ≈. */
export const ATTACHMENT_TOKENS = 1200;

export interface PartCounts {
  readonly first: Int32Array;
  readonly text: Float64Array;
  /** Flat estimate of the images and files in a part; never scaled. */
  readonly flat: Float64Array;
  readonly toolDefinitions: number;
}

export interface CountProgress {
  readonly done: number;
  readonly of: number;
}

/** Characters between two opportunities to pause or stop: a few milliseconds. */
const STEP = 1 << 17;

interface Work {
  readonly counts: { -readonly [K in keyof PartCounts]: PartCounts[K] };
  messages: number;
  done: number;
  readonly of: number;
}

/** Counts by counter and transcript. Transcripts never change, so no entry is ever stale. */
const memory = new WeakMap<BaseCounter, WeakMap<Transcript, Work>>();

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

function* countPart(part: Part, counter: BaseCounter): Generator<number, number> {
  let tokens = 0;
  for (const [text, owner] of isSeen(counter, part) ? ownedTexts(part) : []) {
    for (let from = 0; from < text.length; ) {
      const to = counter.stretchEnd(text, from);
      tokens += from === 0 && to === text.length ? countOwned(counter, owner, text) : counter.count(text.slice(from, to));
      yield to - from;
      from = to;
    }
  }
  return tokens;
}

/** Counts every part once, yielding every few milliseconds. */
export function* countParts(transcript: Transcript, counter: BaseCounter): Generator<CountProgress, PartCounts> {
  const work = workOf(transcript, counter);
  const { counts } = work;
  const { messages } = transcript;
  let pause = work.done + STEP;
  for (let i = work.messages; i < messages.length; i++) {
    let characters = 0;
    let at = counts.first[i]!;
    for (const part of messages[i]!.parts) {
      const stretches = countPart(part, counter);
      let stretch = stretches.next();
      for (; !stretch.done; stretch = stretches.next()) {
        characters += stretch.value;
        if (work.done + characters >= pause) {
          yield { done: Math.min(work.of, work.done + characters), of: work.of };
          pause = work.done + characters + STEP;
        }
      }
      counts.text[at] = stretch.value;
      counts.flat[at++] = flatOf(part, counter);
    }
    if (work.messages === i) {
      work.messages = i + 1;
      work.done += characters;
    }
  }
  return counts;
}

function workOf(transcript: Transcript, counter: BaseCounter): Work {
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
