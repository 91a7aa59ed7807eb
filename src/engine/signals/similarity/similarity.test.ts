import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { transcripts } from '../../testing/arbitraries.ts';
import { answer, assistant, call, type MessageSpec, system, transcriptOf, user } from '../../testing/plans.ts';
import type { Transcript } from '../../transcript/types.ts';
import { beginsAs } from '../signal-prepare.ts';
import { structureOf } from '../structure.ts';
import { clusters, neighbours, representativeAt } from './clusters.ts';
import { matchedTerms, matchedWords, queryOf, scores, titleWords, topicDepths, topicStarts } from './query.ts';
import { cosine, type TermIndex, termIndex } from './term-index.ts';
import { runs } from '../../testing/scale.ts';

const says = (...texts: string[]): Transcript => transcriptOf(texts.map((text) => assistant(10, text)));

/** Random talk over few words, so that much is alike. */
const WORDS = ['parser', 'token', 'database', 'migration', 'button', 'color', 'invoice', '数据库', '接口'];
const talks = fc
  .array(fc.tuple(fc.boolean(), fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 })), { minLength: 2, maxLength: 30 })
  .map((said) => transcriptOf(said.map(([asks, words]): MessageSpec => (asks ? user : assistant)(10, words.join(' ')))));

/** Terms and TF-IDF weights of unit u, the slow way. */
function vectorOf(index: TermIndex, u: number): Map<number, number> {
  const found = new Map<number, number>();
  for (let k = index.first[u]!; k < index.first[u + 1]!; k++) {
    const t = index.term[k]!;
    const df = index.postFirst[t + 1]! - index.postFirst[t]!;
    found.set(t, (1 + Math.log(index.count[k]!)) * Math.log(1 + (index.n - df + 0.5) / (df + 0.5)));
  }
  return found;
}

function slowCosine(index: TermIndex, u: number, v: number): number {
  const [a, b] = [vectorOf(index, u), vectorOf(index, v)];
  const length = (x: Map<number, number>): number => Math.sqrt([...x.values()].reduce((sum, w) => sum + w * w, 0));
  const dot = [...a].reduce((sum, [t, w]) => sum + w * (b.get(t) ?? 0), 0);
  return dot / (length(a) * length(b) || 1);
}

describe('index', () => {
  test('counts by unit and term; a tool block is one unit, the header says nothing', () => {
    const transcript = transcriptOf([system(5, 'parser rules'), user(5, 'parser parser token'), call(5, 'c'), answer(5, 'c')]);
    const index = termIndex(transcript);
    const of = (u: number): Record<string, number> =>
      Object.fromEntries(
        Array.from({ length: index.first[u + 1]! - index.first[u]! }, (_, k) => [
          index.textOf(index.term[index.first[u]! + k]!),
          index.count[index.first[u]! + k]!,
        ]),
      );
    expect(index.n).toBe(3);
    expect([of(0), of(1), of(2)]).toEqual([{}, { parser: 2, token: 1 }, { run: 1 }]);
    expect([...index.length]).toEqual([0, 3, 1]);
  });

  test('what is thought comes after what is said and done, and both within 4,000 characters', () => {
    const long = 'filler '.repeat(600);
    const part = (type: 'text' | 'reasoning', text: string) => ({ type, text });
    const transcript = {
      ...says('x'),
      messages: [{ id: 'a', role: 'assistant', parts: [part('reasoning', 'thought'), part('text', `said ${long} unread`)] }],
    } as Transcript;
    const index = termIndex(transcript);
    expect(Array.from(index.term, (t) => index.textOf(t)).filter((word) => word === 'thought' || word === 'unread')).toEqual([]);
  });

  test('postings are the lists turned about, and the cosine is that of the definition', () => {
    fc.assert(
      fc.property(talks, (transcript) => {
        const index = termIndex(transcript);
        for (let t = 0; t < index.idf.length; t++) {
          for (let p = index.postFirst[t]!; p < index.postFirst[t + 1]!; p++) {
            const u = index.postUnit[p]!;
            const at = index.postAt[p]!;
            expect(index.term[at]).toBe(t);
            expect(at >= index.first[u]! && at < index.first[u + 1]!).toBe(true);
          }
        }
        for (let u = 0; u < index.n; u++) for (let v = 0; v < index.n; v++) expect(cosine(index, u, v)).toBeCloseTo(slowCosine(index, u, v), 5);
      }),
      { numRuns: runs(30) },
    );
  });
});

describe('contexts that share messages', () => {
  test('an index does not depend on what was read before', () => {
    fc.assert(
      fc.property(transcripts(), fc.func(fc.boolean()), (whole, keeps) => {
        const alone = { ...whole, messages: structuredClone(whole.messages) };
        // Messages in another order, as other contexts read them first.
        termIndex({ ...whole, messages: whole.messages.filter(({ id }) => keeps(id)).toReversed() });
        const shared = { ...whole, messages: [...whole.messages] };
        const [a, b] = [termIndex(alone), termIndex(shared)];
        for (const name of ['n', 'first', 'term', 'count', 'weight', 'postFirst', 'postUnit', 'postAt', 'idf', 'length', 'meanLength'] as const)
          expect(b[name]).toEqual(a[name]);
        expect(Array.from(b.term, b.textOf)).toEqual(Array.from(a.term, a.textOf));
      }),
      { numRuns: runs(60) },
    );
  });

  test('a word is written as first said in the transcript, also where it was first said in another', () => {
    // The hash is met, and left out.
    const [lower, upper] = says('the parser', 'abcdef12: the Parser').messages;
    const [a, b] = [says('x'), says('x')];
    const first = termIndex({ ...a, messages: [lower!, upper!] });
    const second = termIndex({ ...b, messages: [upper!, lower!] });
    expect(Array.from(first.term, first.textOf)).toEqual(['parser', 'parser']);
    expect(Array.from(second.term, second.textOf)).toEqual(['Parser', 'Parser']);
  });
});

describe('the index of a beginning', () => {
  test('is a part of that of the whole', () => {
    fc.assert(
      fc.property(transcripts(), fc.nat(40), (whole, n) => {
        const messages = whole.messages.slice(0, n);
        const [alone, part] = [
          { ...whole, messages },
          { ...whole, messages },
        ];
        beginsAs(part, whole);
        const [a, b] = [termIndex(alone), termIndex(part)];
        for (const name of ['n', 'first', 'term', 'count', 'weight', 'postUnit', 'postAt', 'length', 'meanLength'] as const)
          expect(b[name]).toEqual(a[name]);
        // What only the rest says is known, and nobody says it.
        expect(Array.from(a.term, b.textOf)).toEqual(Array.from(a.term, a.textOf));
        expect(b.idf.subarray(0, a.idf.length)).toEqual(a.idf);
        expect(b.postFirst.subarray(0, a.postFirst.length)).toEqual(a.postFirst);
        expect(b.postFirst.subarray(a.postFirst.length).every((first) => first === a.term.length)).toBe(true);
      }),
      { numRuns: runs(60) },
    );
  });
});

describe('neighbours', () => {
  test('the most similar of all units, most similar first', () => {
    fc.assert(
      fc.property(talks, (transcript) => {
        const index = termIndex(transcript);
        const { most, degree, unit, similarity } = neighbours(transcript);
        for (let u = 0; u < index.n; u++) {
          const found = Array.from({ length: degree[u]! }, (_, k) => similarity[u * most + k]!);
          expect(found).toEqual(found.toSorted((a, b) => b - a));
          found.forEach((s, k) => {
            expect(s).toBe(cosine(index, u, unit[u * most + k]!));
          });
          const best = Math.max(0, ...Array.from({ length: index.n }, (_, v) => (v === u ? 0 : cosine(index, u, v))));
          if (best >= 0.05) expect(found[0]).toBe(best);
        }
      }),
      { numRuns: runs(30) },
    );
  });
});

describe('clusters', () => {
  const read = (text: string): Transcript => says('read parser file alpha', 'deploy server tonight', 'read parser file alpha', text);

  test('equal units join at 1, the newest represents them', () => {
    const transcript = read('read parser file alpha');
    const all = clusters(transcript);
    expect([0, 1, 2, 3].map((u) => representativeAt(all, u, 1))).toEqual([3, 1, 3, 3]);
    expect(Array.from(all.height).map((h) => h.toFixed(2))).toEqual(['1.00', '-1.00', '1.00', '-1.00']);
  });

  test('what a person said is represented only by a person', () => {
    const transcript = transcriptOf([user(5, 'run parser tests'), assistant(5, 'run parser tests'), user(5, 'run parser tests')]);
    const all = clusters(transcript);
    expect([0, 1, 2].map((u) => representativeAt(all, u, 0.5))).toEqual([2, 1, 2]);
  });

  test('at every threshold each unit is that similar to what represents it, and a lower one keeps fewer', () => {
    fc.assert(
      fc.property(fc.oneof(talks, transcripts()), (transcript) => {
        const index = termIndex(transcript);
        const all = clusters(transcript);
        let before = new Set(Array.from({ length: index.n }, (_, u) => u));
        for (const threshold of [1, 0.9, 0.7, 0.5, 0.3, 0.1, 0.05]) {
          const kept = new Set<number>();
          for (let u = 0; u < index.n; u++) {
            const by = representativeAt(all, u, threshold);
            kept.add(by);
            expect(by).toBeGreaterThanOrEqual(u);
            if (by !== u) expect(cosine(index, u, by)).toBeGreaterThanOrEqual(threshold);
          }
          for (const u of kept) expect(before.has(u)).toBe(true);
          before = kept;
        }
      }),
      { numRuns: runs(60) },
    );
  });
});

describe('topics', () => {
  const cooking = ['boil pasta water', 'salt pasta sauce', 'tomato sauce boil', 'pasta tomato basil', 'sauce basil salt', 'water boil pasta'];
  const sailing = ['hoist sail wind', 'wind harbour anchor', 'anchor sail rope', 'rope harbour wind', 'sail wind anchor', 'harbour rope hoist'];
  const talk = (texts: readonly string[], first: MessageSpec): MessageSpec[] => [first, ...texts.map((text) => assistant(10, text))];
  const transcript = transcriptOf([
    system(5),
    ...talk(cooking, user(5, 'how boil pasta')),
    ...talk(sailing, user(5, 'how hoist sail')),
    ...talk(cooking, user(5, 'again pasta sauce')),
  ]);

  test('a topic begins where the words change, at the turn that is near', () => {
    const starts = topicStarts(topicDepths(transcript), 0.45);
    const { units } = structureOf(transcript);
    expect(Array.from(starts, (u) => units[u]!.members[0])).toEqual([1, 8, 15]);
    expect(titleWords(transcript, [8, 9, 10, 11], 3).every((word) => sailing.join(' ').includes(word))).toBe(true);
  });

  test('a higher depth only takes boundaries away; the first topic begins after the header', () => {
    fc.assert(
      fc.property(fc.oneof(talks, transcripts()), (random) => {
        const depths = topicDepths(random);
        let before: number[] | null = null;
        for (const least of [0, 0.1, 0.3, 0.5, 1, 2]) {
          const starts = [...topicStarts(depths, least)];
          expect(starts[0]).toBe(depths.start);
          expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b));
          for (const start of starts) expect(before === null || before.includes(start)).toBe(true);
          before = starts;
        }
      }),
      { numRuns: runs(60) },
    );
  });
});

describe('queries', () => {
  const transcript = says('parser fails on token', 'database migration done', 'token of the parser again', 'lunch', 'why does the parser fail');
  const index = termIndex(transcript);

  test('BM25: counts of a term, its rarity and the length of the unit', () => {
    const query = queryOf(index, [4], [1], 'bm25');
    const found = scores(index, query);
    const parser = matchedTerms(index, query, 0).find((t) => index.textOf(t) === 'parser')!;
    // `fails` and `fail` are two words of the query, `parser` one; unit 0 has three terms, the mean is 2.4.
    const w = query.weights[query.terms.indexOf(parser)]!;
    const part = (w * index.idf[parser]! * 2.2) / (1 + 1.2 * (0.25 + (0.75 * index.length[2]!) / index.meanLength));
    expect(found[2]).toBeCloseTo(part, 9);
    expect(found[0]!).toBeGreaterThan(found[2]!);
    expect([found[1], found[3]]).toEqual([0, 0]);
    expect(matchedWords(transcript, query, 2, 3)).toEqual(['parser']);
  });

  test('the cosine with one unit is that of the vectors, but for what only it says', () => {
    fc.assert(
      fc.property(talks, (random) => {
        const all = termIndex(random);
        const found = scores(all, queryOf(all, [0], [1], 'cosine'));
        const alike = Array.from(found, (_, v) => cosine(all, 0, v));
        const others = [...alike.keys()].filter((v) => v > 0 && alike[v]! > 0);
        for (const v of others) expect(found[v]! * alike[others[0]!]!).toBeCloseTo(alike[v]! * found[others[0]!]!, 5);
      }),
      { numRuns: runs(30) },
    );
  });

  test('Chinese pairs that are always said together are shown as one word', () => {
    const chinese = says('数据库连接失败', '重试数据库连接', '数据库迁移完成', '午饭菜单', '天气晴朗', '会议纪要', '旅行计划', '机票价格');
    expect(titleWords(chinese, [0, 1, 2], 2)[0]).toBe('数据库连接');
  });
});
