import { describe, expect, it } from 'vitest';
import type { Parsed } from '../contract.ts';
import { parseTranscript, serializeTranscript } from '../index.ts';

const turn = (from: string, value: unknown): unknown => ({ from, value });
function parse(value: unknown): Parsed {
  const parsed = parseTranscript(typeof value === 'string' ? value : JSON.stringify(value));
  if (!parsed.ok) throw new Error(parsed.error.message);
  expect(parsed.value.format).toBe('sharegpt');
  return parsed.value;
}

describe('ShareGPT', () => {
  const one = {
    id: 'x',
    system: 'be kind',
    tools: '[{"name":"f","description":"d","parameters":{"type":"object"}}]',
    conversations: [
      turn('human', 'a'),
      turn('human', 'b'),
      turn('function_call', '[{"name":"f","arguments":{"n":1}},{"name":"g","arguments":"{}"}]'),
      turn('observation', 'one'),
      turn('observation', 'two'),
      turn('function_call', 'not json'),
      turn('gpt', 'done'),
      turn('observation', 'for the open call'),
      turn('observation', 'for none'),
      turn('alien', 'hm'),
      turn('gpt', ''),
      { from: 'gpt' },
    ],
  };

  it('pairs calls and observations in order and counts what does not fit', () => {
    const parsed = parse([one, { conversations: [turn('user', 'u'), turn('assistant', 'v')] }]);
    const [first, second] = parsed.conversations;
    expect(first).toMatchObject({ id: 'x', tools: [{ name: 'f', description: 'd', schema: { type: 'object' } }] });
    expect(first!.messages.map(({ id, role }) => `${id} ${role}`)).toEqual([
      'system system',
      'm1 user',
      'm2 user',
      'm3 assistant',
      'm4 tool',
      'm5 tool',
      'm6 assistant',
      'm7 assistant',
      'm8 tool',
      'm9 tool',
      'm10 user',
      'm11 assistant',
    ]);
    expect(first!.messages[3]!.parts).toEqual([
      { type: 'tool-call', id: 'f#1', name: 'f', args: '{"n":1}' },
      { type: 'tool-call', id: 'g#1', name: 'g', args: '{}' },
    ]);
    expect(first!.messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool-result' ? [part.callId] : [])))).toEqual([
      'f#1',
      'g#1',
      'function_call#1',
      'result#1',
    ]);
    expect(second).toMatchObject({ id: 'conversation-2', messages: [{ role: 'user' }, { role: 'assistant' }] });
    expect(parsed.warnings.map(({ code, path }) => [code, path])).toEqual([
      ['unknown-role', '$[0].conversations[9]'],
      ['unread-message', '$[0].conversations[11]'],
      ['orphan-result', undefined],
    ]);
  });

  it('reads one conversation per line', () => {
    expect(
      parse(`${JSON.stringify({ conversations: [turn('human', 'a')] })}\n${JSON.stringify({ conversations: [turn('human', 'b')] })}`).conversations,
    ).toHaveLength(2);
  });

  it('writes text, calls and results as turns of their own', () => {
    const parsed = parseTranscript(
      JSON.stringify([
        { role: 'user', content: 'go' },
        { role: 'assistant', content: 'I look', tool_calls: [{ id: 'c', function: { name: 'f', arguments: '{"n":1}' } }] },
        { role: 'tool', tool_call_id: 'c', content: '' },
      ]),
    );
    if (!parsed.ok) throw new Error(parsed.error.message);
    const written = serializeTranscript(parsed.value.conversations[0]!, 'sharegpt');
    expect(JSON.parse(written.ok ? written.value.text : '')).toEqual([
      {
        id: 'conversation-1',
        conversations: [
          turn('human', 'go'),
          turn('gpt', 'I look'),
          turn('function_call', '{"name":"f","arguments":{"n":1}}'),
          turn('observation', '[empty]'),
        ],
      },
    ]);
  });

  it('keeps two turns of one speaker apart, and their markup as it is', () => {
    const turns = [
      { from: 'human', value: '<b>one</b>\n# two' },
      { from: 'human', value: 'three' },
      { from: 'gpt', value: '<div class="markdown">**four**</div>' },
    ];
    const parsed = parseTranscript(JSON.stringify([{ conversations: turns }]));
    expect(parsed.ok && parsed.value.conversations[0]!.messages.map(({ role, parts }) => [role, parts])).toEqual(
      turns.map(({ from, value }) => [from === 'gpt' ? 'assistant' : 'user', [{ type: 'text', text: value }]]),
    );
  });
});
