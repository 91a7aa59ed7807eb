import { beforeEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import '../../i18n/set-words.ts';
import { type Wishes, WISHES } from '../../engine/answer/contract.ts';
import { answerOfSet } from '../../engine/answer/sets.ts';
import { defaultScenario } from '../../scenario/defaults.ts';
import { patch } from '../store/store.ts';
import { useApp } from '../store/index.ts';
import type { RowOfSet } from '../../engine/sets/contract.ts';
import type { FoundSession } from '../../worker/sets/protocol.ts';
import { Answer } from './Answer.tsx';
import { resultRows } from './rows.ts';
import { EMPTY, type SetState, useSet } from './state.ts';
import { info, shares } from './testing/fixture.ts';

const infos = new Map(
  [info('fact-ledger', 'own'), info('middle-removal', 'S2'), info('sliding-window', 'S1'), info('hard-limit', 'S3')].map((one) => [one.id, one]),
);
const ROWS = [
  shares('middle-removal', [0.5, 0.6], { cost: 0.02 }),
  shares('fact-ledger', [0.9, 0.8], { cost: 0.031 }),
  shares('sliding-window', [0.95, 0.97], { over: 3, cost: 0.01 }),
  shares('hard-limit', [0.99, 0.99], { invalid: 1, cost: 0.01 }),
];

const session = { session: 's', file: 'week/two.jsonl', conversation: 1 } as FoundSession;
const set = (blob: Blob | null, sessions: readonly FoundSession[] = [session]) => ({
  sessions,
  files: [{ path: session.file, blob, bytes: 1, hash: null, state: 'read' as const, why: null }],
});

async function answer(rows: readonly RowOfSet[] = ROWS, change: Partial<Wishes> = {}, pinned = ['middle-removal'], more: Partial<SetState> = {}) {
  const wishes = { ...WISHES, ...change };
  const scenario = defaultScenario();
  patch({ scenario: { ...scenario, view: { ...scenario.view, pinned, wishes } } });
  const found = answerOfSet({ rows, facts: 500 }, (strategy) => infos.get(strategy), wishes, pinned[0] ?? null);
  const tables = { answer: found, sessions: 2, enough: 2, facts: 500, chance: null, groups: [], figures: [], rows };
  useSet.setState({ ...EMPTY, tables, ...more });
  const screen = await render(<Answer rows={resultRows(tables, infos, pinned, [], null, found.row?.key)} found={found} />);
  return screen.getByRole('region', { name: 'Answer' });
}

beforeEach(() => useSet.setState(EMPTY));

it('names a row that a click pins, and what its next request costs beside that of A', async () => {
  const box = await answer();
  await expect.element(box).toHaveTextContent(/^.*Use Fact ledger: on average of 2 sessions it keeps 85\s% of what was needed later\./);
  await expect.element(box).toHaveTextContent(/Next request \$0\.031, A \$0\.02 \(medians of the sessions\)\./);
  const name = box.getByRole('button', { name: 'Fact ledger' });
  await expect.element(name).toHaveAttribute('title', 'Pin Fact ledger');
  await expect.element(name).toHaveAttribute('aria-pressed', 'false');
  await name.click();
  await vi.waitFor(() => expect(useApp.getState().scenario.view.pinned).toEqual(['middle-removal', 'fact-ledger']));
});

it('says why: the next best rows with what they keep less, and how many rows each reason leaves out', async () => {
  const box = await answer();
  await box.getByRole('button', { name: 'Why' }).click();
  const why = box.getByRole('group', { name: 'Why this row' });
  await expect.element(why).toHaveTextContent(/All sessions weigh alike/);
  const items = why.getByRole('listitem').elements();
  expect(items.map((item) => [...item.children].map(({ textContent }) => textContent).join(' ') || item.textContent)).toEqual([
    expect.stringMatching(/^Fact ledger 85\s%$/),
    expect.stringMatching(/^Middle removal −30\.0 points · 55\s%$/),
    '1 is not accepted by the provider',
    '1 is over the budget',
  ]);
  // A row of a set has no details to open.
  expect(why.getByRole('button').elements()).toEqual([]);
});

it('where the price decides, it stands beside every row', async () => {
  const box = await answer(ROWS, { matters: 'cost' });
  await expect.element(box).toHaveTextContent(/Nothing here is better than what you have\..*Next request \$0\.02 \(median of the sessions\)\./);
  await box.getByRole('button', { name: 'Why' }).click();
  const items = box.getByRole('group', { name: 'Why this row' }).getByRole('listitem');
  await expect.element(items.nth(0)).toHaveTextContent(/\$0\.02 · 55\s%$/);
  await expect.element(items.nth(1)).toHaveTextContent(/\$0\.031 · \+30\.0 points · 85\s%$/);
});

it('holds the user’s words against those of A where they matter', async () => {
  const words = (value: number) => ['s0', 's1'].map((session) => ({ session, value }));
  const box = await answer(
    [shares('middle-removal', [0.9, 0.9], { userWords: words(0.2) }), shares('fact-ledger', [0.5, 0.5], { userWords: words(0.8) })],
    {
      matters: 'userWords',
    },
  );
  await expect.element(box).toHaveTextContent(/Use Fact ledger: .* keeps 80\s% of the user’s words that were needed later\./);
  await expect.element(box).toHaveTextContent(/\+60\.0 points against A \(95\s%: −40\.0 to \+100\.0\)\. As good within the interval: A\./);
});

it('says that there is no price where there is none', async () => {
  const box = await answer(ROWS.map((row) => ({ ...row, cost: null })));
  await expect.element(box).toHaveTextContent(/No model of these sessions has a price\./);
});

it('says which session its replay opens and why, and that a file which is not here has to be given again', async () => {
  const box = await answer(ROWS, {}, ['middle-removal'], set(new Blob(['x'])));
  const replay = box.getByRole('button', { name: 'Replay its worst session' });
  await expect
    .element(replay)
    .toHaveAttribute(
      'title',
      expect.stringMatching(/^Replays week\/two\.jsonl, in which Fact ledger keeps least of what was needed later \(90\s%\)$/),
    );
  await expect.element(replay).toBeEnabled();
  useSet.setState(set(new Blob(['x']), [session, { ...session, session: 't', conversation: 0 }]));
  await expect.element(replay).toHaveAttribute('title', expect.stringMatching(/^Replays week\/two\.jsonl.*2.* 2/));
  useSet.setState(set(null));
  await expect.element(replay).toBeDisabled();
  await expect
    .element(replay)
    .toHaveAttribute('title', expect.stringMatching(/^week\/two\.jsonl, in which this row keeps least, is not here any more/));
});
