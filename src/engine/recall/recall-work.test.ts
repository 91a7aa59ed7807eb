import { describe, expect, test } from 'vitest';
import type { RowRequest } from '../compare.ts';
import { strategies } from '../pipelines/index.ts';
import { prepare } from '../signals/signal-prepare.ts';
import { createBuiltIn } from '../summarizers/built-in.ts';
import { lettered } from '../testing/embeddings.ts';
import { recordingLines } from '../testing/recordings.ts';
import { deep } from '../testing/scale.ts';
import { talk } from '../testing/talks.ts';
import { countTranscript } from '../tokens/count.ts';
import { loadTokenizer } from '../tokens/tokenizers.ts';
import type { Recall, RecallOptions } from './contract.ts';
import { recallSteps } from './recall.ts';
import { baseOf, jobOf, LEAST_SHARED, outcomeAt, type RecallJob, type RecallPartner, workOn } from './recall-work.ts';

/** Some of each family; all of them where time does not count. */
const rows: RowRequest[] = strategies
  .filter(({ id, onDemand }, i) => !onDemand && (deep || i % 12 === 0 || ['claude-code', 'untouched', 'fact-ledger'].includes(id)))
  .map(({ id }) => ({ key: id, strategy: id, params: {} }));
const options: RecallJob['options'] = { window: 128_000, target: 0.3, own: false, weight: 0.6, seed: 1, rules: 'anthropic' };
const { transcript, settings } = talk(recordingLines(7, 60));
const tokenizer = await loadTokenizer('o200k_base');
/** New each time: nothing is remembered of it. */
const base = () => {
  const own = structuredClone(transcript);
  return prepare(own, countTranscript(own, tokenizer), settings);
};

/** A partner that has the recording as another thread would: everything that crosses is a copy. */
async function partner(extra: Partial<RecallOptions> = {}): Promise<RecallPartner & { readonly cuts: number[] }> {
  const job: RecallJob = {
    transcript,
    tokenizer: 'o200k_base',
    overhead: undefined,
    signals: settings,
    rows,
    options: { ...options, ...extra },
    outcome: 'ok',
  };
  const copy = structuredClone(job);
  const work = workOn(await baseOf(copy), copy);
  const cuts: number[] = [];
  return {
    cuts,
    at: async (cut, isMatched) => {
      cuts.push(cut);
      // Between two cuts of another thread this one works.
      await new Promise((resolve) => setTimeout(resolve));
      return structuredClone(await outcomeAt(work, cut, isMatched));
    },
  };
}

async function recallWith(partners: readonly RecallPartner[], extra: Partial<RecallOptions> = {}): Promise<Recall> {
  const steps = recallSteps(base(), rows, { ...options, ...extra, summarizer: createBuiltIn() }, partners);
  let step = steps.next();
  while (!step.done) {
    if (step.value.kind === 'waiting') step = steps.next(await step.value.for);
    else {
      await new Promise((resolve) => setImmediate(resolve));
      step = steps.next();
    }
  }
  return step.value;
}

/** A line for each figure of the recall and of each row: a difference is one short line. */
const written = ({ rows: of, ...recall }: Recall): readonly string[] =>
  [recall, ...of.map((row) => ({ ...row, misses: row.misses(), lostItems: row.lostItems() }))].flatMap((one) =>
    Object.entries(one).map(([name, value]) => `${'key' in one ? one.key : ''} ${name} ${JSON.stringify(value)}`),
  );

describe('a recall on several threads', () => {
  test.each([
    ['at a common target', {}],
    ['at the size of A', { match: { key: 'claude-code', shipped: true } }],
    ['where A leaves nearly all', { match: { key: 'untouched', shipped: true } }],
    ['with own defaults', { own: true }],
  ] as const)('is that of one, %s', async (_, extra) => {
    const partners = [await partner(extra), await partner(extra)];
    const [alone, together] = [await recallWith([], extra), await recallWith(partners, extra)];
    expect(written(together)).toEqual(written(alone));
    for (const { cuts } of partners) expect(cuts.length).toBeGreaterThan(0);
  });

  test('one that is lost leaves its cuts to the others', async () => {
    const lost: RecallPartner = { at: () => Promise.reject(new Error('lost')) };
    expect(written(await recallWith([lost, await partner()]))).toEqual(written(await recallWith([])));
  });

  test('is one thread’s for a short recording, and for rows with vectors or a writer of their own', () => {
    const one = rows.slice(0, 1);
    const settingsOfIt = { ...options, summarizer: createBuiltIn() };
    const long = talk(recordingLines(7, 150));
    const asked = { overhead: 4, outcome: 'ok' } as const;
    expect(base().n).toBeLessThan(LEAST_SHARED);
    expect(jobOf(base(), one, settingsOfIt, asked)).toBeNull();
    expect(jobOf(long, one, settingsOfIt, asked)).toMatchObject({ rows: one, options, overhead: 4, outcome: 'ok' });
    expect(jobOf(long, [{ ...one[0]!, summarizer: createBuiltIn() }], settingsOfIt, asked)).toBeNull();
    expect(jobOf(long, [{ ...one[0]!, embeddings: lettered(long) }], settingsOfIt, asked)).toBeNull();
    expect(() => structuredClone(jobOf(long, one, settingsOfIt, asked))).not.toThrow();
  });

  test('progress is told of the cuts of every thread, and ends at its end', async () => {
    const steps = recallSteps(base(), rows, { ...options, summarizer: createBuiltIn() }, [await partner()]);
    const told: number[] = [];
    let of = 0;
    for (let step = steps.next(); !step.done; ) {
      if (step.value.kind === 'waiting') step = steps.next(await step.value.for);
      else {
        told.push(step.value.done);
        of = step.value.of;
        await new Promise((resolve) => setImmediate(resolve));
        step = steps.next();
      }
    }
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(of).toBe(1 + 12 * (rows.length + 1));
    expect(told.at(-1)).toBe(of);
  });
});
