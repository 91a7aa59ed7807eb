import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PreparedTranscript } from '../../signals/contract.ts';
import { recordingLines } from '../../testing/recordings.ts';
import { type TalkMessage, talk } from '../../testing/talks.ts';
import type { RecordedCompaction } from '../../transcript/types.ts';
import { placesOf } from '../recall-cuts.ts';
import { independentAt, independentCut } from '../independent-at.ts';
import { INDEPENDENT, type Independent, JUDGES, type Judge } from './contract.ts';
import { pooledTally } from './cut.ts';
import { neededAt } from './independent-needs.ts';
import { recordedFloor } from './independent-recorded.ts';
import { FLOORS } from '../../measures/independent/contract.ts';

/** Keeps some messages of the context as they are, then adds texts. */
const keeping =
  (indexes: readonly number[], ...added: string[]) =>
  (prefix: PreparedTranscript) => ({
    context: () => [
      ...indexes.map((j) => prefix.messages[j]!),
      ...added.map((text, i) => ({ id: `added-${i}`, role: 'user' as const, parts: [{ type: 'text' as const, text }] })),
    ],
    origins: () => Int32Array.from([...indexes, ...added.map(() => -1)]),
    tokensAfter: indexes.reduce((sum, j) => sum + prefix.counts.messages[j]!, 0),
  });

/** Kept and needed of one measure, cut before message `at`. */
function measured(
  measure: Independent,
  before: readonly TalkMessage[],
  after: readonly TalkMessage[],
  indexes: readonly number[],
  ...added: string[]
) {
  const base = talk([...before, ...after]);
  const { kept, needed } = independentAt(base, { at: before.length, end: base.n }, keeping(indexes, ...added))[measure];
  return [kept, needed];
}

const call = (args: unknown, id = 'c', name = 'edit'): TalkMessage => ({ call: id, name, args: JSON.stringify(args) });

describe('strings', () => {
  const before: TalkMessage[] = [
    { system: 'You work on project-alpha.' },
    { user: 'Look at INC-2291 in src/limits.ts, please.' },
    { says: 'The depth is 40_000 on host-17.' },
  ];

  test('what the answers use and what is left of it', () => {
    const after: TalkMessage[] = [{ says: 'INC-2291 comes from 40_000 at host-17.' }];
    expect(measured('strings', before, after, [0, 1])).toEqual([1, 3]);
    expect(measured('strings', before, after, [0, 1, 2])).toEqual([3, 3]);
    expect(measured('strings', before, after, [0], 'On host-17 it was 40_000.')).toEqual([2, 3]);
    expect(measured('strings', before, after, [])).toEqual([0, 3]);
  });

  test('not what the header says, what nobody said before, or what is brought back first', () => {
    expect(measured('strings', before, [{ says: 'project-alpha has beta-99.' }], [])).toEqual([0, 0]);
    const brought: TalkMessage[] = [
      call({ q: 'x' }),
      { result: 'c', shows: '{"at":"src/limits.ts:4 INC-2291"}' },
      { says: 'src/limits.ts has INC-2291.' },
    ];
    expect(measured('strings', before, brought, [])).toEqual([0, 0]);
    expect(measured('strings', before, [{ says: 'INC-2291 again.' }, { user: 'INC-2291?' }, { says: 'INC-2291!' }], [])).toEqual([0, 1]);
  });

  test('inside a longer string it stands, and is brought back, but not inside a longer word', () => {
    const after: TalkMessage[] = [{ says: 'See src/limits.ts now.' }];
    expect(measured('strings', before, after, [], 'open /home/a/src/limits.ts:12')).toEqual([1, 1]);
    expect(measured('strings', before, after, [], 'open src/limits.tsx')).toEqual([0, 1]);
    expect(measured('strings', before, [{ user: '/repo/src/limits.ts' }, ...after], [])).toEqual([0, 0]);
  });

  test('thinking uses nothing, and case counts', () => {
    expect(measured('strings', before, [{ thinks: 'INC-2291 again' }], [])).toEqual([0, 0]);
    expect(measured('strings', before, [{ says: 'inc-2291 again' }], [])).toEqual([0, 0]);
  });
});

describe('paths', () => {
  test('of later calls, whole', () => {
    const before: TalkMessage[] = [{ user: 'Mind app/[id]/page.tsx and lib/a.ts.' }, { says: 'Fine.' }];
    const after: TalkMessage[] = [call({ path: 'app/[id]/page.tsx' }), { says: 'lib/a.ts is untouched.' }];
    expect(measured('paths', before, after, [0])).toEqual([1, 1]);
    expect(measured('paths', before, after, [1])).toEqual([0, 1]);
    expect(measured('paths', before, after, [1], '(app/[id]/page.tsx)')).toEqual([1, 1]);
    expect(measured('paths', before, after, [1], 'page.tsx in app/')).toEqual([0, 1]);
  });

  test('one exact string where brackets part it, beside the path', () => {
    const before: TalkMessage[] = [{ user: 'Mind app/[id]/page.tsx and lib/a.ts.' }, { says: 'Fine.' }];
    expect(measured('strings', before, [call({ path: 'app/[id]/page.tsx' })], [0])).toEqual([1, 1]);
  });
});

describe('edits', () => {
  const before: TalkMessage[] = [
    { user: 'Change the limit.' },
    { call: 'r', args: '{"path":"a.ts"}' },
    { result: 'r', shows: ' 1→const limit = 40;\n 2→const depth = 9000;\n 3→}' },
  ];
  const edit = call({ old_string: 'const limit = 40;\nconst depth = 9000;', new_string: 'const limit = 50;' });

  test('all lines of an edit, in whatever is left', () => {
    expect(measured('edits', before, [edit], [0, 1, 2])).toEqual([1, 1]);
    expect(measured('edits', before, [edit], [0], 'const limit = 40;')).toEqual([0, 1]);
    expect(measured('edits', before, [edit], [0], 'const limit = 40;', '+ const depth = 9000;')).toEqual([1, 1]);
  });

  test('each hunk of a patch is an edit; a line that only looks like a hunk is none', () => {
    const hunk = '@@ func() @@\n const limit = 40;\n-const depth = 9000;\n+const depth = 8000;';
    const lines = [' const limit = 40;', '-const depth = 9000;'].join('\n');
    expect(measured('edits', before, [call({ input: hunk })], [0, 2])).toEqual([1, 1]);
    expect(measured('edits', before, [call({ input: `*** Begin Patch\n@@\n const limit = 40;\n@@\n-const depth = 9000;` })], [0, 2])).toEqual([2, 2]);
    expect(measured('edits', before, [call({ input: lines })], [0, 2])).toEqual([0, 0]);
  });

  test('lines that were read again are no memory', () => {
    const again: TalkMessage[] = [{ call: 's', args: '{"path":"a.ts"}' }, { result: 's', shows: '2: const depth = 9000;' }, edit];
    expect(measured('edits', before, again, [0], 'const limit = 40;')).toEqual([1, 1]);
    expect(measured('edits', before, [edit, edit], [0])).toEqual([0, 1]);
    expect(measured('edits', before, [call({ old_string: 'const never = seen;' })], [0])).toEqual([0, 0]);
  });
});

describe('wording', () => {
  const before: TalkMessage[] = [{ user: 'Keep the queue below forty thousand entries.' }, { says: 'Yes.' }];

  test('four words in a row in lower case', () => {
    const after: TalkMessage[] = [{ says: 'So: keep the Queue below forty.' }];
    // keep the queue below · the queue below forty
    expect(measured('wording', before, after, [0])).toEqual([2, 2]);
    expect(measured('wording', before, after, [1], 'the queue, below: forty')).toEqual([1, 2]);
    expect(measured('wording', [{ user: 'a b c d e f' }, { says: 'Yes.' }], [{ says: 'a b c d e' }], [])).toEqual([0, 0]);
  });

  test('eight characters in a row where a script has no spaces', () => {
    const chinese: TalkMessage[] = [{ user: '队列长度不能超过四万条' }, { says: '好' }];
    expect(measured('wording', chinese, [{ says: '队列长度不能超过' }], [0])).toEqual([1, 1]);
    expect(measured('wording', chinese, [{ says: '队列长度不能' }], [0])).toEqual([0, 0]);
  });
});

describe('pairs', () => {
  const before: TalkMessage[] = [
    { user: 'Flight HAT-170 costs $1,203.50 or 120350 cents.' },
    { says: `Card card_7447 ${'and so on '.repeat(20)} HAT-999` },
  ];

  test('two strings close together before and in one later call', () => {
    const after: TalkMessage[] = [call({ flight: 'HAT-170', cents: '120350' })];
    expect(measured('pairs', before, after, [0])).toEqual([1, 1]);
    expect(measured('pairs', before, after, [], 'HAT-170 for 120350')).toEqual([1, 1]);
    expect(measured('pairs', before, after, [], `HAT-170 ${'word '.repeat(30)} 120350`)).toEqual([0, 1]);
    expect(measured('pairs', before, after, [], 'HAT-170', '120350')).toEqual([0, 1]);
  });

  test('not two that never stood together, one that is brought back, or two calls', () => {
    expect(measured('pairs', before, [call({ card: 'card_7447', flight: 'HAT-999' })], [])).toEqual([0, 0]);
    expect(measured('pairs', before, [{ user: 'HAT-170!' }, call({ flight: 'HAT-170', cents: '120350' })], [])).toEqual([0, 0]);
    expect(measured('pairs', before, [call({ flight: 'HAT-170' }), call({ cents: '120350' }, 'd')], [])).toEqual([0, 0]);
  });
});

describe("the user's words", () => {
  test('four words in a row of all messages but the last', () => {
    const before: TalkMessage[] = [
      { user: 'use my certificates first please' },
      { says: 'Certainly, sir.' },
      { user: 'and the last message counts not' },
    ];
    // use my certificates first · my certificates first please
    expect(measured('userWords', before, [{ says: 'Done.' }], [0])).toEqual([2, 2]);
    expect(measured('userWords', before, [{ says: 'Done.' }], [1, 2], 'Wish: Use my certificates first.')).toEqual([1, 2]);
    expect(measured('userWords', before.slice(2), [{ says: 'Done.' }], [])).toEqual([0, 0]);
  });
});

/** Kept and needed of a judge that no value shows. */
function judged(judge: Judge, before: readonly TalkMessage[], indexes: readonly number[], ...added: string[]) {
  const base = talk([...before, { says: 'Done.' }]);
  const { prefix, cut } = independentCut(base, { at: before.length, end: base.n }, 1);
  const result = keeping(indexes, ...added)(prefix);
  const { kept, needed } = cut.tally({ context: result.context(), origins: result.origins() }, result.tokensAfter)[judge];
  return [kept, needed];
}

describe("the user's rules", () => {
  const before: TalkMessage[] = [
    { system: 'You must always answer in English here.' },
    { user: 'You must never push to main. Look at the queue first, please.\nOnly change files in src/queue.' },
    { says: 'I must never push to main.' },
    { user: 'const limit = only(four, more, words); never' },
    { user: 'Again: you must never push to main.' },
    { user: 'Always run the tests before that.' },
  ];

  test('are sentences that bind, each once and whole, of all messages but the last', () => {
    // you must never push to main · only change files in src/queue · again: you must never push to main · the line without a semicolon at its end
    expect(judged('rules', before, [0])).toEqual([0, 4]);
    expect(judged('rules', before, [0, 4])).toEqual([2, 4]);
    expect(judged('rules', before, [], '> ONLY change files, in `src/queue`!')).toEqual([1, 4]);
    expect(judged('rules', before, [], 'Only files in src/queue may change.')).toEqual([0, 4]);
  });

  test('are none of a program, of what others say, or of what the header says too', () => {
    expect(judged('rules', [{ user: 'if (only && never) return the next value;' }, { user: 'Go on.' }], [])).toEqual([0, 0]);
    expect(judged('rules', [before[2]!, { user: 'Go on.' }], [])).toEqual([0, 0]);
    expect(judged('rules', [before[0]!, { user: 'You must always answer in English here.' }, { user: 'Go on.' }], [])).toEqual([0, 0]);
    expect(judged('rules', [{ user: '所有的修改都必须先通过测试才行。请继续。' }, { user: '继续' }], [], '修改都必须先通过测试才行')).toEqual([0, 1]);
  });
});

describe('files', () => {
  const before: TalkMessage[] = [
    { user: 'Look at src/never-opened.ts.' },
    call({ file_path: 'src/limits.ts' }),
    { result: 'c', shows: 'see src/other.ts' },
    call({ command: 'cat docs/queue.md' }, 'd'),
    { result: 'd', shows: 'nothing' },
    call({ file_path: 'src/limits.ts' }, 'e'),
  ];

  test('are the paths that calls named, each once, whatever is needed later', () => {
    expect(judged('files', before, [])).toEqual([0, 2]);
    expect(judged('files', before, [1, 2])).toEqual([1, 2]);
    expect(judged('files', before, [], 'Read: docs/queue.md, /repo/src/limits.ts')).toEqual([2, 2]);
  });
});

describe('levels', () => {
  const base = talk(recordingLines(7, 60));
  const [place] = placesOf(base).slice(4, 5);
  const { prefix, cut } = independentCut(base, place!, 1);
  const levels = (tokens: number) => cut.tally({ context: [], origins: [] }, tokens);

  test('something is needed', () => {
    expect(cut.needed.strings).toBeGreaterThan(5);
    expect(cut.needed.userWords).toBeGreaterThan(5);
  });

  test('by message, the needed items of one measure: those that messages hold are those that they keep', () => {
    const half = Array.from({ length: prefix.n / 2 }, (_, j) => j);
    for (const name of ['strings', 'pairs', 'userWords'] as const) {
      const { held, needed } = cut.holders(name);
      const context = half.map((j) => prefix.messages[j]!);
      const found = new Set(half.flatMap((j) => [...held[j]!]));
      expect([needed, found.size], name).toEqual([cut.needed[name], cut.kept({ context, origins: half })[name]]);
      expect(new Set(held.flatMap((list) => [...list])).size, name).toBe(needed);
      // Each item of a message once, whatever it does there.
      for (const list of held) expect(new Set(list).size, name).toBe(list.length);
    }
  });

  test('all tokens keep all, and more tokens never keep less', () => {
    const all = levels(prefix.counts.total);
    for (const name of JUDGES) expect([all[name].chance, all[name].newest], name).toEqual([all[name].needed, all[name].needed]);
    fc.assert(
      fc.property(fc.nat(Math.floor(prefix.counts.total)), fc.nat(2000), (tokens, more) => {
        const [less, larger] = [levels(tokens), levels(tokens + more)];
        for (const name of JUDGES) {
          expect(less[name].chance).toBeLessThanOrEqual(larger[name].chance);
          expect(less[name].newest).toBeLessThanOrEqual(larger[name].newest);
        }
      }),
      { numRuns: 50 },
    );
  });

  test('the newest is what the newest messages keep, and whole messages never keep less than fewer of them', () => {
    for (const share of [0.2, 0.5, 0.8]) {
      const tokens = Math.floor(share * prefix.counts.total);
      // Oldest units that are not protected go, until the rest fits.
      let left = prefix.counts.total;
      const gone = new Set<number>();
      for (const { members } of prefix.units) {
        if (left <= tokens) break;
        if (members.some((j) => prefix.protection[j] !== 0)) continue;
        for (const j of members) {
          gone.add(j);
          left -= prefix.counts.messages[j]!;
        }
      }
      const stay = [...prefix.messages.keys()].filter((j) => !gone.has(j));
      const kept = cut.tally({ context: stay.map((j) => prefix.messages[j]!), origins: stay }, tokens);
      for (const name of JUDGES) expect(kept[name].kept, `${name} ${share}`).toBe(kept[name].newest);
      const copies = stay.map((j) => ({ ...prefix.messages[j]! }));
      const scanned = cut.kept({ context: copies, origins: stay.map(() => -1) });
      for (const name of JUDGES) expect(scanned[name], `${name} ${share} scanned`).toBe(kept[name].kept);
    }
  });

  test('the same seed, the same chance; another seed, about the same', () => {
    const tokens = prefix.counts.total / 2;
    const other = independentCut(base, place!, 2).cut.tally({ context: [], origins: [] }, tokens);
    expect(independentCut(base, place!, 1).cut.tally({ context: [], origins: [] }, tokens)).toEqual(levels(tokens));
    expect(Math.abs(other.strings.chance - levels(tokens).strings.chance)).toBeLessThan(0.25 * levels(tokens).strings.needed);
  });
});

describe('the recorded agent’s own compactions', () => {
  const lines: TalkMessage[] = [
    { user: 'INC-2291, INC-2292 and INC-2293 in src/limits.ts, please.' },
    { call: 'r', args: '{"path":"src/limits.ts"}' },
    { result: 'r', shows: 'const limit = 40;\nconst depth = 9000;' },
    { user: 'Summary: INC-2292 hangs.\nconst limit = 40;' },
    { user: 'Go on.' },
    { says: 'INC-2291 and INC-2292 are one.' },
    call({ path: 'src/limits.ts', old_string: 'const limit = 40;' }, 'e'),
    { result: 'e', shows: 'ok' },
    call({ path: 'src/limits.ts', old_string: 'const depth = 9000;' }, 'f'),
    { result: 'f', shows: 'ok' },
    { user: 'Summary: done.' },
    { says: 'INC-2293 was never looked at, nor INC-2292.' },
  ];
  const first = { at: 3, summaryId: 'm3' };
  const second = { at: 10, summaryId: 'm10' };
  const floor = (compactions: readonly RecordedCompaction[]) => {
    const { strings, paths, edits, compactions: count } = recordedFloor(talk(lines, { compactions }));
    return [count, strings, paths, edits].map((one) => (typeof one === 'number' ? one : [one.lost, one.needed]));
  };

  test('what was used after one, up to the next, and what of it the context did not hold', () => {
    // Of the three tickets and the path the summary has one; of the lines of two edits, one.
    expect(floor([first])).toEqual([1, [3, 4], [1, 1], [1, 2]]);
    // INC-2293 is used after the second alone, whose context before it had lost it already.
    expect(floor([first, second])).toEqual([2, [3, 4], [1, 1], [1, 2]]);
    expect(floor([second])).toEqual([1, [2, 2], [0, 0], [0, 0]]);
    expect(floor([{ at: 0, summaryId: 'm0' }, { at: 4 }])).toEqual([0, [0, 0], [0, 0], [0, 0]]);
  });

  test('needed items are counted once, each with the place of its first use; lines of edits have none', () => {
    const base = talk(lines);
    const { count, usedAt } = neededAt(base, { sources: Int32Array.of(0, 1, 2), at: 4, end: base.n });
    expect([count, [...usedAt]]).toEqual([6, [6, 5, 5, 11, 0, 0]]);
  });
});

test('every measure has a floor or none on purpose', () => {
  expect(Object.keys(FLOORS).toSorted()).toEqual([...INDEPENDENT].toSorted());
  expect(FLOORS.userWords).toBeNull();
});

test('counts of several cuts add up', () => {
  const base = talk(recordingLines(7, 60));
  const cuts = placesOf(base, 2).map((place) => independentCut(base, place, 1));
  const tallies = cuts.map(({ prefix, cut }) => cut.tally({ context: [], origins: [] }, prefix.counts.total / 2));
  const pooled = pooledTally(tallies);
  expect(tallies).toHaveLength(2);
  expect(pooled.strings.needed).toBe(cuts[0]!.cut.needed.strings + cuts[1]!.cut.needed.strings);
  expect(pooled.userWords.chance).toBe(tallies[0]!.userWords.chance + tallies[1]!.userWords.chance);
});
