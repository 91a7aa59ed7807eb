import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assistant, call, preparedOf, user } from '../testing/plans.ts';
import { beginsAs } from './signal-prepare.ts';
import { bitOf, createMatcher, formsOf, keywordHits, toolsIn } from './keyword-hits.ts';
import { defaultWords, KEYWORD_LIST_IDS, KEYWORD_LISTS, keywordsError, LONGEST_WORD, MOST_WORDS } from './keywords.ts';

/** Words of a matcher over the given lists that are in a text, each once. */
function found(text: string, keywords: Readonly<Record<string, readonly string[]>> = {}): string[] {
  const matcher = createMatcher(keywords);
  const here = new Set<string>();
  matcher.scan(text, (word) => here.add(matcher.words[word]!.word));
  return [...here].sort();
}
const only = (...words: readonly string[]) => Object.fromEntries(KEYWORD_LIST_IDS.map((id) => [id, id === 'important' ? words : []]));

describe('lists', () => {
  test('every id has one list, no word stands twice in it, and defaults pass the limits', () => {
    expect(KEYWORD_LISTS.map((list) => list.id)).toEqual([...KEYWORD_LIST_IDS]);
    for (const { id, off } of KEYWORD_LISTS) {
      const words = defaultWords(id);
      expect(new Set(words).size, id).toBe(words.length);
      expect(words.length).toBeGreaterThan(0);
      expect(off.filter((word) => words.includes(word))).toEqual([]);
      expect(keywordsError({ [id]: words })).toBeNull();
    }
  });
  test('the words of the running system', () => {
    const scoring =
      '错误 失败 异常 bug 修复 完成 成功 任务 目标 决策 方案 问题 解决 工具调用 TOOL_CALL 关键 重要 必须 注意 警告 !!!SUMMARY!!! !!!COMPLETE!!!';
    expect(defaultWords('important')).toEqual(expect.arrayContaining(scoring.split(' ')));
    expect(defaultWords('decisions')).toEqual(expect.arrayContaining('决定 选择 方案 策略 计划 设计 架构'.split(' ')));
    expect(defaultWords('decisions')).not.toContain('使用');
  });
  test('what is wrong with a list is told by its place', () => {
    expect(keywordsError({})).toBeNull();
    expect(keywordsError({ marks: [] })).toBeNull();
    expect(keywordsError({ nothing: ['a'] })).toMatchObject({ path: ['nothing'] });
    expect(keywordsError({ marks: 'wichtig' })).toMatchObject({ path: ['marks'] });
    expect(keywordsError({ marks: ['ok', ' '] })).toMatchObject({ path: ['marks', 1] });
    expect(keywordsError({ marks: ['x'.repeat(LONGEST_WORD + 1)] })).toMatchObject({ path: ['marks', 0] });
    expect(keywordsError({ marks: ['a', 'a'] })).toMatchObject({ path: ['marks'] });
    expect(keywordsError({ marks: Array.from({ length: MOST_WORDS + 1 }, (_, i) => `w${i}`) })).toMatchObject({ path: ['marks'] });
  });
});

describe('matching', () => {
  test('English words at word boundaries, inflected, in any case', () => {
    expect(found('It FAILED: two Errors, fixed.', only('fail', 'error', 'fix', 'key'))).toEqual(['error', 'fail', 'fix']);
    expect(found('prefix, keyboard, terrors, failsafe', only('fail', 'error', 'fix', 'key'))).toEqual([]);
    expect(formsOf('decide')).toEqual(expect.arrayContaining(['decide', 'decides', 'decided', 'deciding']));
    expect(formsOf('plan')).toEqual(expect.arrayContaining(['plans', 'planned', 'planning']));
    expect(formsOf('strategy')).toEqual(expect.arrayContaining(['strategies']));
    expect(formsOf('edit_file')).toEqual(['edit_file']);
  });
  test('Chinese words wherever they stand, also beside Latin ones', () => {
    expect(found('已经修复bug了，任务完成', only('修复', 'bug', '任务', '错误'))).toEqual(['bug', '任务', '修复'].sort());
  });
  test('marks and names as they are written', () => {
    expect(found('See <pin>this</pin> !!!COMPLETE!!! ✅', only('<Pin>', '!!!COMPLETE!!!', '✅', '❌'))).toEqual(
      ['!!!COMPLETE!!!', '<Pin>', '✅'].sort(),
    );
    expect(found('my_edit_file edit_files', only('edit_file'))).toEqual([]);
    expect(found('call edit_file.', only('edit_file'))).toEqual(['edit_file']);
  });
  test('two words, and a word within another', () => {
    expect(found('The task is done; tasks pile up', only('task', 'task is done'))).toEqual(['task', 'task is done']);
  });
  test('agrees with a plain search for words without endings', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '_', '1', ' ', '.', '错', '误'), maxLength: 40 });
    const word = fc.string({ unit: fc.constantFrom('a', 'b', '_', '1', '错', '误', '.'), minLength: 1, maxLength: 3 });
    const isWord = (c: string | undefined): boolean => c !== undefined && /[ab_1]/.test(c);
    fc.assert(
      fc.property(letters, fc.uniqueArray(word, { minLength: 1, maxLength: 5 }), (text, words) => {
        const plain = words.filter((w) => !/^[ab]{3,}$/.test(w));
        const expected = plain.filter((w) => {
          for (let at = text.indexOf(w); at >= 0; at = text.indexOf(w, at + 1)) {
            const opens = !(isWord(w[0]) && isWord(text[at - 1]));
            const closes = !(isWord(w.at(-1)) && isWord(text[at + w.length]));
            if (opens && closes) return true;
          }
          return false;
        });
        expect(found(text, only(...plain))).toEqual(expected.sort());
      }),
    );
  });
  test('a long run of one letter costs no more than its length', () => {
    expect(found('a'.repeat(1_000_000), only(`${'a'.repeat(LONGEST_WORD - 1)}b`))).toEqual([]);
    expect(found('错'.repeat(200_000), only(`${'错'.repeat(LONGEST_WORD - 1)}误`))).toEqual([]);
  });
});

describe('hits', () => {
  test('are counted once for each word and not in the output of tools', () => {
    const input = preparedOf([
      user(9, 'There is an error, an error and a bug; the task is important.'),
      call(5, 'a'),
      { role: 'tool', tokens: 9, answers: 'a', text: 'error error bug task 重要' },
      assistant(9, '修复了这个问题。'),
    ]);
    const hits = keywordHits(input);
    expect([...hits.important]).toEqual([4, 0, 0, 2]);
    expect(hits.lists[0]! & bitOf('marks')).not.toBe(0);
    expect(hits.lists[2]).toBe(0);
    expect(hits.wordsIn(0, 'important')).toEqual(['error', 'task', 'important', 'bug']);
    expect(keywordHits(input)).toBe(hits);
  });
  test('go by the lists of the settings', () => {
    const said = [user(9, 'Das ist wichtig.')];
    expect(keywordHits(preparedOf(said)).lists[0]).toBe(0);
    expect(keywordHits(preparedOf(said, { keywords: { marks: ['wichtig'] } })).lists[0]).toBe(bitOf('marks'));
  });
  test('of a message in another context, and with other lists', () => {
    const { transcript, settings } = preparedOf([user(9, 'An important error.'), user(9, 'Das ist wichtig.'), user(9, 'Nothing.')]);
    const [first, second] = transcript.messages;
    const other = { ...transcript, messages: [second!, first!] };
    const changed = { ...settings, keywords: { important: ['wichtig'] } };
    expect([...keywordHits({ transcript, settings }).important]).toEqual([2, 0, 0]);
    expect([...keywordHits({ transcript: other, settings: changed }).important]).toEqual([1, 0]);
    expect([...keywordHits({ transcript: other, settings }).important]).toEqual([0, 2]);
  });
  test('names of tools compare whole, without server and in any case', () => {
    const isCode = toolsIn({}, 'code-tools');
    expect(['Edit', 'bash', 'mcp__files__read_file', 'functions.apply_patch'].every(isCode)).toBe(true);
    expect(isCode('search_direct_flight')).toBe(false);
    expect(toolsIn({}, 'analysis-tools')('search_direct_flight')).toBe(false);
  });
});

test('the hits of a beginning are a part of those of the whole', () => {
  const { transcript: whole, settings } = preparedOf([user(10, 'fix the bug'), assistant(10, 'TODO: it is an important error'), user(10, 'done')]);
  expect([...keywordHits({ transcript: whole, settings }).important].some((count) => count > 0)).toBe(true);
  for (let n = 0; n <= whole.messages.length; n++) {
    const messages = whole.messages.slice(0, n);
    const [alone, part] = [
      { ...whole, messages: structuredClone(messages) },
      { ...whole, messages },
    ];
    beginsAs(part, whole);
    const [a, b] = [keywordHits({ transcript: alone, settings }), keywordHits({ transcript: part, settings })];
    expect([b.lists, b.important]).toEqual([a.lists, a.important]);
    messages.forEach((_, i) => {
      for (const list of KEYWORD_LIST_IDS) expect(b.wordsIn(i, list)).toEqual(a.wordsIn(i, list));
    });
  }
});
