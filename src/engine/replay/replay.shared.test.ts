import { describe, expect, test } from 'vitest';
import { restore } from '../compaction/history.ts';
import { conversationsOf, parseTranscript } from '../formats/index.ts';
import { strategies } from '../pipelines/index.ts';
import { provedParams } from '../testing/contract.ts';
import { DEFAULT_SIGNALS, prepare } from '../signals/signal-prepare.ts';
import { createBuiltIn } from '../summarizers/built-in.ts';
import { deep, someConversations, someSharedFiles } from '../testing/scale.ts';
import { countTranscript } from '../tokens/count.ts';
import { loadTokenizer } from '../tokens/tokenizers.ts';
import type { Replay, ReplayOptions } from './contract.ts';
import { replayNow } from './replay.ts';

const OPTIONS: Omit<ReplayOptions, 'window' | 'summarizer'> = {
  trigger: {
    triggers: [
      { kind: 'ratio', share: 0.8 },
      { kind: 'answer', share: 0.75 },
    ],
    combine: 'any',
  },
  target: 0.5,
  own: false,
  weight: 0.6,
  seed: 1,
  warning: 0.7,
  cooldown: 0,
  answer: null,
  caching: 'anthropic',
  prices: { currency: 'USD', input: 3e-6, cacheRead: 3e-7, cacheWrite: 3.75e-6, output: 15e-6 },
};
/** The window is this share of the whole: each transcript is compacted a few times. */
const WINDOW = 0.6;

/** The dearest of the everyday tests over shared files: every second of them, and all in the deep tests. */
const files = someSharedFiles().filter((_, k) => deep || k % 2 === 0);
const rows = strategies
  .filter(({ onDemand }) => !onDemand)
  .map((strategy) => ({ key: strategy.id, strategy: strategy.id, params: provedParams(strategy) }));

describe.skipIf(files.length === 0)('shared transcripts under every strategy', () => {
  test.each(files.map((file) => [file.file, file] as const))('%s', async (name, file) => {
    const parsed = parseTranscript(file.bytes(), { name });
    if (!parsed.ok) return expect(parsed.error.message).not.toBe('');
    const tokenizer = await loadTokenizer('o200k_base');
    for (const { transcript } of someConversations(conversationsOf(parsed.value))) {
      const base = prepare(transcript, countTranscript(transcript, tokenizer), DEFAULT_SIGNALS);
      const options = { ...OPTIONS, window: Math.max(1000, Math.round(base.counts.total * WINDOW)), summarizer: createBuiltIn() };
      const { series, baseline, requests } = replayNow(base, rows, options) as Replay;
      const walked = baseline.contextAt(requests + 1).messages;
      for (const one of series) {
        expect(one.failed, one.strategy).toBeNull();
        expect(one.size.every((tokens) => tokens >= 0)).toBe(true);
        const restored = restore(one.contextAt(requests + 1).messages, one.records());
        expect(restored.ok && restored.value.length === walked.length && restored.value.every((m, i) => m === walked[i]), one.strategy).toBe(true);
      }
    }
  });
});
