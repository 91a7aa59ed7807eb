import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { codes, jsonLines, outline, readAs } from '../../testing/read.ts';
import { caseFile } from '../../testing/shared.ts';
import { conversationsOf } from '../index.ts';

const line = (role: string, ...content: object[]): object => ({ role, message: { content } });
const text = (value: string): object => ({ type: 'text', text: value });
const use = (name: string, input: object): object => ({ type: 'tool_use', name, input });

it('takes the prompt out of its tags; what Cursor put around it stays beside it', () => {
  const parsed = readAs(
    'cursor-transcript',
    jsonLines([
      line('user', text('<user_info>macOS</user_info>\n<user_query>\nList the files\n</user_query>')),
      line('assistant', { type: 'thinking', thinking: 'look' }, text('[REDACTED]'), use('Shell', { command: 'ls' })),
    ]),
  );
  expect(outline(parsed.conversations[0]!)).toEqual(['U <user_info>macOS</user_info> / List the files', 'A ~look / Shell{"command":"ls"}']);
  expect(codes(parsed)).toEqual({ 'redacted-reasoning': 1, 'no-results': 1 });
});

it('pairs results in their order: their ids match no call', () => {
  const result = (value: string): object => ({ type: 'tool_result', tool_use_id: 'x', content: [text(value)] });
  const parsed = readAs(
    'cursor-transcript',
    jsonLines([
      line('user', text('go')),
      line('assistant', use('A', {}), use('B', {})),
      line('user', result('a'), result('b')),
      line('assistant', use('C', {})),
    ]),
  );
  const calls = parsed.conversations[0]!.messages.flatMap(({ parts }) => parts.filter((part) => part.type === 'tool-call'));
  const results = parsed.conversations[0]!.messages.flatMap(({ parts }) => parts.filter((part) => part.type === 'tool-result'));
  expect(results.map(({ callId, name }) => [callId, name])).toEqual(calls.slice(0, 2).map(({ id, name }) => [id, name]));
  expect(codes(parsed)).toEqual({ 'unanswered-call': 1 });
});

it('reads the older text', () => {
  const parsed = readAs(
    'cursor-transcript',
    'user:\n<user_query>\nList the files\n</user_query>\n\nassistant:\n[Thinking] look\nI list.\n\n[Tool call] Shell\n  command: ls\n  why: to see\n[Tool result] Shell\na.ts\nb.ts\n\nassistant:\nTwo files.\n',
  );
  expect(outline(parsed.conversations[0]!)).toEqual([
    'U List the files',
    'A ~look\nI list. / Shell{"command":"ls","why":"to see"}',
    'T =a.ts\nb.ts',
    'A Two files.',
  ]);
});

it('where a file stands says whose it is', () => {
  const file = (name: string): Uint8Array => strToU8(jsonLines([line('user', text(name)), line('assistant', text('done'))]));
  const zip = zipSync({
    'agent-transcripts/a/a.jsonl': file('a'),
    'agent-transcripts/a/subagents/b.jsonl': file('b'),
    'agent-transcripts/a/subagents/c.jsonl': file('c'),
    'agent-transcripts/d.jsonl': file('d'),
    'agent-transcripts/d/subagents/e.jsonl': file('e'),
    'agent-transcripts/f.txt': strToU8('user:\n<user_query>\ngo\n</user_query>\n\nassistant:\ndone\n'),
    'agent-transcripts/gone/subagents/g.jsonl': file('g'),
  });
  const listed = conversationsOf(readAs('cursor-transcript', zip, 'week.zip'));
  expect(listed.map(({ transcript: { id, extra }, parent }) => [id, parent, extra?.ofSession])).toEqual([
    ['a', null, undefined],
    ['d', null, undefined],
    ['f', null, undefined],
    ['g', null, 'gone'],
    ['b', 0, 'a'],
    ['c', 0, 'a'],
    ['e', 1, 'd'],
  ]);
  const owner = (name: string) =>
    readAs('cursor-transcript', jsonLines([line('user', text('a'))]), name).conversations.map(({ id, extra }) => [id, extra?.ofSession]);
  expect(owner('C:\\a\\subagents\\b.jsonl')).toEqual([['b', 'a']]);
  expect(owner('C:\\a\\a.jsonl')).toEqual([['a', undefined]]);
  for (const name of ['', 'a.jsonl', 'week/a.jsonl', 'ba/a.jsonl', 'my-agent-transcripts/a.jsonl', 'subagents/b.jsonl'])
    expect(owner(name)).toEqual([['session', undefined]]);
});

const given = caseFile('refused__cursor-agent-transcript.jsonl');
it.skipIf(!given)('reads the case', () => {
  const parsed = readAs('cursor-transcript', given!);
  expect(outline(parsed.conversations[0]!)).toEqual(['U What files are here?', 'A I list them. / Shell{"command":"ls"}', 'A Two files.']);
  expect(codes(parsed)).toEqual({ 'no-results': 1 });
});
