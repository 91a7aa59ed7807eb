import { describe, expect, test } from 'vitest';
import { formatReason } from '../../i18n/index.ts';
import { compareRow } from '../compare.ts';
import { DEFAULT_SIGNALS, prepare } from '../signals/signal-prepare.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import type { StageValue } from '../strategies/params.ts';
import { createBuiltIn } from '../summarizers/built-in.ts';
import { optionsOf, runNow } from '../testing/contract.ts';
import { charCounts } from '../testing/counts.ts';
import { block, preparedSession, says, sessionOf, tokensOf } from '../testing/sessions.ts';
import { countingSummarizer } from '../testing/summarizer.ts';
import { answer, assistant, call, contextOf, preparedOf, system, transcriptOf, user } from '../testing/plans.ts';
import { STRATEGIES_OF } from './adaptive.ts';
import { byId, strategies } from './index.ts';

const summarizer = createBuiltIn();
const stage = (strategy: string, params: StageValue['params'] = {}): StageValue => ({ strategy, params });

/** An agent's session of 121 messages with long output. */
const session = (): PreparedTranscript => {
  const transcript = transcriptOf([
    system(0, 'You are careful.'),
    user(0, 'Fix the parser. Never touch the tests.'),
    ...Array.from({ length: 30 }, (_, k) => [
      assistant(0, `I look at part ${k}.`),
      call(0, `c${k}`),
      { ...answer(0, `c${k}`), text: `line ${k} of output\n`.repeat(30) },
      user(0, k % 3 ? 'ok' : `And what about part ${k + 1}?`),
    ]).flat(),
  ]);
  return prepare(transcript, charCounts(transcript), DEFAULT_SIGNALS);
};

function row(p: PreparedTranscript, strategy: string, params: Readonly<Record<string, unknown>>, share: number) {
  const compared = compareRow(
    p,
    { key: strategy, strategy, params },
    { window: 128_000, target: share, own: false, weight: 0.6, seed: 1, rules: 'openai-chat', summarizer },
  );
  if (compared instanceof Promise) throw new Error('expected an answer at once');
  return compared;
}

describe('stages that cannot run fail the row and name the stage', () => {
  test.each<[string, readonly StageValue[], string]>([
    ['an id that no strategy has', [stage('summary'), stage('foo')], 'stage 2 "foo": there is no strategy with this id'],
    ['a control', [stage('random-removal')], 'stage 1 "random-removal": controls, products and “As recorded” cannot be stages'],
    [
      'a parameter that it does not have',
      [stage('summary', { x: 1 })],
      'stage 1 "summary": parameter "x": expected one of: summaryMaxTokens, keyInformation, threshold, turnThreshold, summaryMarker',
    ],
    [
      'a value out of its range',
      [stage('sliding-window', { window: 4 })],
      'stage 1 "sliding-window": parameter "window": expected a number from 1 to 100001, in steps of 2',
    ],
    ['itself', [stage('pipeline')], 'stage 1 "pipeline": a chain cannot be a stage of itself'],
    [
      'itself within another',
      [stage('summary'), stage('combo-smart', { stages: [stage('adaptive'), stage('pipeline')] })],
      'stage 2.2 "pipeline": a chain cannot be a stage of itself',
    ],
    [
      'too deep',
      [stage('combo-basic', { stages: [stage('combo-advanced', { stages: [stage('combo-smart', { stages: [stage('adaptive')] })] })] })],
      'stage 1.1.1.1 "adaptive": chains within chains go 4 deep at most',
    ],
  ])('%s', (_name, stages, message) => {
    const { error, why } = row(session(), 'pipeline', { stages }, 0.3);
    expect(error?.message).toBe(message);
    expect(formatReason(why!)).toBe(message);
  });

  test('also where the stage would not be reached', () => {
    expect(row(session(), 'pipeline', { stages: [stage('oldest-removal'), stage('foo')] }, 0.9).error?.message).toContain('stage 2 "foo"');
    expect(row(session(), 'pipeline', { stages: [stage('foo')] }, 1).error?.message).toContain('stage 1 "foo"');
  });
});

test('stages take the shared controls as strategies do; their own parameters win', () => {
  const pipeline = byId.get('pipeline')!;
  const stages = [stage('auto-compression'), stage('auto-compression', { keepRecentCount: 3 })];
  const found = pipeline.stages?.(session(), { stages, name: '', threshold: 0.75 }, { ...contextOf({}), shared: { keepRecent: 7 } });
  expect(found?.stages.map(({ params, knobSet }) => [params.keepRecentCount, knobSet])).toEqual([
    [7, false],
    [3, true],
  ]);
});

test('an own pipeline has its row only on demand, and shows its name', () => {
  expect(strategies.filter(({ onDemand, preset, recorded }) => onDemand && !preset && !recorded).map(({ id }) => id)).toEqual(['pipeline']);
  const { result } = row(session(), 'pipeline', { name: 'Cuts first', stages: [stage('tool-output-truncation'), stage('oldest-removal')] }, 0.3);
  expect(formatReason(result!.note!)).toBe('Cuts first');
});

describe('the combinations of the seed', () => {
  const listOf = (id: string): readonly string[] | undefined => {
    const param = byId.get(id)?.params.stages;
    return param?.kind === 'stages' ? param.default.map(({ strategy }) => strategy) : undefined;
  };
  test('1, 9 → 13 → 11 → 8 → 1, and 20 → 11 → 13', () => {
    expect(listOf('combo-basic')).toEqual(['summary']);
    expect(listOf('combo-advanced')).toEqual(['importance-scoring', 'key-events', 'incremental-summary', 'sliding-window', 'summary']);
    expect(listOf('combo-smart')).toEqual(['adaptive', 'incremental-summary', 'key-events']);
  });

  test('S3’s layers: what the first cuts the others neither move out nor cut', () => {
    expect(listOf('combo-layers')).toEqual(['tool-output-truncation', 'offload', 'selective-summary']);
    const lines = [says('user', 'Go.'), ...Array.from({ length: 9 }, (_, k) => block(`${k}`, 'Read', '{}', tokensOf(1500))), says('user', 'And?')];
    const work = preparedSession(sessionOf(lines));
    const layered = byId.get('combo-layers')!;
    const result = runNow(work, layered, optionsOf(layered, { window: 15_000, target: null, own: true }, countingSummarizer()));
    const texts = result.context().flatMap(({ parts }) => parts.flatMap((p) => (p.type === 'tool-result' ? p.content : [])));
    expect(result.stages?.map(({ strategy, ran }) => [strategy, ran !== null && ran !== undefined])[0]).toEqual(['tool-output-truncation', true]);
    expect(texts.some((c) => c.type === 'text' && /tokens cut …\]/.test(c.text))).toBe(true);
    expect(texts.filter((c) => c.type === 'text' && (c.text.match(/tokens cut …\]/g) ?? []).length > 1)).toEqual([]);
    expect(result.metTarget).toBe(true);
  });

  test('with 7: the original task is quoted once in what is left, however often it was summarised', () => {
    const p = session();
    const { result } = row(p, 'combo-advanced', {}, 0.06);
    const quoting = result!.summaries.filter(({ text }) => text.includes('<original_task>'));
    expect(quoting).toHaveLength(1);
    expect(quoting[0]!.text).toContain('<original_task>\nFix the parser. Never touch the tests.\n</original_task>');
    expect(quoting[0]!.generation).toBeGreaterThan(1);
  });
});

describe('adaptive', () => {
  test('the lists of the seed', () => {
    expect(STRATEGIES_OF).toEqual({
      code: ['sliding-window', 'key-events', 'incremental-summary'],
      analysis: ['sliding-window', 'importance-scoring', 'incremental-summary'],
      conversation: ['sliding-window', 'importance-scoring', 'incremental-summary'],
      mixed: ['sliding-window', 'incremental-summary', 'importance-scoring'],
      unknown: ['sliding-window', 'importance-scoring', 'incremental-summary'],
    });
  });

  test('a size that was set is that of its stage, which then is not aimed', () => {
    const talk = preparedOf(Array.from({ length: 60 }, (_, i) => (i % 2 ? assistant(50, 'It is like this.') : user(50, `What is thing ${i}?`))));
    const adaptive = byId.get('adaptive')!;
    const first = (params: Readonly<Record<string, unknown>>) =>
      runNow(talk, adaptive, optionsOf(adaptive, { window: 128_000, target: 1500, own: false, params }, summarizer)).stages![0]!.ran!.result;
    expect(first({ window: 21 })).toMatchObject({ params: { window: 21 }, knob: { aimed: false } });
    expect(first({})).toMatchObject({ knob: { aimed: true } });
  });

  test('shows what was counted, what was chosen, and what was tried until the budget held', () => {
    const talk = preparedOf(Array.from({ length: 60 }, (_, i) => (i % 2 ? assistant(50, 'It is like this.') : user(50, `What is thing ${i}?`))));
    const adaptive = byId.get('adaptive')!;
    const at = (target: number) => runNow(talk, adaptive, optionsOf(adaptive, { window: 128_000, target, own: false }, summarizer));
    const enough = at(1500);
    expect(enough.trace.map(({ key, via }) => [key, via?.strategy])).toEqual([
      ['trace-task-type', undefined],
      ['adaptive-list', undefined],
      ['stage-aimed', 'sliding-window'],
      ['stage-not-run', 'importance-scoring'],
      ['stage-not-run', 'incremental-summary'],
    ]);
    expect(formatReason(enough.note!)).toBe('conversation');
    expect(formatReason(enough.trace[1]!)).toBe('conversation → Sliding window, Importance scoring, Incremental summary');
    const hard = at(100);
    expect(hard.stages?.map(({ strategy, tokens, ran }) => [strategy, ran?.result.outcome, tokens > 0])).toEqual([
      ['sliding-window', 'compacted', true],
      ['importance-scoring', 'unchanged', true],
      ['incremental-summary', expect.any(String), true],
    ]);
    // What the first one left: the next works on that.
    expect(hard.stages![1]!.tokens).toBe(hard.stages![0]!.ran!.result.tokensAfter);
  });
});
