import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { conversationsOf, parseTranscript } from '../../formats/index.ts';
import { byId } from '../../pipelines/index.ts';
import { DEFAULT_SIGNALS, prepare } from '../../signals/signal-prepare.ts';
import { createBuiltIn } from '../../summarizers/built-in.ts';
import { optionsOf, runNow } from '../../testing/contract.ts';
import { charCounts } from '../../testing/counts.ts';
import { type TalkMessage, talk } from '../../testing/talks.ts';
import { assistant, preparedOf, transcriptOf, user } from '../../testing/plans.ts';
import type { Message, Transcript } from '../../transcript/types.ts';
import { KEEP, SUMMARIZE } from '../contract.ts';
import { changeLines, changesByFile, keyInformationBeside, keyInformationOf, quotedReason, taskLines } from './strategy-key-information.ts';

const withCalls = (...calls: readonly { name: string; args: string }[]): Transcript => {
  const transcript = transcriptOf(calls.map(() => ({ role: 'assistant', tokens: 1 })));
  return {
    ...transcript,
    messages: transcript.messages.map((message, i) => ({ ...message, parts: [{ type: 'tool-call', id: `${i}`, ...calls[i]! }] })),
  };
};

describe('task list', () => {
  it('is the latest one, from a call or from checkboxes', () => {
    const todo = {
      name: 'TodoWrite',
      args: JSON.stringify({
        todos: [
          { content: 'read', status: 'completed' },
          { content: 'write', status: 'in_progress' },
          { content: 'ship', status: 'pending' },
        ],
      }),
    };
    const plan = { name: 'update_plan', args: JSON.stringify({ explanation: 'x', plan: [{ step: 'one', status: 'completed' }] }) };
    expect(taskLines(keyInformationOf(withCalls(plan, todo)).tasks)).toBe('- [x] read\n- [ ] (in progress) write\n- [ ] ship');
    expect(taskLines(keyInformationOf(withCalls(todo, plan)).tasks)).toBe('- [x] one');
  });

  it('ignores calls without a list, cut arguments and other tools', () => {
    const calls = [
      { name: 'TodoWrite', args: '{"todos": [{"content": "re' },
      { name: 'plan', args: '"free text"' },
      { name: 'edit', args: '{"items":[{"content":"no"}]}' },
    ];
    expect(keyInformationOf(withCalls(...calls)).tasks).toEqual([]);
  });

  it('cuts long lists and long items', () => {
    const text = Array.from({ length: 60 }, (_, i) => `- [ ] ${i} ${'x'.repeat(400)}`).join('\n');
    const { tasks } = keyInformationOf(transcriptOf([{ role: 'user', tokens: 1, text }]));
    expect(tasks).toHaveLength(50);
    expect(taskLines(tasks.slice(0, 1))).toBe(`- [ ] 0 ${'x'.repeat(298)}…`);
  });

  it('ignores checkboxes of the system prompt', () => {
    expect(keyInformationOf(transcriptOf([{ role: 'system', tokens: 1, text: '- [ ] example' }])).tasks).toEqual([]);
  });
});

/** Calls with their results: the call at 2k, its result at 2k + 1; a result of null is missing. */
const worked = (...calls: readonly { name: string; args: object; result?: string | null; failed?: boolean }[]): Transcript => {
  const messages = calls.flatMap(({ name, args, result = 'ok', failed = false }, k): Message[] => [
    { id: `c${k}`, role: 'assistant', parts: [{ type: 'tool-call', id: `${k}`, name, args: JSON.stringify(args) }] },
    {
      id: `r${k}`,
      role: 'tool',
      parts:
        result === null ? [] : [{ type: 'tool-result', callId: `${k}`, content: [{ type: 'text', text: result }], ...(failed && { isError: true }) }],
    },
  ]);
  return { ...transcriptOf([]), messages };
};
const edit = (path: string, old_string: string, new_string: string, more: object = {}) => ({
  name: 'Edit',
  args: { file_path: path, old_string, new_string },
  ...more,
});
const DIFF = '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-a\n+b\n';

describe('diff statistics', () => {
  const linesOf = (transcript: Transcript): string => changeLines(changesByFile(keyInformationOf(transcript).changes));

  it('are of the edits and writes that were carried out, not of diffs that were shown', () => {
    const transcript = worked(
      edit('src/a.ts', 'a\nb', 'a\nc\nd'),
      { name: 'Write', args: { file_path: 'src/new.ts', content: 'one\ntwo\n' } },
      edit('src/a.ts', 'd', 'e'),
      edit('src/failed.ts', 'a', 'b', { result: 'Rejected', failed: true }),
      edit('src/missed.ts', 'a', 'b', { result: 'Failed to edit, 0 occurrences found' }),
      edit('src/open.ts', 'a', 'b', { result: null }),
      { name: 'Bash', args: { command: 'git diff' }, result: DIFF.replaceAll('src/a.ts', 'src/shown.ts') },
    );
    expect(linesOf(transcript)).toBe('2 files, +5 −2\nsrc/a.ts +3 −2\nsrc/new.ts +2 −0');
  });

  it('a whole write replaces what was added before', () => {
    const write = (content: string) => ({ name: 'write_file', args: { path: 'a.md', content } });
    expect(linesOf(worked(write('a\nb\nc'), { ...edit('a.md', 'a', 'x\ny') }, write('z')))).toBe('1 file, +1 −1\na.md +1 −1');
  });
});

describe('memories', () => {
  it('are what memory tools saved, the last ten, as far as they were carried out', () => {
    const save = (fact: string, more: object = {}) => ({ name: 'save_memory', args: { fact }, ...more });
    const many = Array.from({ length: 12 }, (_, k) => save(`fact ${k}`));
    const read = { name: 'memory', args: { command: 'view', path: '/memories' } };
    const { memories } = keyInformationOf(worked(...many, save('not this', { failed: true }), read));
    expect(memories.map(({ text }) => text)).toEqual(Array.from({ length: 10 }, (_, k) => `fact ${k + 2}`));
    expect(memories[0]?.source).toBe(4);
  });
});

describe('beside a summary', () => {
  const input = preparedOf([
    user(9, 'Make it green.'),
    assistant(9, 'Plan:\n- [x] find it\n- [ ] fix it'),
    user(9, 'Go on.'),
    assistant(9, 'Done.'),
    user(9, 'And now?'),
  ]);
  const beside = (fates: readonly number[], on = true) => keyInformationBeside(input, Uint8Array.from(fates), 'Summary:', on);

  it('stands what the messages held that are gone', () => {
    expect(beside([SUMMARIZE, SUMMARIZE, SUMMARIZE, KEEP, KEEP])).toEqual({
      before: 'Summary:\n\n<original_task>\nMake it green.\n</original_task>\n\n',
      after: '\n\n<task_list>\n- [x] find it\n- [ ] fix it\n</task_list>',
      spare: 0,
      quotes: { task: 0, lastUser: -1, tasks: 1 },
    });
  });

  it('does not stand what messages say that are still there; it is planned for', () => {
    const { before, after, spare } = beside([SUMMARIZE, KEEP, KEEP, KEEP, KEEP]);
    expect([before, after]).toEqual(['Summary:\n\n<original_task>\nMake it green.\n</original_task>\n\n', '']);
    expect(spare).toBeGreaterThan(5);
    expect(beside([KEEP, KEEP, KEEP, SUMMARIZE, KEEP]).before).toBe('Summary:\n\n');
  });

  it('plans for the original task while its message stands, unless it always will', () => {
    const fates = Uint8Array.from([KEEP, SUMMARIZE, SUMMARIZE, SUMMARIZE, KEEP]);
    const quoted = beside([SUMMARIZE, SUMMARIZE, SUMMARIZE, SUMMARIZE, KEEP]);
    const tokens = (text: string): number => input.counts.text(text);
    const standing = beside([...fates]);
    expect(standing.spare).toBeGreaterThanOrEqual(tokens(quoted.before) - tokens(standing.before));
    expect(keyInformationBeside(input, fates, 'Summary:', true, true)).toEqual({ ...standing, spare: 0 });
  });

  it('memories and changes are those of the messages that are gone, and no context tells one twice', () => {
    const save = { name: 'save_memory', args: { fact: 'Ports start\nat 8080.' } };
    const work = worked(edit('a.ts', 'a', 'b\nc'), save, edit('a.ts', 'c', 'd'), edit('b.ts', '', 'x'));
    const prepared = prepare(work, charCounts(work), DEFAULT_SIGNALS);
    const told = (gone: number, on = true): string =>
      keyInformationBeside(
        prepared,
        Uint8Array.from(work.messages, (_, i) => (i < gone ? SUMMARIZE : KEEP)),
        'Summary:',
        on,
      ).after;
    const first =
      '\n\n<recent_memories>\n- Ports start at 8080.\n</recent_memories>\n\n<diff_statistics>\n1 file, +2 −1\na.ts +2 −1\n</diff_statistics>';
    expect(told(4)).toBe(first);
    expect(told(4, false)).toBe('');
    expect(told(0)).toBe('');
    const summary: Message = { id: 's', role: 'user', parts: [{ type: 'text', text: `Summary:${first}` }], compaction: { kind: 'summary' } };
    const left = { ...work, messages: [summary, ...work.messages.slice(4)] };
    const info = keyInformationOf(left);
    expect(changesByFile(info.changes)).toEqual([
      { path: 'a.ts', added: 3, removed: 2 },
      { path: 'b.ts', added: 1, removed: 0 },
    ]);
    expect(info.memories).toEqual([{ text: 'Ports start at 8080.', source: 0 }]);
  });

  it('is switched off but for the last user message', () => {
    expect(beside([SUMMARIZE, SUMMARIZE, SUMMARIZE, SUMMARIZE, KEEP], false)).toEqual({
      before: 'Summary:\n\n',
      after: '',
      spare: 0,
      quotes: { task: -1, lastUser: -1, tasks: -1 },
    });
    expect(beside([KEEP, KEEP, KEEP, KEEP, SUMMARIZE], false).after).toBe('\n\n<last_user_message>\nAnd now?\n</last_user_message>');
  });

  it.each(['summary', 'sliding-window', 'selective-summary'])('%s masks secrets in what it quotes', (id) => {
    const key = `ghp_${'a1B2'.repeat(9)}`;
    const talkative = (k: number): TalkMessage[] => [
      { user: `Part ${k} please.` },
      { says: `Part ${k} was done, and it took a while to see why. `.repeat(9) },
    ];
    const asked = `Use ${key} to push.`;
    const p = talk([{ user: `${asked}\n- [ ] push with ${key}` }, ...Array.from({ length: 12 }, (_, k) => talkative(k)).flat(), { user: asked }]);
    const strategy = byId.get(id)!;
    const params = id === 'selective-summary' ? { always: true } : {};
    const result = runNow(p, strategy, optionsOf(strategy, { window: 128_000, target: 400, own: false, params }, createBuiltIn()));
    expect(result.outcome).toBe('compacted');
    const inserted = result.summaries.map(({ text }) => text).join();
    expect(inserted).toContain(id === 'sliding-window' ? '<original_task>\nUse ' : '<last_user_message>\nUse ');
    expect(inserted).not.toContain(key);
  });

  it('gives the reasons of what it quotes', () => {
    const fates = Uint8Array.from([SUMMARIZE, SUMMARIZE, KEEP, KEEP, SUMMARIZE]);
    expect([0, 1, 2, 4].map((i) => quotedReason(input, fates, i, true)?.key)).toEqual(['quoted', undefined, undefined, 'quoted']);
    expect(quotedReason(input, fates, 0, false)).toBeUndefined();
  });
});

describe('what stands in the result is not said again beside a summary', () => {
  const task =
    'Make the export of reports faster. Never change the file format. It must work offline. Keep the tests green. Write down what you find.';
  const long = 'The export wrote its rows twice, once for the index and once for the file, and now writes them in one pass. '.repeat(6);
  const times = (context: readonly Message[], words: string): number =>
    context
      .map((m) => m.parts.map((p) => (p.type === 'text' ? p.text : '')).join(''))
      .join('\n')
      .split(words).length - 1;
  const chat = (...more: readonly TalkMessage[]): readonly TalkMessage[] => [
    { user: task },
    ...Array.from({ length: 12 }, (_, k): TalkMessage[] => [
      { says: `${long} Part ${k} is done.` },
      { user: `Please go on with part ${k + 1} of the export now.` },
    ]).flat(),
    ...more,
  ];

  test.each(['summary', 'sliding-window', 'structured-extraction', 'auto-compression', 'selective-summary'])(
    '%s says each sentence of the task once at most',
    (id) => {
      const p = talk(chat());
      const strategy = byId.get(id)!;
      const result = runNow(
        p,
        strategy,
        optionsOf(strategy, { window: 128_000, target: Math.ceil(p.counts.total * 0.3), own: false }, createBuiltIn()),
      );
      expect(result.outcome).toBe('compacted');
      for (const sentence of task.split(/(?<=\.) /)) expect(times(result.context(), sentence.slice(0, -1))).toBeLessThanOrEqual(1);
    },
  );

  test('the task is not quoted where the user said the same again and it stands', () => {
    const input = preparedOf([user(10, task), assistant(10), user(10, 'Other things.'), assistant(10), user(10, task)]);
    const fates = Uint8Array.from([SUMMARIZE, SUMMARIZE, SUMMARIZE, KEEP, KEEP]);
    const beside = keyInformationBeside(input, fates, 'Summary:', true);
    expect(beside.before).not.toContain('original_task');
    expect(beside.quotes.task).toBe(-1);
    expect(quotedReason(input, fates, 0, true)).toBeUndefined();
    expect(keyInformationBeside(input, fates.with(4, SUMMARIZE), 'Summary:', true).before).toContain('original_task');
  });
});

it('a path that only ends another is the same file, and secrets in paths are masked', () => {
  const change = (one: string) => ({ path: one, added: 1, removed: 0 });
  const files = changesByFile(['/app/src/a.ts', './src/a.ts', 'b.ts', '/app/x/b.ts', '/app/y/b.ts', 'b.ts'].map(change));
  expect(files.map(({ path: one, added }) => `${one} +${added}`)).toEqual(['/app/src/a.ts +2', 'b.ts +2', '/app/x/b.ts +1', '/app/y/b.ts +1']);
  const token = `ghp_${'a1B2'.repeat(9)}`;
  expect(changeLines([change(`/tmp/${token}/a.ts`)])).not.toContain(token);
});

it('the sample’s statistics are of every file that was edited or written, by tools and by scripts', () => {
  const file = path.resolve(import.meta.dirname, '../../../../fixtures/samples/coding-session.jsonl');
  const parsed = parseTranscript(readFileSync(file), { name: 'coding-session.jsonl' });
  if (!parsed.ok) throw new Error(parsed.error.message);
  const files = changesByFile(keyInformationOf(conversationsOf(parsed.value)[0]!.transcript).changes);
  expect(changeLines(files).split('\n')[0]).toBe('21 files, +673 −62');
  // 20 by edit tools; a script appended to the tests of quotes, and one on src/server.ts ended in an error.
  expect(files.filter(({ path: one }) => !one.startsWith('/'))).toEqual([{ path: 'test/quote.test.ts', added: 12, removed: 0 }]);
});
