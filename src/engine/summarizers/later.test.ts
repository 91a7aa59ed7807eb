import { describe, expect, test } from 'vitest';
import type { PreparedTranscript } from '../signals/contract.ts';
import { statementsIn, untrueBeside, untrueIn } from '../testing/statements.ts';
import { type TalkMessage, talk as talkOf } from '../testing/talks.ts';
import { createBuiltIn } from './built-in.ts';
import type { Quotes, SummaryRequest } from './contract.ts';
import { LOOKS_AHEAD } from './weigh.ts';

const builtIn = createBuiltIn();
/** A block with a long result before everything: a summary is never longer than what it replaces. */
const LONG: readonly TalkMessage[] = [
  { call: 'long', args: '{"path":"notes.txt"}' },
  { result: 'long', shows: 'lorem ipsum dolor '.repeat(300) },
];
const talk = (lines: readonly TalkMessage[]): PreparedTranscript => talkOf([...LONG, ...lines]);
/** The first `count` lines with the block before them. */
const first = (count: number): number[] => Array.from({ length: count + LONG.length }, (_, k) => k);

function summary(input: PreparedTranscript, members: readonly number[], more: Partial<SummaryRequest> = {}) {
  const outcome = builtIn.summarize(input, { id: 's', members, maxTokens: 400, style: 'sections', ...more });
  if (outcome instanceof Promise || !outcome.ok) throw new Error('expected a summary');
  expect(untrueIn(input.messages, members, outcome)).toEqual([]);
  return outcome.text;
}

const quiet = (n: number): TalkMessage[] => Array.from({ length: n }, (_, k) => ({ thinks: `Step ${k}.` }));

describe('what is open is decided by what follows in the context', () => {
  const asked: TalkMessage[] = [
    { user: 'Please build the parser of the new header format.' },
    { says: 'The parser of the header format is built and exported.' },
    { user: 'Now write the documentation of the header format, please.' },
  ];
  test('a request without an answer, and the same request with the answer right behind the range', () => {
    expect(summary(talk(asked), first(3))).toContain('Asked last, not answered yet: Now write the documentation');
    const text = summary(talk([...asked, { says: 'The documentation stands in docs/header.md.' }]), first(3));
    expect(text).not.toContain('not answered');
    expect(text).toContain('Now write the documentation');
  });

  const working: TalkMessage[] = [
    { user: 'Please find out why the upload of large files fails.' },
    { call: 'a', args: '{"path":"src/upload.ts"}', says: 'Let me look at the code of the upload in detail.' },
    { result: 'a', shows: 'export function upload() {}' },
  ];
  test('a step in the middle of work, and the same before the message that ended it', () => {
    expect(summary(talk(working), first(3))).toMatch(/In (?:progress|the middle of): /);
    const text = summary(talk([...working, { says: 'The upload fails because the limit of the proxy is 1 MB.' }]), first(3));
    expect(text).not.toMatch(/In (?:progress|the middle of): /);
  });

  test('a question to the user, and the same with the answer behind', () => {
    const lines: TalkMessage[] = [
      { user: 'Please set up the deployment for the new service.' },
      { says: 'Should the service run in one region or in two regions?' },
    ];
    expect(summary(talk(lines), first(2))).toContain('Waiting for the user: Should the service run');
    expect(summary(talk([...lines, { user: 'Two.' }]), first(2))).not.toContain('Waiting for the user');
  });

  const failing: TalkMessage[] = [
    { user: 'Please make all tests of the project pass again.' },
    { call: 'a', name: 'Bash', args: '{"command":"npm test"}' },
    { result: 'a', shows: 'Error: exit code 1\nTests 2 failed, 30 passed' },
  ];
  const passing: TalkMessage[] = [
    { call: 'b', name: 'Bash', args: '{"command":"npm test"}' },
    { result: 'b', shows: 'Tests 32 passed' },
  ];
  test('tests that fail, and the same with a later run behind', () => {
    expect(summary(talk(failing), first(3))).toMatch(/Tests still fail: [\s\S]*Last test run: |Last test run: [\s\S]*Tests still fail: /);
    const text = summary(talk([...failing, ...passing]), first(3));
    expect(text).not.toMatch(/still fail|Last test run/);
    expect(text).toContain('Test run: Tests 2 failed, 30 passed');
  });

  test('a command whose last run failed, and the same where it runs again', () => {
    const lines: TalkMessage[] = [
      { user: 'Please look after the build of the project.' },
      { call: 'a', name: 'Bash', args: '{"command":"npm run build"}' },
      { result: 'a', shows: 'Error: exit code 1\nbuild failed with errors' },
    ];
    const again: TalkMessage[] = [
      { call: 'b', name: 'Bash', args: '{"command":"npm run build"}' },
      { result: 'b', shows: 'built' },
    ];
    expect(summary(talk(lines), first(3))).toContain('`npm run build` (last run failed)');
    expect(summary(talk([...lines, ...again]), first(3))).toContain('`npm run build` (failed then)');
  });

  test('a task list, and the same with a newer list behind', () => {
    const list = (...done: readonly boolean[]): string =>
      JSON.stringify({
        todos: done.map((d, k) => ({
          content: ['describe every command of the terminal', 'draw the diagrams of the engine'][k],
          status: d ? 'completed' : 'pending',
        })),
      });
    const lines: TalkMessage[] = [
      { user: 'Please write the manual of the program.' },
      { call: 'a', name: 'TodoWrite', args: list(false, false) },
      { result: 'a', shows: 'ok' },
    ];
    expect(summary(talk(lines), first(3))).toContain('To do: draw the diagrams of the engine');
    const newer: TalkMessage[] = [{ call: 'b', name: 'TodoWrite', args: list(true, true) }];
    expect(summary(talk([...lines, ...newer]), first(3))).not.toContain('To do');
  });

  test('a plan is told as of then once another answer ended a turn', () => {
    const lines: TalkMessage[] = [
      { user: 'Please extend the importer of the archive.' },
      { says: 'The importer reads archives now. Next steps: cover the importer with tests for damaged archives.' },
    ];
    expect(summary(talk(lines), first(2))).not.toContain('Planned then');
    const more: TalkMessage[] = [{ user: 'Do that.' }, { says: 'The importer is covered by tests.' }];
    expect(summary(talk([...lines, ...more]), first(2))).toMatch(/Current state[\s\S]*Planned then: .*damaged archives[\s\S]*Important/);
  });

  test('an earlier summary says nothing of a moment that is over, merged or not', () => {
    const earlier =
      '## Task overview\n- Build the parser of the header.\n\n## Next steps\n- Asked last, not answered yet: the colours of the page\n- To do: the docs of the parser';
    const base = talk([{ user: earlier }, { says: 'The colours of the page are blue and green now.' }, { user: 'Good, then continue.' }]);
    const messages = base.messages.map((m, i) => (i === 2 ? { ...m, synthetic: true, compaction: { kind: 'summary' as const } } : m));
    const input: PreparedTranscript = { ...base, messages, itemType: base.itemType.map((type, i) => (i === 2 ? 'COMPACTION_SUMMARY' : type)) };
    for (const mergeEarlier of [false, true]) {
      const text = summary(input, first(1), { mergeEarlier });
      expect(text).not.toContain('not answered yet');
      expect(text).toContain('the docs of the parser');
    }
  });

  test('nothing is open where so many messages follow that not all are looked at', () => {
    const follow = (n: number) => summary(talk([...failing, ...quiet(n)]), first(3));
    expect(follow(LOOKS_AHEAD - 1)).toContain('Last test run');
    expect(follow(LOOKS_AHEAD)).not.toContain('Last test run');
  });
});

describe('what is quoted beside a summary is not said again', () => {
  const lines: TalkMessage[] = [
    { user: 'Make the export of reports faster. Never change the file format. It must work offline. Keep the tests green.' },
    { says: 'The export writes its rows in one pass now and takes a third of the time.' },
    { user: 'Also show the progress of the export in the status bar.' },
  ];
  const quotes = (task: number, lastUser: number): Quotes => ({ task, lastUser, tasks: -1 });

  test('the original task', () => {
    const plain = summary(talk(lines), first(3));
    for (const sentence of ['Make the export of reports faster', 'Never change the file format']) expect(plain).toContain(sentence);
    const text = summary(talk(lines), first(3), { quotes: quotes(2, -1) });
    expect(text).not.toMatch(/faster|file format|offline|green/);
    expect(text).toContain('one pass');
  });
  test('the last words of the user; that they wait for an answer is said without them', () => {
    const text = summary(talk(lines), first(3), { quotes: quotes(2, 4) });
    expect(text).not.toContain('status bar');
    expect(text).toContain('The last message of the user, quoted beside this summary, is not answered yet');
    expect(text).toContain('## Task overview\nQuoted word for word beside this summary.');
  });
  test('where nothing else was said the summary says so', () => {
    expect(summary(talk(lines.slice(0, 1)), [2], { quotes: quotes(2, -1), style: 'plain' })).not.toContain('without words');
  });
});

describe('the judge', () => {
  const { messages } = talkOf([
    { user: 'Please go on with the work.' },
    { says: 'I did.' },
    { call: 'a', name: 'Bash', args: '{"command":"npm test"}' },
  ]);
  const says = (text: string, source: number, section = 'next') => ({ spans: [{ text, source, section }] });
  test.each([
    ['Asked last, not answered yet: go on', 0],
    ['In progress: the work', 0],
    ['In the middle of: the work', 0],
    ['Waiting for the user: now?', 0],
    ['Not solved yet: it broke', 0],
    ['`npm test` (last run failed)', 1],
    ['Continue with the work', 0],
  ])('finds that this is over: %s', (text, source) => {
    expect(untrueIn(messages, [0], says(text, source))).toHaveLength(1);
    expect(untrueIn(messages.slice(0, source + 1), [source], says(text, source))).toEqual([]);
    expect(statementsIn(says(text, source))).toBe(1);
  });
  test('finds a command that ran again beside a structure', () => {
    expect(untrueBeside(messages, [0, 1], '- `npm test` → ok')).toEqual([]);
    const again = [...messages, { ...messages[2]!, id: 'm3' }];
    expect(untrueBeside(again, [2], '- `npm test` → ok, last of 2 runs')).toHaveLength(1);
  });
});
