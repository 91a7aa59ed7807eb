/** A format that understood little of a file is not sure of it, and loses to one that understood more. */
import { describe, expect, it } from 'vitest';
import type { Parsed } from './contract.ts';
import { parseTranscript } from './index.ts';

const read = (value: unknown): Parsed => {
  const parsed = parseTranscript(typeof value === 'string' ? value : JSON.stringify(value));
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
};
const lines = (...values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join('\n');

/** A Gemini turn of `understood` texts and `others` of an unknown kind. */
const turn = (understood: number, others: number): object => ({
  contents: [
    {
      role: 'user',
      parts: [...Array.from({ length: understood }, (_, i) => ({ text: `text ${i}` })), ...Array.from({ length: others }, () => ({ hologram: {} }))],
    },
  ],
});

describe('confidence', () => {
  it('falls by the share of parts that were left out', () => {
    expect(read(turn(4, 0)).confidence).toBe(0.95);
    expect(read(turn(3, 1)).confidence).toBe(0.71);
  });

  it('is 0.3 at most where most parts were left out, and a warning counts them', () => {
    const { format, confidence, warnings } = read(turn(5, 8));
    expect([format, confidence]).toEqual(['gemini-api', 0.3]);
    expect(warnings.find(({ code }) => code === 'not-understood')).toMatchObject({
      message: expect.stringContaining('8 of 13 parts'),
      values: { leftOut: 8, of: 13 },
    });
  });

  it('is lost where every call was left out', () => {
    const { format, conversations } = read(
      lines(
        { type: 'session', id: 's', cwd: '/w', timestamp: '2026-08-01T10:00:00Z' },
        ...[
          { role: 'user', content: [{ type: 'text', text: 'Count.' }] },
          {
            role: 'assistant',
            content: [
              { type: 'text', text: 'I do.' },
              { type: 'tool_use', id: '1', name: 'wc', input: {} },
            ],
          },
          { role: 'assistant', content: [{ type: 'text', text: 'Twelve.' }] },
        ].map((message, i) => ({ type: 'message', id: `m${i}`, timestamp: '2026-08-01T10:00:00Z', message })),
      ),
    );
    expect([format, conversations[0]!.messages.some(({ parts }) => parts.some(({ type }) => type === 'tool-call'))]).toEqual(['message-list', true]);
  });

  it('is as little where a person chose the format, with the same warning; all messages empty are an error', () => {
    const chosen = (value: object, format: string) => parseTranscript(JSON.stringify(value), { format });
    const parsed = chosen(turn(5, 8), 'gemini-api');
    if (!parsed.ok) throw new Error(parsed.error.message);
    expect([parsed.value.confidence, parsed.value.warnings.filter(({ code }) => code === 'not-understood').length]).toEqual([0.3, 1]);
    const sure = chosen(turn(3, 1), 'gemini-api');
    expect(sure.ok && sure.value.confidence).toBe(0.71);
    // A session of Qwen Code as one of Claude Code: every text is where that has none.
    const line = { uuid: '1', parentUuid: null, sessionId: 's', type: 'user', message: { role: 'user', parts: [{ text: 'hi' }] } };
    const other = chosen(line, 'claude-code');
    expect(other.ok ? other.value.format : other.error.code).toBe('no-messages');
  });

  it('is none where every message is empty', () => {
    const parsed = parseTranscript(
      JSON.stringify([
        { role: 'user', content: null },
        { role: 'assistant', content: '' },
      ]),
    );
    expect(parsed.ok ? parsed.value.format : parsed.error.code).toBe('no-messages');
  });
});

describe('no product is taken for another', () => {
  it.each<readonly [string, unknown, string]>([
    [
      'lines of Claude Code with the contents of Gemini',
      lines({ uuid: '1', parentUuid: null, sessionId: 's', type: 'user', message: { role: 'user', parts: [{ text: 'hi' }] } }),
      'qwen-code',
    ],
    [
      'results by the ids of another program',
      { messages: [{ role: 'user', content: [{ type: 'tool_result', toolUseID: '1', run: { status: 'done', result: 'x' } }] }] },
      'amp',
    ],
    ['parts without a type', { system: [{ text: 's' }], messages: [{ role: 'user', content: [{ text: 'hi' }] }] }, 'bedrock-converse'],
    ['thinking that nobody signed', { messages: [{ role: 'assistant', content: [{ type: 'thinking', thinking: 'h' }] }] }, 'message-list'],
  ])('%s', (_, value, format) => {
    expect(read(value).format).toBe(format);
  });

  it.each<readonly [string, unknown, string]>([
    [
      'thinking beside calls',
      {
        messages: [
          { role: 'user', content: 'Which?' },
          {
            role: 'assistant',
            content: [{ type: 'thinking', thinking: 'h' }],
            tool_calls: [{ id: '1', type: 'function', function: { name: 'f', arguments: '{}' } }],
          },
        ],
      },
      'openai-chat',
    ],
    [
      'a system role before Anthropic’s blocks',
      [
        { role: 'system', content: 's' },
        { role: 'user', content: [{ type: 'text', text: 'hi' }] },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'f', input: {} }] },
      ],
      'anthropic-messages',
    ],
    ['a turn without parts', { contents: [{ role: 'user', parts: [{ text: 'hi' }] }, { role: 'model' }] }, 'gemini-api'],
  ])('%s is no reason to refuse a file', (_, value, format) => {
    expect(read(value).format).toBe(format);
  });
});

it('says that a list of messages is empty', () => {
  const parsed = parseTranscript('{"model": "gpt-5.4", "messages": []}');
  expect(parsed.ok ? '' : parsed.error.message).toBe('No message was found.');
});
