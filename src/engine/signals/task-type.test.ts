import { describe, expect, test } from 'vitest';
import { conversationsOf, parseTranscript } from '../formats/index.ts';
import { charCounts } from '../testing/counts.ts';
import { assistant, preparedOf, user } from '../testing/plans.ts';
import { sharedFiles } from '../testing/shared.ts';
import type { Transcript } from '../transcript/types.ts';
import { DEFAULT_SIGNALS, prepare } from './prepare.ts';
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
