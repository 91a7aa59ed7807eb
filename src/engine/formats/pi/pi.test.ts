import { describe, expect, it } from 'vitest';
import { attackFile } from '../../testing/shared.ts';
import type { Part, Transcript } from '../../transcript/types.ts';
import type { Parsed } from '../contract.ts';
import { parseTranscript, serializeTranscript } from '../index.ts';

type Json = Record<string, unknown>;
const ts = '2026-01-02T03:04:05.000Z';
const session = { type: 'session', version: 3, id: 's', timestamp: ts, cwd: '/w' };
const said = (id: string | undefined, parentId: string | null, message: Json): Json => ({
  type: 'message',
  ...(id && { id, parentId }),
  timestamp: ts,
  message,
});
const user = (id: string | undefined, parent: string | null, content: string): Json =>
  said(id, parent, { role: 'user', content: [{ type: 'text', text: content }] });
const answer = (id: string | undefined, parent: string | null, content: unknown, more: Json = {}): Json =>
  said(id, parent, {
    role: 'assistant',
    content,
    model: 'claude-x',
    usage: { input: 3, output: 4, cacheRead: 5, cacheWrite: 6, totalTokens: 18 },
    ...more,
  });

function parse(lines: readonly Json[]): Parsed {
  const parsed = parseTranscript(lines.map((value) => JSON.stringify(value)).join('\n'));
  if (!parsed.ok) throw new Error(parsed.error.message);
  expect(parsed.value.format).toBe('pi');
  return parsed.value;
}
const first = (lines: readonly Json[]) => parse(lines).conversations[0]!;

describe('pi', () => {
  it('reads answers, calls, results and usage', () => {
    const { messages, model, id, extra } = first([
      session,
      user('1', null, 'go'),
      answer('2', '1', [
        { type: 'thinking', thinking: 'hm', thinkingSignature: 's' },
        { type: 'text', text: 'I look' },
        { type: 'toolCall', id: 't', name: 'read', arguments: { path: 'a' } },
      ]),
      said('3', '2', {
        role: 'toolResult',
        toolCallId: 't',
        toolName: 'read',
        content: [
          { type: 'text', text: 'no such file' },
          { type: 'image', data: 'AAAA', mimeType: 'image/png' },
        ],
        isError: true,
        details: { big: 'x' },
      }),
    ]);
    expect({ id, model, extra }).toEqual({ id: 's', model: 'claude-x', extra: { cwd: '/w' } });
    expect(messages).toMatchObject([
      { id: '1', role: 'user', ts },
      {
        id: '2',
        role: 'assistant',
        parentId: '1',
        usage: { input: 3, output: 4, cacheRead: 5, cacheWrite: 6 },
        parts: [{ type: 'reasoning', signature: 's' }, { type: 'text' }, { type: 'tool-call', args: '{"path":"a"}' }],
      },
      { id: '3', role: 'tool', parts: [{ callId: 't', name: 'read', isError: true, content: [{ type: 'text' }, { type: 'image', bytes: 3 }] }] },
    ]);
  });

  it('reads version 1, where a compaction points to a line', () => {
    const lines = [
      { ...session, version: undefined },
      user(undefined, null, 'one'),
      user(undefined, null, 'two'),
      { type: 'thinking_level_change', timestamp: ts, thinkingLevel: 'off' },
      user(undefined, null, 'three'),
      { type: 'compaction', timestamp: ts, summary: 'So far', firstKeptEntryIndex: 3, tokensBefore: 175_004 },
      user(undefined, null, 'four'),
    ];
    const { messages, compactions } = first(lines);
    expect(messages.map(({ id }) => id)).toEqual(['entry-2', 'entry-3', 'entry-5', 'entry-6', 'entry-7']);
    // Entry 3 says nothing: what stayed begins with the first message after it.
    expect(compactions).toEqual([{ at: 3, tokensBefore: 175_004, keptFrom: 'entry-5', summaryId: 'entry-6' }]);
    expect(messages[3]).toMatchObject({ role: 'user', synthetic: true, compaction: { kind: 'summary', tokensBefore: 175_004, keptFrom: 'entry-5' } });
  });

  it('follows the tree to the last entry and keeps other branches', () => {
    const { messages, branches, compactions } = first([
      session,
      user('1', null, 'go'),
      answer('2', '1', [{ type: 'text', text: 'ok' }]),
      user('3', '2', 'left'),
      answer('4', '3', [{ type: 'text', text: 'left answer' }]),
      user('3b', '3', 'left of left'),
      { type: 'branch_summary', id: '5', parentId: '2', timestamp: ts, fromId: '4', summary: 'was left' },
      user('6', '5', 'right'),
      { type: 'compaction', id: '7', parentId: '6', timestamp: ts, summary: 'all', firstKeptEntryId: '6', tokensBefore: 9 },
    ]);
    expect(messages.map(({ id, synthetic }) => [id, synthetic])).toEqual([
      ['1', undefined],
      ['2', undefined],
      ['5', true],
      ['6', undefined],
      ['7', true],
    ]);
    expect(branches.map(({ forkedFrom, messages: own }) => [forkedFrom, own.map(({ id }) => id)])).toEqual([
      ['2', ['3', '4']],
      ['2', ['3b']],
    ]);
    expect(compactions).toEqual([{ at: 4, tokensBefore: 9, keptFrom: '6', summaryId: '7' }]);
  });

  it('counts what the model did not see, and does without the session line', () => {
    const parsed = parse([
      user('1', null, 'go'),
      answer('2', '1', [], {
        stopReason: 'aborted',
        errorMessage: 'Request was aborted.',
        usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
      }),
      said('3', '2', { role: 'bashExecution', command: 'ls', output: 'a', exitCode: 2 }),
      said('4', '3', { role: 'bashExecution', command: 'secret', output: '', excludeFromContext: true }),
      { type: 'custom', id: '5', parentId: '4', timestamp: ts, customType: 'x', data: {} },
      { type: 'custom_message', id: '6', parentId: '5', timestamp: ts, customType: 'x', content: 'injected', display: false },
      { type: 'session_info', id: '7', parentId: '6', timestamp: ts, name: 'My session' },
      { type: 'novelty', id: '8', parentId: '7', timestamp: ts },
    ]);
    const [transcript] = parsed.conversations;
    expect(transcript).toMatchObject({
      title: 'My session',
      messages: [
        { id: '1' },
        { id: '2', role: 'assistant', parts: [] },
        { id: '3', parts: [{ text: '$ ls\na\n(exit code 2)' }] },
        { id: '6', synthetic: true },
      ],
    });
    expect(Object.fromEntries(parsed.warnings.map(({ code, line, count }) => [code, [line, count]]))).toEqual({
      'excluded-from-context': [4, 1],
      'unknown-entry': [8, 1],
    });
  });

  it('writes a command back as one, as long as its text is unchanged', () => {
    const transcript = first([session, said('1', null, { role: 'bashExecution', command: 'ls', output: 'a', exitCode: 0 })]);
    const roles = (given: typeof transcript): unknown[] => {
      const written = serializeTranscript(given, 'pi');
      return (written.ok ? written.value.text : '')
        .trim()
        .split('\n')
        .map((value) => (JSON.parse(value) as { message?: Json }).message?.role);
    };
    expect(roles(transcript)).toEqual([undefined, 'bashExecution']);
    const [message] = transcript.messages;
    expect(roles({ ...transcript, messages: [{ ...message!, parts: [{ type: 'text', text: '$ ls' }] }] })).toEqual([undefined, 'user']);
  });

  const textsOf = ({ messages }: Transcript): string[] =>
    messages
      .flatMap(({ parts }) => parts.flatMap((part): readonly Part[] => (part.type === 'tool-result' ? part.content : [part])))
      .flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const written = (transcript: Transcript): string => {
    const exported = serializeTranscript(transcript, 'pi');
    if (!exported.ok) throw new Error(exported.error.message);
    return exported.value.text;
  };
  const read = (input: string | Uint8Array): Transcript => {
    const parsed = parseTranscript(input);
    if (!parsed.ok) throw new Error(parsed.error.message);
    return parsed.value.conversations[0]!;
  };
  const counts = ({ warnings }: Parsed): Record<string, number> => Object.fromEntries(warnings.map(({ code, count }) => [code, count]));

  it('keeps a line that has the id of an earlier one, and what follows it', () => {
    const parsed = parse([session, user('a', null, 'first'), user('a', null, 'second'), user('b', 'a', 'third'), user('b', 'a', 'third')]);
    const [transcript] = parsed.conversations;
    expect(textsOf(transcript!)).toEqual(['first', 'second', 'third']);
    expect(transcript!.branches).toEqual([]);
    expect(counts(parsed)).toEqual({ 'repeated-id': 1, 'duplicate-line': 1 });
  });

  it('follows the line before where the parent is not in the file, or is the line itself', () => {
    const parsed = parse([session, user('1', null, 'one'), user('3', '2', 'three'), user('4', '4', 'four'), user('5', '4', 'five')]);
    expect(textsOf(parsed.conversations[0]!)).toEqual(['one', 'three', 'four', 'five']);
    expect(counts(parsed)).toEqual({ 'missing-parent': 2 });
  });

  it('keeps entries that are each other’s parents as a branch', () => {
    const { messages, branches } = first([session, user('1', '2', 'one'), user('2', '1', 'two'), user('3', null, 'three')]);
    expect([messages.map(({ id }) => id), branches.flatMap((branch) => branch.messages.map(({ id }) => id))]).toEqual([['3'], ['1', '2']]);
  });

  it('holds as many conversations as a file has sessions', () => {
    const v1 = { ...session, id: 'old', version: undefined };
    const parsed = parse([
      session,
      user('1', null, 'one'),
      { ...session, id: 't' },
      user('1', null, 'another one'),
      v1,
      user(undefined, null, 'x'),
      user(undefined, null, 'y'),
      { type: 'compaction', timestamp: ts, summary: 'So far', firstKeptEntryIndex: 2, tokensBefore: 5 },
      v1,
      user(undefined, null, 'x'),
    ]);
    expect(parsed.conversations.map(({ id }) => id)).toEqual(['s', 't', 'old', 'old']);
    expect(parsed.conversations.map(textsOf)).toEqual([['one'], ['another one'], ['x', 'y', 'So far'], ['x']]);
    expect(parsed.conversations[2]!.compactions).toMatchObject([{ keptFrom: 'entry-7' }]);
    expect(parsed.warnings).toEqual([]);
  });

  it('joins what a session is continued with later in the file', () => {
    const parsed = parse([
      session,
      user('1', null, 'one'),
      user('2', '1', 'two'),
      session,
      user('1', null, 'one'),
      user('2', '1', 'two'),
      user('3', '2', 'three'),
    ]);
    expect(parsed.conversations.map(textsOf)).toEqual([['one', 'two', 'three']]);
    expect(counts(parsed)).toEqual({ 'sessions-joined': 1, 'duplicate-line': 2 });
  });

  const TWO_RESULTS_AND_TEXT = JSON.stringify({
    model: 'claude-x',
    max_tokens: 9,
    messages: [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: ['a', 'b'].map((id) => ({ type: 'tool_use', id, name: 'f', input: {} })) },
      {
        role: 'user',
        content: [...['a', 'b'].map((id) => ({ type: 'tool_result', tool_use_id: id, content: `result ${id}` })), { type: 'text', text: 'and this' }],
      },
      { role: 'assistant', content: 'done' },
    ],
  });

  it('writes two results and a text of one message as entries with ids of their own', () => {
    const entries = written(read(TWO_RESULTS_AND_TEXT))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; parentId?: string | null });
    expect(entries.slice(1).map(({ id, parentId }) => [id, parentId])).toEqual([
      ['m1', null],
      ['m2', 'm1'],
      ['m3', 'm2'],
      ['m3/result', 'm3'],
      ['m3/2', 'm3/result'],
      ['m4', 'm3/2'],
    ]);
  });

  it('keeps the image of a summary', () => {
    const given = first([session, user('1', null, 'one')]);
    const image = { type: 'image', mime: 'image/png', data: 'AAAA' } as const;
    const text = { type: 'text', text: 'So far' } as const;
    const summary = { id: '2', role: 'user', synthetic: true, compaction: { kind: 'summary' }, parts: [text, image] } as const;
    const { messages } = read(written({ ...given, messages: [...given.messages, summary] }));
    expect(messages.map(({ parts }) => parts.map(({ type }) => type))).toEqual([['text'], ['text'], ['image']]);
  });

  it.each([
    ['pi-two-results-and-text.json', 9],
    ['pi-same-id.jsonl', 3],
  ])('keeps all texts of %s', (name, texts) => {
    const bytes = attackFile(name);
    if (!bytes) return;
    expect(textsOf(read(written(read(bytes))))).toHaveLength(texts);
  });

  it('repairs a line in which masking left an invalid escape, and goes on over one that cannot be read', () => {
    const lines = [session, user('1', null, 'one'), user('2', '1', 'MASK'), user('3', '2', 'three'), user('4', '3', 'four')].map((value) =>
      JSON.stringify(value),
    );
    lines[2] = lines[2]!.replace('MASK', String.raw`C:\masked`).replace(String.raw`\\`, String.raw`\m`);
    lines[3] = lines[3]!.slice(0, 40);
    const parsed = parseTranscript(lines.join('\n'));
    if (!parsed.ok) throw new Error(parsed.error.message);
    expect(parsed.value.conversations[0]!.messages.map(({ id }) => id)).toEqual(['1', '2', '4']);
    expect(parsed.value.conversations[0]!.branches).toEqual([]);
    expect(counts(parsed.value)).toEqual({ 'damaged-line': 1, repaired: 1, 'missing-parent': 1 });
  });
});
