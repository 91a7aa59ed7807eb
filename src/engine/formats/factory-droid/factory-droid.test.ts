import { expect, it } from 'vitest';
import { codes, jsonLines, outline, readAs } from '../../testing/read.ts';
import { caseFile } from '../../testing/shared.ts';

const start = { type: 'session_start', id: 'd', title: 'Lamp', cwd: '/w', version: '0.81.0' };
const line = (id: string, parentId: string, role: string, ...content: object[]): object => ({
  type: 'message',
  id,
  parentId,
  timestamp: '2026-05-01T10:00:00Z',
  message: { role, content },
});
const text = (value: string): object => ({ type: 'text', text: value });

it('reads messages along their links, compactions, and leaves what was taken back in a branch', () => {
  const parsed = readAs(
    'factory-droid',
    jsonLines([
      start,
      line('1', 'd', 'user', text('a')),
      line('2', '1', 'assistant', text('wrong')),
      line(
        '3',
        '1',
        'assistant',
        { type: 'thinking', thinking: 'hm', signature: 's' },
        { type: 'tool_use', id: 't', name: 'Execute', input: { command: 'ls' } },
      ),
      line('4', '3', 'user', { type: 'tool_result', tool_use_id: 't', content: 'a.ts', is_error: true }),
      { type: 'todo_state', todos: 'x' },
      { type: 'compaction_state', id: '5', summary: { body: 'In short: a.' } },
      line('6', '4', 'assistant', text('b')),
      { type: 'hologram' },
    ]),
  );
  expect(outline(parsed.conversations[0]!)).toEqual(['U a', 'A ~hm <s> / Execute{"command":"ls"}', 'T !a.ts', 'C In short: a.', 'A b']);
  expect(parsed.conversations[0]).toMatchObject({ id: 'd', title: 'Lamp' });
  expect(parsed.conversations[0]!.branches.map(outline)).toEqual([['A wrong']]);
  expect(parsed.conversations[0]!.compactions).toMatchObject([{ at: 3, summaryId: '5' }]);
  expect(codes(parsed)).toEqual({ 'unknown-entry': 1 });
});

const given = caseFile('misread__factory-droid-as-pi.jsonl');
it.skipIf(!given)('reads the case', () => {
  const { conversations } = readAs('factory-droid', given!);
  expect(conversations[0]!.title).toBe('t');
  expect(outline(conversations[0]!)).toEqual([
    'U Count the lines.',
    'A ~wc <s> / I count. / Execute{"command":"wc -l a.ts"}',
    'T =12 a.ts',
    'A 12 lines.',
  ]);
});
