/**
 * Every writer followed by its reader: nothing that was said may be missing, but for what the format has no place for and a warning
 * counts. The facts are looked for by number, apart from all code that writes or prepares.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NOTATIONS, talks, type TalkPart, type Talk } from '../testing/talks-in-formats.ts';
import type { Message, Part, Transcript, Warning } from '../transcript/types.ts';
import { formats, parseTranscript, serializeTranscript } from './index.ts';
import { runs } from '../testing/scale.ts';

const writers = formats.filter((format) => format.serialize !== undefined).map((format) => format.id);

type Kind = 'text' | 'call' | 'result' | 'image' | 'reasoning' | 'error';

interface Fact {
  readonly kind: Kind;
  /** What is looked for. A result and an error name the call that they belong to. */
  readonly value: string;
  readonly call?: number;
}

/** What a format leaves out, each with the warning that counts it. Nothing else may be missing. */
const LEAVES_OUT: Readonly<Record<string, Partial<Record<Kind, string | null>>>> = {
  'anthropic-messages': { reasoning: 'lost-reasoning' },
  'bedrock-converse': { reasoning: 'lost-reasoning' },
  cohere: { reasoning: 'lost-reasoning', error: null },
  mistral: { reasoning: 'lost-reasoning', error: null },
  ollama: { reasoning: 'lost-reasoning', error: null },
  'gemini-api': { reasoning: 'lost-reasoning' },
  'openai-responses': { reasoning: 'lost-reasoning', error: null },
  'openai-chat': { reasoning: 'lost-reasoning', error: null },
  'openai-finetune': { reasoning: 'lost-reasoning', error: null },
  // An answer of nothing but reasoning is refused by the providers behind it.
  'ai-sdk': { reasoning: 'lost-reasoning' },
  langchain: { reasoning: 'lost-reasoning' },
  'pydantic-ai': {},
  sharegpt: { reasoning: 'lost-reasoning', image: 'lost-media', error: null },
  text: { reasoning: 'lost-reasoning', image: 'lost-media', error: null },
};

const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

function factsOf(talk: Talk, lacks: readonly string[]): readonly Fact[] {
  const facts: Fact[] = [];
  const add = (list: readonly TalkPart[], call?: number): void => {
    for (const said of list)
      facts.push(
        said.kind === 'image'
          ? { kind: 'image', value: said.data }
          : { kind: call === undefined ? 'text' : 'result', value: wellFormed(said.text), ...(call !== undefined && { call }) },
      );
  };
  if (talk.system !== null && !lacks.includes('system')) facts.push({ kind: 'text', value: wellFormed(talk.system) });
  for (const turn of talk.turns) {
    if (turn.kind === 'user') {
      add(turn.parts);
      continue;
    }
    if (turn.reasoning !== null) facts.push({ kind: 'reasoning', value: wellFormed(turn.reasoning) });
    if (turn.text !== null) facts.push({ kind: 'text', value: wellFormed(turn.text) });
    for (const { n, name, args } of turn.calls) facts.push({ kind: 'call', value: `${name} ${wellFormed(JSON.stringify(args))}`, call: n });
    for (const { n, result } of turn.calls) {
      if (result) add(result.content, n);
      if (result?.isError && !lacks.includes('isError')) facts.push({ kind: 'error', value: 'failed', call: n });
    }
    add(turn.after);
  }
  return facts;
}

/** Everything of a transcript in which facts are looked for. */
class FactTexts {
  readonly texts: string[] = [];
  readonly reasoning: string[] = [];
  readonly images = new Set<string>();
  readonly calls = new Map<number, string>();
  /** By number of the call: what came back. */
  readonly results = new Map<number, string[]>();
  readonly failed = new Set<number>();

  constructor({ messages }: Transcript) {
    const numbers = new Map<string, number>();
    const parts = messages.flatMap((message) => message.parts);
    for (const part of parts) {
      if (part.type !== 'tool-call') continue;
      const args = JSON.parse(part.args) as { n: number };
      if (numbers.has(part.id)) throw new Error(`two calls have the id ${part.id}`);
      numbers.set(part.id, args.n);
      this.calls.set(args.n, `${part.name} ${JSON.stringify(args)}`);
    }
    for (const part of parts) this.add(part, numbers);
    const ids = messages.map(({ id }) => id);
    if (new Set(ids).size < ids.length) throw new Error('two messages have one id');
  }

  /** The texts by number, in order. */
  numbers(): readonly string[] {
    return this.texts.flatMap((text) => text.match(/«\d+»/g) ?? []);
  }

  private add(part: Part, numbers: ReadonlyMap<string, number>): void {
    if (part.type === 'text') this.texts.push(part.text);
    else if (part.type === 'reasoning') this.reasoning.push(part.text);
    else if (part.type === 'image' && part.data !== undefined) this.images.add(part.data);
    else if (part.type === 'tool-result') {
      const n = numbers.get(part.callId) ?? -1;
      this.results.set(n, [...(this.results.get(n) ?? []), ...part.content.flatMap((inner) => (inner.type === 'text' ? [inner.text] : []))]);
      if (part.isError) this.failed.add(n);
      for (const inner of part.content) if (inner.type === 'image' && inner.data !== undefined) this.images.add(inner.data);
    }
  }

  has({ kind, value, call = -1 }: Fact): boolean {
    const within = (list: readonly string[] | undefined): boolean => list?.some((text) => wellFormed(text).includes(value)) ?? false;
    if (kind === 'text') return within(this.texts);
    if (kind === 'reasoning') return within(this.reasoning);
    if (kind === 'image') return this.images.has(value);
    if (kind === 'call') return this.calls.has(call) && wellFormed(this.calls.get(call)!) === value;
    return kind === 'error' ? this.failed.has(call) : within(this.results.get(call));
  }
}

/** Plain text has no calls: all is text, control characters have pictures, and white space is not told apart. */
const plain = (text: string): string => text.replaceAll('\0', '␀').replaceAll('\u0007', '␇').replace(/\s+/g, ' ').trim();

function missingIn(facts: readonly Fact[], text: string, format: string): readonly Fact[] {
  const parsed = parseTranscript(text, { format });
  if (!parsed.ok) throw new Error(`${format}: ${parsed.error.message}`);
  const [transcript] = parsed.value.conversations;
  if (format !== 'text') {
    const found = new FactTexts(transcript!);
    const missing = facts.filter((fact) => !found.has(fact));
    if (missing.length === 0)
      expect(found.numbers()).toEqual(facts.filter(({ kind }) => kind === 'text').map(({ value }) => /^«\d+»/.exec(value)![0]));
    return missing;
  }
  const all = plain(transcript!.messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))).join('\n'));
  return facts.filter(({ kind, value }) => {
    if (kind === 'call') return !all.includes(plain(value.replace(/^(\S+) /, '[Call of $1] ')));
    return !all.includes(plain(value));
  });
}

const countOf = (warnings: readonly Warning[], code: string): number =>
  warnings.filter((warning) => warning.code === code).reduce((sum, { count }) => sum + count, 0);

/** What was said as an export writes it that takes no white space at the end of the last answer, and says so. */
function asWritten(facts: readonly Fact[], warnings: readonly Warning[]): readonly Fact[] {
  const last = facts.findLastIndex(({ kind }) => kind === 'text');
  return countOf(warnings, 'final-space') === 0 ? facts : facts.map((fact, i) => (i === last ? { ...fact, value: fact.value.trimEnd() } : fact));
}

/** Facts that are missing after a trip and that no warning counts. */
function unexplained(missing: readonly Fact[], format: string, warnings: readonly Warning[]): readonly Fact[] {
  return missing.filter(({ kind }) => {
    const code = LEAVES_OUT[format]?.[kind];
    if (code === null) return false;
    return code === undefined || countOf(warnings, code) < missing.filter((other) => other.kind === kind).length;
  });
}

function read(text: string, format: string): Transcript {
  const parsed = parseTranscript(text, { format });
  if (!parsed.ok) throw new Error(`${format}: ${parsed.error.message}`);
  return parsed.value.conversations[0]!;
}

function write(transcript: Transcript, format: string): { readonly text: string; readonly warnings: readonly Warning[] } {
  const written = serializeTranscript(transcript, format);
  if (!written.ok) throw new Error(written.error.message);
  return written.value;
}

describe.each(NOTATIONS)('conversations in $format', ({ format: source, write: notation, lacks }) => {
  it('are read without a loss', () => {
    fc.assert(
      fc.property(talks, (talk) => {
        expect(missingIn(factsOf(talk, lacks), notation(talk), source)).toEqual([]);
      }),
      { numRuns: runs(100) },
    );
  });

  it.each(writers)('are written as %s and read again without a loss', (target) => {
    fc.assert(
      fc.property(talks, (talk) => {
        const { text, warnings } = write(read(notation(talk), source), target);
        expect(unexplained(missingIn(asWritten(factsOf(talk, lacks), warnings), text, target), target, warnings)).toEqual([]);
      }),
      { numRuns: runs(40) },
    );
  });
});

describe('reasoning that no content follows in its message', () => {
  const thought: Part = { type: 'reasoning', text: 'look first', signature: 'c2ln' };
  const said: Part = { type: 'text', text: 'said' };
  const holding = formats.filter(({ carries }) => carries && carries.reasoning !== false && carries.reasoning !== 'encrypted');

  function written(format: string, ...answers: readonly (readonly Part[])[]): { readonly kept: boolean; readonly left: number } {
    const user = { role: 'user', parts: [{ type: 'text', text: 'go' }] } as const;
    const assistant = answers.map((parts) => ({ role: 'assistant', parts }) as const);
    const messages = [user, ...assistant, user].map((message, i): Message => ({ ...message, id: `m${i + 1}` }));
    const none = { tools: [], compactions: [], branches: [], subagents: [] };
    const { text, warnings } = write({ id: 'thoughts', format, messages, ...none }, format);
    const [reasoning] = read(text, format).messages.flatMap(({ parts }) => parts.filter(({ type }) => type === 'reasoning'));
    return { kept: reasoning !== undefined, left: countOf(warnings, 'lost-reasoning') };
  }

  it.each(holding.map(({ id }) => id))('is kept by the next answer in %s', (format) => {
    expect(written(format, [thought], [said])).toEqual({ kept: true, left: 0 });
    expect(written(format, [said, thought], [said])).toEqual({ kept: true, left: 0 });
  });

  it.each(holding.map(({ id, carries }) => [id, carries!.empty] as const))('without one, it is kept or counted by %s', (format, kept) => {
    expect(written(format, [thought])).toEqual({ kept, left: kept ? 0 : 1 });
  });
});

/** Formats whose calls stay calls: only from these does it make sense to go on. */
const between = writers.filter((format) => format !== 'text');

describe.each(between)('what was exported as %s', (first) => {
  it.each(writers)('is written as %s and read again without a loss', (second) => {
    fc.assert(
      fc.property(talks, (talk) => {
        const once = write(read(NOTATIONS[0]!.write(talk), 'anthropic-messages'), first);
        const facts = asWritten(factsOf(talk, []), once.warnings);
        const lost = new Set(missingIn(facts, once.text, first));
        const left = facts.filter((fact) => !lost.has(fact));
        const twice = write(read(once.text, first), second);
        expect(unexplained(missingIn(asWritten(left, twice.warnings), twice.text, second), second, twice.warnings)).toEqual([]);
      }),
      { numRuns: runs(15) },
    );
  });
});
