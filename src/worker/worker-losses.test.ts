import { describe, expect, test } from 'vitest';
import { defaultScenario } from '../scenario/defaults.ts';
import type { Row, Settings } from '../scenario/schema.ts';
import type { CurveView, LossView } from './loss-protocol.ts';
import type { CompareRequest } from './protocol.ts';
import type { ReportRow } from '../engine/report.ts';
import type { Engine } from './worker-calls.ts';
import { createSession } from './worker-session.ts';
import { answerOf } from './testing/session.ts';

/** An agent that names files and values and needs them again twenty rounds later, from memory. */
function conversation(rounds = 40): string {
  const messages: object[] = [{ role: 'system', content: 'You are an agent.' }];
  for (let i = 0; i < rounds; i++) {
    const again = i >= 20 ? ` As before: src/part${i - 20}.ts and settingsOfPart${i - 20}.` : '';
    messages.push(
      { role: 'user', content: i === 0 ? 'You must never touch the folder legacy. Look at every part.' : 'Go on with the next part, please.' },
      {
        role: 'assistant',
        content: `I read src/part${i}.ts.${again}`,
        tool_calls: [{ id: `call_${i}`, type: 'function', function: { name: 'read', arguments: JSON.stringify({ path: `src/part${i}.ts` }) } }],
      },
      {
        role: 'tool',
        tool_call_id: `call_${i}`,
        content: `export const settingsOfPart${i} = { value: ${1000 + i} };\n${'// filler line\n'.repeat(20)}`,
      },
      { role: 'assistant', content: `settingsOfPart${i} is fine.` },
    );
  }
  return JSON.stringify({ model: 'gpt-4o', messages });
}

const rows: readonly Row[] = ['oldest-removal', 'head-tail', 'context-compactor', 'fact-list'].map((strategy) => ({
  key: strategy,
  strategy,
  params: {},
}));
const requestOf = (settings: Partial<Settings> = {}, wanted = rows): CompareRequest => ({
  conversation: 0,
  settings: { ...defaultScenario().settings, budget: 'own' as const, target: 0.3, ...settings },
  marks: {},
  rows: wanted,
});

async function compared(settings: Partial<Settings> = {}): Promise<Engine> {
  const session = createSession();
  await answerOf(session.load(new TextEncoder().encode(conversation()).buffer as ArrayBuffer, 'talk.json', null, 1));
  await answerOf(session.compare(requestOf(settings), 2));
  return session;
}

describe('measures', () => {
  test('come for every compacted row, with their counts and with why where there is no value', async () => {
    const session = await compared();
    const { rows: measured } = await answerOf(session.measure(3));
    expect(measured.map(({ key }) => key)).toEqual(rows.map(({ key }) => key));
    for (const { figures, facts, parts, validity, notes } of measured) {
      const { retained, recoverable, lost } = facts!.all;
      expect(figures.facts).toBeCloseTo(retained / (retained + recoverable + lost), 9);
      expect(figures.recoverable).toBeCloseTo(recoverable / (retained + recoverable + lost), 9);
      expect(Object.keys(validity ?? {})).toEqual(['openaiChat', 'openaiResponses', 'anthropic', 'gemini']);
      expect(figures['error-fix']).toBeNull();
      expect(notes.errorFixPairs?.key).toBe('measure-no-pairs');
      expect(parts['error-fix-pairs']).toBeNull();
      const { preserved, degraded, lost: gone } = parts.constraints!;
      expect(figures.constraints).toBe(preserved / (preserved + degraded + gone));
      expect(figures.cost).toBeGreaterThan(0);
    }
  });

  test('before any comparison there is nothing to measure', async () => {
    expect(await createSession().measure(1)).toMatchObject({ ok: false, error: { code: 'no-transcript' } });
  });

  test('a newer comparison ends them', async () => {
    const session = await compared();
    const measuring = session.measure(3);
    const comparing = session.compare(requestOf({ target: 0.4 }), 4);
    expect(await measuring).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect((await comparing).ok).toBe(true);
    expect((await session.measure(5)).ok).toBe(true);
  });
});

/** A row of the comparison as it is written to a file. */
async function exported(session: Engine, key: string): Promise<Pick<ReportRow, 'measures' | 'notes'>> {
  const { results } = JSON.parse(await answerOf(session.exportComparison('json'))) as { results: ReportRow[] };
  return results.find((row) => row.key === key)!;
}

describe('in hand at a checkpoint', () => {
  const keys = rows.map(({ key }) => key);

  test('the words of those that have the fact, and what the others have in its place', async () => {
    const session = await compared();
    await answerOf(session.recall(null, null, 3));
    const facts = await answerOf(session.lostBy(...keys));
    expect(facts.length).toBeGreaterThan(3);
    for (const fact of facts.slice(0, 5)) {
      const hands = await answerOf(session.inHand(keys, fact));
      expect(hands.map(({ key }) => key)).toEqual(keys);
      const [firstLoser] = fact.lost.flatMap((count, i) => (count !== null && count > 0 ? [hands[i]!] : []));
      expect(firstLoser!.fate).not.toBe('keep');
      const never = hands.filter((_, i) => fact.lost[i] === 0);
      for (const { text } of never) expect(text).toContain(fact.text);
      for (const { place } of hands) if (place) expect(place.recorded).toBeLessThan(fact.use.recorded);
    }
  });

  test('a row that is not compared is left out', async () => {
    const session = await compared();
    await answerOf(session.recall(null, null, 3));
    const [fact] = await answerOf(session.lostBy(...keys));
    expect(await answerOf(session.inHand(['nobody'], fact!))).toEqual([]);
  });
});

describe('curves', () => {
  test('go through what a comparison at that budget measures, whichever one is asked for; a policy without a budget has none', async () => {
    const fixed: Row = { key: 'fixed', strategy: 'claude-code', params: {} };
    const at = async (settings: Partial<Settings>) => {
      const session = createSession();
      await answerOf(session.load(new TextEncoder().encode(conversation()).buffer as ArrayBuffer, 'talk.json', null, 1));
      await answerOf(session.compare(requestOf(settings, [...rows, fixed]), 2));
      return session;
    };
    const session = await at({ target: 0.3 });
    const recall = await answerOf(session.recall(null, null, 3));
    const curves = await answerOf(session.curves(['head-tail', 'fact-list', 'fixed'], 4));
    expect(curves.map(({ key }) => key)).toEqual(['head-tail', 'fact-list', 'fixed']);
    const [{ points }] = curves as [CurveView];
    const { tokens, retained } = recall.rows.find(({ key }) => key === 'head-tail')!;
    expect(points).toContainEqual({ tokens, kept: retained!.share });
    expect(points.map((point) => point.tokens)).toEqual(points.map((point) => point.tokens).toSorted((x, y) => x - y));
    expect(points.length).toBeGreaterThan(3);
    expect(curves.at(-1)!.points).toEqual([]);
    const other = await at({ target: 0.5, budget: 'shipped' });
    expect(await answerOf(other.curves(['head-tail', 'fact-list', 'fixed'], 5))).toEqual(curves);
  });
});

describe('recall', () => {
  test('comes with its progress, and misses are listed with what needed them', async () => {
    const session = await compared();
    const phases: string[] = [];
    await session.listen((ticket, p) => ticket === 3 && phases.push(p.phase));
    expect(await exported(session, 'fact-list')).toMatchObject({
      measures: { hindsightRecall: null },
      notes: { hindsightRecall: 'not measured' },
    });
    const recall = await answerOf(session.recall(null, null, 3));
    expect(recall.needed).toBeGreaterThan(29);
    expect(phases).toContain('recall');
    const of = (key: string) => recall.rows.find((row) => row.key === key)!;
    expect(of('fact-list').recall).toBeGreaterThan(of('oldest-removal').recall!);
    expect(recall.oracle).toBeGreaterThanOrEqual(recall.random!);
    expect((await exported(session, 'fact-list')).measures).toMatchObject({ hindsightRecall: of('fact-list').recall, neededFacts: recall.needed });
    const row = of('oldest-removal');
    expect(row).toMatchObject({ otherWriter: false, failed: null, idle: expect.any(Number), overBudget: expect.any(Boolean) });

    expect(row.figures).toMatchObject({ recall: row.recall, binding: row.binding, skill: row.skill, 'left-at-cuts': row.tokens });
    // No path is needed often enough for a share, so strings alone stand for the family.
    expect(row.figures).toMatchObject({ independent: row.figures['later-strings'], 'later-paths': null, 'user-words': expect.any(Number) });

    const { lines } = await answerOf(session.losses('oldest-removal', null));
    const misses = lines.filter(({ list }) => list === 'hindsight-recall');
    expect(misses).toHaveLength(row.missed);
    expect(misses.filter(({ fate }) => fate === 'lost')).toHaveLength(row.gone);
    const needed = lines.filter(({ use }) => use === 'needed');
    expect(needed.length).toBeGreaterThan(0);
    for (const { kind, spots } of needed) {
      const [said, later] = spots;
      expect(misses.some((miss) => miss.kind === kind && miss.spots[1]!.message === later!.message && miss.spots[0]!.message === said!.message)).toBe(
        true,
      );
    }
    expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
  });

  test('what is known is not looked for again: the same settings, and rows that did not change', async () => {
    const session = await compared();
    const first = await answerOf(session.recall(null, null, 3));
    let steps = 0;
    await session.listen((_, p) => {
      if (p.phase === 'recall') steps++;
    });
    await answerOf(session.compare(requestOf({ target: 0.5 }), 4));
    await answerOf(session.compare(requestOf(), 5));
    expect({ ...(await answerOf(session.recall(null, null, 6))), ms: 0 }).toEqual({ ...first, ms: 0 });
    expect(steps).toBe(0);
    const copy: Row = { key: 'head-tail~2', strategy: 'head-tail', params: {} };
    await answerOf(session.compare(requestOf({}, [...rows, copy]), 7));
    const again = await answerOf(session.recall(null, null, 8));
    expect(again.rows.at(-1)).toMatchObject({ key: 'head-tail~2', recall: first.rows[1]!.recall });
    expect(steps).toBe(0);
  });

  test('is ended by a newer comparison, by its own stop, and by a cancel', async () => {
    const session = await compared();
    const ended = { ok: false, error: { code: 'cancelled' } };
    const first = session.recall(null, null, 3);
    const comparing = session.compare(requestOf(), 4);
    expect(await first).toMatchObject(ended);
    await comparing;
    const second = session.recall(null, null, 5);
    void session.cancel(5, 'recall');
    expect(await second).toMatchObject(ended);
    const third = session.recall(null, null, 6);
    void session.cancel(6);
    expect(await third).toMatchObject(ended);
    expect((await session.recall(null, null, 7)).ok).toBe(true);
  });
});

describe('lists', () => {
  test('of one row, of what only another still has, and of no row', async () => {
    const session = await compared();
    await answerOf(session.recall(null, null, 3));
    const all = await answerOf(session.losses('oldest-removal', null));
    const only = await answerOf(session.losses('oldest-removal', 'fact-list'));
    const other = await answerOf(session.losses('fact-list', null));
    const facts = ({ lines }: LossView) => lines.filter(({ list }) => list === 'fact-retention').map(({ kind, text }) => `${kind} ${text}`);
    expect(facts(only).length).toBeGreaterThan(0);
    expect(facts(only)).toEqual(facts(all).filter((fact) => !facts(other).includes(fact)));
    expect(facts(only).length).toBeLessThan(facts(all).length);
    const misses = ({ lines }: LossView) => lines.filter(({ list }) => list === 'hindsight-recall').length;
    expect(misses(only)).toBeLessThanOrEqual(misses(all));
    expect(await session.losses('no-such-row', null)).toMatchObject({ ok: false, error: { code: 'unknown-row' } });
  });
});

describe('decay', () => {
  test('loses more with every round', async () => {
    const session = await compared();
    const { rounds } = await answerOf(session.decay('oldest-removal', 3));
    const retained = rounds.map(({ shares }) => shares['fact-retention']!);
    expect(rounds[0]).toMatchObject({ round: 0 });
    expect(retained.length).toBeGreaterThan(2);
    expect(retained).toEqual([...retained].sort((a, b) => b - a));
    expect(await session.decay('no-such-row', 4)).toMatchObject({ ok: false, error: { code: 'unknown-row' } });
  });
});
