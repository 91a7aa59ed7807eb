import { describe, expect, it, test } from 'vitest';
import { byId } from '../../pipelines/index.ts';
import { createBuiltIn } from '../../summarizers/built-in.ts';
import { optionsOf, runNow } from '../../testing/contract.ts';
import { type TalkMessage, talk } from '../../testing/talks.ts';
import { assistant, preparedOf, transcriptOf, user } from '../../testing/plans.ts';
import type { Message, Transcript } from '../../transcript/types.ts';
import { KEEP, SUMMARIZE } from '../contract.ts';
import { changeLines, keyInformationBeside, keyInformationOf, quotedReason, taskLines, unifiedDiffs } from './key-information.ts';

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

const DIFF = `diff --git a/src/a.ts b/src/a.ts
--- a/src/a.ts
+++ b/src/a.ts
@@ -1,3 +1,4 @@
 const a = 1;
-const b = 2;
+const b = 3;
+const c = 4;
--- a/src/gone.ts
+++ /dev/null
@@ -1 +0,0 @@
-export {};
Done.
+ not part of it`;

describe('diff statistics', () => {
  it('counts lines by file and stops at the end of a hunk', () => {
    expect(unifiedDiffs(DIFF)).toEqual([
      { path: 'src/a.ts', added: 2, removed: 1 },
      { path: 'src/gone.ts', added: 0, removed: 1 },
    ]);
    expect(unifiedDiffs('--- a title\n\n+++ not a diff')).toEqual([]);
  });

  it('takes the last diff that is shown of a file', () => {
    const again = DIFF.replace('+const c = 4;\n', '');
    const { changes } = keyInformationOf(
      transcriptOf([
        { role: 'user', tokens: 1, text: DIFF },
        { role: 'tool', tokens: 1, answers: 'x', text: again },
      ]),
    );
    expect(changeLines(changes)).toBe('2 files, +1 −2\nsrc/a.ts +1 −1\nsrc/gone.ts +0 −1');
  });
});

describe('beside a summary', () => {
  const input = preparedOf([
    user(9, 'Make it green.'),
    assistant(9, 'Plan:\n- [x] find it\n- [ ] fix it'),
    user(9, DIFF),
    assistant(9, 'Done.'),
    user(9, 'And now?'),
  ]);
  const beside = (fates: readonly number[], on = true) => keyInformationBeside(input, Uint8Array.from(fates), 'Summary:', on);

  it('stands what the messages held that are gone', () => {
    expect(beside([SUMMARIZE, SUMMARIZE, SUMMARIZE, KEEP, KEEP])).toEqual({
      before: 'Summary:\n\n<original_task>\nMake it green.\n</original_task>\n\n',
      after:
        '\n\n<task_list>\n- [x] find it\n- [ ] fix it\n</task_list>' +
        '\n\n<diff_statistics>\n2 files, +2 −2\nsrc/a.ts +2 −1\nsrc/gone.ts +0 −1\n</diff_statistics>',
      spare: 0,
      quotes: { task: 0, lastUser: -1, tasks: 1 },
    });
  });

  it('does not stand what messages say that are still there; it is planned for', () => {
    const { before, after, spare } = beside([SUMMARIZE, KEEP, KEEP, KEEP, KEEP]);
    expect([before, after]).toEqual(['Summary:\n\n<original_task>\nMake it green.\n</original_task>\n\n', '']);
    expect(spare).toBeGreaterThan(30);
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

  it('is switched off but for the last user message', () => {
    expect(beside([SUMMARIZE, SUMMARIZE, SUMMARIZE, SUMMARIZE, KEEP], false)).toEqual({
      before: 'Summary:\n\n',
      after: '',
      spare: 0,
      quotes: { task: -1, lastUser: -1, tasks: -1 },
    });
    expect(beside([KEEP, KEEP, KEEP, KEEP, SUMMARIZE], false).after).toBe('\n\n<last_user_message>\nAnd now?\n</last_user_message>');
  });

  it('gives the reasons of what it quotes', () => {
    const fates = Uint8Array.from([SUMMARIZE, SUMMARIZE, KEEP, KEEP, SUMMARIZE]);
    expect([0, 1, 2, 4].map((i) => quotedReason(input, fates, i, true)?.key)).toEqual([
      'sum-quoted-task',
      undefined,
      undefined,
      'sum-quoted-last-user',
    ]);
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
