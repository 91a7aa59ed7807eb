import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { agentOf } from '../../products/agents.ts';
import type { Parsed } from '../contract.ts';
import { conversationsOf, parseTranscript } from '../index.ts';

type Json = Record<string, unknown>;
const ts = '2026-01-02T03:04:05.000Z';
const line = (type: string, payload: Json): Json => ({ timestamp: ts, type, payload });
const meta = line('session_meta', { id: 's', timestamp: ts, cwd: '/w', base_instructions: { text: 'You are careful.' } });
const item = (payload: Json): Json => line('response_item', payload);
const said = (role: string, text: string): Json =>
  item({ type: 'message', role, content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }] });
const call = (id: string): Json => item({ type: 'function_call', name: 'shell', arguments: '{"command":"ls"}', call_id: id });
const output = (id: string, text: unknown): Json => item({ type: 'function_call_output', call_id: id, output: text });
const counted = (total: number, input: number, cached: number, out: number): Json =>
  line('event_msg', {
    type: 'token_count',
    info: {
      total_token_usage: { total_tokens: total },
      last_token_usage: { input_tokens: input, cached_input_tokens: cached, output_tokens: out, total_tokens: input + out },
    },
  });

function parse(lines: readonly Json[]): Parsed {
  const parsed = parseTranscript(lines.map((value) => JSON.stringify(value)).join('\n'));
  if (!parsed.ok) throw new Error(parsed.error.message);
  expect(parsed.value.format).toBe('codex-rollout');
  return parsed.value;
}
const first = (lines: readonly Json[]) => parse(lines).conversations[0]!;

describe('codex rollout', () => {
  it('states the context window that the program last told of; 0 and what is none are passed over', () => {
    const told = (window: unknown): Json =>
      line('event_msg', { type: 'token_count', info: { last_token_usage: { input_tokens: 9, total_tokens: 9 }, model_context_window: window } });
    const started = line('event_msg', { type: 'task_started', model_context_window: 272_000 });
    const windowOf = (...lines: readonly Json[]) => first([meta, said('user', 'go'), ...lines]).window;
    expect(windowOf()).toBeUndefined();
    expect(windowOf(told(0), told('258400'), told(null), told(1.5), told(99))).toBeUndefined();
    expect(windowOf(started)).toBe(272_000);
    expect(windowOf(started, told(258_400), told(0))).toBe(258_400);
    expect(windowOf(told(100))).toBe(100);
  });

  it('puts the items of one answer together, and gives it the usage that is told after it', () => {
    const { messages, model, id, extra } = first([
      meta,
      said('user', '<environment_context>\n<cwd>/w</cwd>\n</environment_context>'),
      said('user', 'List the files.'),
      line('event_msg', { type: 'user_message', message: 'List the files.' }),
      line('turn_context', { model: 'gpt-5.1-codex' }),
      item({ type: 'reasoning', summary: [{ type: 'summary_text', text: 'I look.' }], content: null, encrypted_content: 'enc' }),
      said('assistant', 'Looking.'),
      call('a'),
      call('b'),
      counted(130, 100, 60, 30),
      output('a', 'Exit code: 0\nOutput:\na.txt'),
      output('b', '{"output":"no such file","metadata":{"exit_code":2,"duration_seconds":0.1}}'),
      counted(130, 100, 60, 30),
      said('assistant', 'One file.'),
      line('event_msg', { type: 'agent_message', message: 'One file.' }),
      counted(300, 150, 120, 20),
    ]);
    expect({ id, model, extra }).toEqual({ id: 's', model: 'gpt-5.1-codex', extra: { cwd: '/w' } });
    expect(messages).toMatchObject([
      { role: 'system', parts: [{ text: 'You are careful.' }] },
      { role: 'user', synthetic: true },
      { role: 'user', parts: [{ text: 'List the files.' }], ts },
      {
        role: 'assistant',
        model: 'gpt-5.1-codex',
        usage: { input: 40, output: 30, cacheRead: 60, cacheWrite: 0 },
        parts: [
          { type: 'reasoning', text: 'I look.', encrypted: 'enc' },
          { type: 'text' },
          { type: 'tool-call', id: 'a' },
          { type: 'tool-call', id: 'b' },
        ],
      },
      { role: 'tool', parts: [{ callId: 'a', name: 'shell' }] },
      { role: 'tool', parts: [{ callId: 'b', isError: true, content: [{ text: expect.stringContaining('"exit_code":2') }] }] },
      { role: 'assistant', usage: { input: 30, output: 20, cacheRead: 120 } },
    ]);
    expect(messages[2]).not.toHaveProperty('synthetic');
    expect(messages[4]!.parts[0]).not.toHaveProperty('isError');
  });

  it('takes reasoning that is only encrypted from the event beside it, before or after', () => {
    const bare = item({ type: 'reasoning', summary: [], content: null, encrypted_content: 'enc' });
    const shown = (text: string): Json => line('event_msg', { type: 'agent_reasoning', text });
    const { messages } = first([
      meta,
      said('user', 'go'),
      shown('before'),
      bare,
      call('a'),
      output('a', 'x'),
      bare,
      shown('after'),
      said('assistant', 'done'),
    ]);
    const reasoning = messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'reasoning' ? [part.text] : [])));
    expect(reasoning).toEqual(['before', 'after']);
  });

  it('reads calls of every kind, with their results where they are recorded', () => {
    const { messages } = first([
      meta,
      said('user', 'go'),
      item({ type: 'custom_tool_call', name: 'apply_patch', input: '*** Begin Patch', call_id: 'p' }),
      item({
        type: 'custom_tool_call_output',
        call_id: 'p',
        output: [
          { type: 'input_text', text: 'ok' },
          { type: 'input_image', image_url: 'data:image/png;base64,AAAA' },
        ],
      }),
      item({ type: 'local_shell_call', call_id: 'l', action: { type: 'exec', command: ['ls'] } }),
      output('l', { content: 'a.txt', success: false }),
      item({ type: 'web_search_call', id: 'w', action: { type: 'search', query: 'x' } }),
      item({ type: 'ghost_snapshot', ghost_commit: {} }),
      said('assistant', 'done'),
    ]);
    const parts = messages.flatMap((message) => message.parts);
    expect(parts.filter((part) => part.type === 'tool-call')).toMatchObject([
      { name: 'apply_patch', args: '*** Begin Patch' },
      { name: 'local_shell', args: '{"type":"exec","command":["ls"]}' },
      { name: 'web_search', args: '{"type":"search","query":"x"}' },
    ]);
    expect(parts.filter((part) => part.type === 'tool-result')).toMatchObject([
      { callId: 'p', content: [{ text: 'ok' }, { type: 'image', mime: 'image/png', bytes: 3 }] },
      { callId: 'l', isError: true, content: [{ text: 'a.txt' }] },
      { callId: 'w', content: [] },
    ]);
  });

  it('marks compactions: with the summary, and with one that only the provider can read', () => {
    const old = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'go' }] };
    const { conversations, warnings } = parse([
      meta,
      said('user', 'go'),
      said('assistant', 'one'),
      counted(900, 800, 0, 100),
      line('compacted', { message: 'What was done: one.', replacement_history: [old, { ...old }] }),
      said('user', 'and two'),
      said('assistant', 'two'),
      line('compacted', { message: '', replacement_history: [old, { type: 'compaction', encrypted_content: 'enc' }] }),
      said('user', 'three'),
    ]);
    const { messages, compactions } = conversations[0]!;
    expect(compactions).toEqual([
      { at: 3, tokensBefore: 900, summaryId: 'compacted-1', kept: ['line-2'] },
      { at: 6, tokensBefore: 900, kept: ['line-2'] },
    ]);
    expect(messages[3]).toMatchObject({ id: 'compacted-1', role: 'user', synthetic: true, compaction: { kind: 'summary', tokensBefore: 900 } });
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user', 'user', 'assistant', 'user']);
    expect(warnings.map(({ code }) => code)).not.toContain('compaction-kept');
  });

  it('finds what stayed beside a summary: the newest of equal messages, answers too; what is cut or new is counted', () => {
    const text = (role: string, value: string): Json => said(role, value).payload as Json;
    const history = [
      text('user', 'go'),
      text('assistant', 'one'),
      text('user', 'cut …'),
      text('developer', 'Anew.'),
      { type: 'compaction', encrypted_content: 'enc' },
    ];
    const { conversations, warnings } = parse([
      meta,
      said('user', 'go'),
      said('user', 'go'),
      said('assistant', 'one'),
      said('user', 'cut in the middle'),
      call('a'),
      output('a', 'x'),
      line('compacted', { message: '', replacement_history: history }),
      said('user', 'on'),
    ]);
    expect(conversations[0]!.compactions).toEqual([{ at: 7, kept: ['line-3', 'line-4'] }]);
    expect(warnings).toMatchObject([{ code: 'compaction-kept', count: 2, line: 8 }]);
  });

  it('says from where on all stayed, where nothing between was left out', () => {
    const history = [said('user', 'two').payload, said('user', 'three').payload, { type: 'compaction', encrypted_content: 'enc' }];
    const lines = [
      meta,
      said('user', 'one'),
      said('user', 'two'),
      said('user', 'three'),
      line('compacted', { message: '', replacement_history: history }),
    ];
    expect(first([...lines, said('user', 'on')]).compactions).toEqual([{ at: 4, keptFrom: 'line-3' }]);
  });

  it('refuses a session of events of the interface alone', () => {
    const { base_instructions: _, ...bare } = meta.payload as Json;
    const events = ['turn.completed', 'token_count'].map((type) => line('event_msg', { type, info: null }));
    const parsed = parseTranscript([line('session_meta', bare), ...events].map((one) => JSON.stringify(one)).join('\n'));
    expect(parsed).toMatchObject({
      ok: false,
      error: { code: 'no-messages', message: 'No message was found.' },
    });
  });

  it('reads files of 2025, whose lines have no wrapping', () => {
    const { messages, id } = first([
      { id: 'old', timestamp: ts, instructions: 'Be brief.', git: {} },
      { record_type: 'state' },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'go' }] },
      { type: 'function_call', name: 'shell', arguments: '{}', call_id: 'a' },
      { type: 'function_call_output', call_id: 'a', output: 'x' },
      { record_type: 'state' },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'done' }] },
    ]);
    expect(id).toBe('old');
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'assistant']);
  });

  it('says what it leaves out, and that a session of events alone has no message', () => {
    const { warnings } = parse([meta, said('user', 'go'), line('new_kind', {}), item({ type: 'new_item' })]);
    expect(warnings.filter(({ code }) => code === 'unknown-entry').map(({ message }) => message)).toEqual([
      'Lines of the type "new_kind" were left out.',
      'Lines of the type "new_item" were left out.',
    ]);
    const { base_instructions: _, ...bare } = meta.payload as Json;
    const empty = parseTranscript(
      [line('session_meta', bare), line('event_msg', { type: 'task_started' })].map((value) => JSON.stringify(value)).join('\n'),
    );
    expect(empty).toMatchObject({ ok: false, error: { code: 'no-messages' } });
  });

  const header = (id: string, more: Json = {}): Json => line('session_meta', { id, timestamp: ts, cwd: '/w', ...more });
  const outline = (lines: readonly Json[]): unknown => {
    const { conversations, warnings } = parse(lines);
    const texts = conversations.map(({ id, messages }) => [
      id,
      ...messages.map(({ parts: [part] }) => (part?.type === 'text' ? part.text : part?.type)),
    ]);
    return [texts, Object.fromEntries(warnings.map(({ code, count }) => [code, count]))];
  };

  it('holds as many conversations as a file has sessions', () => {
    expect(outline([header('a'), said('user', 'one'), header('b'), said('user', 'two')])).toEqual([
      [
        ['a', 'one'],
        ['b', 'two'],
      ],
      {},
    ]);
  });

  it('keeps the history that a fork repeats, header included, and says so', () => {
    const fork = [header('b', { forked_from_id: 'a' }), header('a'), said('user', 'one'), said('user', 'two')];
    expect(outline(fork)).toEqual([[['b', 'one', 'two']], { 'sessions-joined': 1 }]);
    // Behind the file that it was forked from, it is a conversation of its own.
    expect(outline([header('a'), said('user', 'one'), ...fork])).toEqual([
      [
        ['a', 'one'],
        ['b', 'one', 'two'],
      ],
      { 'sessions-joined': 1 },
    ]);
    const spawned = header('c', { source: { subagent: { thread_spawn: { parent_thread_id: 'a' } } } });
    expect(outline([spawned, header('a'), said('user', 'one')])).toEqual([[['c', 'one']], { 'sessions-joined': 1 }]);
  });

  it('of a subagent belongs to the session whose agent started it, in a folder; a fork to none', () => {
    const file = (...lines: readonly Json[]) => strToU8([...lines, said('user', 'go')].map((value) => JSON.stringify(value)).join('\n'));
    const parsed = parseTranscript(
      zipSync({
        '11/rollout-1-a.jsonl': file(header('a')),
        '11/rollout-2-b.jsonl': file(header('b', { parent_thread_id: 'a', source: { subagent: 'review' } })),
        '12/rollout-3-c.jsonl': file(header('c', { source: { subagent: { thread_spawn: { parent_thread_id: 'a', depth: 1 } } } })),
        '12/rollout-4-d.jsonl': file(header('d', { forked_from_id: 'a' })),
        '12/rollout-5-e.jsonl': file(header('e', { parent_thread_id: 'not here' })),
        '12/rollout-6-f.jsonl': file(header('f', { parent_thread_id: 'c' })),
        '12/rollout-7-g.jsonl': file(header('g', { parent_thread_id: 'h' })),
        '12/rollout-8-h.jsonl': file(header('h', { parent_thread_id: 'g' })),
      }),
    );
    if (!parsed.ok) throw new Error(parsed.error.message);
    expect(conversationsOf(parsed.value).map(({ transcript, parent }) => [transcript.id, parent, transcript.extra?.ofSession])).toEqual([
      ['a', null, undefined],
      ['d', null, undefined],
      ['e', null, 'not here'],
      ['g', null, 'h'],
      ['h', null, 'g'],
      ['b', 0, 'a'],
      ['c', 0, 'a'],
      ['f', 6, 'c'],
    ]);
  });

  it('says which release wrote it and with whom, which tells the rule that it was compacted by', () => {
    const agent = (more: Json) => agentOf(first([header('a', more), said('user', 'go')]));
    expect(agent({ cli_version: '0.146.0', model_provider: 'openai' })).toBe('codex-remote');
    expect(agent({ cli_version: '0.146.0', model_provider: 'ollama' })).toBe('codex');
    expect(agent({ cli_version: '0.66.0', model_provider: 'openai' })).toBe('codex');
    expect(agent({})).toBe('codex');
  });

  it('is one conversation where the file holds a session twice, the second time longer', () => {
    const lines = [header('a'), said('user', 'one')];
    expect(outline([...lines, header('b'), said('user', 'else'), ...lines, said('user', 'two')])).toEqual([
      [
        ['a', 'one', 'two'],
        ['b', 'else'],
      ],
      { 'sessions-joined': 1, 'duplicate-line': 1 },
    ]);
  });

  it('marks what Codex puts in the person’s name, and takes no text from what the interface showed', () => {
    const event = (type: string, message: string): Json => line('event_msg', { type, message });
    const { messages } = first([
      meta,
      said('developer', 'Rules.'),
      said('user', '<environment_context>\n<cwd>/w</cwd>\n</environment_context>'),
      said('user', '# AGENTS.md instructions for /w\n\nBe brief.'),
      said('user', '<user_instructions>Be kind.</user_instructions>'),
      event('user_message', 'go'),
      said('user', 'go'),
      event('agent_message', 'ok'),
      said('assistant', 'ok'),
    ]);
    expect(messages.map(({ role, synthetic }) => [role, synthetic === true])).toEqual([
      ['system', false],
      ['system', false],
      ['user', true],
      ['user', true],
      ['user', true],
      ['user', false],
      ['assistant', false],
    ]);
  });

  it('keeps the calls of a turn that was broken off, and counts them', () => {
    const { conversations, warnings } = parse([meta, said('user', 'go'), call('a'), output('a', 'x'), call('b'), said('user', 'stop')]);
    expect(conversations[0]!.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'user']);
    expect(warnings).toMatchObject([{ code: 'unanswered-call', count: 1 }]);
  });
});

describe('turns that were taken back', () => {
  const back = (turns: unknown): Json => line('event_msg', { type: 'thread_rolled_back', num_turns: turns });
  const outline = (lines: readonly Json[]): unknown => {
    const { messages, branches, compactions } = first(lines);
    const texts = (list: typeof messages): unknown => list.map(({ parts: [part] }) => (part?.type === 'text' ? part.text : part?.type));
    return [
      texts(messages),
      branches.map(({ forkedFrom, messages: own }) => [messages.findIndex(({ id }) => id === forkedFrom), texts(own)]),
      compactions.length,
    ];
  };
  const talk = [meta, said('user', 'one'), said('assistant', '1'), said('user', 'two'), call('a'), output('a', 'x'), said('assistant', '2')];

  it('are branches: the last prompts and all after them', () => {
    expect(outline([...talk, back(1), said('user', 'three')])).toEqual([
      ['You are careful.', 'one', '1', 'three'],
      [[2, ['two', 'tool-call', 'tool-result', '2']]],
      0,
    ]);
    expect(outline([...talk, back(2), said('user', 'three')])).toEqual([
      ['You are careful.', 'three'],
      [[0, ['one', '1', 'two', 'tool-call', 'tool-result', '2']]],
      0,
    ]);
    expect(parse([...talk, back(1)]).warnings).toMatchObject([{ code: 'turns-taken-back', count: 1, line: 8 }]);
  });

  it('are none where there is nothing to take back, and take a compaction with them', () => {
    const whole = ['You are careful.', 'one', '1', 'two', 'tool-call', 'tool-result', '2'];
    expect(outline([...talk, back(0)])).toEqual([whole, [], 0]);
    const compacted = line('compacted', { message: 'One was said.' });
    expect(outline([...talk, compacted, said('user', 'three'), back(2), said('user', 'four')])).toEqual([
      ['You are careful.', 'one', '1', 'four'],
      [[2, ['two', 'tool-call', 'tool-result', '2', 'One was said.', 'three']]],
      0,
    ]);
    expect(outline([...talk, compacted, said('user', 'three'), back(1)])).toEqual([[...whole, 'One was said.'], [[7, ['three']]], 1]);
  });
});
