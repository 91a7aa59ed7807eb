/** The answer in the states that have another way on than the three acts. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import '../../i18n/answer-words.ts';
import { type Unit, WISHES } from '../../engine/answer/contract.ts';
import { defaultScenario } from '../../scenario/defaults.ts';
import { choiceId, type ModelChoice } from '../../models/contract.ts';
import type { RecallRowView } from '../../worker/loss-protocol.ts';
import { comparison, recallRow, result, standing, transcriptView } from '../compare/testing/fixture.ts';
import { actions, client, useApp } from '../store/index.ts';
import type { AppState, RowRecalls } from '../store/store-state.ts';
import { patch } from '../store/store.ts';
import { useUi } from '../store/ui.ts';
import { closed, opened } from '../testing/opened.ts';
import { BudgetBar, Verdict } from './Verdict.tsx';

const [A, B] = ['middle-removal', 'oldest-removal'] as const;
const ROWS = [result(A, 'KKDKKK', { metTarget: true }), result(B, 'DDDKKK', { metTarget: true })];
const THERE = comparison(ROWS);

/** So many facts at each of so many checkpoints, of which as many are kept as by random dropping. */
const units = (needed: number, checkpoints: number) =>
  Array.from(
    { length: checkpoints },
    (): Unit => ({ strings: { kept: needed / 4, needed, chance: needed / 4 } }),
  ) as unknown as RecallRowView['byCut'];

function recalled(needed: number, checkpoints: number, of = THERE, changes: Parameters<typeof recallRow>[1] = {}): RowRecalls {
  const rows = [A, B].map((key) => recallRow(key, { byCut: units(needed, checkpoints), recall: 0.25, tokens: 0.3, ...changes }));
  const reply = {
    rows,
    cuts: Array(checkpoints).fill({}),
    match: null,
    budget: 0.05,
    compactions: null,
    random: 0.2,
    oracle: 1,
    tooFew: null,
    ms: 1,
  };
  return { of, reply: reply as unknown as RowRecalls['reply'], rows: new Map(rows.map((row) => [row.key, row])) };
}

async function verdict(changes: Partial<AppState>, settings: Partial<ReturnType<typeof defaultScenario>['settings']> = {}) {
  const scenario = defaultScenario();
  opened({
    comparison: THERE,
    compared: [A, B],
    scenario: { ...scenario, rows: [], settings: { ...scenario.settings, budget: 'own', target: 0.05, ...settings } },
    lossError: null,
    recalling: null,
    ...changes,
  });
  const screen = await render(
    <>
      <Verdict />
      <BudgetBar />
    </>,
  );
  return { screen, box: screen.getByRole('region', { name: 'Answer' }) };
}

beforeEach(() => {
  vi.spyOn(client, 'smallest').mockReturnValue(new Promise(() => undefined));
});
afterEach(() => {
  patch({ recalled: null, smallest: null, lossError: null, compared: [] });
  closed();
});

it('nothing works at this budget: leaves the smallest at which something does, and A is a mark beside the slider', async () => {
  const found = recalled(20, 8);
  const { screen, box } = await verdict({ recalled: found, smallest: { of: found, wishes: WISHES, share: 0.2 } });
  await expect.element(box.getByRole('heading')).toHaveTextContent(/^Nothing works at 5\s%\. The smallest budget that works is 20\s%\.$/);
  await expect.element(box.getByRole('button', { name: 'Use in my agent' })).not.toBeInTheDocument();
  await expect.element(screen.getByText(/^A 70\s%$/)).toBeVisible();
  await box.getByRole('button', { name: /^Leave 20\s%$/ }).click();
  expect(useApp.getState().scenario.settings).toMatchObject({ target: 0.2, budget: 'own' });
});

it('too short to rank: longer sessions are the way on', async () => {
  const { box } = await verdict({ recalled: recalled(4, 1) });
  await expect.element(box.getByRole('heading')).toHaveTextContent(/^Too short to rank: fewer than 10 facts/);
  await box.getByRole('button', { name: 'Add longer sessions' }).click();
  expect(useUi.getState().set).toBe(true);
  useUi.setState({ set: false });
});

it('a comparison that stopped says how far it came, and runs again', async () => {
  const again = vi.spyOn(actions, 'runAgain').mockReturnValue();
  const { box } = await verdict({ comparison: { ...THERE, waiting: 3 }, compareError: { code: 'failed', message: 'Out of memory.' } });
  await expect.element(box.getByRole('heading')).toHaveTextContent('The comparison stopped at 2 of 5 policies.');
  await expect.element(box).toHaveTextContent('Out of memory. What is done is below.');
  await box.getByRole('button', { name: 'Run again' }).click();
  expect(again).toHaveBeenCalledOnce();
});

it.each([
  ['stopped', { lossError: { code: 'failed', message: 'Out of memory.' } }, 'Measuring what was lost stopped.'],
  ['was cancelled', { lossError: { code: 'cancelled', message: '' } }, 'Measuring what was lost was cancelled.'],
  ['takes minutes', { comparison: comparison(ROWS, transcriptView({ n: 25_000 })) }, 'Not measured yet: 25,000 messages take minutes.'],
] as const)('measuring that %s is no blank: it can be asked for', async (_, changes, heading) => {
  const ask = vi.spyOn(client, 'recall').mockReturnValue(new Promise(() => undefined));
  const { box } = await verdict({ ...changes });
  await expect.element(box.getByRole('heading')).toHaveTextContent(heading);
  await box.getByRole('button', { name: 'Measure what was lost' }).click();
  expect(ask).toHaveBeenCalledOnce();
  await expect.element(box).toHaveTextContent(/Trying every policy at every checkpoint/);
  patch({ recalling: null });
});

it('summaries of A that wait for a yes: what is missing, and both ways on; then those at the checkpoints', async () => {
  const models = [{ provider: 'openai', model: 'm', baseUrl: null } as unknown as ModelChoice];
  const summarizer = choiceId(models[0]!);
  const waiting = standing(A, 'rejected', { why: { key: 'model-not-sent' }, summarizer });
  const before = comparison([waiting, ROWS[1]!]);
  const { box } = await verdict({ comparison: before, recalled: recalled(20, 8, before) }, { models });
  await expect.element(box.getByRole('heading')).toHaveTextContent('Middle removal: summaries by m wait for your yes.');
  await box.getByRole('button', { name: 'Review and send' }).click();
  expect(useUi.getState()).toMatchObject({ dialog: 'send', paid: null });
  await box.getByRole('button', { name: 'Use the stand-in' }).click();
  expect(useApp.getState().scenario.rows).toMatchObject([{ key: A, summarizer: 'built-in' }]);
  const after = comparison([result(A, 'KKDKKK', { summarizer }), ROWS[1]!]);
  patch({ comparison: after, recalled: recalled(20, 8, after, { otherWriter: true }) });
  await expect.element(box).toHaveTextContent('Those at 8 checkpoints are not written yet.');
  await box.getByRole('button', { name: 'Review and send' }).click();
  expect(useUi.getState()).toMatchObject({ dialog: 'send', paid: A });
  useUi.setState({ dialog: null, paid: null });
});
