/** The contract of every measure of loss, over random and real transcripts, and the two ways of looking against one another. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolveTarget } from '../../tokens/contract.ts';
import type { CompactionResult } from '../../compaction/types.ts';
import { conversationsOf, parseTranscript } from '../../formats/index.ts';
import { byId, strategies } from '../../pipelines/index.ts';
import type { PreparedTranscript } from '../../signals/contract.ts';
import { factIndexOf, factKey, kindOfFact } from '../../signals/facts/index.ts';
import { DEFAULT_SIGNALS, prepare } from '../../signals/signal-prepare.ts';
import { EDIT, OFFLOAD, type Plan } from '../../strategies/contract.ts';
import { createBuiltIn } from '../../summarizers/built-in.ts';
import { transcripts } from '../../testing/arbitraries.ts';
import { optionsOf, runNow } from '../../testing/contract.ts';
import { charCounts } from '../../testing/counts.ts';
import { deepFreeze } from '../../testing/freeze.ts';
import { sampleOf } from '../../testing/golden.ts';
import type { Message, Part, Transcript } from '../../transcript/types.ts';
import { type Gap, lossDifference, lossList, lossMaps, lossValues, lossValuesAt, standingIn } from './losses.ts';
import { lossShares } from './measured-values.ts';
import type { FactCounts, LossValues, Place } from '../types.ts';
import { runs, someSharedFiles } from '../../testing/scale.ts';

const preparedFrom = (transcript: Transcript): PreparedTranscript => prepare(deepFreeze(transcript), charCounts(transcript), DEFAULT_SIGNALS);
const summarizer = createBuiltIn();

function run(p: PreparedTranscript, id: string, share: number, params: Readonly<Record<string, unknown>> = {}): CompactionResult {
  const strategy = byId.get(id)!;
  const target = resolveTarget(share, p.counts.total, 128_000);
  return runNow(p, strategy, optionsOf(strategy, { window: 128_000, target, own: false, params }, summarizer));
}

/** The values of a context, read message by message. */
const valuesOf = (p: PreparedTranscript, context: readonly Message[]): LossValues => {
  const map = lossMaps(p.transcript);
  return lossValuesAt(map, p, standingIn(map, context));
};

const sum = ({ retained, recoverable, lost }: FactCounts): number => retained + recoverable + lost;

/** All shares of some values, by name. */
const shares = (values: LossValues): [string, number | null][] =>
  Object.entries(lossShares(values)).flatMap(([name, value]): [string, number | null][] =>
    typeof value === 'object' && value !== null ? [[name, value.all], ...Object.entries(value.byKind)] : [[name, value]],
  );

function textAt({ messages }: PreparedTranscript, { message, part, piece, start, end }: Place): string {
  const found = messages[message]!.parts[part]!;
  const content = found.type === 'tool-result' ? found.content[piece] : found;
  const text = content?.type === 'tool-call' ? content.args : content?.type === 'text' || content?.type === 'reasoning' ? content.text : '';
  return text.slice(start, end);
}

/** The whole context has everything; nothing is away that something could lead to. */
function checkWhole(p: PreparedTranscript): void {
  for (const [name, share] of shares(valuesOf(p, p.messages))) if (share !== null) expect(share, name).toBe(name === 'recoverable' ? 0 : 1);
}

function checkValues(p: PreparedTranscript, values: LossValues): void {
  for (const [name, share] of shares(values)) if (share !== null && !(share >= 0 && share <= 1)) throw new Error(`${name}: ${share}`);
  const { facts } = values;
  const index = factIndexOf(p.transcript);
  expect(facts === null).toBe(index.count === 0);
  if (!facts) return;
  expect(sum(facts.all)).toBe(index.count);
  for (const part of [Object.values(facts.byKind), facts.byTenth]) {
    for (const fate of ['retained', 'recoverable', 'lost'] as const)
      expect(part.reduce((total, counts) => total + counts[fate], 0)).toBe(facts.all[fate]);
  }
}

/** The list is what the counts say, and every entry leads to its words. */
function checkList(p: PreparedTranscript, result: CompactionResult): void {
  const values = lossValues(p, result);
  const list = lossList(p, result);
  const fates = { recoverable: 0, lost: 0 };
  for (const { kind, text, fate, first, last, pointer } of list.facts) {
    fates[fate]++;
    expect(pointer !== null).toBe(fate === 'recoverable');
    for (const place of [first, last]) expect(factKey({ kind, text: textAt(p, place) })).toBe(factKey({ kind, text }));
    expect(first.message).toBeLessThanOrEqual(last.message);
  }
  if (values.facts) expect(fates).toEqual({ recoverable: values.facts.all.recoverable, lost: values.facts.all.lost });
  const levels = (all: { degraded: number; lost: number } | undefined): number => (all ? all.degraded + all.lost : 0);
  expect(list.constraints).toHaveLength(levels(values.constraints?.all));
  for (const { text, place } of list.constraints) expect(textAt(p, place)).toBe(text);
  expect(list.openWork).toHaveLength(levels(values.openWork?.all));
  if (values.artifacts) expect(list.artifacts).toHaveLength(values.artifacts.files - values.artifacts.right);
  const pairs = values.errorFixPairs;
  if (pairs) expect(list.errorFixPairs).toHaveLength(pairs.errorOnly + pairs.fixOnly + pairs.neither);
  for (const { error, errorPlace } of list.errorFixPairs) expect(textAt(p, errorPlace)).toBe(error);
  expect(lossDifference(p, result, result)).toEqual({
    onlyFirst: lossList(p, { ...result, outcome: 'unchanged' }),
    onlySecond: lossList(p, { ...result, outcome: 'unchanged' }),
  });
}

/** What a plan says that it cuts out of message i; null where it does not say so. */
function gapsOf({ fates, edits }: Plan, i: number): readonly Gap[] | null {
  if (fates[i] !== EDIT && fates[i] !== OFFLOAD) return null;
  const gaps: Gap[] = [];
  const told = edits.gaps?.(i, (part, piece, from, to) => gaps.push({ part, piece, from, to })) === true;
  if (!told) expect(gaps).toEqual([]);
  return told ? gaps : null;
}

const hasGaps = ({ plan }: CompactionResult): boolean => plan.fates.some((_, i) => (gapsOf(plan, i)?.length ?? 0) > 0);

const ids = strategies.filter((s) => !s.onDemand).map(({ id }) => id);

describe('the contract of a measure', () => {
  test('the whole context has everything, the empty one nothing', () => {
    fc.assert(
      fc.property(transcripts(20), (transcript) => {
        const p = preparedFrom(transcript);
        checkWhole(p);
        for (const [name, share] of shares(valuesOf(p, []))) expect(share ?? 0, name).toBe(0);
      }),
      { numRuns: runs(60) },
    );
  });

  test('more messages never have fewer facts, constraints or open items', () => {
    fc.assert(
      fc.property(transcripts(20), fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 80, maxLength: 80 }), (transcript, keep) => {
        const p = preparedFrom(transcript);
        const few = valuesOf(
          p,
          p.messages.filter((_, i) => keep[i % keep.length] === 0),
        );
        const more = valuesOf(
          p,
          p.messages.filter((_, i) => keep[i % keep.length] !== 1),
        );
        const [a, b] = [lossShares(few), lossShares(more)];
        expect(b.factRetention?.all ?? 1).toBeGreaterThanOrEqual(a.factRetention?.all ?? 1);
        expect(b.constraints ?? 1).toBeGreaterThanOrEqual(a.constraints ?? 1);
        expect(b.openWork ?? 1).toBeGreaterThanOrEqual(a.openWork ?? 1);
        expect(b.errorFixPairs ?? 1).toBeGreaterThanOrEqual(a.errorFixPairs ?? 1);
      }),
      { numRuns: runs(60) },
    );
  });

  test.each(ids)('%s: counts add up, the list is what they say, twice the same, nothing is written to', (id) => {
    fc.assert(
      fc.property(transcripts(30), fc.constantFrom(0.2, 0.5), (transcript, share) => {
        const p = preparedFrom(transcript);
        const result = run(p, id, share);
        const values = lossValues(p, result);
        if (result.outcome !== 'compacted') {
          expect(Object.values(values).every((value) => value === null)).toBe(true);
          return;
        }
        checkValues(p, values);
        checkList(p, result);
        expect(lossValues(preparedFrom(structuredClone(transcript)), run(preparedFrom(structuredClone(transcript)), id, share))).toEqual(values);
        // Read message by message, the context says the same; where texts were cut, the words around a cut may make other facts.
        if (!hasGaps(result)) expect(valuesOf(p, result.context())).toEqual(values);
      }),
      { numRuns: runs(12) },
    );
  });
});

/** The texts of a part as edits see them: of a tool result by piece. */
function piecesOf(part: Part): readonly string[] {
  if (part.type === 'tool-result') return part.content.map((content) => (content.type === 'text' ? content.text : ''));
  return [part.type === 'tool-call' ? part.args : part.type === 'text' || part.type === 'reasoning' ? part.text : ''];
}

test('what an edit says it cuts out is what its new parts lack', () => {
  fc.assert(
    fc.property(transcripts(30), fc.constantFrom(0.1, 0.3), (transcript, share) => {
      const p = preparedFrom(transcript);
      for (const id of ids) {
        const { plan } = run(p, id, share);
        for (let i = 0; i < p.n; i++) {
          const gaps = gapsOf(plan, i);
          if (!gaps) continue;
          const parts = plan.edits.get(i)!;
          p.messages[i]!.parts.forEach((part, at) => {
            if (part.type === 'reasoning' && parts.length < p.messages[i]!.parts.length) return;
            piecesOf(part).forEach((text, piece) => {
              const cut = gaps.filter((gap) => gap.part === at && gap.piece === piece);
              const edited = piecesOf(parts[at]!)[piece]!;
              let from = 0;
              let found = 0;
              for (const gap of [...cut, { from: text.length, to: text.length }]) {
                const stretch = text.slice(from, gap.from);
                found = edited.indexOf(stretch, found);
                if (found < 0) throw new Error(`${id}: "${stretch}" is not in "${edited}"`);
                found += stretch.length;
                from = gap.to;
              }
              if (cut.length === 0) expect(edited, id).toBe(text);
            });
          });
        }
      }
    }),
    { numRuns: runs(15) },
  );
});

/** Random transcripts have no result that is long enough for these: what they edit, put aside or take apart is looked at here. */
describe('samples', () => {
  test.each<[string, string, Readonly<Record<string, unknown>>?]>([
    ['diff-truncation', 'coding-session.jsonl'],
    ['tool-output-truncation', 'research-session.json'],
    ['message-truncation', 'research-session.json'],
    ['hierarchical', 'support-policies.json'],
    ['time-decay', 'support-policies.json'],
    ['offload', 'research-session.json', { offloadOver: 100 }],
    ['tool-chain', 'research-session.json'],
    ['topic-segmentation', 'support-policies.json'],
  ])('%s on %s: the same holds', (id, file, params) => {
    const p = sampleOf(file);
    const result = run(p, id, 0.3, params);
    expect(result.outcome).toBe('compacted');
    const values = lossValues(p, result);
    checkValues(p, values);
    checkList(p, result);
    const read = valuesOf(p, result.context());
    if (!hasGaps(result)) expect(read).toEqual(values);
    else expect(Math.abs(read.facts!.all.retained - values.facts!.all.retained)).toBeLessThan(2 + 0.04 * sum(values.facts!.all));
    expect(lossValues(sampleOf(file), run(sampleOf(file), id, 0.3, params))).toEqual(values);
  });
});

describe('real transcripts', () => {
  const files = someSharedFiles();
  test.skipIf(files.length > 0)('are not there: skipped', () => {
    expect(files).toEqual([]);
  });

  test.each(files.map((file) => [file.file, file] as const))(
    '%s',
    (_, file) => {
      const parsed = parseTranscript(file.bytes(), { name: file.file });
      if (!parsed.ok) return;
      const [largest] = conversationsOf(parsed.value).toSorted((a, b) => b.transcript.messages.length - a.transcript.messages.length);
      const p = preparedFrom(largest!.transcript);
      if (p.n > 2000) return;
      checkWhole(p);
      for (const id of ['middle-removal', 'summary', 'structured-extraction', 'offload', 'hierarchical', 'combo-advanced', 'random-removal']) {
        const result = run(p, id, 0.2);
        if (result.outcome !== 'compacted') continue;
        const values = lossValues(p, result);
        checkValues(p, values);
        checkList(p, result);
        const read = valuesOf(p, result.context());
        if (!hasGaps(result)) expect(read).toEqual(values);
        // What is beside the cuts is nearly what is found in the texts that are left.
        else if (values.facts) expect(Math.abs(read.facts!.all.retained - values.facts.all.retained)).toBeLessThan(2 + 0.04 * sum(values.facts.all));
      }
      const index = factIndexOf(p.transcript);
      for (let id = 0; id < index.count; id += 97) expect(index.key[id]).toBe(factKey({ kind: kindOfFact(index, id), text: index.text[id]! }));
    },
    120_000,
  );
});
