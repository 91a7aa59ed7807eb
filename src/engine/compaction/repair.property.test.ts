/** Whatever a strategy does to whatever transcript: the provider takes what it leaves as it took the recording. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { strategies } from '../pipelines/index.ts';
import { DEFAULT_SIGNALS, prepare } from '../signals/signal-prepare.ts';
import { createBuiltIn } from '../summarizers/built-in.ts';
import { transcripts } from '../testing/arbitraries.ts';
import { checkRun, optionsOf } from '../testing/contract.ts';
import { charCounts } from '../testing/counts.ts';
import { deepFreeze } from '../testing/freeze.ts';
import type { Part, Transcript } from '../transcript/types.ts';
import { runs, someStrategies } from '../testing/scale.ts';

const summarizer = createBuiltIn();

/** Reasoning as OpenAI gives it: items that only it can read. */
const asResponses = (transcript: Transcript): Transcript => ({
  ...transcript,
  format: 'openai-responses',
  messages: transcript.messages.map((message) => ({
    ...message,
    parts: message.parts.map((part): Part => (part.type === 'reasoning' ? { type: 'reasoning', text: part.text, encrypted: 'e' } : part)),
  })),
});

describe.each([
  ['Anthropic', 'claude-opus-4-5'],
  ['Anthropic, preserved thinking', 'claude-opus-5-5'],
  ['Gemini', 'gemini-2.5-pro'],
  ['OpenAI Responses', undefined],
] as const)('%s takes every result', (_name, model) => {
  test.each(someStrategies(strategies).map((s) => [s.id, s] as const))('%s', (_id, strategy) => {
    fc.assert(
      fc.property(transcripts(20), fc.constantFrom(0.1, 0.3, 0.5, 0.8, null), (transcript, share) => {
        const given = model ? transcript : asResponses(transcript);
        const p = prepare(deepFreeze(given), charCounts(given), DEFAULT_SIGNALS);
        const { total } = p.counts;
        const target = share === null ? null : Math.max(2, Math.floor(share * total));
        const window = share === null ? Math.max(2, Math.floor(total / 2)) : 128_000;
        const options = optionsOf(strategy, { window, target, own: share === null, ...(model ? { model } : {}) }, summarizer);
        // Checks the violations, and everything else that holds of a result.
        expect(checkRun(p, strategy, options).tokensAfter).toBeLessThanOrEqual(total);
      }),
      { numRuns: runs(15) },
    );
  });
});
