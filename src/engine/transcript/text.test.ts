import { describe, expect, it } from 'vitest';
import { callSummary, messageText, toolCallSummary } from './text.ts';
import type { Message } from './types.ts';

const message = (parts: Message['parts'], role: Message['role'] = 'assistant'): Message => ({ id: 'm', role, parts });

describe('messageText', () => {
  it('joins text, reasoning, calls and results with a line feed and leaves base64 out', () => {
    const text = messageText(
      message([
        { type: 'reasoning', text: 'think', signature: 'sig' },
        { type: 'text', text: '' },
        { type: 'text', text: 'say' },
        { type: 'tool-call', id: 'c', name: 'bash', args: '{"command":"ls"}' },
        {
          type: 'tool-result',
          callId: 'c',
          content: [
            { type: 'text', text: 'a' },
            { type: 'image', mime: 'image/png', data: 'AAAA' },
          ],
        },
        { type: 'file', name: 'x.pdf', mime: 'application/pdf', data: 'BBBB' },
      ]),
    );
    expect(text).toBe('think\nsay\nbash {"command":"ls"}\na\n[image image/png]\n[file x.pdf application/pdf]');
  });
});

describe('toolCallSummary', () => {
  it.each([
    ['{"description":"list","command":"ls  -la\\n src"}', 'bash ls -la src'],
    ['{"file_path":"/a/b.ts","content":"x"}', 'bash /a/b.ts'],
    ['{"n":3}', 'bash {"n":3}'],
    ['{}', 'bash'],
    ['not json', 'bash not json'],
    ['[1]', 'bash [1]'],
    ['null', 'bash null'],
    ['{"other":"word"}', 'bash word'],
  ])('%s', (args, expected) => {
    expect(callSummary({ type: 'tool-call', id: '1', name: 'bash', args })).toBe(expected);
  });

  it('is clamped, and bounded on huge arguments', () => {
    const summary = callSummary({ type: 'tool-call', id: '1', name: 'bash', args: `{"command":"${'x'.repeat(300_000)}"}` }, 50);
    expect(summary).toHaveLength(50);
    expect(summary.endsWith('…')).toBe(true);
  });

  it('names several calls, the tools that answered, or nothing', () => {
    expect(
      toolCallSummary(
        message([
          { type: 'tool-call', id: '1', name: 'read', args: '{"path":"a"}' },
          { type: 'tool-call', id: '2', name: 'ls', args: '' },
        ]),
      ),
    ).toBe('read a · ls');
    expect(
      toolCallSummary(
        message(
          [
            { type: 'tool-result', callId: '1', name: 'read', content: [] },
            { type: 'tool-result', callId: '2', content: [] },
          ],
          'tool',
        ),
      ),
    ).toBe('read · 2');
    expect(toolCallSummary(message([{ type: 'text', text: 'hi' }]))).toBe('');
  });
});
