import { describe, expect, test } from 'vitest';
import { conversationsOf, parseTranscript } from '../formats/index.ts';
import { charCounts } from '../testing/counts.ts';
import { assistant, preparedOf, user } from '../testing/plans.ts';
import { sharedFiles } from '../testing/shared.ts';
import type { Transcript } from '../transcript/types.ts';
import { defaultWords } from './keywords.ts';
import { DEFAULT_SIGNALS, prepare } from './signal-prepare.ts';
import { type TaskType, taskTypeOf, taskTypeReason } from './task-type.ts';

/** Calls of tools with their arguments, each answered. */
function working(...calls: readonly (readonly [name: string, args?: string])[]) {
  const messages: Transcript['messages'] = [
    { id: 'u', role: 'user', parts: [{ type: 'text', text: 'Please.' }] },
    ...calls.flatMap(([name, args = '{}'], k): Transcript['messages'] => [
      { id: `a${k}`, role: 'assistant', parts: [{ type: 'tool-call', id: `c${k}`, name, args }] },
      { id: `t${k}`, role: 'tool', parts: [{ type: 'tool-result', callId: `c${k}`, content: [{ type: 'text', text: 'code file git search' }] }] },
    ]),
  ];
  const transcript: Transcript = { id: 't', format: 'playground', tools: [], messages, compactions: [], branches: [], subagents: [] };
  return taskTypeOf(prepare(transcript, charCounts(transcript), DEFAULT_SIGNALS));
}

describe('task type', () => {
  test('tools decide: the larger family, mixed from 30 % of the smaller', () => {
    expect(working(['Edit'], ['Read'], ['apply_patch'], ['Grep'])).toMatchObject({
      type: 'code',
      code: { tools: 3 },
      analysis: { tools: 1 },
      smaller: 0.25,
    });
    expect(working(['Edit'], ['Read'], ['Grep']).type).toBe('mixed');
    expect(working(['WebSearch'], ['WebFetch'], ['search']).type).toBe('analysis');
  });
  test('a shell speaks by its command', () => {
    const rg = '{"command":"cd /src && rg -n TODO"}';
    expect(working(['Bash', '{"command":"npm test"}'], ['Bash', rg], ['shell', '{"command":["bash","-lc","grep -r x ."]}'])).toMatchObject({
      code: { tools: 1 },
      analysis: { tools: 2 },
    });
  });
  test('without tools of the families short questions are a conversation, also with a word or two of the trade', () => {
    const talk = [user(5, 'Can you search for it?'), assistant(5), user(5, 'Thanks.'), assistant(5), user(5, 'And now?'), assistant(5)];
    expect(taskTypeOf(preparedOf(talk))).toMatchObject({ type: 'conversation', users: 3, short: 3, analysis: { words: 1 } });
    // Under 200 characters is short.
    expect(taskTypeOf(preparedOf([user(50, 'x'.repeat(199)), assistant(5)])).type).toBe('conversation');
    expect(taskTypeOf(preparedOf([user(50, 'x'.repeat(200)), assistant(5)])).type).toBe('unknown');
  });
  test('long texts that speak of nothing are unknown', () => {
    const long = 'The weather over the lake was grey. '.repeat(10);
    expect(taskTypeOf(preparedOf([user(90, long), assistant(9)])).type).toBe('unknown');
    expect(taskTypeOf(preparedOf([user(90, `${long} Look at the code.`), assistant(9)])).type).toBe('code');
  });
  test('what was counted goes into the trace', () => {
    expect(taskTypeReason(working(['Edit'], ['Grep'], ['Edit']))).toMatchObject({
      key: 'trace-task-type',
      values: { type: 'mixed', codeTools: 2, analysisTools: 1, users: 1, short: 1, mixedFrom: 0.3 },
    });
  });
});

describe('the words of the specification', () => {
  const long = 'The weather over the lake was grey. '.repeat(10);
  const typeOfWord = (word: string) => taskTypeOf(preparedOf([user(90, `${long} ${word} it.`), assistant(9)])).type;

  const code = ['edit_file', 'read_code', 'execute_script', 'git', 'code', '文件', '修改', '创建', '删除'];
  test.each([...code, 'file', 'modify', 'create', 'delete'])('%s speaks for code', (word) => expect(typeOfWord(word)).toBe('code'));

  const analysis = ['search', 'rg', 'fd', 'grep', 'find', 'query', 'retrieve_memory', '分析', '检索', '查询'];
  test.each([...analysis, 'analyze', 'analyse', 'analysis', 'retrieve'])('%s speaks for analysis', (word) =>
    expect(typeOfWord(word)).toBe('analysis'),
  );

  test.each(['代码', 'commit', 'repo', 'repository', 'function', 'compile', 'refactor'])('%s, which is not on the list, for neither', (word) =>
    expect(typeOfWord(word)).toBe('unknown'),
  );

  test('no list has a word more', () => {
    expect(new Set(defaultWords('code-words'))).toEqual(new Set([...code, 'file', 'modify', 'create', 'delete']));
    expect(new Set(defaultWords('analysis-words'))).toEqual(new Set([...analysis, 'analyze', 'analyse', 'analysis', 'retrieve']));
  });
});

describe('an agent for code', () => {
  const talk = (format: string, prompt?: string): Transcript => ({
    id: 't',
    format,
    tools: [],
    messages: [
      ...(prompt === undefined ? [] : [{ id: 's', role: 'system' as const, parts: [{ type: 'text' as const, text: prompt }] }]),
      { id: 'u', role: 'user', parts: [{ type: 'text', text: 'Please go on.' }] },
      { id: 'a', role: 'assistant', parts: [{ type: 'text', text: 'I do.' }] },
    ],
    compactions: [],
    branches: [],
    subagents: [],
  });
  const typeOf = (transcript: Transcript) => taskTypeOf(prepare(transcript, charCounts(transcript), DEFAULT_SIGNALS)).type;

  test.each([
    'claude-code',
    'claude-code-stream',
    'codex-rollout',
    'pi',
    'aider',
    'opencode',
    'cline',
    'goose',
    'claude-code-terminal',
    'codex-terminal',
    'gemini-cli',
    'gemini-cli-stream',
    'codex-exec',
  ])('is told by the format: %s', (format) => expect(typeOf(talk(format))).toBe('code'));
  test.each([
    'You are CodeAgent.',
    'You are Claude Code.',
    'You are a coding assistant.',
    'An agent for software engineering.',
    '你是一个编程助手。',
  ])('is told by its system prompt: %s', (prompt) => expect(typeOf(talk('openai-chat', prompt))).toBe('code'));
  test.each(['You are a helpful assistant.', 'The discount code agent: book flights.', '你是客服助手。'])('others are none: %s', (prompt) =>
    expect(typeOf(talk('openai-chat', prompt))).toBe('conversation'),
  );
  test('where tools were called, they decide', () => {
    const { messages, ...rest } = talk('claude-code');
    const searching: Transcript['messages'] = [
      ...messages,
      { id: 'b', role: 'assistant', parts: [{ type: 'tool-call', id: 'c', name: 'WebSearch', args: '{}' }] },
      { id: 'r', role: 'tool', parts: [{ type: 'tool-result', callId: 'c', content: [{ type: 'text', text: 'x' }] }] },
    ];
    expect(typeOf({ ...rest, messages: searching })).toBe('analysis');
  });
});

describe('task types of real transcripts', () => {
  const expected: readonly (readonly [pattern: RegExp, types: readonly TaskType[]])[] = [
    [/^pi\//, ['code']],
    [/^claude-code\//, ['code', 'mixed']],
    [/^cline\/cline__session/, ['code']],
    [/^tau-bench\//, ['conversation']],
  ];
  const files = sharedFiles().filter(({ file }) => expected.some(([pattern]) => pattern.test(file)));
  test.skipIf(files.length > 0)('are not there: skipped', () => expect(files).toEqual([]));
  test.each(files.map((f) => [f.file, f] as const))('%s', (name, file) => {
    const parsed = parseTranscript(file.bytes(), { name });
    if (!parsed.ok) throw new Error(parsed.error.message);
    const types = expected.find(([pattern]) => pattern.test(name))![1];
    for (const { transcript } of conversationsOf(parsed.value)) {
      expect(types).toContain(taskTypeOf(prepare(transcript, charCounts(transcript), DEFAULT_SIGNALS)).type);
    }
  });
});
