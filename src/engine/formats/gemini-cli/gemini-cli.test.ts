import { describe, expect, it } from 'vitest';
import { sharedFiles } from '../../testing/shared.ts';
import type { Parsed } from '../contract.ts';
import { parseTranscript } from '../index.ts';

type Json = Record<string, unknown>;
const header: Json = {
  sessionId: 's1',
  projectHash: 'f00',
  startTime: '2026-05-01T10:00:00.000Z',
  lastUpdated: '2026-05-01T10:00:00.000Z',
  kind: 'main',
};
const user = (id: string, content: unknown): Json => ({ id, timestamp: '2026-05-01T10:00:01.000Z', type: 'user', content });
const gemini = (id: string, content: string, more: Json = {}): Json => ({
  id,
  timestamp: '2026-05-01T10:00:02.000Z',
  type: 'gemini',
  content,
  thoughts: [],
  model: 'gemini-3-pro',
  ...more,
});
const tool = (id: string, response: unknown, more: Json = {}): Json => ({
  id,
  name: 'read_file',
  args: { path: 'a.ts' },
  status: 'success',
  result: [{ functionResponse: { id, name: 'read_file', response } }],
  resultDisplay: 'shown twice',
  ...more,
});
const log = (...lines: readonly Json[]): string => [header, ...lines].map((line) => JSON.stringify(line)).join('\n');

function parse(value: unknown): Parsed {
  const parsed = parseTranscript(typeof value === 'string' ? value : JSON.stringify(value));
  if (!parsed.ok) throw new Error(parsed.error.message);
  expect(parsed.value.format).toBe('gemini-cli');
  return parsed.value;
}
const first = (value: unknown) => parse(value).conversations[0]!;
const texts = (value: unknown): readonly string[] =>
  first(value).messages.map(({ parts: [part] }) => (part?.type === 'text' ? part.text : (part?.type ?? 'nothing')));

describe('sessions of Gemini CLI', () => {
  const tokens = { input: 1000, output: 50, cached: 600, thoughts: 20, tool: 5, total: 1075 };
  const messages = [
    user('u1', 'Read it.'),
    { id: 'i1', type: 'info', content: 'Update available!' },
    gemini('g1', 'Reading.', {
      thoughts: [{ subject: 'Look', description: 'I look.', timestamp: 't' }],
      tokens,
      toolCalls: [tool('c1', { output: 'const a = 1;' }), tool('c2', { error: 'no such file' }, { status: 'error' })],
    }),
    gemini('g2', 'Done.'),
  ];

  it.each<[string, unknown]>([
    ['as a document', { ...header, messages }],
    ['as a log', log(...messages)],
  ])('call and result of one entry are two messages; notes and displays are not said: %s', (_, value) => {
    const { conversations, warnings } = parse(value);
    const { id, model, messages: read } = conversations[0]!;
    expect({ id, model }).toEqual({ id: 's1', model: 'gemini-3-pro' });
    expect(read).toMatchObject([
      { id: 'u1', role: 'user', parts: [{ text: 'Read it.' }], ts: '2026-05-01T10:00:01.000Z' },
      {
        id: 'g1',
        role: 'assistant',
        usage: { input: 405, output: 70, cacheRead: 600, cacheWrite: 0 },
        parts: [
          { type: 'reasoning', text: 'Look\nI look.' },
          { text: 'Reading.' },
          { type: 'tool-call', id: 'c1', args: '{"path":"a.ts"}' },
          { id: 'c2' },
        ],
      },
      {
        role: 'tool',
        parts: [
          { callId: 'c1', content: [{ text: 'const a = 1;' }] },
          { callId: 'c2', isError: true, content: [{ text: 'no such file' }] },
        ],
      },
      { id: 'g2', role: 'assistant', parts: [{ text: 'Done.' }] },
    ]);
    expect(JSON.stringify(read)).not.toContain('shown twice');
    expect(warnings).toMatchObject([{ code: 'interface-note', count: 1 }]);
  });

  it('content may be parts, and results more than a response', () => {
    const image = { inlineData: { mimeType: 'image/png', data: 'AAAA' } };
    const shown = tool('c1', { output: 'see' }, { result: [{ functionResponse: { name: 'read_file', response: { output: 'see' } } }, image] });
    const { messages: read } = first({
      ...header,
      messages: [user('u1', [{ text: 'look' }, image, 'here']), gemini('g1', '', { toolCalls: [shown] })],
    });
    expect(read[0]!.parts).toMatchObject([{ text: 'look' }, { type: 'image', bytes: 3 }, { text: 'here' }]);
    expect(read[2]!.parts).toMatchObject([{ callId: 'c1', content: [{ text: 'see' }, { type: 'image', data: 'AAAA' }] }]);
  });

  it('a call without a result stays open', () => {
    const { warnings } = parse(log(user('u1', 'go'), gemini('g1', '', { toolCalls: [tool('c1', null, { result: null, status: 'cancelled' })] })));
    expect(warnings).toMatchObject([{ code: 'unanswered-call', count: 1 }]);
  });

  it('several of them in one file are several conversations', () => {
    const other = JSON.stringify({ ...header, sessionId: 's2' });
    const { conversations } = parse(`${log(user('u1', 'one'))}\n${other}\n${JSON.stringify(user('u1', 'two'))}`);
    expect(conversations.map(({ id, messages: read }) => [id, read.length])).toEqual([
      ['s1', 1],
      ['s2', 1],
    ]);
  });
});

describe('logs', () => {
  it('write a message again when it changes: its last state counts', () => {
    const open = gemini('g1', '', { toolCalls: [tool('c1', null, { result: null, status: 'executing' })] });
    const done = gemini('g1', '', { toolCalls: [tool('c1', { output: 'x' })] });
    const { conversations, warnings } = parse(log(user('u1', 'go'), open, { $set: { lastUpdated: 'later' } }, done));
    expect(conversations[0]!.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
    expect(warnings).toEqual([]);
  });

  it('rewind: what was taken back is a branch', () => {
    const value = log(user('u1', 'one'), gemini('g1', '1'), user('u2', 'two'), gemini('g2', '2'), { $rewindTo: 'u2' }, user('u3', 'three'));
    expect(texts(value)).toEqual(['one', '1', 'three']);
    expect(first(value).branches).toMatchObject([{ forkedFrom: 'g1', messages: [{ id: 'u2' }, { id: 'g2' }] }]);
    const cleared = log(user('u1', 'one'), { $rewindTo: 'nobody' }, user('u2', 'two'));
    expect(texts(cleared)).toEqual(['two']);
    expect(first(cleared).branches).toMatchObject([{ messages: [{ id: 'u1' }] }]);
  });

  it('a list that replaces the context by its beginning takes the rest back', () => {
    const [one, two] = [user('u1', 'one'), user('u2', 'two')];
    const value = log(one, two, { $set: { messages: [one] } }, user('u3', 'three'));
    expect(texts(value)).toEqual(['one', 'three']);
    expect(first(value).compactions).toEqual([]);
  });

  it('a list that replaces it by a summary and what was kept is a compaction; what was before stays', () => {
    const [one, answer, kept] = [user('u1', 'one'), gemini('g1', '1'), user('u2', 'two')];
    const summary = user('sum', '<state_snapshot>\n<overall_goal>one</overall_goal>\n</state_snapshot>');
    const list = [summary, gemini('ack', 'Got it. Thanks for the additional context!'), { ...kept, id: 'given anew' }];
    const { messages, compactions } = first(log(one, answer, kept, { $set: { messages: list } }, user('u3', 'three')));
    expect(messages.map(({ id }) => id)).toEqual(['u1', 'g1', 'u2', 'sum', 'ack', 'u3']);
    expect(compactions).toEqual([{ at: 3, summaryId: 'sum', keptFrom: 'u2' }]);
    expect(messages[3]).toMatchObject({ role: 'user', synthetic: true, compaction: { kind: 'summary', keptFrom: 'u2' } });
  });

  it('a session that begins with a list was resumed', () => {
    const { messages, compactions } = first(log({ $set: { messages: [user('u1', 'one'), gemini('g1', '1')] } }, user('u2', 'two')));
    expect(messages.map(({ id }) => id)).toEqual(['u1', 'g1', 'u2']);
    expect(compactions).toEqual([]);
  });
});

describe('checkpoints', () => {
  const said = (role: string, text: string): Json => ({ role, parts: [{ text }] });
  it.each<[string, Json]>([
    ['with the history', { history: [said('user', 'one'), said('model', '1')], authType: 'oauth' }],
    ['before a tool call', { history: [{ type: 'user', text: 'one' }], clientHistory: [said('user', 'one'), said('model', '1')], toolCall: {} }],
  ])('%s are what the model saw', (_, value) => {
    expect(texts(value)).toEqual(['one', '1']);
  });

  it('begin with the summary after a compression', () => {
    const { compactions, messages } = first({
      history: [said('user', '<state_snapshot>all</state_snapshot>'), said('model', 'Got it.'), said('user', 'two')],
    });
    expect(compactions).toEqual([{ at: 0, summaryId: 'm1' }]);
    expect(messages[0]).toMatchObject({ synthetic: true, compaction: { kind: 'summary' } });
  });
});

const outlineOf = (name: string): string => {
  const file = sharedFiles().find((one) => one.file === `gemini-cli/${name}`)!;
  return first(new TextDecoder().decode(file.bytes()))
    .messages.map(({ role }) => role[0])
    .join('');
};

describe.skipIf(sharedFiles().length === 0)('real sessions', () => {
  it('are read in both generations', () => {
    expect(outlineOf('lanegrid__gemini_session.json')).toBe('uatatatauatata');
    expect(outlineOf('jazzyalex__jsonl_v040.jsonl')).toBe('uata');
  });
});
