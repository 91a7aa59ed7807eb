import { beforeEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import '../../i18n/en/set.ts';
import { type Wishes, WISHES } from '../../engine/answer/contract.ts';
import { answerOfSet, type RowOverSessions } from '../../engine/answer/sets.ts';
import { defaultScenario } from '../../scenario/defaults.ts';
import { patch } from '../store/store.ts';
import { useApp } from '../store/index.ts';
import type { RowOfSet } from '../../engine/sets/contract.ts';
import type { FoundSession } from '../../worker/sets/set-worker-protocol.ts';
import { Answer } from './Answer.tsx';
import { EMPTY, resultRows, type SetState, useSet } from './set-state.ts';
import { info, shares } from './testing/fixture.ts';

const infos = new Map(
  [info('fact-ledger', 'own'), info('claude-code', 'product'), info('sliding-window', 'S1'), info('hard-limit', 'S3')].map((one) => [one.id, one]),
);
const six = (value: number): readonly number[] => Array.from({ length: 6 }, (_, i) => value + i / 1000);
const ROWS = [
  shares('claude-code', six(0.55), { cost: 0.02 }),
  shares('fact-ledger', six(0.85), { cost: 0.031 }),
  shares('sliding-window', six(0.95), { over: 3, cost: 0.01 }),
  shares('hard-limit', six(0.99), { invalid: 1, cost: 0.01 }),
];

const session = { session: 's', file: 'week/two.jsonl', conversation: 1 } as FoundSession;
const set = (blob: Blob | null, sessions: readonly FoundSession[] = [session]) => ({
  sessions,
  files: [{ path: session.file, blob, bytes: 1, hash: null, state: 'read' as const, why: null }],
});

async function answer(
  rows: readonly (RowOfSet & RowOverSessions)[] = ROWS,
  change: Partial<Wishes> = {},
  pinned = ['claude-code'],
  more: Partial<SetState> = {},
) {
  const wishes = { ...WISHES, ...change };
  const scenario = defaultScenario();
  patch({ scenario: { ...scenario, view: { ...scenario.view, wishes } } });
  const found = answerOfSet(rows, (strategy) => infos.get(strategy), wishes, 'same');
  const tables = { answer: found, sessions: 6, enough: 6, facts: 500, chance: null, groups: [], figures: [], aside: 0, rows };
  useSet.setState({ ...EMPTY, tables, ...more });
  const screen = await render(<Answer rows={resultRows(tables, infos, pinned, [], null, found.row?.key)} found={found} />);
  return screen.getByRole('region', { name: 'Answer' });
}

beforeEach(() => useSet.setState(EMPTY));

it('says both in the same tokens, and names a row that a click puts in C', async () => {
  const box = await answer();
  await expect
    .element(box)
    .toHaveTextContent(/Claude Code keeps 55\s% of what was needed later\. In the same tokens Fact ledger \(ours\) keeps 85\s%\./);
  await expect.element(box).toHaveTextContent(/Random dropping keeps 10\s% there\. Sure of the order, but of only 6 sessions\./);
  const name = box.getByRole('button', { name: 'Fact ledger' });
  await expect.element(name).toHaveAttribute('title', 'Show Fact ledger');
  await name.click();
  await vi.waitFor(() => expect(useApp.getState().scenario.view.other).toBe('fact-ledger'));
});

it('says why: the next best rows with what they keep less, and how many rows each reason leaves out', async () => {
  const box = await answer();
  await box.getByRole('button', { name: 'Why' }).click();
  const why = box.getByRole('group', { name: 'Why this policy' });
  const items = why.getByRole('listitem').elements();
  expect(items.map((item) => [...item.children].map(({ textContent }) => textContent).join(' ') || item.textContent)).toEqual([
    expect.stringMatching(/^Fact ledger 85\.3\s%$/),
    expect.stringMatching(/^Claude Code −30\.0 points · 55\.3\s%$/),
    '1 refused by the provider',
    '1 over the budget',
  ]);
  // A row of a set has no details to open.
  expect(why.getByRole('button').elements()).toEqual([]);
});

it('where the price decides, it stands beside every row', async () => {
  const box = await answer(ROWS, { matters: 'cost' });
  await expect.element(box).toHaveTextContent(/Stay with .*Claude Code: nothing that keeps as much has a cheaper next call\./);
});

it('holds the user’s words against those of A where they matter', async () => {
  const box = await answer([shares('claude-code', six(0.9), { words: six(0.2) }), shares('fact-ledger', six(0.9), { words: six(0.8) })], {
    matters: 'userWords',
  });
  await expect
    .element(box)
    .toHaveTextContent(/Claude Code keeps 20\s% of the user’s words that were needed later\. In the same tokens Fact ledger \(ours\) keeps 80\s%\./);
});

it('says which session its replay opens and why, and that a file which is not here has to be given again', async () => {
  const box = await answer(ROWS, {}, ['claude-code'], set(new Blob(['x'])));
  const replay = box.getByRole('button', { name: 'Replay its worst session' });
  await expect.element(replay).toHaveAttribute('title', expect.stringMatching(/^week\/two\.jsonl: Fact ledger keeps least here \(85\s%\)$/));
  await expect.element(replay).toBeEnabled();
  useSet.setState(set(new Blob(['x']), [session, { ...session, session: 't', conversation: 0 }]));
  await expect.element(replay).toHaveAttribute('title', expect.stringMatching(/^week\/two\.jsonl · 2 of 2: Fact ledger keeps least here/));
  useSet.setState(set(null));
  await expect.element(replay).toBeDisabled();
  await expect.element(replay).toHaveAttribute('title', expect.stringMatching(/^Drop week\/two\.jsonl, the worst, again$/));
});

it('says so far while it runs', async () => {
  const run = { done: 6, of: 40, tokens: [1, 9], kept: 0, since: 0 } as const;
  await expect.element(await answer(ROWS, {}, ['claude-code'], { run })).toHaveTextContent(/So far, of 6 of 40 sessions: A?Claude Code keeps/);
});
