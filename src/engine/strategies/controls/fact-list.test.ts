import { expect, test } from 'vitest';
import { recallFacts } from '../../signals/facts/index.ts';
import { charCounts } from '../../testing/counts.ts';
import { DEFAULT_SIGNALS, prepare } from '../../signals/signal-prepare.ts';
import { assistant, letters, planned, transcriptOf, user } from '../../testing/plans.ts';
import { factList } from './fact-list.ts';

const transcript = transcriptOf([
  user(0, 'Tidy up src/old.ts.'),
  assistant(0, `It needs src/first.ts and src/kept.ts. ${'Nothing more is to be said of it. '.repeat(20)}`),
  assistant(0, `See src/second.ts, and again src/first.ts. ${'Nothing more is to be said of it. '.repeat(20)}`),
  assistant(0, `Now src/third.ts. ${'Nothing more is to be said of it. '.repeat(20)}`),
  user(0, 'What about src/kept.ts?'),
]);
const input = prepare(transcript, charCounts(transcript), DEFAULT_SIGNALS);

test('lists what no protected message says, said last first, those of one message in the order of their first mention', () => {
  const plan = planned(factList, input, { target: 100 });
  expect(letters(plan)).toBe('SSSSK');
  expect(plan.summaries[0]!.ready).toBe('Facts of the earlier conversation:\nsrc/third.ts\nsrc/first.ts\nsrc/second.ts\nsrc/old.ts');
});

test('a fact is written so that its kind is recognised: commands in quotes, calls with their brackets', () => {
  const words = `Run \`npm run check\` first, then look at parseTokens() and docs/a.md. ${'Nothing more is to be said of it. '.repeat(20)}`;
  const said = transcriptOf([user(0, words), user(0, 'Go on.')]);
  const { ready = '' } = planned(factList, prepare(said, charCounts(said), DEFAULT_SIGNALS), { target: 100 }).summaries[0]!;
  const lines = ready.split('\n').slice(1);
  expect(lines).toContain('`npm run check`');
  expect(lines).toContain('docs/a.md');
  expect(lines.filter((line) => recallFacts(line).length === 0)).toEqual([]);
});

test('so are names and commands that only their place tells: a value after a name, a line after a prompt', () => {
  const words = `RepoMap(model=self.GPT35)\n\n$ pre-commit run --all-files\n\n${'Nothing more is to be said of it. '.repeat(20)}`;
  const said = transcriptOf([user(0, words), user(0, 'Go on.')]);
  const { ready = '' } = planned(factList, prepare(said, charCounts(said), DEFAULT_SIGNALS), { target: 100 }).summaries[0]!;
  expect(ready.split('\n').slice(1)).toEqual(expect.arrayContaining(['x=self.GPT35', '$ pre-commit run --all-files']));
});

test('as many facts as there is room for', () => {
  const listed = (target: number): number => (planned(factList, input, { target }).summaries[0]?.ready ?? '').split('\n').length - 1;
  const counts = [30, 34, 38, 42, 46, 60].map(listed);
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  expect(counts.at(-1)).toBe(4);
});
