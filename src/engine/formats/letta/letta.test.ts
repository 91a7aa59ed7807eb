import { expect, it } from 'vitest';
import { codes, outline, readAs } from '../../testing/read.ts';
import { caseFile } from '../../testing/shared.ts';

const message = (id: string, role: string, text: string, more: object = {}): object => ({
  id,
  role,
  content: [{ type: 'text', text }],
  tool_calls: null,
  ...more,
});

it('reads every agent, with its tools, and what was compacted away', () => {
  const parsed = readAs('letta', {
    tools: [{ id: 't1', json_schema: { name: 'look', description: 'looks', parameters: { type: 'object' } } }],
    agents: [
      {
        id: 'a',
        name: 'Loop',
        system: 'You remember.',
        llm_config: { model: 'm', context_window: 32_000 },
        tool_ids: ['t1'],
        in_context_message_ids: ['0', '3', '4'],
        messages: [
          message('0', 'system', 'You remember. <memory/>'),
          message('1', 'user', 'a'),
          message('2', 'assistant', 'b'),
          {
            id: '3',
            role: 'assistant',
            content: [{ type: 'reasoning', reasoning: 'hm', signature: 's' }, { type: 'hologram' }],
            tool_calls: [{ id: 'c', function: { name: 'look', arguments: '{}' } }],
          },
          { id: '4', role: 'tool', content: [], tool_call_id: 'c', tool_returns: [{ status: 'error', func_response: 'no' }] },
        ],
      },
      { id: 'b', name: 'Empty', system: 'x', llm_config: {}, messages: [] },
      { id: 'c', name: 'Bare', system: 'Be short.', llm_config: {}, messages: [message('1', 'user', 'hi')] },
    ],
  });
  expect(parsed.conversations.map(outline)).toEqual([
    ['S You remember. <memory/>', 'U a', 'A b', 'A ~hm <s> / look{}', 'T !no'],
    ['S Be short.', 'U hi'],
  ]);
  expect(parsed.conversations[0]).toMatchObject({ title: 'Loop', model: 'm', window: 32_000, tools: [{ name: 'look' }], compactions: [{ at: 3 }] });
  expect(codes(parsed)).toEqual({ 'unknown-part': 1 });
});

const given = caseFile('refused__letta-agent-file.af');
it.skipIf(!given)('reads the case', () => {
  const { conversations } = readAs('letta', given!);
  expect(outline(conversations[0]!)).toEqual([
    'S You remember.',
    'U What is my name?',
    'A ~look <s> / I look. / memory_search{"q":"name"}',
    'T ={"status":"OK","message":"Ann"}',
  ]);
});
