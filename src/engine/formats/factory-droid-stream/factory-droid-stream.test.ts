import { expect, it } from 'vitest';
import { codes, jsonLines, outline, readAs } from '../../testing/read.ts';

it('reads events of several sessions, with ids under either name; the last text is said once', () => {
  const event = (type: string, more: object, session: object = { session_id: 'a' }): object => ({
    type,
    timestamp: 1_777_000_000_000,
    ...session,
    ...more,
  });
  const parsed = readAs(
    'factory-droid-stream',
    jsonLines([
      event('system', { subtype: 'init', model: 'm', tools: ['Shell', { name: 'Read', description: 'reads' }] }),
      event('message', { role: 'user', text: 'go' }),
      event('tool_call', { toolCallId: 'c', toolName: 'Shell', parameters: { command: 'ls' } }),
      event('tool_result', { id: 'c', value: 'a.ts' }),
      event('message', { role: 'assistant', text: 'done' }),
      event('completion', { finalText: 'done' }),
      event('message', { role: 'user', text: 'other' }, { sessionId: 'b' }),
      event('completion', { finalText: 'end' }, { sessionId: 'b' }),
      event('hologram', {}),
    ]),
  );
  expect(parsed.conversations.map(outline)).toEqual([
    ['U go', 'A Shell{"command":"ls"}', 'T =a.ts', 'A done'],
    ['U other', 'A end'],
  ]);
  expect(parsed.conversations[0]).toMatchObject({ id: 'a', model: 'm', tools: [{ name: 'Shell' }, { name: 'Read', description: 'reads' }] });
  expect(codes(parsed)).toEqual({ 'unknown-entry': 1 });
});
