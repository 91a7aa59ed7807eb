import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseTranscript } from '../formats/index.ts';
import { sharedFiles } from '../testing/shared.ts';
import type { Message, Transcript } from '../transcript/types.ts';
import { countTranscript, MIN_REQUESTS } from './count.ts';
import type { Calibration, Tokenizer } from './contract.ts';
import { loadTokenizer } from './tokenizers.ts';
import { runs } from '../testing/scale.ts';

let estimate: Tokenizer;
let exact: Tokenizer;
beforeAll(async () => {
  estimate = await loadTokenizer('anthropic-estimate');
  exact = await loadTokenizer('o200k_base');
});

interface Recording {
  readonly requests: number;
  readonly factor: number;
  readonly offset: number;
  /** Factor from this request on, after a recorded compaction before it. */
  readonly changed?: { readonly at: number; readonly factor: number };
  readonly model?: string;
  /** Tokens that the provider counted more or less at request i. */
  readonly noise?: (i: number) => number;
}

/** A session whose recorded prompts are offset + factor × o200k_base + 4 per message, exactly but for noise. */
function recorded({ requests, factor, offset, changed, model = 'claude-sonnet-4-5', noise = () => 0 }: Recording): Transcript {
  const messages: Message[] = [];
  let base = 0;
  const add = (m: Omit<Message, 'id'>): void => {
    messages.push({ id: `m${messages.length}`, ...m });
  };
  const say = (text: string): { parts: Message['parts'] } => {
    base += exact.count(text);
    return { parts: [{ type: 'text', text }] };
  };
  let compactedAt = -1;
  for (let i = 0; i < requests; i++) {
    add({ role: 'user', ...say(`Question ${i}: ${'what does this function do and why? '.repeat(20 + ((i * 7) % 30))}`) });
    const f = changed && i >= changed.at ? changed.factor : factor;
    if (i === changed?.at) compactedAt = messages.length - 1;
    const prompt = Math.round(offset + f * base + 4 * messages.length + noise(i));
    add({
      role: 'assistant',
      model,
      usage: { input: 3, cacheRead: prompt - 13, cacheWrite: 10, output: 50 },
      ...say(`Answer ${i}. ${'It parses. '.repeat(10)}`),
    });
  }
  return { id: 'r', format: 'pi', tools: [], messages, compactions: compactedAt < 0 ? [] : [{ at: compactedAt }], branches: [], subagents: [] };
}

const calibrationOf = (transcript: Transcript): Calibration | undefined => countTranscript(transcript, estimate).calibration;

describe('calibration', () => {
  it('finds a known factor and offset', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.8, max: 2, noNaN: true }),
        fc.integer({ min: 100, max: 30_000 }),
        fc.integer({ min: MIN_REQUESTS, max: 40 }),
        (factor, offset, requests) => {
          const found = calibrationOf(recorded({ requests, factor, offset }));
          expect(found?.factor).toBeCloseTo(factor, 2);
          expect(Math.abs((found as Calibration).offset - offset)).toBeLessThan(20);
          expect(found?.requests).toBe(requests);
          expect(found?.error).toBeLessThan(0.005);
        },
      ),
      { numRuns: runs(30) },
    );
  });

  it('the counts use it: recorded prompt ≈ offset + tokens before the answer', () => {
    const transcript = recorded({ requests: 20, factor: 1.37, offset: 5000 });
    const counts = countTranscript(transcript, estimate);
    const { offset } = counts.calibration as Calibration;
    const errors = transcript.messages.flatMap(({ usage }, i) =>
      usage ? [usage.input + usage.cacheRead + usage.cacheWrite - offset - counts.prefix[i]!] : [],
    );
    expect(errors).toHaveLength(20);
    expect(Math.max(...errors.map(Math.abs))).toBeLessThan(50);
  });

  it('is not misled by single requests that went wrong', () => {
    const found = calibrationOf(
      recorded({ requests: 30, factor: 1.3, offset: 2000, noise: (i) => (i === 10 ? -5000 : i === 20 ? 9000 : (i % 3) - 1) }),
    );
    expect(found?.factor).toBeCloseTo(1.3, 2);
    expect(Math.abs((found as Calibration).offset - 2000)).toBeLessThan(60);
  });

  it('looks only at requests before the first recorded compaction', () => {
    const found = calibrationOf(recorded({ requests: 30, factor: 1.3, offset: 2000, changed: { at: 15, factor: 0.2 } }));
    expect(found?.requests).toBe(15);
    expect(found?.factor).toBeCloseTo(1.3, 2);
  });

  it('takes the usage of a split answer once', () => {
    const whole = recorded({ requests: 12, factor: 1.3, offset: 2000 });
    const messages = whole.messages.flatMap((m): Message[] => (m.role === 'assistant' ? [m, { ...m, id: `${m.id}b`, parts: [] }] : [m]));
    expect(calibrationOf({ ...whole, messages })?.requests).toBe(12);
  });

  it.each([
    ['too few requests', recordedArgs({ requests: MIN_REQUESTS - 1 })],
    ['another provider answered', recordedArgs({ model: 'gpt-4o' })],
    ['prompts that do not grow with the text', recordedArgs({ factor: 0.01 })],
    ['prompts that grow far more than the text', recordedArgs({ factor: 6 })],
    ['no relation at all', recordedArgs({ noise: (i) => ((i * 7919) % 13) * 9000 })],
  ])('gives nothing: %s', (_, args) => {
    const counts = countTranscript(recorded(args), estimate);
    expect(counts.calibration).toBeUndefined();
    expect(counts.total).toBe(countTranscript(recorded({ ...args, model: 'nobody' }), estimate).total);
  });

  it('exact tokenizers are not calibrated', () => {
    expect(countTranscript(recorded({ requests: 20, factor: 1.3, offset: 2000 }), exact).calibration).toBeUndefined();
  });

  const files = sharedFiles().filter((f) => f.entry.format === 'pi');
  it.skipIf(files.length === 0)('fits the recorded sessions of pi', () => {
    for (const file of files) {
      const parsed = parseTranscript(file.bytes(), { name: file.file });
      const found = parsed.ok ? calibrationOf(parsed.value.conversations[0] as Transcript) : undefined;
      expect(found?.factor).toBeGreaterThan(1.2);
      expect(found?.factor).toBeLessThan(1.4);
      expect(found?.error).toBeLessThan(0.07);
    }
  });
});

function recordedArgs(over: Partial<Recording>): Recording {
  return { requests: 20, factor: 1.3, offset: 2000, ...over };
}
