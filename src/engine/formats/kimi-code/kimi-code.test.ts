import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { codes, jsonLines, outline, readAs } from '../../testing/read.ts';
import { caseFile } from '../../testing/shared.ts';
import { conversationsOf } from '../index.ts';

const meta = { type: 'metadata', protocol_version: '1.4', created_at: 1 };
const say = (text: string, kind = 'user', more: object = {}): object => ({
  type: 'context.append_message',
  message: { role: 'user', content: [{ type: 'text', text }], toolCalls: [], origin: { kind } },
  time: 1_777_000_000_000,
  ...more,
});
const event = (type: string, more: object): object => ({ type: 'context.append_loop_event', event: { type, ...more }, time: 1_777_000_000_000 });
const part = (stepUuid: string, own: object): object => event('content.part', { stepUuid, part: own });
const text = (stepUuid: string, value: string): object => part(stepUuid, { type: 'text', text: value });
const read = (...records: object[]) => readAs('kimi-code', jsonLines([meta, ...records]));

describe('kimi-code', () => {
  it('makes one answer per step, and none of a step that failed', () => {
    const parsed = read(
      { type: 'config.update', systemPrompt: 'old' },
      { type: 'config.update', systemPrompt: 'You are Kimi.', modelAlias: 'k2' },
      { type: 'turn.prompt', input: [{ type: 'text', text: 'go' }] },
      say('go'),
      say('a rule', 'injection'),
      event('step.begin', { uuid: 'x' }),
      event('step.begin', { uuid: 's' }),
      part('s', { type: 'think', think: 'hm' }),
      event('tool.call', { stepUuid: 's', toolCallId: 'c', name: 'Bash', args: { command: 'ls' } }),
      event('tool.result', { toolCallId: 'c', result: { output: [{ type: 'text', text: 'no' }], isError: true } }),
      text('s', 'late'),
      event('step.end', { uuid: 's', usage: { inputOther: 10, output: 5, inputCacheRead: 90, inputCacheCreation: 1 } }),
      { type: 'usage.record', usage: { inputOther: 10, output: 5 } },
      { type: 'hologram' },
    );
    const [only] = parsed.conversations;
    expect(outline(only!)).toEqual(['S You are Kimi.', 'U go', 'u a rule', 'A ~hm / Bash{"command":"ls"} / late', 'T !no']);
    expect(only!.messages[3]).toMatchObject({ model: 'k2', usage: { input: 10, output: 5, cacheRead: 90, cacheWrite: 1 } });
    expect(codes(parsed)).toEqual({ 'unknown-entry': 1 });
  });

  it('knows compactions with the prompts that stay, a cleared context, and what was undone, never past a compaction', () => {
    const { conversations } = read(
      say('a'),
      text('1', 'b'),
      say('c'),
      {
        type: 'context.apply_compaction',
        summary: 'short',
        contextSummary: 'In short: a, c.',
        tokensBefore: 900,
        tokensAfter: 90,
        keptUserMessageCount: 1,
      },
      say('d'),
      text('2', 'wrong'),
      { type: 'context.undo', count: 5 },
      say('e'),
      { type: 'context.clear' },
      { type: 'context.apply_compaction', summary: { role: 'user', content: 'older form' }, count: 1 },
    );
    const [only] = conversations;
    expect(outline(only!)).toEqual(['U a', 'A b', 'U c', 'C In short: a, c.', 'U e', 'C older form']);
    expect(only!.branches.map(outline)).toEqual([['U d', 'A wrong']]);
    const kept = only!.messages[2]!.id;
    expect(only!.compactions).toMatchObject([
      { at: 3, tokensBefore: 900, tokensAfter: 90, keptFrom: kept, kept: [kept] },
      { at: 5, trigger: 'clear' },
      { at: 5 },
    ]);
  });

  it('gives other agents conversations of their own, reads the log of the older program, and says that a protocol is newer', () => {
    const { conversations } = read(say('a', 'user', { agentId: 'main' }), say('inside', 'user', { agentId: 'explore' }));
    expect(conversations[0]!.subagents).toMatchObject([{ id: 'explore', messages: [{ parts: [{ text: 'inside' }] }] }]);
    const older = readAs(
      'kimi-code',
      jsonLines([
        { role: '_system_prompt', content: 'You are.' },
        { role: 'user', content: 'a' },
        { role: '_checkpoint', id: 0 },
        {
          role: 'assistant',
          content: [
            { type: 'think', think: 'hm' },
            { type: 'text', text: 'b' },
          ],
        },
        { role: '_usage', token_count: 9 },
      ]),
    );
    expect(outline(older.conversations[0]!)).toEqual(['S You are.', 'U a', 'A ~hm / b']);
    expect(codes(readAs('kimi-code', jsonLines([{ ...meta, protocol_version: '2.0' }, say('a')])))).toEqual({ 'newer-version': 1 });
  });

  const agent = (name: string, ...records: object[]): Uint8Array => strToU8(jsonLines([meta, ...records, say(name)]));
  const owners = (name: string, files: Record<string, Uint8Array>) =>
    conversationsOf(readAs('kimi-code', zipSync(files), name)).map(({ transcript: { id, extra }, parent }) => [id, parent, extra?.ofSession]);

  it('the folders say whose the file of an agent is', () => {
    const files = {
      'p/session_1/agents/agent-0/wire.jsonl': agent('a', say('inside', 'user', { agentId: 'agent-0' })),
      'p/session_1/agents/main/wire.jsonl': agent('b'),
      'p/session_2/agents/agent-0/wire.jsonl': agent('c'),
      'p/session_2/agents/main/wire.jsonl': agent('d'),
      'p/session_3/agents/agent-0/wire.jsonl': agent('e'),
    };
    expect(owners('week.zip', files)).toEqual([
      ['session_1', null, undefined],
      ['session_2', null, undefined],
      ['agent-0', null, 'session_3'],
      ['agent-0', 0, 'session_1'],
      ['agent-0', 1, 'session_2'],
    ]);
    const { conversations } = readAs('kimi-code', jsonLines([meta, say('a')]), 'C:\\k\\session_1\\agents\\agent-0\\wire.jsonl');
    expect(conversations).toMatchObject([{ id: 'agent-0', extra: { ofSession: 'session_1' } }]);
  });

  it('a session that Kimi Code exported is named by its zip; in none and without a folder it has no name', () => {
    const files = { 'agents/agent-0/wire.jsonl': agent('a'), 'agents/main/wire.jsonl': agent('b'), 'manifest.json': strToU8('{"sessionId":"x"}') };
    const named = (session: string) => [
      [session, null, undefined],
      ['agent-0', 0, session],
    ];
    expect(owners('exports/session_1.zip', files)).toEqual(named('session_1'));
    expect(owners('', files)).toEqual(named('main'));
    for (const name of ['', 'wire.jsonl', 'my-agents/agent-0/wire.jsonl', 'agents/agent-0/other.jsonl']) {
      const [only] = readAs('kimi-code', jsonLines([meta, say('a')]), name).conversations;
      expect([only!.id, only!.extra?.ofSession]).toEqual(['session', undefined]);
    }
  });

  const given = caseFile('refused__kimi-code-wire.jsonl');
  it.skipIf(!given)('reads the case', () => {
    const { conversations } = readAs('kimi-code', given!);
    expect(outline(conversations[0]!)).toEqual([
      'S You are Kimi.',
      'U List.',
      'A I list. / Bash{"command":"ls"}',
      'T =a.ts',
      'C The conversation so far has been compacted. Listed: a.ts.',
    ]);
    expect(conversations[0]!.compactions).toMatchObject([{ at: 4, tokensBefore: 900 }]);
  });
});
