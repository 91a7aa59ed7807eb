/** What every measure of the registry has to hold: a file that is added here gets all of it for free. */
import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolveTarget } from '../tokens/contract.ts';
import type { CompactionResult } from '../compaction/types.ts';
import { byId } from '../pipelines/index.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import { DEFAULT_SIGNALS, prepare } from '../signals/signal-prepare.ts';
import { createBuiltIn } from '../summarizers/built-in.ts';
import { transcripts } from '../testing/arbitraries.ts';
import { optionsOf, runNow } from '../testing/contract.ts';
import { charCounts } from '../testing/counts.ts';
import { deepFreeze } from '../testing/freeze.ts';
import type { Transcript } from '../transcript/types.ts';
import { engine as chinese } from '../../i18n/zh-CN/engine.ts';
import { engine as english } from '../../i18n/en/engine.ts';
import { names } from '../../i18n/names.ts';
import { COLUMN_ORDER, measures } from './index.ts';
import { exampleOf } from './testing/examples.ts';
import { lossLines, lossList } from './run/losses.ts';
import { figuresOf, lossShares, measureAll, measured, originalFigures, pageFacts, partsOf, recallMeasures } from './run/measured-values.ts';

const summarizer = createBuiltIn();
const preparedFrom = (transcript: Transcript): PreparedTranscript => prepare(deepFreeze(transcript), charCounts(transcript), DEFAULT_SIGNALS);

function run(p: PreparedTranscript, id: string, share: number): CompactionResult {
  const strategy = byId.get(id)!;
  return runNow(p, strategy, optionsOf(strategy, { window: 128_000, target: resolveTarget(share, p.counts.total, 128_000), own: false }, summarizer));
}

/** Everything that is said of one result. */
function said(p: PreparedTranscript, result: CompactionResult) {
  const compacted = result.outcome === 'compacted';
  const values = { ...measureAll(p, result, { weight: 0.6, rules: 'openai-chat' }), ms: 3 };
  const later = measured(p, result, { pricing: { unknown: { key: 'measure-no-model' } } });
  return {
    values,
    later,
    figures: { ...figuresOf('result', values, compacted), ...figuresOf('measured', { ...later.measures }, compacted) },
    parts: compacted ? partsOf(later.values) : {},
    lines: lossLines(p, result, null, () => undefined),
  };
}

/** Results of several kinds over random transcripts. */
const eachResult = (check: (p: PreparedTranscript, result: CompactionResult, transcript: Transcript) => void): void =>
  fc.assert(
    fc.property(
      transcripts(24),
      fc.constantFrom('oldest-removal', 'summary', 'offload', 'head-tail', 'hard-limit'),
      fc.constantFrom(0.2, 0.6, 1),
      (transcript, id, share) => {
        const p = preparedFrom(transcript);
        check(p, run(p, id, share), transcript);
      },
    ),
    { numRuns: 40 },
  );

const columns = pageFacts().columns;

describe('the registry', () => {
  test('has every measure of the folder: of loss under its own id, the others under their group', async () => {
    const files = readdirSync(import.meta.dirname).flatMap((file) => /^([\w-]+)\.ts$/.exec(file)?.[1] ?? []);
    const found: string[] = [];
    for (const file of files.filter((name) => !['contract', 'index', 'types'].includes(name))) {
      const made = (await import(`../measures/${file}.ts`)) as Readonly<Record<string, object>>;
      for (const one of Object.values(made)) if ('group' in one && 'id' in one) found.push(`${file}: ${String(one.id)}`);
    }
    const expected = measures.map(({ id, group }) => `${group === 'loss' ? id : group}: ${id}`);
    expect(found.sort()).toEqual(expected.sort());
  });

  test('no id, name of a value, column or list twice', () => {
    for (const all of [
      measures.map(({ id }) => id),
      measures.flatMap(({ values }) => values.map(({ name }) => name)),
      columns.map(({ id }) => id),
      measures.flatMap(({ losses }) => losses?.name ?? []),
    ])
      expect(all.filter((one, i) => all.indexOf(one) !== i)).toEqual([]);
  });

  test('the order of the columns names those that there are', () => {
    expect(COLUMN_ORDER.filter((id) => !columns.some((column) => column.id === id))).toEqual([]);
  });

  test('columns lead to lists that there are', () => {
    const lists = pageFacts().lists.map(({ id }) => id);
    expect(columns.flatMap(({ lists: list }) => (list && !lists.includes(list) ? [list] : []))).toEqual([]);
  });
});

describe.each(measures.map((measure) => [measure.id, measure] as const))('%s', (id, measure) => {
  test('has its words in both languages', () => {
    const own = measure.values.flatMap(({ columns: one = [] }) => one);
    const keys = [
      `measure.${id}.definition`,
      ...(own.length === 1 ? [] : [`measure.${id}.title`]),
      ...own.flatMap((column) => [`compare.column.${column.id}`, `compare.unit.${column.unit}`]),
      ...(measure.losses || measure.missed ? [`measure.${id}.list.help`] : []),
    ];
    for (const [language, dictionary] of Object.entries({ english: { ...names, ...english }, chinese: { ...names, ...chinese } }))
      expect(
        keys.filter((key) => !(key in dictionary)),
        language,
      ).toEqual([]);
  });

  test('has a worked example, unless it is of the clock', async () => {
    expect(measure.values.some(({ from }) => from === 'run') || (await exampleOf(measure)) !== undefined).toBe(true);
  });
});

/** Every value that is reported: null exactly where there is a reason. */
function checkReasons(values: object, notes: object): void {
  const found = Object.entries(values);
  expect(found.length).toBeGreaterThan(0);
  expect(found.flatMap(([name, value]) => (value === null ? [name] : [])).sort()).toEqual(Object.keys(notes).sort());
}

describe('every measure', () => {
  test('says why where it says nothing, and the same again, in plain data', () => {
    eachResult((p, result) => {
      const found = said(p, result);
      checkReasons(found.later.measures, found.later.notes);
      const plain = { values: found.values, measures: found.later.measures, figures: found.figures, lines: [...found.lines] };
      expect(JSON.parse(JSON.stringify(plain))).toEqual(plain);
      expect(said(p, result)).toEqual(found);
    });
  });

  test('says the same of the same transcript and plan, read anew', () => {
    eachResult((p, result, transcript) => {
      if (result.outcome !== 'compacted' || result.target === null) return;
      const again = preparedFrom(structuredClone(transcript));
      const twin = run(again, result.strategy, result.target);
      expect(said(again, twin)).toEqual(said(p, result));
    });
  });

  test('has a finite number in every cell; the original has all of what can be lost', () => {
    let cells = 0;
    eachResult((p, result) => {
      const { figures } = said(p, result);
      const original = originalFigures(p, 'openai-chat');
      for (const { id, format, measure } of columns) {
        const value = figures[id] ?? null;
        if (value !== null) cells++;
        if (value !== null) expect(Number.isFinite(value), id).toBe(true);
        if (value !== null && format === 'share' && measure !== 'token-reduction') expect(value >= 0 && value <= 1, id).toBe(true);
        if (id in original && measures.find((one) => one.id === measure)!.losses) expect(original[id], id).toBe(1);
      }
    });
    expect(cells).toBeGreaterThan(0);
  });

  test('of recall says why where it says nothing, measured or not', () => {
    const alike = { why: { key: 'measure-no-future' }, few: null, needed: null, reRead: null, random: null, oracle: null };
    const none = recallMeasures({ row: null, ...alike });
    checkReasons(none.measures, none.notes);
    expect(new Set(Object.values(none.notes).map((why) => why?.key))).toEqual(new Set(['measure-no-future']));
    const row = {
      recall: 0.5,
      skill: null,
      binding: null,
      idle: 0,
      tokens: 0.4,
      overBudget: null,
      belowChance: null,
      independent: null,
      retained: null,
    };
    const some = recallMeasures({ row, ...alike, needed: 40, reRead: 3 });
    checkReasons(some.measures, some.notes);
    const few = recallMeasures({ row: { ...row, recall: null }, ...alike, few: { key: 'recall-few-facts' } });
    checkReasons(few.measures, few.notes);
  });

  test('of loss counts as many as it lists, and every line leads to a message', () => {
    eachResult((p, result) => {
      const { parts, lines } = said(p, result);
      const lists = lossList(p, result) as unknown as Readonly<Record<string, readonly unknown[]>>;
      for (const { id, losses } of measures) {
        if (!losses) continue;
        expect(lines.get(id), id).toHaveLength(lists[losses.name]!.length);
        const counts = parts[id] ?? null;
        if (counts) expect(counts.degraded + counts.lost, id).toBe(lists[losses.name]!.length);
        for (const { text, spots } of lines.get(id)!) {
          expect(text, id).not.toBe('');
          expect(spots.length, id).toBeGreaterThan(0);
          for (const { message } of spots) expect(message >= 0 && message < p.n, id).toBe(true);
        }
      }
    });
  });

  test('of loss is a share in every round of decay', () => {
    const none = lossShares(Object.fromEntries(measures.flatMap(({ losses }) => (losses ? [[losses.name, null]] : []))) as never);
    const names = measures.flatMap(({ group, values }) => (group === 'loss' ? values.map(({ name }) => name) : []));
    expect(Object.entries(none)).toEqual(names.map((name) => [name, null]));
  });
});
