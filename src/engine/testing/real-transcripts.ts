/**
 * The contract of strategies over shared transcripts (all of them in the deep tests), in parts that can run side by side. The provider takes each
 * result as it took the recording: asked here, because the runs are the most of the work.
 */
import { describe, expect, test } from 'vitest';
import { resolveTarget } from '../tokens/contract.ts';
import type { CompactionResult } from '../compaction/types.ts';
import { conversationsOf, parseTranscript } from '../formats/index.ts';
import { strategies } from '../pipelines/index.ts';
import { DEFAULT_SIGNALS, prepare } from '../signals/signal-prepare.ts';
import { createBuiltIn } from '../summarizers/built-in.ts';
import type { Transcript } from '../transcript/types.ts';
import { type Circumstance, checkRun, optionsOf, runNow } from './contract.ts';
import { charCounts } from './counts.ts';
import { introduced } from './introduced.ts';
import { deepFreeze } from './freeze.ts';
import { deep, someConversations, someSharedFiles } from './scale.ts';

const TARGETS = deep ? [0.1, 0.2, 0.3, 0.5, 0.8] : [0.2, 0.5];
/** Every reason is requested, and every run repeated, on all but huge transcripts. */
const MOST_MESSAGES = 2000;
/** Conversations of a file whose results are shown to the provider's rules. */
const SHOWN = deep ? 4 : 1;
/** The largest file holds 89 conversations, and machines differ. */
const TIMEOUT = 600_000;

const preparedFrom = (transcript: Transcript) => prepare(deepFreeze(transcript), charCounts(transcript), DEFAULT_SIGNALS);

/** Every `of`-th strategy of the registry, from the `part`-th on, over the shared transcripts at every target. */
export function checkRealTranscripts(part: number, of: number): void {
  const mine = strategies.filter(({ recorded }) => !recorded).filter((_, i) => i % of === part);
  // Every strategy takes some files and every file some strategies; where everything is tested, all of them.
  const files = someSharedFiles().filter((_, k) => deep || k % of === part);
  const builtIn = createBuiltIn();
  describe(`real transcripts, ${mine.length} strategies`, () => {
    test.skipIf(files.length > 0)('are not there: skipped', () => {
      expect(files).toEqual([]);
    });

    test.each(files.map((f) => [f.file, f] as const))(
      '%s',
      (_name, file) => {
        const parsed = parseTranscript(file.bytes(), { name: file.file });
        if (!parsed.ok) {
          expect(parsed.error.message).not.toBe('');
          return;
        }
        const found: string[] = [];
        for (const [k, { transcript }] of someConversations(conversationsOf(parsed.value)).entries()) {
          const p = preparedFrom(transcript);
          const { total } = p.counts;
          const small = p.n <= MOST_MESSAGES;
          for (const strategy of mine) {
            const at = (share: number): Circumstance => ({ window: 128_000, target: resolveTarget(share, total, 128_000), own: false });
            const show = (result: CompactionResult, share: number | 'own'): void => {
              if (k < SHOWN && result.outcome === 'compacted')
                found.push(...introduced(p, result).map((rule) => `${rule}: ${strategy.id} at ${share}`));
            };
            for (const share of TARGETS) show(checkRun(p, strategy, optionsOf(strategy, at(share), builtIn), false), share);
            const own = optionsOf(strategy, { window: Math.max(2, Math.floor(total / 2)), target: null, own: true }, builtIn);
            const result = checkRun(p, strategy, own, small);
            show(result, 'own');
            if (small) expect(runNow(preparedFrom(transcript), strategy, own).plan.fates, `${strategy.id} twice`).toEqual(result.plan.fates);
          }
        }
        expect(found).toEqual([]);
        expect(parsed.value.conversations.length).toBeGreaterThan(0);
      },
      TIMEOUT,
    );
  });
}
