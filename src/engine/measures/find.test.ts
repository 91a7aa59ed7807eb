/** What the measures of loss look for in a transcript, at the edges: constraints, open work, errors with their fixes. */
import { describe, expect, test } from 'vitest';
import { itemTypeOf } from '../signals/structure.ts';
import { block, type SessionMessage, says, sessionOf } from '../testing/sessions.ts';
import type { ImagePart, Part, TextPart, ToolResultPart } from '../transcript/types.ts';
import { constraintsOf } from './constraints.ts';
import { errorFixesOf } from './error-fix-pairs.ts';
import { openWorkOf } from './open-work.ts';
import type { Place } from './types.ts';

type Lines = readonly (SessionMessage | readonly SessionMessage[])[];
const inputOf = (lines: Lines) => {
  const { messages } = sessionOf(lines);
  return { messages, itemType: messages.map(itemTypeOf) };
};
const text = (words: string): TextPart => ({ type: 'text', text: words });
const image: ImagePart = { type: 'image', mime: 'image/png', bytes: 3, data: 'AAAA' };
const span = ({ message, part, piece, start, end: to }: Place): number[] => [message, part, piece, start, to];

describe('constraints', () => {
  const found = (lines: Lines) => constraintsOf(inputOf(lines));

  test('each sentence for itself, however far down its text', () => {
    const far = `${'It goes on. '.repeat(60)}You must stop. Hm. Only me`;
    expect(found([says('user', far)]).map(({ text: words, places }) => [words, ...places.map(span)])).toEqual([
      ['You must stop.', [0, 0, 0, 720, 734]],
    ]);
  });

  test('of what is said, not of what is thought or shown', () => {
    const parts: Part[] = [image, { type: 'reasoning', text: 'They must never know.' }, text('You must ask.')];
    expect(found([{ role: 'user', parts }]).map(({ text: words, places }) => [words, ...places.map(span)])).toEqual([
      ['You must ask.', [0, 2, 0, 0, 13]],
    ]);
  });

  test('words that bind stand alone: mustard does not', () => {
    expect(found([says('user', 'Mustard is the lonely one.')])).toEqual([]);
    const binding = [
      "You mustn't go there.",
      'Don’t go there now.',
      'Do not go in there.',
      '只能用中文回答我的问题。',
      '始终使用中文回答问题。',
      '禁止使用任何英文单词。',
    ];
    expect(found(binding.map((words) => says('user', words))).map(({ text: words }) => words)).toEqual(binding);
  });

  test("what the user's harness says is the system's", () => {
    const lines = [
      says('user', 'Always be brief.'),
      { ...says('user', 'Never be late.'), synthetic: true },
      says('user', '# AGENTS.md instructions\nOnly use tabs.'),
      { ...says('user', 'You must sum up.'), compaction: { kind: 'summary' } } as SessionMessage,
    ];
    expect(found(lines).map(({ group, text: words }) => [group, words])).toEqual([
      ['user', 'Always be brief.'],
      ['system', 'Never be late.'],
      ['system', 'Only use tabs.'],
    ]);
  });
});

describe('open work', () => {
  const found = (lines: Lines) => openWorkOf(inputOf(lines)).map(({ group, text: words, places }) => [group, words, ...places.map(span)]);
  const call = (name: string, args: string): Part => ({ type: 'tool-call', id: 'a', name, args });
  const acts = (...parts: Part[]): SessionMessage => ({ role: 'assistant', parts });

  test('task lists in calls of task tools and in checkboxes, but not of system messages and other tools', () => {
    const boxes = '- [ ] Mend the queue\n- [x] Read the code';
    const args = JSON.stringify({ todos: [{ content: 'Mend the queue', status: 'pending' }] });
    expect(found([says('assistant', boxes)])).toEqual([['todo', 'Mend the queue', [0, 0, 0, 6, 20]]]);
    expect(found([says('system', boxes)])).toEqual([]);
    expect(found([acts(text('So:'), call('TodoWrite', args))])).toEqual([['todo', 'Mend the queue', [0, 1, 0, 22, 36]]]);
    expect(found([acts(call('Write', args))])).toEqual([]);
    expect(found([acts({ type: 'reasoning', text: boxes })])).toEqual([]);
  });

  test('an item stands where its words do, each behind the one before; as a whole call where they are written otherwise', () => {
    const item = (content: string) => ({ content, status: 'pending' });
    const args = JSON.stringify([item('Test it'), item('Test')]);
    const [first, second] = [args.indexOf('Test it'), args.lastIndexOf('Test')];
    expect(found([acts(call('TodoWrite', args))])).toEqual([
      ['todo', 'Test it', [0, 0, 0, first, first + 7]],
      ['todo', 'Test', [0, 0, 0, second, second + 4]],
    ]);
    const quoted = JSON.stringify([item('Say "no"')]);
    expect(found([acts(call('TodoWrite', quoted))])).toEqual([['todo', 'Say "no"', [0, 0, 0, 13, 23]]]);
    const escaped = String.raw`[{"content":"Caf\u00e9","status":"pending"}]`;
    expect(found([acts(call('TodoWrite', escaped))])).toEqual([['todo', 'Café', [0, 0, 0, 0, escaped.length]]]);
  });

  test('an item that is in no list any more is not open', () => {
    const boxes = (...items: string[]) => says('assistant', items.join('\n'));
    expect(found([boxes('- [ ] One thing', '- [ ] Other thing'), boxes('- [ ] Other thing'), says('assistant', 'Done.')])).toEqual([
      ['todo', 'Other thing', [0, 0, 0, 22, 33], [1, 0, 0, 6, 17]],
    ]);
    expect(found([boxes('- [ ] One thing'), boxes('- [x] One thing')])).toEqual([]);
  });

  test('the request is the longest text of the last message of a person', () => {
    const asks = (...words: string[]): SessionMessage => ({ role: 'user', parts: [image, ...words.map(text)] });
    expect(found([asks('Mend it.', 'Please mend the queue.', 'Go.')])).toEqual([['request', 'Please mend the queue.', [0, 2, 0, 0, 22]]]);
    // Of two that are as long the first.
    expect(found([asks('Mend it.', 'Test it.')])).toEqual([['request', 'Mend it.', [0, 1, 0, 0, 8]]]);
    const person = asks('Mend it.');
    const others: SessionMessage[] = [
      { ...says('user', 'Remember the rules.'), synthetic: true },
      says('user', '<reminder>A longer text.</reminder>'),
      says('user', '   '),
      says('user', '# AGENTS.md instructions\nBe brief.'),
      says('system', 'Be careful.'),
      says('assistant', 'It is mended.'),
    ];
    for (const other of others) expect(found([person, other])).toEqual([['request', 'Mend it.', [0, 1, 0, 0, 8]]]);
  });

  test('the step is the last sentence that announces one, in the last message of the agent that has one', () => {
    const parts = [text('First I look. Then I will mend it. That is all.'), call('Read', '{}'), text('It is long.')];
    const lines = [says('assistant', 'Next, I run the tests.'), acts(...parts), says('assistant', 'It is done.')];
    expect(found(lines)).toEqual([['next-step', 'Then I will mend it.', [1, 0, 0, 14, 34]]]);
    expect(found([acts(text('I will read it. I will mend it.'))])).toEqual([['next-step', 'I will mend it.', [0, 0, 0, 16, 31]]]);
    expect(found([acts(text('I will read it.'), text('I will mend it.'))])).toEqual([['next-step', 'I will mend it.', [0, 1, 0, 0, 15]]]);
    // What the user announces is no step of the agent.
    expect(found([says('user', 'I will wait.')])).toEqual([['request', 'I will wait.', [0, 0, 0, 0, 12]]]);
  });
});

describe('errors and their fixes', () => {
  const bash = (id: string, command: string, ...content: ToolResultPart['content']): readonly SessionMessage[] => [
    { role: 'assistant', parts: [{ type: 'tool-call', id, name: 'Bash', args: JSON.stringify({ command }) }] },
    { role: 'tool', parts: [{ type: 'tool-result', callId: id, content, isError: id.startsWith('bad') }] },
  ];
  const found = (lines: Lines) => errorFixesOf(inputOf(lines));
  const errors = (...content: ToolResultPart['content']) =>
    found([bash('bad', 'npm test', ...content), bash('good', 'npm test', text('12 passed'))]).map(({ error, errorPlace }) => [
      error,
      span(errorPlace),
    ]);

  test('the first line that says what is wrong, in the first piece that has one', () => {
    expect(errors(text('exit code 1\n  TypeError: x\nTypeError: y'))).toEqual([['TypeError: x', [1, 0, 0, 14, 26]]]);
    expect(errors(image, text('All is lost.\n'), text('TypeError: x'))).toEqual([['TypeError: x', [1, 0, 2, 0, 12]]]);
  });

  test('without one the last line that says more than that something failed, else the first of all', () => {
    expect(errors(text('exit code 1\nNothing was done.\n  The queue is locked.  \nexit code 1'))).toEqual([
      ['The queue is locked.', [1, 0, 0, 32, 52]],
    ]);
    expect(errors(text('exit code 1\nexit code 2'))).toEqual([['exit code 1', [1, 0, 0, 0, 11]]]);
    expect(errors(text('The queue is locked.'), image, text('exit code 1'))).toEqual([['The queue is locked.', [1, 0, 0, 0, 20]]]);
    expect(errors(image)).toEqual([]);
  });

  test('the same call is the same command, or the same tool on the same file', () => {
    expect(found([bash('bad', 'python run.py', text('no')), bash('good', 'python run.py', text('yes'))])).toHaveLength(1);
    expect(found([bash('bad', 'python run.py', text('no')), bash('good', 'python go.py', text('yes'))])).toHaveLength(0);
    const tool = (id: string, name: string, path: string, result: string) => block(id, name, JSON.stringify({ file_path: path }), result);
    expect(found([tool('a', 'Edit', 'a.ts', 'Error: x'), tool('b', 'Edit', 'a.ts', 'ok')])).toHaveLength(1);
    expect(found([tool('a', 'Edit', 'a.ts', 'Error: x'), tool('b', 'Edit', 'b.ts', 'ok')])).toHaveLength(0);
    expect(found([tool('a', 'Edit', 'a.ts', 'Error: x'), tool('b', 'Read', 'a.ts', 'ok')])).toHaveLength(0);
    // A result without a call is nobody's.
    expect(found([bash('bad', 'npm test', text('no')), { role: 'tool', parts: [{ type: 'tool-result', callId: 'x', content: [] }] }])).toHaveLength(
      0,
    );
  });

  test('an error has one fix, the newest of its kind', () => {
    const lines = [
      bash('bad1', 'npm test', text('first')),
      bash('bad2', 'npm test', text('second')),
      bash('good1', 'npm test'),
      bash('good2', 'npm test'),
    ];
    expect(found(lines).map(({ error, fixPlace }) => [error, fixPlace.message])).toEqual([['second', 4]]);
  });

  test('a change counts as the fix when it came after the error', () => {
    const change = block('c', 'Write', '{"file_path":"a.ts"}', 'ok');
    const path = (...lines: Lines) => found(lines).map((pair) => [pair.path, pair.fixPlace.message]);
    const [bad, good] = [bash('bad', 'npm test', text('no')), bash('good', 'npm test')];
    expect(path(change, bad, good)).toEqual([[null, 4]]);
    expect(path(bad, change, good)).toEqual([['a.ts', 2]]);
    expect(path(bad, change, block('d', 'Read', '{"file_path":"b.ts"}', 'text'), good)).toEqual([['a.ts', 2]]);
  });
});
