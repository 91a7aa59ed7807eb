import { describe, expect, it } from 'vitest';
import type { Message } from '../../transcript/types.ts';
import { parseTranscript } from '../index.ts';

function read(value: unknown) {
  const parsed = parseTranscript(JSON.stringify(value));
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}
const outline = (messages: readonly Message[]): unknown[] => messages.map(({ role, parts }) => [role, ...parts]);
const text = (value: string) => ({ type: 'text', text: value });
const say = (uuid: string, sender: string, content: unknown, more: Record<string, unknown> = {}) => ({
  uuid,
  sender,
  text: typeof content === 'string' ? content : 'copy of the blocks',
  content: typeof content === 'string' ? [] : content,
  created_at: '2026-03-12T16:00:00Z',
  ...more,
});
const chat = (messages: readonly unknown[], more: Record<string, unknown> = {}) => ({
  uuid: 'c-1',
  name: 'Coffee',
  chat_messages: messages,
  ...more,
});

describe('Claude.ai export', () => {
  it('reads blocks, not their copy; calls and results without ids pair in order', () => {
    const { format, conversations, warnings } = read([
      chat([
        say('m1', 'human', [text('Plan it.')], {
          attachments: [{ file_name: 'costs.csv', extracted_content: 'rent,900' }],
          files: [{ file_name: 'shop.png' }],
        }),
        say('m2', 'assistant', [
          { type: 'thinking', thinking: 'Rent first.' },
          text('I look it up.'),
          { type: 'tool_use', name: 'web_search', input: { q: 'rent' } },
          {
            type: 'tool_result',
            name: 'web_search',
            content: [{ type: 'knowledge', title: 'Rents', url: 'https://example.com' }, text('900 a month')],
            is_error: false,
          },
          { type: 'token_budget', remaining: 3 },
          text('900.'),
        ]),
      ]),
    ]);
    expect(format).toBe('claude-ai-export');
    expect(conversations[0]).toMatchObject({ id: 'c-1', title: 'Coffee' });
    expect(outline(conversations[0]!.messages)).toEqual([
      ['user', text('costs.csv:\nrent,900'), { type: 'file', name: 'shop.png' }, text('Plan it.')],
      [
        'assistant',
        { type: 'reasoning', text: 'Rent first.' },
        text('I look it up.'),
        { type: 'tool-call', id: 'web_search#1', name: 'web_search', args: '{"q":"rent"}' },
      ],
      [
        'tool',
        { type: 'tool-result', callId: 'web_search#1', name: 'web_search', content: [text('Rents\nhttps://example.com'), text('900 a month')] },
      ],
      ['assistant', text('900.')],
    ]);
    expect(conversations[0]!.messages.map(({ id }) => id)).toEqual(['m1', 'm2', 'm2-2', 'm2-3']);
    expect(warnings).toEqual([]);
  });

  it('takes the text where there are no blocks, without what the page shows for blocks it does not know', () => {
    const filler = '```\nThis block is not supported on your current device yet.\n```';
    const { conversations } = read({ conversations: [chat([say('m1', 'human', 'Hi'), say('m2', 'assistant', `Look:\n\n${filler}\n\nDone.`)])] });
    expect(outline(conversations[0]!.messages)[1]).toEqual(['assistant', text('Look:\n\n\n\nDone.')]);
  });

  it('follows the tree to the current leaf; what was edited is a branch', () => {
    const root = '00000000-0000-4000-8000-000000000000';
    const { conversations } = read(
      chat(
        [
          say('a', 'human', 'Hi', { parent_message_uuid: root }),
          say('b', 'assistant', 'Hello', { parent_message_uuid: 'a' }),
          say('c', 'human', 'Old question', { parent_message_uuid: 'b' }),
          say('d', 'human', 'New question', { parent_message_uuid: 'b' }),
          say('e', 'assistant', 'Answer', { parent_message_uuid: 'd' }),
          say('f', 'assistant', 'Another', { parent_message_uuid: 'd' }),
        ],
        { current_leaf_message_uuid: 'e', model: 'claude-opus-4-5' },
      ),
    );
    expect(conversations[0]!.messages.map(({ id }) => id)).toEqual(['a', 'b', 'd', 'e']);
    expect(conversations[0]!.branches.map(({ id, forkedFrom }) => [id, forkedFrom])).toEqual([
      ['c', 'b'],
      ['f', 'd'],
    ]);
    expect(conversations[0]!.model).toBe('claude-opus-4-5');
  });

  it('counts blocks of unknown types, and says of which chats nothing can be read', () => {
    const { warnings, conversations } = read([chat([say('m1', 'human', [text('x'), { type: 'text/markdown', identifier: 'a' }])]), chat([])]);
    expect(warnings).toMatchObject([{ code: 'unknown-part', count: 1, path: '$[0].chat_messages[0]' }]);
    expect(conversations).toHaveLength(1);
    const none = parseTranscript(JSON.stringify([chat([])]));
    expect(none.ok ? '' : none.error.code).toBe('no-messages');
  });
});
