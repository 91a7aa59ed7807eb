import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CompactionResult } from '../../engine/compaction/types.ts';
import { DROP, EDIT, KEEP, SUMMARIZE } from '../../engine/strategies/contract.ts';
import type { Message, Part } from '../../engine/transcript/types.ts';
import { Effort, wordDiff } from './text-words.ts';
import { excerpt, messageText, outline } from './message.ts';
import { unifiedDiff } from './unified.ts';
import { runs } from '../../engine/testing/scale.ts';

const joined = (before: string, after: string, ...kinds: readonly string[]): string =>
  wordDiff(before, after)
    .filter((op) => kinds.includes(op.op))
    .map((op) => op.text)
    .join('');

describe('word diff', () => {
  const words = fc
    .array(fc.constantFrom('the ', 'context', ' ', '\n', 'window', '上下文', '。', '🙂', '\ud83d', 'a', ', ', 'x'.repeat(70)), { maxLength: 60 })
    .map((w) => w.join(''));

  test('its parts give both texts back', () => {
    fc.assert(
      fc.property(words, words, (before, after) => {
        expect(joined(before, after, 'equal', 'delete')).toBe(before);
        expect(joined(before, after, 'equal', 'insert')).toBe(after);
      }),
      { numRuns: runs(500) },
    );
  });
  test('a cut keeps whole words and marks what came in its place', () => {
    expect(wordDiff('one two three four five', 'one two [2 words cut] five')).toEqual([
      { op: 'equal', text: 'one two ' },
      { op: 'delete', text: 'three' },
      { op: 'insert', text: '[2' },
      { op: 'equal', text: ' ' },
      { op: 'delete', text: 'four' },
      { op: 'insert', text: 'words cut]' },
      { op: 'equal', text: ' five' },
    ]);
    expect(wordDiff('truncated text', 'truncate')).toEqual([
      { op: 'delete', text: 'truncated text' },
      { op: 'insert', text: 'truncate' },
    ]);
  });
  test('Chinese is compared by character', () => {
    expect(wordDiff('上下文压缩策略', '上下文删除策略')).toEqual([
      { op: 'equal', text: '上下文' },
      { op: 'delete', text: '压缩' },
      { op: 'insert', text: '删除' },
      { op: 'equal', text: '策略' },
    ]);
  });
  test('equal texts, empty texts', () => {
    expect(wordDiff('same', 'same')).toEqual([{ op: 'equal', text: 'same' }]);
    expect(wordDiff('', '')).toEqual([]);
    expect(wordDiff('', 'new')).toEqual([{ op: 'insert', text: 'new' }]);
  });
  test('large unrelated texts end in whole replacements, large cuts in small ones', () => {
    const noise = (seed: number, n: number): string =>
      Array.from({ length: n }, (_, i) => `w${(i * seed) % 7919}${i % 9 === 0 ? '\n' : ' '}`).join('');
    const a = noise(31, 60_000);
    const b = noise(37, 60_000);
    expect(joined(a, b, 'equal', 'delete')).toBe(a);
    const cut = `${a.slice(0, 5000)}[… 300,000 characters cut …]${a.slice(-5000)}`;
    const ops = wordDiff(a, cut);
    expect(
      ops
        .filter((op) => op.op === 'insert')
        .map((op) => op.text)
        .join(''),
    ).toContain('characters cut');
    expect(ops.length).toBeLessThan(10);
  });
  test('after a few paragraphs without a common word the others are replaced as a whole, small edits still shown', () => {
    const paragraph = (word: string, i: number): string => `${Array.from({ length: 1200 }, (_, k) => `${word}${i}x${k}`).join(' ')}\n`;
    const texts = (word: string): string => Array.from({ length: 12 }, (_, i) => `${paragraph(word, i)}kept ${i}\n`).join('');
    const before = `${texts('a')}a small edit\n`;
    const after = `${texts('b')}a tiny edit\n`;
    expect(joined(before, after, 'equal', 'delete')).toBe(before);
    expect(joined(before, after, 'equal', 'insert')).toBe(after);
    const deleted = wordDiff(before, after).filter((op) => op.op === 'delete');
    expect(deleted.map((op) => op.text)).toContain(paragraph('a', 11));
    expect(deleted.at(-1)?.text).toBe('small');
  });
});

test('a diff that was expensive so far bounds what follows, a cheap one does not', () => {
  const cheap = new Effort();
  const dear = new Effort();
  const bounds = (effort: Effort, edits: number): number[] =>
    Array.from({ length: 5 }, () => {
      let bound = 0;
      effort.spend(({ maxEditLength }) => {
        bound = maxEditLength;
        return [{ added: true, removed: false, count: edits }];
      });
      return bound;
    });
  expect(bounds(cheap, 10)).toEqual([1500, 1500, 1500, 1500, 1500]);
  expect(bounds(dear, 1500)).toEqual([1500, 1500, 1500, 60, 60]);
});

const message = (id: string, role: Message['role'], ...parts: Part[]): Message => ({ id, role, parts });
const say = (text: string): Part => ({ type: 'text', text });

describe('unified diff', () => {
  const messages = [
    message('1', 'user', say('first\nquestion')),
    message('2', 'assistant', say(Array.from({ length: 20 }, (_, i) => `line ${i}`).join('\n'))),
    message('3', 'user', say('second')),
    message('4', 'assistant', say('old\nsame\nend')),
    message('5', 'user', say('last')),
  ];
  const result = (fates: number[], context: Message[], origins: number[]): CompactionResult =>
    ({ plan: { fates: Uint8Array.from(fates) }, context: () => context, origins: () => Int32Array.from(origins) }) as unknown as CompactionResult;

  test('kept text folds to three lines around each change; dropped, edited and inserted text stands in order', () => {
    const edited = message('4', 'assistant', say('new\nsame\nend'));
    const inserted = message('s', 'user', say('summary'));
    const { lines, total } = unifiedDiff(
      messages,
      result([SUMMARIZE, KEEP, DROP, EDIT, KEEP], [inserted, messages[1]!, edited, messages[4]!], [-1, 1, 3, 4]),
      1000,
    );
    expect(lines.map((l) => l.op + l.text)).toEqual([
      '@@@ -1 +1 @@',
      '+[user]',
      '+summary',
      '-[user]',
      '-first',
      '-question',
      ' [assistant]',
      ' line 0',
      ' line 1',
      '@@@ -22 +21 @@',
      ' line 17',
      ' line 18',
      ' line 19',
      '-[user]',
      '-second',
      ' [assistant]',
      '-old',
      '+new',
      ' same',
      ' end',
      ' [user]',
    ]);
    expect(total).toBe(lines.length);
  });
  test('nothing changed: nothing to show', () => {
    expect(unifiedDiff(messages, result([0, 0, 0, 0, 0], messages, [0, 1, 2, 3, 4]), 10)).toEqual({ lines: [], total: 0 });
  });
  test('a message cut in its middle loses only the cut lines, however many', () => {
    const long = Array.from({ length: 9000 }, (_, i) => `line ${i}`);
    const whole = message('1', 'tool', say(long.join('\n')));
    const cut = message('1', 'tool', say([...long.slice(0, 100), '[8,800 lines cut]', ...long.slice(-100)].join('\n')));
    const { lines } = unifiedDiff([whole], result([EDIT], [cut], [0]), 10_000);
    expect(lines.filter((l) => l.op === '-')).toHaveLength(8800);
    expect(lines.filter((l) => l.op === '+').map((l) => l.text)).toEqual(['[8,800 lines cut]']);
  });
  test('past the limit lines are counted', () => {
    const dropped = result([DROP, DROP, DROP, DROP, KEEP], [messages[4]!], [4]);
    const all = unifiedDiff(messages, dropped, 1000);
    const some = unifiedDiff(messages, dropped, 4);
    expect(some.total).toBe(all.total);
    expect(some.lines).toEqual(all.lines.slice(0, 4));
  });
});

describe('messages as text', () => {
  const call = (name: string, args: string): Part => ({ type: 'tool-call', id: 'c1', name, args });
  const names = (id: string): string | undefined => (id === 'c1' ? 'bash' : undefined);

  test('a call: its telling argument in the title, the others below', () => {
    const view = outline(message('1', 'assistant', say("Now let's run:"), call('bash', '{"command":"npm test","timeout":5}')), 600, names);
    expect(view).toEqual({ title: 'bash npm test', preview: "Now let's run:\ntimeout: 5", mono: false, images: 0 });
    expect(outline(message('1', 'assistant', call('apply', '*** raw patch')), 600, names).title).toBe('apply *** raw patch');
  });
  test('a result is named after its call', () => {
    const view = outline(
      message('2', 'tool', {
        type: 'tool-result',
        callId: 'c1',
        content: [say('out') as { type: 'text'; text: string }, { type: 'image', mime: 'image/png', bytes: 10 }],
      }),
      600,
      names,
    );
    expect(view).toEqual({ title: 'bash', preview: 'out\n[image image/png 10 B]', mono: true, images: 1 });
  });
  test('previews are cut, never inside a character', () => {
    const text = `${'a'.repeat(599)}🙂 and more`;
    expect(outline(message('1', 'user', say(text)), 600, names).preview).toBe('a'.repeat(599));
    expect(excerpt([say(text)], 601)).toBe(`${'a'.repeat(599)}🙂`);
  });
  test('base64 is not text', () => {
    expect(messageText([say('see'), { type: 'image', data: 'QUJD', mime: 'image/png' }, { type: 'file', name: 'a.pdf', data: 'QUJD' }])).toBe(
      'see\n[image image/png]\n[file a.pdf]',
    );
  });
});
