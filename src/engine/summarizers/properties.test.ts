/** What must hold for any transcript, range, limit and style, however the summariser chooses its lines. */
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseTranscript } from '../formats/index.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import { DEFAULT_SIGNALS, prepare } from '../signals/signal-prepare.ts';
import { findSecrets } from '../signals/secrets.ts';
import { transcripts } from '../testing/arbitraries.ts';
import { charCounts } from '../testing/counts.ts';
import { deepFreeze } from '../testing/freeze.ts';
import { sharedFiles } from '../testing/shared.ts';
import type { Transcript } from '../transcript/types.ts';
import { createBuiltIn } from './built-in.ts';
import type { SummaryOutcome, SummaryRequest } from './contract.ts';
import { deep, runs, some } from '../testing/scale.ts';

const preparedFrom = (transcript: Transcript): PreparedTranscript => prepare(transcript, charCounts(transcript), DEFAULT_SIGNALS);
const summarizer = createBuiltIn();
const summarize = (input: PreparedTranscript, request: Partial<SummaryRequest> = {}): SummaryOutcome => {
  const outcome = summarizer.summarize(input, {
    id: 'summary-1',
    members: Array.from({ length: input.n }, (_, i) => i),
    maxTokens: 1000,
    style: 'sections',
    ...request,
  });
  if (outcome instanceof Promise) throw new Error('the built-in summariser answers at once');
  return outcome;
};
const membersTokens = (input: PreparedTranscript, members: readonly number[]): number =>
  members.reduce((sum, i) => sum + (input.counts.messages[i] as number), 0);

const KEYS = ['task_overview', 'current_state', 'important_discoveries', 'next_steps', 'context_to_preserve'];
/** One JSON object: the sections in their order, all of them where there is room, each a list of texts. */
function checkJson(text: string): void {
  const value = JSON.parse(text) as Record<string, unknown>;
  const keys = Object.keys(value);
  expect(keys).toEqual(KEYS.filter((key) => keys.includes(key)));
  for (const lines of Object.values(value)) expect(Array.isArray(lines) && lines.every((line) => typeof line === 'string' && line !== '')).toBe(true);
}

/** A product's headings stand all of them in their order, or, where there is too little room, none. */
function checkHeadings(text: string, { style, headings }: SummaryRequest): void {
  if (style !== 'sections' || !headings) return;
  const found = text.split('\n').flatMap((line) => (line.startsWith('## ') ? [line.slice(3)] : []));
  if (found.length > 0) expect(found).toEqual(headings);
}

/** All promises about one outcome, which is given back. */
function check(input: PreparedTranscript, request: SummaryRequest): SummaryOutcome {
  const outcome = summarize(input, request);
  expect(summarize(input, request)).toEqual(outcome);
  expect(createBuiltIn().summarize(input, request)).toEqual(outcome);
  if (!outcome.ok) {
    expect(outcome.failure).toBe('empty');
    return outcome;
  }
  expect(outcome.text.trim()).not.toBe('');
  expect(outcome.tokens).toBe(input.counts.text(outcome.text));
  expect(outcome.tokens).toBeLessThanOrEqual(request.maxTokens);
  expect(outcome.tokens).toBeLessThanOrEqual(membersTokens(input, request.members));
  expect(outcome.text.length).toBeLessThanOrEqual(request.maxChars ?? Number.POSITIVE_INFINITY);
  if (request.style === 'json') checkJson(outcome.text);
  checkHeadings(outcome.text, request);
  const members = new Set(request.members);
  for (const { text, source } of outcome.spans) {
    if (source !== undefined) expect(members.has(source)).toBe(true);
    expect(outcome.text).toContain(text);
  }
  expect(findSecrets(outcome.text)).toEqual([]);
  return outcome;
}

const request = fc.record({
  maxTokens: fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 1500 })),
  maxChars: fc.option(fc.integer({ min: 0, max: 3000 }), { nil: undefined }),
  style: fc.constantFrom('sections' as const, 'plain' as const, 'json' as const),
  mergeEarlier: fc.boolean(),
  headings: fc.option(
    fc.constantFrom(
      ['Goal', 'Progress', 'Next Steps'],
      ['Only'],
      Array.from({ length: 12 }, (_, k) => `Part ${k}`),
    ),
    { nil: undefined },
  ),
  from: fc.double({ min: 0, max: 1, noNaN: true }),
  to: fc.double({ min: 0, max: 1, noNaN: true }),
  every: fc.constantFrom(1, 1, 1, 2, 3),
});

test('limits hold, never more than was there, deterministic, sources are members: any transcript', () => {
  fc.assert(
    fc.property(transcripts(), request, (transcript, { from, to, every, headings, ...limits }) => {
      const input = preparedFrom(deepFreeze(transcript));
      const members = Array.from({ length: input.n }, (_, i) => i).filter(
        (i) => i >= Math.min(from, to) * input.n && i <= Math.max(from, to) * input.n && i % every === 0,
      );
      check(input, { id: 'summary-1', members, ...limits, ...(headings && { headings }) });
    }),
    { numRuns: runs(400) },
  );
});

/** A conversation that is one earlier summary. */
const alone = (text: string): PreparedTranscript => {
  const message = { id: 'm0', role: 'user' as const, parts: [{ type: 'text' as const, text }], compaction: { kind: 'summary' as const } };
  return preparedFrom({ id: 't', format: 'playground', tools: [], messages: [message], compactions: [], branches: [], subagents: [] });
};

test('a summary of nothing but our own summary is that summary, in every style', () => {
  fc.assert(
    fc.property(
      transcripts(),
      fc.constantFrom('sections' as const, 'plain' as const, 'json' as const),
      fc.integer({ min: 130, max: 1500 }),
      (transcript, style, maxTokens) => {
        const first = summarize(preparedFrom(transcript), { style, maxTokens, mergeEarlier: true });
        // A single line that was cut to the limit is in no style.
        if (!first.ok || !/^(?:## |\{\n|The |Findings|Next|To keep|用户|AI|发现|后续|需保留)/.test(first.text)) return;
        const again = summarize(alone(first.text), { style, maxTokens: Math.max(maxTokens, first.tokens), mergeEarlier: true });
        expect(again.ok && again.text).toBe(first.text);
      },
    ),
    { numRuns: runs(300) },
  );
});

const samplesDir = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../../fixtures/samples');
const samples = (JSON.parse(readFileSync(path.join(samplesDir, 'index.json'), 'utf8')) as { id: string; file: string }[]).map(({ id, file }) => {
  const parsed = parseTranscript(new Uint8Array(readFileSync(path.join(samplesDir, file))), { name: file });
  if (!parsed.ok) throw new Error(parsed.error.message);
  return { id, input: preparedFrom(parsed.value.conversations[0] as Transcript) };
});
const sample = (id: string): PreparedTranscript => {
  const found = samples.find((one) => one.id === id);
  if (!found) throw new Error(`no sample ${id}`);
  return found.input;
};

describe.each(samples)('$id', ({ input }) => {
  test('the same promises at many limits, and something to say from 60 tokens on', () => {
    const all = Array.from({ length: input.n - input.header }, (_, i) => input.header + i);
    const silent: number[] = [];
    for (const maxTokens of some([0, 1, 60, 7, 30, 119, 1000, 120, 200, 500, 4000], 2)) {
      for (const style of ['sections', 'plain', 'json'] as const) {
        if (!check(input, { id: 'summary-1', members: all.slice(0, Math.floor(all.length * 0.7)), maxTokens, style }).ok && style !== 'json')
          silent.push(maxTokens);
        check(input, { id: 'summary-1', members: all, maxTokens, maxChars: 500, style });
      }
    }
    expect(Math.max(0, ...silent)).toBeLessThan(60);
  });

  test('five sections in their order, in the language of the source, when there is room', () => {
    const outcome = summarize(input, { maxTokens: 1000 });
    const headings = outcome.ok ? [...outcome.text.matchAll(/^#+ (.+)$/gm)].map(([, words]) => words) : [];
    const chinese = input.transcript.format === 'pi';
    expect(headings).toEqual(
      chinese
        ? [
            expect.stringMatching(/任务/),
            expect.stringMatching(/状态/),
            expect.stringMatching(/发现/),
            expect.stringMatching(/下一步|后续/),
            expect.stringMatching(/保留/),
          ]
        : ['Task overview', 'Current state', 'Important discoveries', 'Next steps', 'Context to preserve'],
    );
  });

  test('uses the room it has', () => {
    const members = Array.from({ length: input.n - input.header }, (_, i) => input.header + i);
    const outcome = summarize(input, { members, maxTokens: 600 });
    expect(outcome.ok && outcome.tokens).toBeGreaterThan(400);
  });
});

test('a real summary of ours comes back word for word', () => {
  for (const { input } of samples) {
    for (const style of ['sections', 'plain', 'json'] as const) {
      const first = summarize(input, { style });
      if (!first.ok) throw new Error(first.message);
      const again = summarize(alone(first.text), { style, mergeEarlier: true, maxTokens: 2000 });
      expect(again.ok && again.text).toBe(first.text);
    }
  }
});

describe('what a developer needs is there (coding session, first 80 %)', () => {
  const input = sample('coding-session');
  const outcome = summarize(input, { members: Array.from({ length: Math.floor(input.n * 0.8) }, (_, i) => i), maxTokens: 1200 });
  const text = outcome.ok ? outcome.text : '';

  test.each([
    ['the task', /INC-2291/],
    ['a rule of the person', /migrations/i],
    ['the change of mind', /Drop Redis/],
    ['a changed file', /src\/holds\/service\.ts/],
    ['an error', /deadlock|40P01|23505|duplicate key/],
    ['its cause', /touch_sailing|trigger/i],
  ])('%s', (_, pattern) => {
    expect(text).toMatch(pattern);
  });

  test.each([
    ['announcements', /\b(?:Let me|I'll run|Now let|Checking where)\b/],
    ['listings', /^\s*\d+\t/m],
    ['stack frames', /node_modules/],
    ['code', /=> \{|\);$/m],
  ])('no %s', (_, pattern) => {
    expect(text).not.toMatch(pattern);
  });
});

test('the masked keys of the pasted log are counted', () => {
  const input = sample('pasted-log');
  const whole = input.messages.findIndex(({ parts }) => parts.some((part) => part.type === 'text' && part.text.length > 40_000));
  const outcome = summarize(input, { members: [whole], maxTokens: 2000 });
  expect(outcome.ok && outcome.text).not.toContain('AKIAIOSFODNN7EXAMPLE');
});

describe('outcomes that it is told to return', () => {
  const input = sample('support-policies');
  const asked: SummaryRequest = { id: 'summary-1', members: [3, 4, 5, 6], maxTokens: 200, maxChars: 600, timeoutMs: 12_345, style: 'sections' };
  test.each(['empty', 'error', 'timeout', 'too-long'] as const)('%s', (outcome) => {
    expect(createBuiltIn({ outcome }).summarize(input, asked)).toMatchObject({ ok: false, failure: outcome });
  });

  test('a time-out names its limit', () => {
    expect(JSON.stringify(createBuiltIn({ outcome: 'timeout' }).summarize(input, asked))).toMatch(/12[.,]?345/);
  });

  test('too long is over the limit, and cut where the strategy cuts', () => {
    const long = createBuiltIn({ outcome: 'too-long' }).summarize(input, asked);
    if (long instanceof Promise || long.ok) throw new Error('too-long must fail');
    expect(input.counts.text(long.text ?? '') > asked.maxTokens || (long.text ?? '').length > (asked.maxChars as number)).toBe(true);
    const cut = createBuiltIn({ outcome: 'too-long' }).summarize(input, { ...asked, tooLong: 'cut' });
    if (cut instanceof Promise || !cut.ok) throw new Error('a cut summary is one');
    expect(cut.tokens).toBeLessThanOrEqual(asked.maxTokens);
    expect(cut.text.length).toBeLessThanOrEqual(asked.maxChars as number);
  });
});

const real = sharedFiles().filter(({ entry }) =>
  ['pi', 'claude-code', 'openai-chat', 'anthropic-messages', 'sharegpt', 'tau-bench'].includes(entry.format),
);

describe.skipIf(real.length === 0)('real transcripts', () => {
  test.each(real)('$file', ({ file, bytes }) => {
    const parsed = parseTranscript(bytes(), { name: file });
    expect(parsed.ok).toBe(true);
    if (!parsed.ok) return;
    for (const transcript of parsed.value.conversations.slice(0, deep ? 12 : 3)) {
      const input = preparedFrom(transcript);
      const members = Array.from({ length: input.n - input.header }, (_, i) => input.header + i);
      for (const maxTokens of some([40, 300, 1500], 2)) {
        for (const style of ['sections', 'plain', 'json'] as const)
          check(input, { id: 'summary-1', members, maxTokens, style, mergeEarlier: style === 'json' });
        check(input, { id: 'summary-1', members: members.slice(0, members.length >> 1), maxTokens, maxChars: 1000, style: 'plain' });
      }
    }
  });
});
