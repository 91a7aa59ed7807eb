import { describe, expect, it } from 'vitest';
import { agentOf } from '../../products/agents.ts';
import type { Parsed } from '../contract.ts';
import { parseTranscript } from '../index.ts';

type Json = Record<string, unknown>;
const text = (value: string): Json => ({ type: 'text', text: value });
const user = (...content: readonly (string | Json)[]): Json => ({
  role: 'user',
  content: content.map((one) => (typeof one === 'string' ? text(one) : one)),
  ts: 1_700_000_000_000,
});
const answer = (content: readonly Json[], more: Json = {}): Json => ({ role: 'assistant', content, ts: 1_700_000_001_000, ...more });
const ENVIRONMENT = '<environment_details>\n# VSCode Open Tabs\na.ts\n</environment_details>';

function parse(value: unknown): Parsed {
  const parsed = parseTranscript(JSON.stringify(value));
  if (!parsed.ok) throw new Error(parsed.error.message);
  expect(parsed.value.format).toBe('cline');
  return parsed.value;
}
const messagesOf = (value: unknown) => parse(value).conversations[0]!.messages;
const codes = ({ warnings }: Parsed): Record<string, number> => Object.fromEntries(warnings.map(({ code, count }) => [code, count]));

describe('Cline’s history', () => {
  it('tells what the person said from the environment, whether in one text or in two', () => {
    const messages = messagesOf([
      user('<task>\nfix it\n</task>', ENVIRONMENT),
      answer([text('Done')], {
        modelInfo: { modelId: 'claude-x', providerId: 'anthropic' },
        metrics: { tokens: { prompt: 10, completion: 5, cached: 7 } },
      }),
      user(`thanks\n\n${ENVIRONMENT}`),
    ]);
    expect(messages).toMatchObject([
      { id: 'm1', role: 'user', ts: '2023-11-14T22:13:20.000Z', parts: [{ text: '<task>\nfix it\n</task>' }] },
      { id: 'm1/environment', role: 'user', synthetic: true, parts: [{ text: ENVIRONMENT }] },
      { role: 'assistant', model: 'claude-x', usage: { input: 10, output: 5, cacheRead: 7, cacheWrite: 0 } },
      { id: 'm3', parts: [{ text: 'thanks' }] },
      { synthetic: true },
    ]);
    expect(messages[3]).not.toHaveProperty('synthetic');
  });

  it('reads tools that are XML in the text, and the results that follow in the user’s name', () => {
    const parsed = parse([
      user('<task>fix it</task>', ENVIRONMENT),
      answer([text('I read it.\n\n<read_file>\n<path>src/a.ts</path>\n</read_file>')]),
      user("[read_file for 'src/a.ts'] Result:", 'const a = 1;', ENVIRONMENT),
      answer([text('<write_to_file>\n<path>x.md</path>\n<content>\nUse <read_file> and </write_to_file> tags\n</content>\n</write_to_file>')]),
      user("[write_to_file for 'x.md'] Result:\nThe tool execution failed with the following error:\n<error>no</error>"),
      answer([text('<attempt_completion>\n<result>All done</result>\n</attempt_completion>')]),
      user('[attempt_completion] Result:', '<feedback>not yet</feedback>'),
    ]);
    const { messages } = parsed.conversations[0]!;
    expect(messages.map(({ role, parts }) => [role, parts])).toMatchObject([
      ['user', [{ type: 'text' }]],
      ['user', [{ type: 'text' }]],
      ['assistant', [{ text: 'I read it.' }, { type: 'tool-call', id: 'read_file#1', name: 'read_file', args: '{"path":"src/a.ts"}' }]],
      ['tool', [{ callId: 'read_file#1', name: 'read_file', content: [{ text: 'const a = 1;' }] }]],
      ['user', [{ text: ENVIRONMENT }]],
      ['assistant', [{ name: 'write_to_file', args: JSON.stringify({ path: 'x.md', content: 'Use <read_file> and </write_to_file> tags' }) }]],
      ['tool', [{ callId: 'write_to_file#1', isError: true }]],
      ['assistant', [{ name: 'attempt_completion', args: '{"result":"All done"}' }]],
      ['tool', [{ name: 'attempt_completion', content: [] }]],
      ['user', [{ text: '<feedback>not yet</feedback>' }]],
    ]);
    expect(messages).toHaveLength(10);
    expect(codes(parsed)).toEqual({});
  });

  it('reads two files that one answer writes as two calls', () => {
    const write = (name: string): string =>
      `<write_to_file>\n<path>${name}</path>\n<content>\n${name}\n</content>\n<line_count>1</line_count>\n</write_to_file>`;
    const messages = messagesOf([user('<task>x</task>'), answer([text(`${write('a')}\n${write('b')}`)]), user('[write_to_file] Result:', 'written')]);
    expect(messages[1]!.parts).toMatchObject([
      { type: 'tool-call', args: '{"path":"a","content":"a","line_count":"1"}' },
      { type: 'tool-call', args: '{"path":"b","content":"b","line_count":"1"}' },
    ]);
  });

  it('keeps other tags, and headings that answer no call, as text', () => {
    const messages = messagesOf([
      user('<task>x</task>'),
      answer([text('<div>text</div> and <read_file> without an end')]),
      user("[read_file for 'x'] Result: is what it says"),
    ]);
    expect(messages.map(({ role, parts }) => [role, parts.map(({ type }) => type)])).toEqual([
      ['user', ['text']],
      ['assistant', ['text']],
      ['user', ['text']],
    ]);
  });

  it('reads native calls as they are, with the file that a message holds', () => {
    const parsed = parse({
      version: 1,
      agent: 'lead',
      sessionId: 's1',
      system_prompt: 'You are Cline.',
      messages: [
        { id: 'u1', ...user('look at it', { type: 'file', path: '/w/a.ts', content: 'const a = 1;' }) },
        {
          id: 'a1',
          ...answer([text('I do'), { type: 'tool_use', id: 't1', name: 'read_files', input: { files: ['b.ts'] } }], {
            modelInfo: { id: 'claude-x', provider: 'cline' },
            metrics: { inputTokens: 100, outputTokens: 5, cacheReadTokens: 60, cacheWriteTokens: 10, cost: 0.1 },
          }),
        },
        {
          id: 'r1',
          ...user({ type: 'tool_result', tool_use_id: 't1', name: 'read_files', content: [{ query: 'b.ts', result: 'b', success: true }] }),
        },
      ],
    });
    expect(parsed.conversations).toMatchObject([
      {
        id: 's1',
        model: 'claude-x',
        messages: [
          { role: 'system', parts: [{ text: 'You are Cline.' }] },
          { id: 'u1', parts: [{ text: 'look at it' }, { text: '/w/a.ts\nconst a = 1;' }] },
          // The SDK counts cached tokens as input too.
          { id: 'a1', usage: { input: 30, output: 5, cacheRead: 60, cacheWrite: 10 } },
          { id: 'r1', role: 'tool', parts: [{ callId: 't1', content: [{ text: '{"query":"b.ts","result":"b","success":true}' }] }] },
        ],
      },
    ]);
    expect(agentOf(parsed)).toBe('cline-basic');
  });

  it('reads summaries of compactions: the SDK’s and Roo Code’s', () => {
    const summary = {
      ...user('Context summary:\n## Goal'),
      id: 's',
      metadata: { kind: 'compaction_summary', summary: '## Goal', tokensBefore: 21_919 },
    };
    const sdk = parse({ sessionId: 's1', messages: [summary, user('hello'), answer([text('Hello!')])] }).conversations[0]!;
    expect(sdk.compactions).toEqual([{ at: 0, tokensBefore: 21_919, summaryId: 's' }]);
    expect(sdk.messages[0]).toMatchObject({ synthetic: true, compaction: { kind: 'summary', tokensBefore: 21_919 } });
    const roo = parse([
      user('<task>x</task>'),
      answer([text('one')]),
      answer([text('So far: one')], { isSummary: true, condenseId: 'c' }),
      user('on'),
    ]);
    expect(roo.conversations[0]!.compactions).toEqual([{ at: 2, summaryId: 'm3' }]);
  });

  it('is not taken from requests and chats with a task in them', () => {
    const formatOf = (value: unknown): string => {
      const parsed = parseTranscript(JSON.stringify(value));
      return parsed.ok ? parsed.value.format : parsed.error.code;
    };
    const messages = [user('a <task> of mine'), answer([{ type: 'tool_use', id: 't', name: 'f', input: {} }])];
    expect(formatOf({ model: 'claude-x', max_tokens: 5, messages })).toBe('anthropic-messages');
    expect(formatOf([{ role: 'user', content: 'hi' }])).toBe('openai-chat');
  });
});

const say = (kind: string, value: string | Json, more: Json = {}): Json => ({
  ts: 1_700_000_000_000,
  type: 'say',
  say: kind,
  text: typeof value === 'string' ? value : JSON.stringify(value),
  ...more,
});
const ask = (kind: string, value: string | Json): Json => {
  const { say: _, ...rest } = say(kind, value);
  return { ...rest, type: 'ask', ask: kind };
};

describe('what Cline shows', () => {
  it('is read: requests with their usage, calls, outputs, without what is repeated, partial or of the interface', () => {
    const parsed = parse([
      say('task', 'fix it', { images: ['data:image/png;base64,AAAA'] }),
      say('api_req_started', { request: 'the whole request', tokensIn: 100, tokensOut: 20, cacheReads: 50, cacheWrites: 5 }),
      say('reasoning', 'hm'),
      say('text', 'I lo', { partial: true }),
      say('text', 'I look'),
      ask('tool', { tool: 'searchFiles', path: 'src', regex: 'x', content: 'a.ts:1' }),
      say('tool', { tool: 'searchFiles', path: 'src', regex: 'x', content: 'a.ts:1' }),
      say('checkpoint_created', ''),
      say('api_req_started', { tokensIn: 120, tokensOut: 2 }),
      ask('command', 'npm test'),
      say('command_output', 'line 1'),
      say('command_output', 'line 2'),
      say('api_req_started', { tokensIn: 130, tokensOut: 3 }),
      say('completion_result', 'All done'),
      ask('completion_result', ''),
      say('user_feedback', 'thanks'),
      say('novelty', 'x'),
    ]);
    expect(parsed.conversations[0]!.messages).toMatchObject([
      { role: 'user', parts: [{ text: 'fix it' }, { type: 'image', data: 'AAAA' }] },
      {
        role: 'assistant',
        usage: { input: 100, output: 20, cacheRead: 50, cacheWrite: 5 },
        parts: [{ type: 'reasoning' }, { text: 'I look' }, { name: 'searchFiles', args: '{"path":"src","regex":"x"}' }],
      },
      { role: 'tool', parts: [{ content: [{ text: 'a.ts:1' }] }] },
      { role: 'assistant', usage: { input: 120 }, parts: [{ name: 'execute_command', args: '{"command":"npm test"}' }] },
      { role: 'tool', parts: [{ content: [{ text: 'line 1' }, { text: 'line 2' }] }] },
      { role: 'assistant', parts: [{ text: 'All done' }] },
      { role: 'user', parts: [{ text: 'thanks' }] },
    ]);
    expect(parsed.conversations[0]!.messages).toHaveLength(7);
    expect(JSON.stringify(parsed.conversations)).not.toContain('the whole request');
    expect(codes(parsed)).toEqual({ 'unknown-entry': 1 });
  });

  it('marks what Roo Code condensed', () => {
    const condensed = say('condense_context', '', { contextCondense: { summary: 'So far: one', prevContextTokens: 9000, newContextTokens: 900 } });
    const { messages, compactions } = parse([say('text', 'task'), say('api_req_started', {}), say('text', 'one'), condensed, say('text', 'two')])
      .conversations[0]!;
    expect(compactions).toEqual([{ at: 2, tokensBefore: 9000, summaryId: 'm3' }]);
    expect(messages.map(({ role, compaction }) => [role, compaction?.kind])).toEqual([
      ['user', undefined],
      ['assistant', undefined],
      ['user', 'summary'],
      ['assistant', undefined],
    ]);
  });
});
