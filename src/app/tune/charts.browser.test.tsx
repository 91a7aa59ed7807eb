/** The charts of tuning: what their axes say. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { type Point, type Stats, type Target, TUNE_WISHES, TUNED } from '../../engine/tune/contract.ts';
import { defaultScenario } from '../../scenario/defaults.ts';
import { description } from '../compare/testing/fixture.ts';
import { patch } from '../store/store.ts';
import { expectAxesTold } from '../testing/axes.ts';
import { show, useTune } from './tune-state.ts';
import { TunePane } from './TunePane.tsx';

const ROW = 'middle-removal';
const PARAM = 'preserveStart';
const VALUES = [1, 2, 4];
const TARGETS: readonly Target[] = [0.3];
const keyOf = (value: number): string => `${PARAM}=${value}`;
const stats = (value: number, half: number): Stats =>
  Object.fromEntries(TUNED.map((measure, i) => [measure, { mean: (value + half + i) / 20, interval: [0.1, 0.6], units: 5 }]));
const points = TARGETS.flatMap((target) =>
  VALUES.map(
    (value): Point => ({ setting: keyOf(value), target, first: stats(value, 0), second: stats(value, 1), bar: null, over: 0, invalid: 0, failed: 0 }),
  ),
);

beforeEach(() => {
  const scenario = { ...defaultScenario(), rows: [] };
  patch({
    description,
    scenario,
    loaded: { ref: { kind: 'file', name: 'a', hash: 'h', bytes: 1 }, name: 'a', reply: { hash: 'h', conversations: [] } as never },
  });
  show({
    found: {
      rows: [
        {
          key: ROW,
          space: { strategy: ROW, params: {}, axes: [{ param: PARAM, values: VALUES, now: 4 }] },
          result: {
            of: 'cuts',
            halves: { first: ['1', '2'], second: ['3', '4'] },
            now: keyOf(4),
            settings: VALUES.map((value) => ({ key: keyOf(value), values: { [PARAM]: value } })),
            points,
            best: TARGETS.map((target) => ({
              target,
              verdict: 'same',
              chosen: keyOf(4),
              difference: null,
              efficiency: null,
              nowBar: null,
              tied: [],
              asGood: [],
              sure: 'fair',
            })),
            items: 100,
          },
          hows: null,
        },
      ],
      races: [],
      targets: TARGETS,
      wishes: TUNE_WISHES,
      seed: 1,
      choices: [],
      all: false,
      sources: 'h#0',
      sessions: ['h#0'],
      settings: scenario.settings,
      ms: 1,
      runs: 6,
      kept: 0,
      failed: 0,
    },
  });
});
afterEach(() => {
  useTune.setState(useTune.getInitialState());
  patch({ loaded: null });
});

it('begins with the policy of the answer, and its first button tries what it names', async () => {
  show({ found: null });
  patch({ compared: ['oldest-removal', ROW, 'sliding-window'] });
  const screen = await render(<TunePane />);
  await expect.element(screen.getByRole('combobox').first()).toHaveValue(ROW);
  await screen.getByRole('button', { name: 'Tune Middle removal', exact: true }).click();
  expect(useTune.getState().choices).toMatchObject([{ row: ROW, first: { param: PARAM }, second: null }]);
});

it('curves and the front name both axes with their unit, in both languages', async () => {
  const screen = await render(
    <div style={{ width: 1400, height: 850, display: 'flex', flexDirection: 'column' }}>
      <TunePane />
    </div>,
  );
  // Four measures over the values, and the front.
  await expectAxesTold(screen.container, 5);
});
