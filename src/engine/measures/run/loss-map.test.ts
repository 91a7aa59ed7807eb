/** What the map of a transcript reads in new texts and in edited messages. */
import { describe, expect, test } from 'vitest';
import { block, says, sessionOf } from '../../testing/sessions.ts';
import type { Part } from '../../transcript/types.ts';
import { beginningOf, lossMaps } from './losses.ts';

const say = (text: string): Part => ({ type: 'text', text });
const edit = (path: string, id = 'a'): Part => ({ type: 'tool-call', id, name: 'Edit', args: JSON.stringify({ file_path: path, new_string: 'x' }) });
const answers = (...pieces: string[]): Part => ({ type: 'tool-result', callId: 'a', content: pieces.map((text) => ({ type: 'text', text })) });

/** Facts: src/queue.ts, src/worker.ts, INC-2291. Statements: one constraint, one request. Files: queue 0, worker 1. */
const mapOf = () =>
  lossMaps(
    sessionOf([
      says('user', 'Never push to main.'),
      { role: 'assistant', parts: [edit('src/queue.ts')] },
      { role: 'tool', parts: [answers('File edited, as INC-2291 wants.')] },
      ...block('b', 'Read', '{"file_path":"src/worker.ts"}', 'nothing'),
      says('user', 'Please mend it.'),
    ]),
  );

describe('an edited message', () => {
  const gapOf = (before: string, after: string) => mapOf().readEdit([say(after)], [say(before)]).gaps;

  test('its own parts stand whole, wherever they are now', () => {
    const [a, b] = [say('one'), say('two')];
    const found = mapOf().readEdit([b, a], [a, b]);
    expect(found).toMatchObject({ whole: [true, true], gaps: [], refers: false });
    expect(mapOf().readEdit([a], [a, b])).toMatchObject({ whole: [true, false], gaps: [{ part: 1, piece: 0, from: 0, to: 3 }] });
  });

  test('a text lacks what lies between its common beginning and its common end', () => {
    expect(gapOf('alpha bravo charlie', 'alpha … charlie')).toEqual([{ part: 0, piece: 0, from: 6, to: 11 }]);
    expect(gapOf('alpha bravo', 'alpha')).toEqual([{ part: 0, piece: 0, from: 5, to: 11 }]);
    expect(gapOf('alpha bravo', 'bravo')).toEqual([{ part: 0, piece: 0, from: 0, to: 6 }]);
    expect(gapOf('alpha', '')).toEqual([{ part: 0, piece: 0, from: 0, to: 5 }]);
    // No character counts for both ends.
    expect(gapOf('abab', 'ab')).toEqual([{ part: 0, piece: 0, from: 2, to: 4 }]);
    expect(gapOf('ab', 'abab')).toEqual([{ part: 0, piece: 0, from: 2, to: 2 }]);
  });

  test('the same in texts of more than 256 characters', () => {
    const [head, tail] = ['h'.repeat(600), 't'.repeat(300)];
    expect(gapOf(`${head}middle${tail}`, `${head}…${tail}`)).toEqual([{ part: 0, piece: 0, from: 600, to: 606 }]);
    expect(gapOf(`${head}x`, head)).toEqual([{ part: 0, piece: 0, from: 600, to: 601 }]);
  });

  test('of a result each piece for itself; a part of another kind has nothing of it', () => {
    const map = mapOf();
    const before = [answers('one two', 'three four')];
    expect(map.readEdit([answers('one', 'three four')], before)).toMatchObject({ whole: [false], gaps: [{ part: 0, piece: 0, from: 3, to: 7 }] });
    expect(map.readEdit([answers('one two', 'four')], before).gaps).toEqual([{ part: 0, piece: 1, from: 0, to: 6 }]);
    expect(map.readEdit([answers('one two')], before).gaps).toEqual([{ part: 0, piece: 1, from: 0, to: 10 }]);
    expect(map.readEdit([say('one two')], before).gaps).toEqual([
      { part: 0, piece: 0, from: 0, to: 7 },
      { part: 0, piece: 1, from: 0, to: 10 },
    ]);
  });

  test('of a call its arguments, of reasoning its text; an image has none', () => {
    const map = mapOf();
    const thought = (text: string): Part => ({ type: 'reasoning', text });
    const call = (args: string): Part => ({ type: 'tool-call', id: 'c', name: 'Bash', args });
    const image: Part = { type: 'image', mime: 'image/png', bytes: 3, data: 'AAAA' };
    expect(map.readEdit([call('{"a":1}')], [call('{"a":12}')]).gaps).toEqual([{ part: 0, piece: 0, from: 6, to: 7 }]);
    expect(map.readEdit([thought('so')], [thought('so it is')]).gaps).toEqual([{ part: 0, piece: 0, from: 2, to: 8 }]);
    expect(map.readEdit([say('[image]')], [image])).toMatchObject({ whole: [false], gaps: [] });
  });

  test('a part stands for another one of the same call, or of the same kind where it has none', () => {
    const map = mapOf();
    const call = (id: string, args: string): Part => ({ type: 'tool-call', id, name: 'Bash', args });
    const result = (callId: string, text: string): Part => ({ type: 'tool-result', callId, content: [{ type: 'text', text }] });
    const gaps = (after: Part, before: Part) => map.readEdit([after], [before]).gaps.map(({ from, to }) => [from, to]);
    expect(gaps(call('c', '{"a":1}'), call('c', '{"a":12}'))).toEqual([[6, 7]]);
    expect(gaps(call('d', '{"a":1}'), call('c', '{"a":12}'))).toEqual([[0, 8]]);
    expect(gaps(result('c', 'so'), result('c', 'so it is'))).toEqual([[2, 8]]);
    expect(gaps(result('d', 'so'), result('c', 'so it is'))).toEqual([[0, 8]]);
    expect(gaps({ type: 'reasoning', text: 'so' }, say('so it is'))).toEqual([[0, 8]]);
    // What is behind a call that was taken out moves up; texts are taken in their order.
    const [first, second] = [call('c', '{"a":12}'), call('d', '{"b":12}')];
    expect(map.readEdit([call('d', '{"b":1}')], [first, second]).gaps).toEqual([
      { part: 0, piece: 0, from: 0, to: 8 },
      { part: 1, piece: 0, from: 6, to: 7 },
    ]);
    expect(map.readEdit([say('on'), say('tw')], [say('one'), say('two')]).gaps).toEqual([
      { part: 0, piece: 0, from: 2, to: 3 },
      { part: 1, piece: 0, from: 2, to: 3 },
    ]);
  });

  test('only what is new is read: facts, sentences and where it leads', () => {
    const map = mapOf();
    const id = map.facts.index.text.indexOf('INC-2291');
    expect(id).toBeGreaterThanOrEqual(0);
    const facts = (before: string, after: string) => [...map.readEdit([say(after)], [say(before)]).reading.facts];
    expect(facts('See INC-2291, and more.', 'See INC-2291')).toEqual([]);
    expect(facts('See it, and more.', 'See INC-2291')).toEqual([id]);
    // A part that is added is new as a whole.
    expect([...map.readEdit([answers('one'), say('INC-2291')], [answers('one')]).reading.facts]).toEqual([id]);
    expect([...map.readEdit([say('INC-2291')], [answers('one')]).reading.facts]).toEqual([id]);
    expect([...map.readEdit([say('He says: never push to main.')], [say('')]).reading.sentences]).toEqual([2]);
  });

  test('what a new call did counts, not what a new text or result says of files', () => {
    const map = mapOf();
    const claims = (after: Part, before: Part) => map.readEdit([after], [before]).reading.claims;
    expect(claims(edit('src/worker.ts'), edit('src/queue.ts'))).toEqual([{ file: 1, operation: 'modified' }]);
    expect(claims(edit('src/other.ts'), edit('src/queue.ts'))).toEqual([]);
    expect(claims(say('Deleted src/queue.ts.'), say('Fine.'))).toEqual([]);
    const kept = edit('src/queue.ts');
    expect(map.readEdit([kept, say('short')], [kept, say('a long text')]).reading.claims).toEqual([]);
  });

  test('a part that only says where its content went', () => {
    const map = mapOf();
    const placeholder = '[offloaded result: 1200 tokens]';
    expect(map.readEdit([say('short')], [say('long text')]).refers).toBe(false);
    expect([say(placeholder), answers(placeholder)].map((part) => map.readEdit([say('x'), part], [say('x')]).refers)).toEqual([true, true]);
  });

  test('what a part says first: its text, or the first piece of its result', () => {
    const image = { type: 'image', mime: 'image/png', bytes: 3, data: 'AAAA' } as const;
    const first: Part = { type: 'tool-result', callId: 'a', content: [image, { type: 'text', text: 'two' }] };
    expect([say('one'), answers('one', 'two'), answers(), first, edit('src/queue.ts'), undefined].map(beginningOf)).toEqual([
      'one',
      'one',
      '',
      '',
      '',
      '',
    ]);
  });

  test('the same parts are read once, and not at all where a plan has told its gaps', () => {
    const map = mapOf();
    const [parts, original] = [[say('one')], [say('one two'), say('three')]];
    expect(map.readEdit(parts, original)).toBe(map.readEdit(parts, original));
    const told = [say('INC-2291')];
    const gaps = [{ part: 1, piece: 0, from: 0, to: 2 }];
    map.rememberEdit(told, original, gaps);
    expect(map.readEdit(told, original)).toMatchObject({ whole: [true, false], gaps, refers: false });
    expect(map.readEdit(told, original).reading.facts).toHaveLength(0);
  });
});

describe('a new text', () => {
  test('files of the transcript and what is said of them, by line or by the heading above', () => {
    const claims = (text: string) =>
      mapOf()
        .readText(text)
        .claims.map(({ file, operation }) => `${file} ${operation}`);
    expect(claims('Modified src/queue.ts.')).toEqual(['0 modified']);
    expect(claims('Modified src/other.ts.')).toEqual([]);
    expect(claims('Deleted files:\n- src/queue.ts\n- src/worker.ts')).toEqual(['0 deleted', '1 deleted']);
    expect(claims('Deleted files:\n  \n- src/queue.ts\nThen:\n- src/worker.ts')).toEqual(['0 deleted']);
    expect(claims('Deleted files:\nsrc/queue.ts')).toEqual([]);
    expect(claims('Deleted files:\n- read src/queue.ts\n- src/worker.ts')).toEqual(['0 read', '1 deleted']);
    expect(claims('Deleted files:\n- src/queue.ts\n- Changed files:\n- src/worker.ts')).toEqual(['0 deleted', '1 modified']);
  });

  test('facts of several lines, each once', () => {
    const map = mapOf();
    const text = 'INC-2291 is about src/queue.ts.\nINC-2291 and INC-9999.';
    const names = Array.from(map.readText(text).facts, (id) => map.facts.index.text[id]);
    expect(names.sort()).toEqual(['INC-2291', 'src/queue.ts']);
  });
});
