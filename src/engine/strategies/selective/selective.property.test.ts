/** The contract of S3's strategies at any setting of their switches, not at the defaults alone; every reason and log line is a sentence. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { transcripts } from '../../testing/arbitraries.ts';
import { checkRun, optionsOf } from '../../testing/contract.ts';
import { charCounts } from '../../testing/counts.ts';
import { checkReason } from '../../testing/reasons.ts';
import { countingSummarizer, failingSummarizer, fillingSummarizer } from '../../testing/summarizer.ts';
import { DEFAULT_SIGNALS, prepare } from '../../signals/signal-prepare.ts';
import type { Transcript } from '../../transcript/types.ts';
import { createBuiltIn } from '../../summarizers/built-in.ts';
import { offload } from './offload.ts';
import { selective } from './selective.ts';
import { selectiveSummary } from './selective-summary.ts';
import { runs } from '../../testing/scale.ts';

const rules = fc.dictionary(
  fc.constantFrom('TOOL_RESULT', 'ASSISTANT_MESSAGE', 'USER_MESSAGE', 'COMPACTION_SUMMARY', 'OFFLOAD_PLACEHOLDER', 'SYSTEM_PROMPT'),
  fc.record(
    { action: fc.constantFrom('never', 'drop', 'truncate'), keepRecent: fc.nat(4), order: fc.integer({ min: 1, max: 60 }) },
    { requiredKeys: [] },
  ),
);
const ruleSettings = {
  rules,
  argumentsOver: fc.constantFrom(20, 500),
  argumentsKeep: fc.constantFrom(20, 50),
  resultsOver: fc.constantFrom(20, 100),
  resultsKeep: fc.constantFrom(20, 60),
  protectRounds: fc.nat(3),
  unit: fc.constantFrom('auto', 'turns', 'steps'),
  wholeTypes: fc.constantFrom('own', 'always', 'never'),
  reasoningExpires: fc.boolean(),
  keepReferences: fc.boolean(),
  emitMetaEvents: fc.boolean(),
};
const summarySettings = {
  ...ruleSettings,
  always: fc.boolean(),
  summaryMaxTokens: fc.constantFrom(50, 300),
  structuredSummary: fc.boolean(),
  carryIdentifiers: fc.boolean(),
  mergeSummaries: fc.boolean(),
  maxGenerations: fc.constantFrom(1, 2),
  dropOnFailure: fc.boolean(),
  dropInCooldown: fc.boolean(),
  cooldownLeft: fc.constantFrom(0, 0, 0, 2),
};
const offloadSettings = { offloadOver: fc.constantFrom(100, 150), keepRecentResults: fc.nat(3), ephemeralTools: fc.constantFrom('', 'bash', 'Read') };

/** What random transcripts do not have by themselves, and what S3 knows of. */
const INJECTED = [
  'Base directory for this skill: /skills/pdf',
  '<available_skills>pdf</available_skills>',
  '# AGENTS.md instructions for /p',
  '[offloaded 0abc1234567: Read result, 2,345 tokens, kept outside the context]',
  '[Old tool result content cleared]',
  '<returncode>0</returncode> and a long line of output that goes on and on and on and on and on and on and on and on and on and on',
];
const injected = fc.array(fc.tuple(fc.nat(40), fc.constantFrom(...INJECTED)), { maxLength: 6 });

function inject(transcript: Transcript, places: readonly (readonly [number, string])[]): Transcript {
  const messages = [...transcript.messages];
  for (const [at, text] of places) {
    const message = messages[at];
    const part = message?.parts[0];
    if (message?.role === 'user' && !message.compaction) messages[at] = { ...message, parts: [{ type: 'text', text }] };
    else if (message && part?.type === 'tool-result') messages[at] = { ...message, parts: [{ ...part, content: [{ type: 'text', text }] }] };
  }
  return { ...transcript, messages };
}

const summarizers = [countingSummarizer(), fillingSummarizer, createBuiltIn(), failingSummarizer('error'), failingSummarizer('empty')];
const settingsOf = {
  selective: [selective, fc.record(ruleSettings)],
  'selective-summary': [selectiveSummary, fc.record(summarySettings)],
  offload: [offload, fc.record(offloadSettings)],
} as const;

describe.each(Object.entries(settingsOf))('%s', (_id, [strategy, settings]) => {
  it('keeps the contract at any setting', () => {
    fc.assert(
      fc.property(
        fc.tuple(transcripts(), injected).map(([transcript, places]) => inject(transcript, places)),
        settings as fc.Arbitrary<object>,
        fc.constantFrom(0.1, 0.4, 0.8),
        fc.boolean(),
        fc.constantFrom(...summarizers),
        (transcript, params, share, own, summarizer) => {
          const prepared = prepare(transcript, charCounts(transcript), DEFAULT_SIGNALS);
          const target = Math.max(2, Math.floor(prepared.counts.total * share));
          const circumstance = own ? { window: target, target: null, own } : { window: 128_000, target, own };
          const result = checkRun(prepared, strategy, optionsOf(strategy, { ...circumstance, params: { ...params } }, summarizer));
          for (const { reason } of result.log()) checkReason(reason);
          expect(result.strategy).toBe(strategy.id);
        },
      ),
      { numRuns: runs(150) },
    );
  });
});
