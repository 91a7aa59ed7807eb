import { expect, it } from 'vitest';
import { jsonLines, outline, readAs } from '../../testing/read.ts';

it('follows parents that are the session or a call, without a warning', () => {
  const line = (type: string, id: string, parentId: string | null, more: object): object => ({
    type,
    id,
    parentId,
    timestamp: '2026-05-01T10:00:00Z',
    ...more,
  });
  const { conversations, warnings } = readAs(
    'openclaw',
    jsonLines([
      { type: 'session', id: 's', version: 3, cwd: '/w', timestamp: '2026-05-01T10:00:00Z' },
      line('custom_message', 'c', 's', { customType: 'openclaw.runtime-context', content: 'put in' }),
      line('message', '1', 's', { message: { role: 'user', content: [{ type: 'text', text: 'go' }] } }),
      line('message', '2', '1', { message: { role: 'assistant', content: [{ type: 'toolCall', id: 't', name: 'run', arguments: { a: 1 } }] } }),
      line('message', '3', 't', { message: { role: 'toolResult', toolCallId: 't', toolName: 'run', content: 'done' } }),
    ]),
  );
  expect(outline(conversations[0]!)).toEqual(['u put in', 'U go', 'A run{"a":1}', 'T =done']);
  expect(conversations[0]).toMatchObject({ format: 'openclaw', branches: [] });
  expect(warnings).toEqual([]);
});
