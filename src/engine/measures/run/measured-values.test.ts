/** Values of the registry by name: shares of given counts, cells of the page and of a table, and why there is none. */
import { describe, expect, test } from 'vitest';
import { FACT_KINDS } from '../../signals/contract.ts';
import { letterPlan, resultOfPlan, run, strategyOf } from '../../testing/letter-plans.ts';
import { preparedSession, says, sessionOf } from '../../testing/sessions.ts';
import { type FactCounts, type LossValues, TENTHS } from '../types.ts';
import {
  figuresOf,
  lossShares,
  measured,
  originalFigures,
  pageFacts,
  partsOf,
  plainMeasures,
  recallMeasures,
  REPORTED,
  sharesOf,
} from './measured-values.ts';

const counts = (retained: number, recoverable: number, lost: number): FactCounts => ({ retained, recoverable, lost });
const statements = (preserved: number, degraded: number, lost: number) => ({ preserved, degraded, lost });
const none = statements(0, 0, 0);

/** Sixteen facts, of them ten paths; five constraints; four files; eight open items; ten pairs. */
const LOSSES: LossValues = {
  facts: {
    all: counts(8, 2, 6),
    byKind: Object.fromEntries(
      FACT_KINDS.map((kind) => [kind, kind === 'path' ? counts(8, 1, 1) : kind === 'url' ? counts(0, 1, 5) : counts(0, 0, 0)]),
    ) as never,
    byTenth: Array.from({ length: TENTHS }, () => counts(0, 0, 0)),
  },
  constraints: { all: statements(2, 1, 2), byOrigin: { system: statements(2, 0, 0), user: statements(0, 1, 2) } },
  artifacts: { files: 4, told: 3, right: 2, f1: 4 / 7 },
  openWork: { all: statements(6, 1, 1), byKind: { todo: statements(6, 1, 1), request: none, 'next-step': none } },
  errorFixPairs: { both: 3, errorOnly: 1, fixOnly: 2, neither: 4 },
};
const NOTHING: LossValues = { facts: null, constraints: null, artifacts: null, openWork: null, errorFixPairs: null };

describe('counts of what is lost', () => {
  test('as shares', () => {
    const shares = lossShares(LOSSES);
    expect(shares).toMatchObject({ recoverable: 2 / 16, constraints: 2 / 5, artifactF1: 4 / 7, openWork: 6 / 8, errorFixPairs: 3 / 10 });
    expect(shares.factRetention).toMatchObject({ all: 8 / 16, byKind: { path: 0.8, url: 0, number: null } });
  });

  test('as one number for each measure, for the rounds of decay', () => {
    const lost = { 'fact-retention': 0.5, constraints: 0.4, 'artifact-trail': 4 / 7, 'open-work': 0.75, 'error-fix-pairs': 0.3 };
    expect(sharesOf(LOSSES)).toEqual(lost);
    expect(sharesOf(NOTHING)).toEqual(Object.fromEntries(Object.keys(lost).map((id) => [id, null])));
  });

  test('as bars: whole, in part, nothing', () => {
    expect(partsOf(LOSSES)).toEqual({
      constraints: { preserved: 2, degraded: 1, lost: 2 },
      'artifact-trail': { preserved: 2, degraded: 1, lost: 1 },
      'open-work': { preserved: 6, degraded: 1, lost: 1 },
      'error-fix-pairs': { preserved: 3, degraded: 3, lost: 4 },
    });
    expect(Object.values(partsOf(NOTHING))).toEqual([null, null, null, null]);
  });
});

const unknown = { key: 'measure-no-model' };

describe('why there is no value', () => {
  const session = () => preparedSession(sessionOf([says('assistant', 'Hm.'), says('assistant', 'Hm.')]));

  test('the transcript has nothing of the kind', () => {
    const p = session();
    const result = { ...resultOfPlan(p, letterPlan('KD')), tokensBefore: 10, tokensAfter: 5 };
    const { measures, notes } = measured(p, result, { pricing: { unknown } });
    expect(notes).toEqual({
      factRetention: { key: 'measure-no-facts' },
      recoverable: { key: 'measure-no-facts' },
      constraints: { key: 'measure-no-constraints' },
      artifactF1: { key: 'measure-no-files' },
      openWork: { key: 'measure-no-open-work' },
      errorFixPairs: { key: 'measure-no-pairs' },
      cost: unknown,
      breakEvenTurns: unknown,
    });
    expect(Object.keys(measures).sort()).toEqual([...Object.keys(notes), 'cacheSurvival', 'validity'].sort());
  });

  test('nothing was compacted', () => {
    const p = session();
    const result = run(p, strategyOf(letterPlan('KK')));
    const { measures, notes, values } = measured(p, result, { pricing: { unknown } });
    expect([...new Set(Object.values(measures))]).toEqual([null]);
    expect([...new Set(Object.values(notes).map((why) => why?.key))]).toEqual(['measure-not-compacted']);
    expect(values).toEqual(NOTHING);
  });

  test('of recall: what the row says, else that there is no target', () => {
    const one = { kept: 10, needed: 20, share: 0.5, chance: 0.25, newest: 0.5, floor: null };
    const independent = { strings: one, paths: one, edits: one, wording: one, pairs: one, userWords: { ...one, share: null } };
    expect(plainMeasures({ independent })).toMatchObject({ independentStrings: 0.5, independentUserWords: null });
    expect(plainMeasures({ independent: null })).toMatchObject({ independentStrings: null, independentUserWords: null });
    const retained = { share: 0.5, chance: 0.25, newest: 0.5 };
    const row = { recall: 0.5, skill: 0.2, binding: 0.7, idle: 1, tokens: 0.4, overBudget: true, belowChance: false, independent, retained };
    const alike = { why: { key: 'measure-no-future' }, few: null, needed: 40, reRead: 3, random: 0.1, oracle: 0.9 };
    expect(recallMeasures({ row, ...alike })).toEqual({
      measures: {
        hindsightRecall: 0.5,
        recallSkill: 0.2,
        binding: 0.7,
        recallLeft: 0.4,
        cutsIdle: 1,
        overBudget: true,
        belowChance: false,
        independentRecall: 0.5,
        independentChance: 0.25,
        independent,
        neededFacts: 40,
        reReadCost: 3,
      },
      notes: {},
    });
    const free = recallMeasures({ row: { ...row, overBudget: null, belowChance: null }, ...alike });
    expect(free.notes).toEqual({ overBudget: { key: 'measure-no-target' }, belowChance: { key: 'measure-no-target' } });
    // A skill is the way from chance to foresight: both come with a target, and there may be no way between them.
    const unskilled = (random: number | null, oracle: number | null) =>
      recallMeasures({ row: { ...row, skill: null, binding: null, recall: null }, ...alike, random, oracle }).notes;
    expect([unskilled(null, 0.9), unskilled(0.1, null)].map(({ recallSkill }) => recallSkill?.key)).toEqual([
      'measure-no-target',
      'measure-no-target',
    ]);
    expect(unskilled(0.4, 0.4)).toMatchObject({
      recallSkill: { key: 'recall-no-room', values: { random: 0.4, oracle: 0.4 } },
      binding: { key: 'measure-no-needs' },
      hindsightRecall: { key: 'measure-no-future' },
    });
    const alone = recallMeasures({ ...alike, row: null });
    expect(alone.measures).toMatchObject({
      hindsightRecall: null,
      recallLeft: null,
      cutsIdle: null,
      overBudget: null,
      belowChance: null,
      neededFacts: 40,
    });
    for (const name of ['recallLeft', 'cutsIdle', 'overBudget', 'belowChance'] as const) expect(alone.notes[name]?.key).toBe('measure-no-future');
  });
});

describe('cells', () => {
  test('of a table: one number for each value that has one, in the order of a report', () => {
    const found = { ...lossShares(LOSSES), cacheSurvival: 120, cost: 0.5, hindsightRecall: 0.25, cutsIdle: 0, validity: { anthropic: [] } };
    const plain = plainMeasures(found);
    expect(plain).toMatchObject({
      factRetention: 0.5,
      recoverable: 0.125,
      constraints: 0.4,
      cacheSurvival: 120,
      cost: 0.5,
      hindsightRecall: 0.25,
      cutsIdle: 0,
    });
    expect([plain.breakEvenTurns, plain.recallSkill]).toEqual([null, null]);
    // A value of several numbers has a cell for each of them.
    const six = ['Strings', 'Paths', 'Edits', 'Wording', 'Pairs', 'UserWords'].map((name) => `independent${name}`);
    const expected = REPORTED.filter((name) => name !== 'validity' && name !== 'independentChance').flatMap((name) =>
      name === 'independent' ? six : [name],
    );
    expect(Object.keys(plain)).toEqual(expected);
  });

  test('of a row: what comes with its time, of rows that compacted nothing only what is always there', () => {
    const values = {
      factRetention: { all: 0.5 },
      constraints: 0.4,
      openWork: null,
      tokensAfter: 90,
      efficiency: 0.3,
      tokensByFate: { keep: 7, edit: 0, summarize: 0, offload: 0, drop: 3 },
    };
    const later = figuresOf('measured', values, true);
    expect(later).toMatchObject({ facts: 0.5, constraints: 0.4, 'open-work': null });
    expect(Object.keys(later)).toEqual(pageFacts().columns.flatMap(({ id, from }) => (from === 'measured' ? [id] : [])));
    expect(figuresOf('measured', values, false)).toMatchObject({ facts: null, constraints: null });
    const first = figuresOf('result', values, true);
    expect(first).toMatchObject({ 'tokens-keep': 7, 'tokens-drop': 3 });
    expect(first).not.toHaveProperty('facts');
  });

  test('of the original: what it has all of', () => {
    const p = preparedSession(sessionOf([says('user', 'Hello there.'), says('assistant', 'Hello.')]));
    const figures = originalFigures(p, 'openai-chat');
    expect(figures).toMatchObject({ facts: 1, constraints: 1, cache: p.counts.total, valid: 0 });
    expect(Object.keys(figures)).toEqual(pageFacts().columns.flatMap(({ id, original }) => (original ? [id] : [])));
  });

  test('the page knows when a list comes, and which has a bar', () => {
    const { lists, columns } = pageFacts();
    expect(Object.fromEntries(lists.map(({ id, from, parts }) => [id, [from, parts]]))).toEqual({
      'fact-retention': ['measured', false],
      constraints: ['measured', true],
      'artifact-trail': ['measured', true],
      'open-work': ['measured', true],
      'error-fix-pairs': ['measured', true],
      'hindsight-recall': ['recall', false],
      independent: ['recall', false],
    });
    const facts = columns.find(({ id }) => id === 'facts');
    expect(facts).toMatchObject({ measure: 'fact-retention', value: 'factRetention', from: 'measured', better: 'higher', original: true });
    expect(columns.find(({ id }) => id === 'target')).toMatchObject({ from: 'result', better: 'none', original: false });
  });
});
