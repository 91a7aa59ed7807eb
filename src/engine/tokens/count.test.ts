import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseTranscript } from '../formats/index.ts';
import { transcripts } from '../testing/arbitraries.ts';
import { deepFreeze } from '../testing/freeze.ts';
import { runs, someSharedFiles } from '../testing/scale.ts';
import type { Message, Part, Transcript } from '../transcript/types.ts';
import { TOKENIZER_IDS, type Tokenizer, type TokenizerId } from './contract.ts';
import { ATTACHMENT_TOKENS, countSteps, countTranscript, estimateError } from './count.ts';
import { loadTokenizer } from './tokenizers.ts';

const tokenizers = new Map<TokenizerId, Tokenizer>();
beforeAll(async () => {
  for (const id of TOKENIZER_IDS) tokenizers.set(id, await loadTokenizer(id));
});
const tokenizer = (id: TokenizerId = 'o200k_base'): Tokenizer => tokenizers.get(id) as Tokenizer;

const transcriptOf = (messages: readonly Message[], more: Partial<Transcript> = {}): Transcript => ({
  id: 't',
  format: 'playground',
  tools: [],
  messages,
  compactions: [],
  branches: [],
  subagents: [],
  ...more,
});
const message = (id: string, role: Message['role'], ...parts: Part[]): Message => ({ id, role, parts });

/** A counter that notes what it is asked, over the same rules. */
function watched(over: Tokenizer): { tokenizer: Tokenizer; texts: string[] } {
  const texts: string[] = [];
  const base = {
    ...over.base,
    id: over.base.id,
    stretchEnd: over.base.stretchEnd,
    count: (text: string) => {
      texts.push(text);
      return over.base.count(text);
    },
  };
  return { tokenizer: { ...over, base }, texts };
}

describe('countTranscript', () => {
  const png = 'iVBORw0KGgo'.repeat(500);
  const example = transcriptOf([
    message('s', 'system', { type: 'text', text: 'Be brief.' }),
    message('u', 'user', { type: 'text', text: 'Look at this' }, { type: 'image', data: png, mime: 'image/png' }),
    message(
      'a',
      'assistant',
      { type: 'reasoning', text: 'Think first.', signature: 'x'.repeat(900), encrypted: 'y'.repeat(900) },
      { type: 'tool-call', id: 'c1', name: 'read_file', args: '{"path":"a.ts"}' },
    ),
    message('t', 'tool', {
      type: 'tool-result',
      callId: 'c1',
      name: 'read_file',
      content: [
        { type: 'text', text: 'one' },
        { type: 'file', data: png },
        { type: 'text', text: 'two' },
      ],
    }),
    message('e', 'assistant'),
  ]);

  it('counts text, reasoning, calls and results, images and files flat, never base64, signatures or encrypted reasoning', () => {
    const count = (text: string): number => tokenizer().count(text);
    const counts = countTranscript(example, tokenizer());
    expect(counts.parts(0)).toEqual([count('Be brief.')]);
    expect(counts.parts(1)).toEqual([count('Look at this'), ATTACHMENT_TOKENS]);
    expect(counts.parts(2)).toEqual([count('Think first.'), count('read_file') + count('{"path":"a.ts"}')]);
    expect(counts.parts(3)).toEqual([count('one') + count('two') + ATTACHMENT_TOKENS]);
    expect(counts.parts(4)).toEqual([]);
    expect([...counts.messages]).toEqual([0, 1, 2, 3, 4].map((i) => counts.parts(i).reduce((a, b) => a + b, 4)));
    expect(counts).toMatchObject({ tokenizer: 'o200k_base', exact: false, toolDefinitions: 0 });
  });

  it('is exact only with an exact tokenizer and without images and files', () => {
    const plain = transcriptOf(example.messages.slice(0, 1));
    expect(countTranscript(plain, tokenizer()).exact).toBe(true);
    expect(countTranscript(plain, tokenizer('o200k-estimate')).exact).toBe(false);
  });

  it('adds tool definitions as compact JSON to the total', () => {
    const tools = [{ name: 'run', description: 'Runs.', schema: { type: 'object' } }];
    const counts = countTranscript(transcriptOf(example.messages, { tools }), tokenizer());
    expect(counts.toolDefinitions).toBe(tokenizer().count('[{"name":"run","description":"Runs.","schema":{"type":"object"}}]'));
    expect(counts.total).toBe(counts.prefix[5]! + counts.toolDefinitions);
  });

  it('S1: characters ÷ 2 per text, and 4 per message', () => {
    const counts = countTranscript(
      transcriptOf([message('u', 'user', { type: 'text', text: '12345' }, { type: 'text', text: '123' }), message('v', 'user')]),
      tokenizer('s1-estimate'),
    );
    expect([...counts.messages]).toEqual([2 + 1 + 4, 4]);
  });

  it('S1: strings and texts alone; no calls, reasoning, images and tool definitions', () => {
    const result = {
      type: 'tool-result',
      callId: 'c',
      content: [
        { type: 'text', text: '12345678' },
        { type: 'image', mime: 'image/png', bytes: 9 },
      ],
    } as const;
    const messages = [
      message('u', 'user', { type: 'text', text: '1234' }, { type: 'image', mime: 'image/png', bytes: 9 }),
      message('v', 'assistant', { type: 'reasoning', text: 'hm hm' }, { type: 'tool-call', id: 'c', name: 'Read', args: '{"path":"a"}' }),
      message('w', 'tool', result),
    ];
    const tools = [{ name: 'run', description: 'Runs.', schema: {} }];
    const counts = countTranscript(transcriptOf(messages, { tools }), tokenizer('s1-estimate'));
    expect([...counts.messages, counts.toolDefinitions, counts.total]).toEqual([6, 4, 8, 0, 18]);
    expect(messages.map(counts.message)).toEqual([6, 4, 8]);
  });

  it('the same rules for any transcript and tokenizer: sums, single messages, another overhead', () => {
    fc.assert(
      fc.property(transcripts(), fc.constantFrom(...TOKENIZER_IDS), fc.integer({ min: 0, max: 20 }), (transcript, id, overhead) => {
        const counts = countTranscript(deepFreeze(transcript), tokenizer(id), { overhead });
        const n = transcript.messages.length;
        expect(counts.prefix).toHaveLength(n + 1);
        for (const [i, m] of transcript.messages.entries()) {
          const sum = counts.parts(i).reduce((a, b) => a + b, overhead);
          expect(counts.messages[i]).toBe(sum);
          expect(counts.prefix[i + 1]! - counts.prefix[i]!).toBe(sum);
          expect(counts.message(m)).toBe(sum);
        }
        expect(counts.total).toBe(counts.prefix[n]! + counts.toolDefinitions);
        expect([...counts.messages, counts.toolDefinitions].every(Number.isInteger)).toBe(true);
        expect(countTranscript(transcript, tokenizer(id)).total).toBe(counts.total + (4 - overhead) * n);
      }),
      { numRuns: runs(200) },
    );
  });

  it('counts no text twice: not for another overhead, not for another estimate with the same base', () => {
    const { tokenizer: own, texts } = watched(tokenizer());
    countTranscript(example, own);
    const asked = texts.length;
    expect(asked).toBeGreaterThan(0);
    countTranscript(example, own, { overhead: 9 });
    countTranscript(example, { ...tokenizer('anthropic-estimate'), base: own.base });
    expect(texts).toHaveLength(asked);
  });

  it('can pause, stop and go on: what was counted stays counted', () => {
    const big = transcriptOf(
      Array.from({ length: 40 }, (_, i) => message(`m${i}`, 'user', { type: 'text', text: `line ${i} of a log\n`.repeat(1500) })),
    );
    const { tokenizer: own, texts } = watched(tokenizer());
    const first = countSteps(big, own);
    const progress = [first.next(), first.next(), first.next()];
    expect(progress.every((p) => p.done === false)).toBe(true);
    first.return(undefined as never);
    const asked = texts.length;
    const counts = countTranscript(big, own);
    expect(counts.total).toBe(countTranscript(big, tokenizer()).total);
    const whole = watched(tokenizer());
    countTranscript(big, whole.tokenizer);
    expect(asked).toBeGreaterThan(3);
    expect(texts.length).toBeLessThan(whole.texts.length + 4);
  });

  it('reports progress in characters, growing up to all of them', () => {
    const text = 'word '.repeat(20_000);
    const messages = Array.from({ length: 20 }, (_, i) => message(`${i}`, 'user', { type: 'text', text }));
    const steps = countSteps(transcriptOf(messages), tokenizer());
    const seen: number[] = [];
    for (let step = steps.next(); !step.done; step = steps.next()) {
      expect(step.value.of).toBe(20 * text.length);
      seen.push(step.value.done);
    }
    expect(seen.length).toBeGreaterThan(5);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.at(-1)).toBeLessThanOrEqual(20 * text.length);
  });

  it('the error of an estimate against the exact count', () => {
    const exact = countTranscript(example, tokenizer());
    expect(estimateError(exact, exact)).toBe(0);
    const s1 = countTranscript(example, tokenizer('s1-estimate'));
    expect(estimateError(s1, exact)).toBeCloseTo((s1.total - exact.total) / exact.total, 12);
    expect(estimateError(s1, countTranscript(transcriptOf([]), tokenizer()))).toBe(0);
  });

  const files = someSharedFiles();
  it.skipIf(files.length === 0)('counts every shared transcript with every tokenizer', () => {
    let conversations = 0;
    for (const file of files) {
      const parsed = parseTranscript(file.bytes(), { name: file.file });
      if (!parsed.ok) continue;
      for (const transcript of parsed.value.conversations) {
        conversations++;
        for (const id of TOKENIZER_IDS) {
          const counts = countTranscript(transcript, tokenizer(id));
          expect(Number.isInteger(counts.total) && counts.total >= 4 * transcript.messages.length).toBe(true);
        }
      }
    }
    expect(conversations).toBeGreaterThan(15);
  });
});
