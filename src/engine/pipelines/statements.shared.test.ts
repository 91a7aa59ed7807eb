/** What summaries say of a state, over every shared transcript, held against what comes after in the context that was compacted. */
import { describe, expect, test } from 'vitest';
import { resolveTarget } from '../tokens/contract.ts';
import type { CompactionResult } from '../compaction/types.ts';
import { conversationsOf, parseTranscript } from '../formats/index.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import { DEFAULT_SIGNALS, prepare } from '../signals/signal-prepare.ts';
import { createBuiltIn } from '../summarizers/built-in.ts';
import { optionsOf, runNow } from '../testing/contract.ts';
import { charCounts } from '../testing/counts.ts';
import { deep, some, someSharedFiles } from '../testing/scale.ts';
import { statementsIn, untrueBeside, untrueIn } from '../testing/statements.ts';
import { strategies } from './index.ts';

const TARGETS = [0.1, 0.4];
const TIMEOUT = 600_000;

/** What each stage worked on, with its own result. */
function* ran(
  input: PreparedTranscript,
  result: CompactionResult,
): Generator<{ readonly input: PreparedTranscript; readonly result: CompactionResult }> {
  if (!result.stages) yield { input, result };
  else for (const { ran: own } of result.stages) if (own) yield own;
}

const files = some(someSharedFiles(), 2);
const builtIn = createBuiltIn();

describe('statements about a state', () => {
  test.skipIf(files.length > 0)('are not looked for: no shared transcripts', () => expect(files).toEqual([]));

  const made = { summaries: 0, statements: 0 };
  test.each(files.map((f) => [f.file, f] as const))(
    '%s',
    (name, file) => {
      const parsed = parseTranscript(file.bytes(), { name });
      if (!parsed.ok) return expect(parsed.error.message).not.toBe('');
      const untrue: string[] = [];
      for (const { transcript } of conversationsOf(parsed.value)) {
        const p = prepare(transcript, charCounts(transcript), DEFAULT_SIGNALS);
        for (const strategy of strategies) {
          if (strategy.kind === 'control' || strategy.onDemand) continue;
          for (const share of TARGETS) {
            const options = optionsOf(strategy, { window: 128_000, target: resolveTarget(share, p.counts.total, 128_000), own: false }, builtIn);
            for (const { input, result } of ran(p, runNow(p, strategy, options))) {
              for (const { request, outcome, text } of result.summaries) {
                made.summaries += 1;
                made.statements += statementsIn(outcome);
                const { messages } = input;
                const { members } = request;
                for (const { statement, by, why } of [...untrueIn(messages, members, outcome), ...untrueBeside(messages, members, text)])
                  untrue.push(`${strategy.id} at ${share}: “${statement.slice(0, 80)}”, but ${why} in message ${by + 1} of ${input.n}`);
              }
            }
          }
        }
      }
      expect([...new Set(untrue)]).toEqual([]);
    },
    TIMEOUT,
  );

  test.skipIf(files.length === 0)('were made', () => {
    expect(made.summaries).toBeGreaterThan(deep ? 1000 : 100);
    expect(made.statements).toBeGreaterThan(deep ? 100 : 10);
  });
});
