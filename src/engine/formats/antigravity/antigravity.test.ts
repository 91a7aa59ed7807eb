import { expect, it } from 'vitest';
import { codes, jsonLines, outline, readAs } from '../../testing/read.ts';
import { caseFile } from '../../testing/shared.ts';

const step = (source: string, type: string, more: object): object => ({
  step_index: 1,
  source,
  type,
  status: 'DONE',
  created_at: '2026-05-01T10:00:00Z',
  ...more,
});

it('answers calls in their order, whatever results are called, and says that texts were cut', () => {
  const parsed = readAs(
    'antigravity',
    jsonLines([
      step('USER_EXPLICIT', 'USER_INPUT', { content: '<USER_REQUEST>\ngo\n</USER_REQUEST>\n<SETTINGS/>' }),
      step('MODEL', 'PLANNER_RESPONSE', {
        thinking: 'hm',
        tool_calls: [{ name: 'list_dir', args: { DirectoryPath: '"/w"', Depth: '2', Plain: 'x y' } }],
      }),
      step('MODEL', 'LIST_DIRECTORY', { content: 'a', truncated_fields: ['content'] }),
      step('MODEL', 'CODE_ACTION', { content: 'made', tool_calls: [{ name: 'write', args: {} }] }),
      step('SYSTEM', 'CHECKPOINT', { content: 'In short.' }),
      step('SYSTEM', 'SYSTEM_MESSAGE', { content: 'a rule' }),
      step('SYSTEM', 'CONVERSATION_HISTORY', {}),
    ]),
  );
  expect(outline(parsed.conversations[0]!)).toEqual([
    'U go / <SETTINGS/>',
    'A ~hm / list_dir{"DirectoryPath":"/w","Depth":2,"Plain":"x y"}',
    'T =a',
    'A write{}',
    'T =made',
    'C In short.',
    'u a rule',
  ]);
  expect(codes(parsed)).toEqual({ 'cut-text': 1 });
});

const given = caseFile('refused__antigravity-transcript.jsonl');
it.skipIf(!given)('reads the case', () => {
  const { conversations } = readAs('antigravity', given!);
  expect(outline(conversations[0]!)).toEqual([
    'U List the files.',
    'A ~List. / list_dir{"DirectoryPath":"/w"}',
    'T ={"name":"a.txt"}',
    'C # Resuming from a compaction',
    'A a.txt.',
  ]);
});
