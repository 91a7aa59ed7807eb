import { describe, expect, it } from 'vitest';
import { agentOf } from '../../products/agents.ts';
import type { Parsed } from '../contract.ts';
import { readAs, outline } from '../../testing/read.ts';
import { zipOf } from '../../testing/zip.ts';
import { parseTranscript } from '../index.ts';

type Json = Record<string, unknown>;
let clock = 1_700_000_000;
let parts = 0;
const part = (messageID: string, type: string, more: Json = {}): Json => ({
  id: `prt_${String(++parts).padStart(4, '0')}`,
  messageID,
  sessionID: 'ses_1',
  type,
  ...more,
});
const info = (id: string, role: string, more: Json = {}): Json => ({ id, sessionID: 'ses_1', role, time: { created: ++clock * 1000 }, ...more });
const user = (id: string, ...own: readonly Json[]): Json => ({ info: info(id, 'user'), parts: own });
const answer = (id: string, own: readonly Json[], more: Json = {}): Json => ({
  info: info(id, 'assistant', { modelID: 'claude-x', providerID: 'anthropic', mode: 'build', ...more }),
  parts: own,
});
const text = (message: string, value: string, more: Json = {}): Json => part(message, 'text', { text: value, ...more });
const tool = (message: string, callID: string, state: Json): Json => part(message, 'tool', { callID, tool: 'bash', state });
const done = (output: string, more: Json = {}): Json => ({
  status: 'completed',
  input: { command: 'ls' },
  output,
  time: { start: 1, end: 2 },
  ...more,
});
const tokens = { input: 100, output: 20, reasoning: 0, cache: { read: 50, write: 5 } };
const session = { id: 'ses_1', title: 'A session', directory: '/w', version: '1.0.0', time: { created: 1, updated: 2 } };
const exported = (messages: readonly Json[], more: Json = {}): Json => ({ info: { ...session, ...more }, messages });

function parse(value: unknown): Parsed {
  const parsed = parseTranscript(typeof value === 'string' ? value : JSON.stringify(value));
  if (!parsed.ok) throw new Error(parsed.error.message);
  expect(parsed.value.format).toBe('opencode');
  return parsed.value;
}
const codes = ({ warnings }: Parsed): Record<string, number> => Object.fromEntries(warnings.map(({ code, count }) => [code, count]));

describe('opencode', () => {
  it('reads an export: calls with their results, steps of an answer, usage of each', () => {
    const parsed = parse(
      exported([
        user('msg_1', text('msg_1', 'go')),
        answer('msg_2', [
          part('msg_2', 'step-start'),
          part('msg_2', 'reasoning', { text: 'hm' }),
          text('msg_2', 'I look'),
          tool('msg_2', 'c1', done('a.txt')),
          tool('msg_2', 'c2', { status: 'error', input: { command: 'x' }, error: 'no such command' }),
          part('msg_2', 'step-finish', { tokens, cost: 0.1 }),
          part('msg_2', 'snapshot', { snapshot: 'abc' }),
          part('msg_2', 'step-start'),
          text('msg_2', 'done'),
          part('msg_2', 'step-finish', { tokens: { ...tokens, output: 7 } }),
        ]),
      ]),
    );
    expect(parsed.conversations).toMatchObject([
      {
        id: 'ses_1',
        title: 'A session',
        model: 'claude-x',
        extra: { cwd: '/w' },
        messages: [
          { id: 'msg_1', role: 'user', origin: { path: '$.messages[0]' } },
          {
            id: 'msg_2',
            role: 'assistant',
            model: 'claude-x',
            usage: { input: 100, output: 20, cacheRead: 50, cacheWrite: 5 },
            parts: [{ type: 'reasoning' }, { text: 'I look' }, { id: 'c1', name: 'bash', args: '{"command":"ls"}' }, { id: 'c2' }],
          },
          {
            role: 'tool',
            parts: [
              { callId: 'c1', content: [{ text: 'a.txt' }] },
              { callId: 'c2', isError: true, content: [{ text: 'no such command' }] },
            ],
          },
          { id: 'msg_2/2', role: 'assistant', usage: { output: 7 }, parts: [{ text: 'done' }] },
        ],
      },
    ]);
    expect(parsed.conversations[0]!.messages).toHaveLength(4);
    expect(codes(parsed)).toEqual({});
    expect(agentOf(parsed)).toBe('opencode');
  });

  it('leaves a call without an end unanswered, and says which outputs were cleared later on', () => {
    const parsed = parse(
      exported([
        user('msg_1', text('msg_1', 'go')),
        answer('msg_2', [
          tool('msg_2', 'c1', done('long output', { time: { start: 1, end: 2, compacted: 3 } })),
          tool('msg_2', 'c2', { status: 'running', input: { command: 'sleep' } }),
          tool('msg_2', 'c3', { status: 'pending', input: {} }),
        ]),
      ]),
    );
    expect(parsed.conversations[0]!.messages.at(-1)).toMatchObject({ role: 'tool', parts: [{ content: [{ text: 'long output' }] }] });
    expect(codes(parsed)).toEqual({ 'pruned-output': 1, 'unanswered-call': 2 });
  });

  it('reads a compaction: what asked for it, its summary, from where messages stayed', () => {
    const { conversations } = parse(
      exported([
        user('msg_1', text('msg_1', 'one')),
        answer('msg_2', [text('msg_2', 'first')]),
        user('msg_3', text('msg_3', 'two')),
        user('msg_4', part('msg_4', 'compaction', { auto: true, overflow: true, tail_start_id: 'msg_3' })),
        answer('msg_5', [text('msg_5', 'So far: one.')], { mode: 'compaction', agent: 'compaction', summary: true }),
        user('msg_6', text('msg_6', 'Continue if you have next steps', { synthetic: true })),
        answer('msg_7', [text('msg_7', 'second')]),
      ]),
    );
    const [{ messages, compactions }] = conversations as [(typeof conversations)[number]];
    expect(compactions).toEqual([{ at: 3, trigger: 'overflow', keptFrom: 'msg_3', summaryId: 'msg_5' }]);
    expect(messages.map(({ id, synthetic, compaction }) => [id, synthetic ?? false, compaction?.kind])).toEqual([
      ['msg_1', false, undefined],
      ['msg_2', false, undefined],
      ['msg_3', false, undefined],
      ['msg_5', true, 'summary'],
      ['msg_6', true, undefined],
      ['msg_7', false, undefined],
    ]);
  });

  it('takes a summary that failed for an aborted answer', () => {
    const { conversations } = parse(
      exported([
        user('msg_1', text('msg_1', 'one')),
        user('msg_2', part('msg_2', 'compaction', { auto: false })),
        answer('msg_3', [], { summary: true, error: { name: 'MessageAbortedError', data: {} } }),
      ]),
    );
    expect(conversations[0]!.compactions).toEqual([]);
    expect(conversations[0]!.messages.map(({ id, parts: own }) => [id, own.length])).toEqual([
      ['msg_1', 1],
      ['msg_3', 0],
    ]);
  });

  it('keeps what opencode added apart from what was said, and leaves out what no model saw', () => {
    const parsed = parse(
      exported([
        user(
          'msg_1',
          text('msg_1', 'look at @a.png'),
          text('msg_1', 'Called the Read tool', { synthetic: true }),
          text('msg_1', 'for the screen only', { ignored: true }),
          part('msg_1', 'file', { mime: 'image/png', filename: 'a.png', url: 'data:image/png;base64,AAAA' }),
          part('msg_1', 'file', { mime: 'text/plain', filename: 'b.txt', url: 'file:///w/b.txt' }),
          part('msg_1', 'novelty'),
        ),
      ]),
    );
    expect(parsed.conversations[0]!.messages).toMatchObject([
      {
        id: 'msg_1',
        parts: [{ text: 'look at @a.png' }, { type: 'image', bytes: 3, data: 'AAAA' }, { type: 'file', name: 'b.txt', url: 'file:///w/b.txt' }],
      },
      { id: 'msg_1/added', synthetic: true, parts: [{ text: 'Called the Read tool' }] },
    ]);
    expect(codes(parsed)).toEqual({ 'hidden-text': 1, 'unknown-part': 1 });
  });

  it('sorts by time, keeps what was taken back as a branch, and puts a started session below the one that started it', () => {
    const [one, two, three] = [
      user('msg_1', text('msg_1', 'one')),
      answer('msg_2', [text('msg_2', 'first')]),
      user('msg_3', text('msg_3', 'a mistake')),
    ];
    const child = { info: { ...session, id: 'ses_2', parentID: 'ses_1', title: 'Search' }, messages: [user('msg_9', text('msg_9', 'search'))] };
    const { conversations } = parse([exported([three!, one!, two!], { revert: { messageID: 'msg_3' } }), child]);
    expect(conversations.map(({ id }) => id)).toEqual(['ses_1']);
    expect(conversations[0]!.messages.map(({ id }) => id)).toEqual(['msg_1', 'msg_2']);
    expect(conversations[0]!.branches).toMatchObject([{ forkedFrom: 'msg_2', messages: [{ id: 'msg_3' }] }]);
    expect(conversations[0]!.subagents).toMatchObject([{ id: 'ses_2', title: 'Search', messages: [{ id: 'msg_9' }] }]);
  });

  it('reads files of its storage in a row, and one alone', () => {
    const records = [
      text('msg_1', 'go'),
      text('msg_2', 'part two'),
      { ...session },
      info('msg_1', 'user'),
      info('msg_2', 'assistant', { modelID: 'claude-x' }),
    ];
    const [later] = [text('msg_2', ' and three')];
    const { conversations } = parse([...records, later].map((record) => JSON.stringify(record)).join('\n'));
    expect(conversations).toMatchObject([
      {
        id: 'ses_1',
        title: 'A session',
        messages: [
          { id: 'msg_1', role: 'user', parts: [{ text: 'go' }] },
          { id: 'msg_2', role: 'assistant', parts: [{ text: 'part two' }, { text: ' and three' }] },
        ],
      },
    ]);
    const alone = parse(tool('msg_2', 'c1', done('a.txt'))).conversations[0]!;
    expect(alone.messages.map(({ role }) => role)).toEqual(['assistant', 'tool']);
  });

  it('reads the messages that the server lists', () => {
    const { conversations } = parse([user('msg_1', text('msg_1', 'go')), answer('msg_2', [text('msg_2', 'done')], { tokens })]);
    expect(conversations).toMatchObject([{ id: 'ses_1', messages: [{ id: 'msg_1', origin: { path: '$[0]' } }, { usage: { input: 100 } }] }]);
  });
});

it('joins the files of the storage folder, also where ids and owners are known from their paths alone', () => {
  const file = (name: string, value: Json) => ({ name: `storage/${name}.json`, text: JSON.stringify(value) });
  const { conversations, warnings } = readAs(
    'opencode',
    zipOf([
      file('session/p/one', { id: 'one', title: 'Lamp', time: { created: 1 } }),
      file('message/one/msg_2', { id: 'm2', role: 'assistant', time: { created: 20 }, modelID: 'x' }),
      file('message/one/msg_1', { id: 'm1', role: 'user', time: { created: 10 } }),
      file('part/m1/001', { id: 'p1', type: 'text', text: 'go' }),
      file('part/m2/001', {
        id: 'p2',
        messageID: 'm2',
        type: 'tool',
        callID: 'c',
        tool: 'bash',
        state: { status: 'completed', input: {}, output: 'a.ts' },
      }),
      file('part/m2/002', { id: 'p3', type: 'text', text: 'done' }),
      { name: 'storage/migration', text: '2' },
    ]),
  );
  expect(conversations.map(({ id, title }) => [id, title])).toEqual([['one', 'Lamp']]);
  expect(outline(conversations[0]!)).toEqual(['U go', 'A bash{} / done', 'T =a.ts']);
  expect(warnings).toEqual([]);
});
