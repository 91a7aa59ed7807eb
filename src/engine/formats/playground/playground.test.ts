import { describe, expect, it } from 'vitest';
import type { Transcript } from '../../transcript/types.ts';
import { parseTranscript, serializeTranscript } from '../index.ts';
import { writePlayground, type StoredFields } from './index.ts';

const transcript: Transcript = {
  id: 't',
  title: 'T',
  format: 'claude-code',
  window: 258_400,
  tools: [{ name: 'ls' }],
  messages: [{ id: 'm', role: 'user', parts: [{ type: 'text', text: 'a \ud83d b' }], extra: { own: true }, origin: { line: 3 } }],
  compactions: [{ at: 0, tokensBefore: 3, kept: ['m1'] }],
  branches: [{ id: 'b', messages: [] }],
  subagents: [],
  extra: { cwd: '/' },
};
const parse = (text: string) => {
  const parsed = parseTranscript(text);
  if (!parsed.ok) throw new Error(`${parsed.error.code} ${parsed.error.message}`);
  return parsed.value;
};

describe('the own format', () => {
  it('brings several conversations back exactly', () => {
    const parsed = parse(writePlayground([transcript, { ...transcript, id: 'u' }]));
    expect(parsed).toMatchObject({ format: 'playground', confidence: 1, warnings: [] });
    expect(parsed.conversations).toEqual([transcript, { ...transcript, id: 'u' }]);
  });

  it('keeps the order of fields, so that what is written again is the same to the letter', () => {
    const message = { parts: [{ text: 'x', type: 'text' }], extra: { constructor: 1 }, role: 'user', id: 'm' };
    const file = `${JSON.stringify({ format: 'compaction-playground', version: 2, conversations: [{ ...transcript, messages: [message] }] })}\n`;
    expect(writePlayground(parse(file).conversations)).toBe(file);
  });

  it("carries S4's fields beside the messages", () => {
    const persisted: StoredFields = {
      runtimeMessages: [{ id: 'm', role: 'user', parts: [{ type: 'text', text: 'a b' }] }],
      compressions: [{ strategy: 's' }],
      tokenUsage: { used: 1 },
      updatedAt: '2026-01-01T00:00:00.000Z',
    };
    const given = { ...transcript, messages: [], extra: { cwd: '/', persisted } };
    const written = serializeTranscript(given, 'playground');
    const document = JSON.parse(written.ok ? written.value.text : '') as { version: number; conversations: [Record<string, unknown>] };
    expect(document.version).toBe(2);
    expect(document.conversations[0]).toMatchObject({ ...persisted, extra: { cwd: '/' } });
    expect(parse(JSON.stringify(document)).conversations).toEqual([given]);
  });

  it('leaves out what has not the shape of a transcript, and says where', () => {
    const conversation = {
      id: 't',
      messages: [
        { id: 'a', role: 'user', parts: [{ type: 'text' }, { type: 'text', text: 'x' }] },
        { id: 'b', role: 'king', parts: [] },
        7,
        { id: 'a', role: 'user', parts: [] },
      ],
      tools: 'none',
    };
    const parsed = parse(JSON.stringify({ format: 'compaction-playground', version: 1, conversations: [conversation] }));
    expect(parsed.conversations[0]!.messages.map(({ id, parts }) => [id, parts])).toEqual([
      ['a', [{ type: 'text', text: 'x' }]],
      ['a~2', []],
    ]);
    expect(parsed.warnings).toEqual([expect.objectContaining({ code: 'invalid-field', count: 4, path: '$.conversations[0].tools' })]);
  });

  it('gives calls that share an id, and messages that share one with a branch, ids of their own', () => {
    const call = { id: 'c', role: 'assistant', parts: [{ type: 'tool-call', id: 'x', name: 'f', args: '{}' }] };
    const result = (id: string, text: string) => ({
      id,
      role: 'tool',
      parts: [{ type: 'tool-result', callId: 'x', content: [{ type: 'text', text }] }],
    });
    const conversation = {
      id: 't',
      messages: [call, result('r', 'one'), { ...call, id: 'd' }, result('s', 'two')],
      branches: [{ id: 'b', forkedFrom: 'c', messages: [{ id: 'c', role: 'user', parts: [] }] }],
    };
    const { conversations, warnings } = parse(JSON.stringify({ format: 'compaction-playground', version: 1, conversations: [conversation] }));
    const ids = conversations[0]!.messages.map(({ parts: [part] }) =>
      part?.type === 'tool-call' ? part.id : part?.type === 'tool-result' ? part.callId : '',
    );
    expect(ids).toEqual(['x', 'x', 'x#2', 'x#2']);
    expect(conversations[0]!.branches[0]!.messages[0]!.id).toBe('c~2');
    expect(warnings).toEqual([expect.objectContaining({ code: 'repeated-id', count: 1 })]);
  });

  it.each([
    [{ format: 'compaction-playground', version: 3, conversations: [] }, 'unknown-version'],
    [{ format: 'compaction-playground', conversations: [] }, 'unknown-version'],
    [{ format: 'compaction-playground', version: 1, conversations: [] }, 'no-messages'],
    [{ format: 'compaction-playground', version: 2, conversations: [] }, 'no-messages'],
  ])('%j ends in an error', (value, code) => {
    const parsed = parseTranscript(JSON.stringify(value));
    expect(parsed.ok ? '' : parsed.error.code).toBe(code);
  });
});
