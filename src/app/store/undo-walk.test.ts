// @vitest-environment happy-dom
/** Undo over everything that changes the scenario: the store itself, with an engine that answers at once. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { defaultScenario } from '../../scenario/defaults.ts';
import { FILE_SETTINGS, type Scenario } from '../../scenario/schema.ts';
import { sha256 } from '../../scenario/packing.ts';
import type { CompareRequest } from '../../worker/protocol.ts';
import { conversationInfo } from '../testing/conversation.ts';
import { setReplay } from './store-actions.ts';
import type { Actions } from './store-state.ts';
import { EMPTY, settingsOf } from './undo.ts';

const IDS = ['hybrid', 'summary', 'sliding-window'];

vi.mock('./engine.ts', () => ({
  client: {
    onRestart: () => () => {},
    describe: async () => ({
      ok: true,
      value: { strategies: IDS.map((id) => ({ id, params: {}, source: { seed: 'own' } })), formats: [], models: [], tokenizers: [] },
    }),
    load: async (blob: Blob, name: string) => {
      const bytes = new Uint8Array(await blob.arrayBuffer());
      const conversation = conversationInfo({ id: name, title: name, messages: 3, toolCalls: 0, toolResults: 0, compactions: 2 });
      return {
        ok: true,
        value: {
          format: 'openai-chat',
          confidence: 1,
          candidates: [],
          conversations: [conversation, { ...conversation, index: 1 }],
          warnings: [],
          bytes: bytes.length,
          hash: await sha256(bytes),
        },
      };
    },
    compare: async ({ rows, applied }: CompareRequest & Pick<Scenario, 'applied'>) => ({
      ok: true,
      value: {
        transcript: {},
        rows: rows.map(({ key, strategy }) => ({ key, strategy, result: null })),
        models: { unsent: [], spent: null },
        history: { levels: applied ?? [], stopped: null, restored: 2 },
        ms: 1,
      },
    }),
    measure: async () => ({ ok: false, error: { code: 'cancelled', message: '' } }),
    recall: async () => ({ ok: false, error: { code: 'cancelled', message: '' } }),
    cancel: () => {},
  },
}));
vi.stubGlobal('fetch', async (address: string) =>
  address.endsWith('index.json')
    ? new Response(JSON.stringify([{ id: 'coding-session', file: 'coding.jsonl', format: 'x', messages: 3, bytes: 2 }]))
    : new Response(`bytes of ${address}`),
);

const { actions } = await import('./store-actions.ts');
const { app } = await import('./store.ts');
const { useUndo } = await import('./undo.ts');
await actions.start();
await vi.waitFor(() => expect(app().comparison).not.toBeNull(), { timeout: 30_000 });

type Act = () => unknown;
const key = fc.constantFrom(...IDS, 'hybrid~2');
const first = defaultScenario();
const choice = (id: string) => ({ provider: 'openai', model: id, baseUrl: null }) as unknown as Scenario['settings']['models'][number];

/** What each action is to the undo: a change, or nothing that it is about. A new action has to be put here, or this does not compile. */
const WAYS: { readonly [Name in keyof Actions]: fc.Arbitrary<Act> | 'opens' | 'looks' | 'moves' } = {
  start: 'opens',
  openFile: 'opens',
  openText: 'opens',
  openSample: 'opens',
  openKept: 'opens',
  openLink: 'opens',
  forgetSent: 'opens',
  openAnyway: 'opens',
  openScenario: 'opens',
  chooseFormat: 'opens',
  forget: 'opens',
  close: 'opens',
  cancel: 'looks',
  runAgain: 'looks',
  sendTo: 'looks',
  cancelCalls: 'looks',
  select: 'looks',
  hover: 'looks',
  zoom: 'looks',
  setVisible: 'looks',
  reveal: 'looks',
  notify: 'looks',
  undo: 'moves',
  redo: 'moves',
  chooseConversation: fc.nat(1).map((index) => () => actions.chooseConversation(index)),
  chooseUntil: fc.option(fc.integer({ min: 1, max: 2 })).map((until) => () => actions.chooseUntil(until)),
  set: fc.oneof(
    ...Object.entries(first.settings).flatMap(([name, value]) =>
      typeof value === 'number' || typeof value === 'boolean'
        ? [fc.nat(9).map((n) => () => actions.set(name as 'seed', (typeof value === 'boolean' ? n > 4 : value + n) as number))]
        : [],
    ),
    fc.option(fc.constantFrom('gpt-4o', 'o3')).map((model) => () => actions.set('model', model)),
    fc.constantFrom<Scenario['settings']['keywords']>({}, { error: ['boom'] }).map((keywords) => () => actions.set('keywords', keywords)),
  ),
  setSettings: fc.integer({ min: 1000, max: 9000 }).map((window) => () => actions.setSettings({ window, tokenizer: null, model: 'o3' })),
  reset: fc.constantFrom('target', 'window', 'seed', 'keywords', 'model' as const).map((name) => () => actions.reset(name)),
  resetAll: fc.constant(() => actions.resetAll()),
  pinSetting: fc.tuple(fc.constantFrom(...FILE_SETTINGS), fc.boolean()).map(
    ([name, pinned]) =>
      () =>
        actions.pinSetting(name, pinned),
  ),
  setView: fc.oneof(
    fc.constantFrom('priority', 'fate' as const).map((color) => () => actions.setView('color', color as 'fate')),
    fc
      .constantFrom<Scenario['view']['tables']>({}, { rows: { sort: ['-tokens'] } }, { rows: { columns: { cost: false }, open: { hybrid: true } } })
      .map((tables) => () => actions.setView('tables', tables)),
  ),
  setParams: fc.nat(5).map((n) => () => actions.setParams({ hybrid: { p: n }, summary: { q: n } })),
  setParam: fc.tuple(key, fc.option(fc.nat(5), { nil: undefined })).map(
    ([row, value]) =>
      () =>
        actions.setParam(row, 'hybrid', 'p', value),
  ),
  resetRow: key.map((row) => () => actions.resetRow(row)),
  writeBuiltIn: fc.subarray(['hybrid', 'summary']).map((keys) => () => actions.writeBuiltIn(keys)),
  duplicateRow: key.map((row) => () => actions.duplicateRow(row)),
  setRowsOf: fc.boolean().map((there) => () => actions.setRowsOf(['summary', 'sliding-window'], there)),
  addRow: fc.nat(5).map((n) => () => actions.addRow('hybrid', { p: n })),
  setRowModel: fc.tuple(key, fc.constantFrom('built-in', undefined)).map(
    ([row, id]) =>
      () =>
        actions.setRowModel(row, 'summary', 'summarizer', id),
  ),
  duplicateWith: key.map((row) => () => actions.duplicateWith(row, 'summarizer', 'built-in')),
  setModels: fc.subarray(['a', 'b']).map((ids) => () => actions.setModels(ids.map(choice), null)),
  removeRow: fc.constantFrom('hybrid~2', 'hybrid~3', 'summary~2').map((row) => () => actions.removeRow(row)),
  compareWith: key.map((row) => () => actions.compareWith(row)),
  mark: fc.tuple(fc.constantFrom('m1', 'm2', 'm3'), fc.constantFrom('pin', 'low', null)).map(
    ([id, mark]) =>
      () =>
        actions.mark(id, mark as 'pin' | null),
  ),
  carryOut: fc.constantFrom('hybrid', 'summary').map((row) => () => actions.carryOut(row)),
  undoLevel: fc.constant(() => actions.undoLevel()),
  dropPending: fc.constant(() => actions.dropPending()),
};
const replays: fc.Arbitrary<Act> = fc
  .constantFrom(
    { ownTriggers: false },
    { ownTriggers: true },
    { cooldown: 3 },
    { hand: [1, 2] },
    { hand: [] },
    { warning: 0.7 },
    { strategies: ['hybrid'] },
    { window: 9000 },
  )
  .map((change) => () => setReplay(change));
const KINDS = Object.values(WAYS).filter((way) => typeof way !== 'string');
const act = fc.oneof(...KINDS, replays);

const now = () => settingsOf(app().scenario);
const canUndo = (way: 'undo' | 'redo'): number => useUndo.getState()[way === 'undo' ? 'past' : 'future'].length;
/** A person does it: whatever it changes is one step. */
async function does(what: Act): Promise<void> {
  window.dispatchEvent(new Event('pointerdown'));
  await what();
  window.dispatchEvent(new Event('pointerup'));
}
function all(way: 'undo' | 'redo'): void {
  while (canUndo(way) > 0) actions[way]();
}

describe('undo of everything that there is to change', () => {
  test.each(Object.entries(WAYS).flatMap(([name, way]) => (typeof way === 'string' ? [] : [[name, way] as const])))('%s', async (name, way) => {
    all('undo');
    const before = now();
    let changed = 0;
    for (const what of fc.sample(way, { numRuns: 12, seed: 7 })) {
      const was = now();
      const steps = canUndo('undo');
      await does(what);
      const is = now();
      // Another order of the same marks is no change.
      if (isDeepStrictEqual(is, was)) continue;
      changed++;
      expect(canUndo('undo') - steps).toBe(1);
      actions.undo();
      expect(now()).toEqual(was);
      actions.redo();
      expect(now()).toEqual(is);
    }
    // Some have nothing to act on by themselves.
    if (!['reset', 'resetAll', 'resetRow', 'removeRow', 'dropPending', 'pinSetting', 'setRowModel', 'setRowsOf'].includes(name))
      expect(changed, name).toBeGreaterThan(0);
    all('undo');
    expect(now()).toEqual(before);
  });

  test('property: any sequence, undone all the way, gives the first scenario; redone, the last', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 25 }), async (acts) => {
        all('undo');
        // What could be redone of the sequence before is none of this one.
        useUndo.setState(EMPTY);
        const before = now();
        for (const what of acts) await does(what);
        const after = now();
        all('undo');
        expect(now()).toEqual(before);
        all('redo');
        expect(now()).toEqual(after);
      }),
      { numRuns: 60 },
    );
  });
});
