import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { Parsed } from '../contract.ts';
import { conversationsOf, parseTranscript, serializeTranscript } from '../index.ts';

type Json = Record<string, unknown>;
let clock = 0;
const at = (): string => new Date(1_700_000_000_000 + clock++ * 1000).toISOString();
const line = (uuid: string, parentUuid: string | null, type: string, message: Json, more: Json = {}): Json => ({
  parentUuid,
  isSidechain: false,
  sessionId: 's1',
  type,
  message,
  uuid,
  timestamp: at(),
  ...more,
});
const user = (uuid: string, parent: string | null, content: unknown, more: Json = {}): Json =>
  line(uuid, parent, 'user', { role: 'user', content }, more);
const assistant = (uuid: string, parent: string | null, id: string, content: unknown, more: Json = {}): Json =>
  line(uuid, parent, 'assistant', { id, role: 'assistant', model: 'claude-x', content, ...more });
const text = (value: string): Json => ({ type: 'text', text: value });
const call = (id: string): Json => ({ type: 'tool_use', id, name: 'Bash', input: { command: id } });
const result = (id: string): Json => ({ type: 'tool_result', tool_use_id: id, content: `${id} done` });

function parse(lines: readonly Json[]): Parsed {
  const parsed = parseTranscript(lines.map((value) => JSON.stringify(value)).join('\n'));
  if (!parsed.ok) throw new Error(parsed.error.message);
  expect(parsed.value.format).toBe('claude-code');
  return parsed.value;
}
const main = (lines: readonly Json[]) => parse(lines).conversations[0]!;
const codes = (lines: readonly Json[]): Record<string, number> => Object.fromEntries(parse(lines).warnings.map(({ code, count }) => [code, count]));

describe('Claude Code', () => {
  it('joins the lines of one answer by its id, over results between them, with the last usage', () => {
    const { messages } = main([
      user('u1', null, 'go'),
      assistant('a1', 'u1', 'msg_1', [{ type: 'thinking', thinking: 'hm', signature: 's' }], { usage: { input_tokens: 5, output_tokens: 1 } }),
      assistant('a2', 'a1', 'msg_1', [call('t1')], { usage: { input_tokens: 5, output_tokens: 1 } }),
      user('r1', 'a2', [result('t1')], { toolUseResult: { stdout: 'x'.repeat(1000) } }),
      assistant('a3', 'a2', 'msg_1', [call('t2')], { usage: { input_tokens: 5, output_tokens: 9, cache_read_input_tokens: 7 } }),
      user('r2', 'a3', [result('t2')]),
    ]);
    expect(messages.map(({ id, role, parts }) => [id, role, parts.length])).toEqual([
      ['u1', 'user', 1],
      ['a1', 'assistant', 3],
      ['r1', 'tool', 1],
      ['r2', 'tool', 1],
    ]);
    expect(messages[1]).toMatchObject({
      model: 'claude-x',
      usage: { input: 5, output: 9, cacheRead: 7, cacheWrite: 0 },
      parentId: 'u1',
      origin: { line: 2 },
    });
    expect(messages[3]).toMatchObject({ parentId: 'a1', parts: [{ name: 'Bash' }] });
    expect(JSON.stringify(messages)).not.toContain('xxxx');
  });

  it('reads what the provider counted for a summary that it wrote within a request, from the last line of the message', () => {
    const usage = (input: number) => ({ usage: { iterations: [{ type: 'compaction', input_tokens: input, output_tokens: 5 }], output_tokens: 1 } });
    const { compactions } = main([
      user('u1', null, 'go'),
      assistant('a1', 'u1', 'm', [{ type: 'compaction', content: 'In short' }], usage(80)),
      assistant('a2', 'a1', 'm', [text('ok')], usage(90)),
    ]);
    expect(compactions).toEqual([{ at: 1, summaryId: 'a1/compaction', usage: { input: 90, output: 5, cacheRead: 0, cacheWrite: 0 } }]);
  });

  it('reads what was written for an hour', () => {
    const usage = {
      input_tokens: 5,
      output_tokens: 9,
      cache_creation_input_tokens: 30,
      cache_creation: { ephemeral_5m_input_tokens: 10, ephemeral_1h_input_tokens: 20 },
    };
    const { messages } = main([user('u1', null, 'go'), assistant('a1', 'u1', 'm', [text('ok')], { usage })]);
    expect(messages[1]!.usage).toEqual({ input: 5, output: 9, cacheRead: 0, cacheWrite: 30, cacheWriteHour: 20 });
  });

  it('keeps every result of parallel calls, which branch the tree', () => {
    const { messages, branches } = main([
      user('u1', null, 'go'),
      assistant('a1', 'u1', 'm', [call('t1')]),
      assistant('a2', 'a1', 'm', [call('t2')]),
      user('r1', 'a1', [result('t1')]),
      user('r2', 'a2', [result('t2')]),
    ]);
    expect(messages.flatMap(({ parts }) => parts.filter(({ type }) => type === 'tool-result'))).toHaveLength(2);
    expect(branches).toEqual([]);
  });

  it('splits user text from results, and marks what the harness wrote', () => {
    const { messages } = main([
      user('u1', null, 'go'),
      assistant('a1', 'u1', 'm', [call('t1')]),
      user('r1', 'a1', [result('t1'), text('and then?')]),
      user('u2', 'r1', 'Caveat', { isMeta: true }),
      user('u3', 'u2', '<local-command-stdout>ok</local-command-stdout>'),
      line(
        'a2',
        'u3',
        'assistant',
        { id: 'e', role: 'assistant', model: '<synthetic>', content: [text('API Error')], usage: { input_tokens: 0 } },
        { isApiErrorMessage: true },
      ),
    ]);
    expect(messages.map(({ id, role, synthetic }) => [id, role, synthetic])).toEqual([
      ['u1', 'user', undefined],
      ['a1', 'assistant', undefined],
      ['r1', 'tool', undefined],
      ['r1/2', 'user', undefined],
      ['u2', 'user', true],
      ['u3', 'user', true],
      ['a2', 'assistant', true],
    ]);
    expect(messages[6]!.usage).toBeUndefined();
    expect(messages[6]!.model).toBeUndefined();
  });

  it('leaves out repeated lines, and history copied under another session', () => {
    const first = [user('u1', null, 'go'), assistant('a1', 'u1', 'm', [text('ok')])];
    const copied = first.map((value, i) => ({ ...value, uuid: `copy-${i}`, sessionId: 's2' }));
    const lines = [...first, first[0]!, ...copied, user('u2', 'copy-1', 'more', { sessionId: 's2' })];
    expect(main(lines).messages.map(({ id }) => id)).toEqual(['u1', 'a1', 'u2']);
    expect(codes(lines)).toEqual({ 'sessions-joined': 1, 'duplicate-line': 3 });
  });

  it('holds as many conversations as a file has sessions that do not go on from each other', () => {
    const other = { sessionId: 's2' };
    const parsed = parse([
      { type: 'summary', summary: 'First title', leafUuid: 'u1' },
      user('u1', null, 'one'),
      user('s1', null, 'of the first', { isSidechain: true }),
      { type: 'summary', summary: 'Second title', leafUuid: 'v1' },
      user('v1', null, 'two', other),
      user('s2', null, 'of the second', { isSidechain: true, ...other }),
    ]);
    const shown = parsed.conversations.map(({ id, title, messages, subagents }) => [id, title, messages.length, subagents.map((agent) => agent.id)]);
    expect(shown).toEqual([
      ['s1', 'First title', 1, ['s1']],
      ['s2', 'Second title', 1, ['s2']],
    ]);
    expect(parsed.warnings).toEqual([]);
  });

  it('is one conversation where a session goes on from another, and says so', () => {
    const other = { sessionId: 's2' };
    const resumed = [user('u1', null, 'one'), user('v0', null, 'nothing of it', { sessionId: 's3' }), user('v1', 'u1', 'two', other)];
    expect(parse(resumed).conversations.map(({ id, messages }) => [id, messages.map((message) => message.id)])).toEqual([
      ['s1', ['u1', 'v1']],
      ['s3', ['v0']],
    ]);
    expect(codes(resumed)).toEqual({ 'sessions-joined': 1 });
    const compacted = [user('u1', null, 'one'), user('v1', null, 'two', { ...other, logicalParentUuid: 'u1' })];
    expect(parse(compacted).conversations).toHaveLength(1);
    expect(codes(compacted)).toEqual({ 'sessions-joined': 1 });
  });

  it('keeps lines apart that share a uuid but say different things', () => {
    expect(main([user('x', 'x', 'one'), user('x', 'x', 'two')]).messages.map(({ id }) => id)).toEqual(['x', 'x~2']);
  });

  it('makes subagents of sidechains, by agent or by root, titled by the call that started them', () => {
    const task = { type: 'tool_use', id: 't', name: 'Task', input: { prompt: 'look around', description: 'Look' } };
    const side = { isSidechain: true };
    const parsed = parse([
      user('u1', null, 'go'),
      assistant('a1', 'u1', 'm1', [task]),
      user('s1', null, 'look around', side),
      user('q1', null, 'another', side),
      { ...assistant('s2', 's1', 'm2', [call('c1')]), ...side },
      { ...assistant('q2', 'q1', 'm3', [text('fine')]), ...side },
      user('s3', 's2', [result('c1')], side),
      user('z1', null, 'by agent', { ...side, agentId: 'ag' }),
      user('r1', 'a1', [result('t')]),
    ]);
    const list = conversationsOf(parsed);
    expect(list.map(({ transcript, parent }) => [transcript.id, parent, transcript.messages.length])).toEqual([
      ['s1', null, 3],
      ['s1', 0, 3],
      ['q1', 0, 2],
      ['ag', 0, 1],
    ]);
    expect(list[1]!.transcript).toMatchObject({ title: 'Look', extra: { parentCall: 't' } });
  });

  it('reads the file of a subagent alone as a conversation', () => {
    const parsed = parse([
      user('s1', null, 'look', { isSidechain: true, agentId: 'ag' }),
      { ...assistant('s2', 's1', 'm', [text('ok')]), isSidechain: true, agentId: 'ag' },
    ]);
    expect(parsed.conversations.map(({ id, messages, subagents }) => [id, messages.length, subagents.length])).toEqual([['ag', 2, 0]]);
  });

  it('reads a circle of sidechain parents', () => {
    expect(
      parse([user('u', null, 'go'), user('a', 'b', '1', { isSidechain: true }), user('b', 'a', '2', { isSidechain: true })]).conversations[0]!
        .subagents,
    ).toHaveLength(1);
  });

  it('sets apart what a rewind or an edit left behind', () => {
    const { messages, branches } = main([
      user('u1', null, 'go'),
      assistant('a1', 'u1', 'm1', [text('ok')]),
      user('u2', 'a1', 'first try'),
      assistant('a2', 'u2', 'm2', [text('meh')]),
      user('u3', 'a1', 'second try'),
      assistant('a3', 'u3', 'm3', [text('good')]),
    ]);
    expect(messages.map(({ id }) => id)).toEqual(['u1', 'a1', 'u3', 'a3']);
    expect(branches).toMatchObject([{ id: 'u2', forkedFrom: 'a1', messages: [{ id: 'u2' }, { id: 'a2' }] }]);
  });

  it('marks compactions and their summaries, also over the missing parent', () => {
    const { messages, compactions } = main([
      user('u1', null, 'go'),
      assistant('a1', 'u1', 'm1', [text('ok')]),
      {
        parentUuid: null,
        logicalParentUuid: 'a1',
        isSidechain: false,
        type: 'system',
        subtype: 'compact_boundary',
        compactMetadata: { trigger: 'auto', preTokens: 167_000, postTokens: 9000 },
        uuid: 'b1',
        sessionId: 's1',
        timestamp: at(),
      },
      user('c1', 'b1', 'Summary: …', { isCompactSummary: true, isVisibleInTranscriptOnly: true }),
      user('u2', 'c1', 'on'),
      { parentUuid: 'u2', type: 'system', subtype: 'microcompact_boundary', uuid: 'b2', sessionId: 's1', timestamp: at() },
      assistant('a2', 'b2', 'm2', [text('done')]),
    ]);
    expect(compactions).toEqual([
      { at: 2, tokensBefore: 167_000, tokensAfter: 9000, trigger: 'auto', summaryId: 'c1' },
      { at: 4, trigger: 'microcompact' },
    ]);
    expect(messages[2]).toMatchObject({
      id: 'c1',
      role: 'user',
      synthetic: true,
      compaction: { kind: 'summary', tokensBefore: 167_000, trigger: 'auto' },
    });
  });

  it('takes titles from titles and summaries, and counts what it leaves out', () => {
    const lines = [
      { type: 'summary', summary: 'Another session', leafUuid: 'elsewhere' },
      { type: 'summary', summary: 'This one', leafUuid: 'u1' },
      { type: 'file-history-snapshot', messageId: 'u1', snapshot: {} },
      user('u1', null, 'go'),
      { type: 'attachment', uuid: 'x1', parentUuid: 'u1', sessionId: 's1', attachment: { type: 'queued_command', prompt: 'and this' } },
      { type: 'attachment', uuid: 'x2', parentUuid: 'x1', sessionId: 's1', attachment: { type: 'task_reminder', content: [] } },
      { type: 'brand-new-thing', sessionId: 's1' },
    ];
    expect(main(lines).title).toBe('This one');
    expect(main([...lines, { type: 'ai-title', aiTitle: 'Generated' }, { type: 'custom-title', customTitle: 'Mine' }]).title).toBe('Mine');
    expect(main(lines).messages.map(({ id }) => id)).toEqual(['u1', 'x1']);
    expect(codes(lines)).toEqual({ attachment: 1, 'unknown-entry': 1 });
  });

  it('writes a chain of lines with real ids, times and a session', () => {
    const parsed = main([user('u1', null, 'go'), assistant('a1', 'u1', 'm', [call('t1')]), user('r1', 'a1', [result('t1')])]);
    const written = serializeTranscript({ ...parsed, title: 'T' }, 'claude-code');
    const [summary, ...lines] = (written.ok ? written.value.text : '')
      .trim()
      .split('\n')
      .map((value) => JSON.parse(value) as Json);
    expect(summary).toMatchObject({ type: 'summary', summary: 'T', leafUuid: lines.at(-1)?.uuid });
    expect(lines.map(({ parentUuid }) => parentUuid)).toEqual([null, lines[0]!.uuid, lines[1]!.uuid]);
    for (const written of lines) {
      expect(written.uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/);
      expect(written).toMatchObject({
        sessionId: lines[0]!.sessionId,
        isSidechain: false,
        userType: 'external',
        timestamp: expect.stringMatching(/^20/) as string,
      });
    }
  });

  it('reads the lines of a web export, in one array', () => {
    const loglines = [user('u1', null, 'go'), assistant('a1', 'u1', 'm', [text('ok')])];
    const parsed = parseTranscript(JSON.stringify({ loglines }));
    expect(parsed.ok && [parsed.value.format, parsed.value.conversations[0]!.messages.map(({ id, origin }) => [id, origin])]).toEqual([
      'claude-code',
      [
        ['u1', { path: '$[0]' }],
        ['a1', { path: '$[1]' }],
      ],
    ]);
  });

  it('is one conversation where a session has several roots', () => {
    const { messages, branches } = main([
      user('u1', null, 'one'),
      assistant('a1', 'u1', 'm', [text('ok')]),
      user('u2', null, 'two'),
      user('u3', 'gone', 'three'),
    ]);
    expect([messages.map(({ id }) => id), branches]).toEqual([['u1', 'a1', 'u2', 'u3'], []]);
  });
});

describe('what stands beside the words', () => {
  const attached = (uuid: string, parent: string, attachment: Json): Json => ({ ...line(uuid, parent, 'attachment', {}), attachment });
  const textsOf = (lines: readonly Json[]): unknown =>
    main(lines).messages.map(({ role, synthetic, parts }) => [
      synthetic ? `${role}*` : role,
      ...parts.map((part) => (part.type === 'text' ? part.text : part.type)),
    ]);

  it('was sent where it has a text or an image, and is counted where it has none', () => {
    const lines = [
      user('u1', null, 'What does @notes.md say?'),
      attached('t1', 'u1', {
        type: 'file',
        filename: '/w/notes.md',
        displayPath: 'notes.md',
        content: { type: 'text', file: { filePath: '/w/notes.md', content: 'Red.' } },
      }),
      attached('t2', 't1', { type: 'nested_memory', path: '/w/CLAUDE.md', content: { path: '/w/CLAUDE.md', type: 'Project', content: 'One word.' } }),
      attached('t3', 't2', { type: 'edited_text_file', filename: '/w/a.ts', snippet: '1 a' }),
      attached('t4', 't3', { type: 'task_reminder', content: [{ id: '1', subject: 'Paint', description: 'the door', status: 'pending' }] }),
      attached('t5', 't4', { type: 'hook_additional_context', content: ['Mind the cat.'] }),
      attached('t6', 't5', { type: 'file', filename: '/w/a.png', content: { type: 'image', file: { base64: 'AAAA', type: 'image/png' } } }),
      attached('t7', 't6', { type: 'todo_reminder', content: [], itemCount: 0 }),
      attached('t8', 't7', { type: 'opened_file_in_ide', filename: '/w/b.ts' }),
      assistant('a1', 't8', 'msg_1', [text('Red.')]),
    ];
    expect(textsOf(lines)).toEqual([
      ['user', 'What does @notes.md say?'],
      ['user*', 'notes.md\nRed.'],
      ['user*', '/w/CLAUDE.md\nOne word.'],
      ['user*', '/w/a.ts\n1 a'],
      ['user*', 'pending Paint the door'],
      ['user*', 'Mind the cat.'],
      ['user*', 'image'],
      ['assistant', 'Red.'],
    ]);
    expect(codes(lines)).toEqual({ attachment: 2 });
  });

  it('never starts a branch', () => {
    const { branches, messages } = main([
      user('u1', null, 'go'),
      attached('t1', 'u1', { type: 'hook_success', content: 'Mind the cat.' }),
      user('u2', 'u1', 'on'),
      assistant('a1', 'u2', 'msg_1', [text('done')]),
    ]);
    expect([branches.length, messages.length]).toEqual([0, 4]);
  });

  it('is no request where it tells of an error of the API', () => {
    const { messages } = main(
      [
        user('u1', null, 'go'),
        assistant('a1', 'u1', 'msg_1', [text('API Error: 529')], { usage: { input_tokens: 9, output_tokens: 1 } }),
        assistant('a2', 'a1', 'msg_2', [text('done')]),
      ].map((one, i) => (i === 1 ? { ...one, isApiErrorMessage: true } : one)),
    );
    expect(messages.map(({ synthetic, model, usage }) => [synthetic ?? false, model, usage])).toEqual([
      [false, undefined, undefined],
      [true, undefined, undefined],
      [false, 'claude-x', undefined],
    ]);
  });
});

describe('one history', () => {
  const history = (n: string, parent: string | null): readonly Json[] => [
    user(`u1${n}`, parent, 'go'),
    assistant(`a1${n}`, `u1${n}`, 'msg_1', [call('t1')]),
    user(`r1${n}`, `a1${n}`, [result('t1')]),
    assistant(`a2${n}`, `r1${n}`, 'msg_2', [text('done')]),
  ];

  it('is what was written again with new ids', () => {
    const lines = [...history('', null), ...history('-again', null), user('u2', 'a2-again', 'go'), assistant('a3', 'u2', 'msg_3', [text('again')])];
    const { messages, branches } = main(lines);
    expect(messages.map(({ id }) => id)).toEqual(['u1', 'a1', 'r1', 'a2', 'u2', 'a3']);
    expect(branches).toEqual([]);
    expect(codes(lines)['duplicate-line']).toBe(2);
  });
});

describe('agents in files of their own', () => {
  const agent = (id: string): readonly Json[] =>
    [user(`${id}-u`, null, 'List the files.'), assistant(`${id}-a`, `${id}-u`, `msg_${id}`, [text('Two files.')])].map((one) => ({
      ...one,
      isSidechain: true,
      agentId: id,
    }));
  const jsonl = (lines: readonly Json[]): string => lines.map((one) => JSON.stringify(one)).join('\n');

  it('that summarise compactions are no sessions', () => {
    const parsed = parseTranscript(jsonl(agent('acompact-1')));
    expect(parsed.ok ? '' : parsed.error.message).toMatch(/Claude Code is not a session/);
    const lines = [user('u1', null, 'go'), assistant('a1', 'u1', 'msg_1', [text('done')]), ...agent('acompact-1')];
    expect([main(lines).subagents.length, codes(lines)]).toEqual([0, { 'internal-summariser': 2 }]);
  });

  it('belong to their session in a folder', () => {
    const parsed = parseTranscript(
      zipSync({
        'p/s1.jsonl': strToU8(jsonl([user('u1', null, 'go'), assistant('a1', 'u1', 'msg_1', [text('done')])])),
        'p/s1/subagents/agent-x.jsonl': strToU8(jsonl(agent('x'))),
        'p/s1/subagents/agent-acompact-y.jsonl': strToU8(jsonl(agent('acompact-y'))),
      }),
    );
    if (!parsed.ok) throw new Error(parsed.error.message);
    expect(conversationsOf(parsed.value).map(({ transcript, parent }) => [transcript.id, parent])).toEqual([
      ['s1', null],
      ['x', 0],
    ]);
  });
});
