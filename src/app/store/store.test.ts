// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest';
import { decode, encode } from '../../scenario/codec.ts';
import { defaultScenario } from '../../scenario/defaults.ts';
import { deflate, sha256, toBase64Url } from '../../scenario/packing.ts';
import { type Scenario, SCENARIO_VERSION } from '../../scenario/schema.ts';
import type { CompareReply, CompareRequest, Description, LoadReply } from '../../worker/protocol.ts';
import { conversationInfo } from '../testing/conversation.ts';
import type { Actions, AppState, Notice } from './store-state.ts';

/** An engine that answers when the test says so. */
const engine = vi.hoisted(() => ({
  compares: [] as { request: CompareRequest; answer: (reply: unknown) => void }[],
  failLoads: false,
  /** Samples arrive when this is settled. */
  fetched: Promise.resolve(),
}));

vi.mock('./engine.ts', () => ({
  client: {
    onRestart: () => () => {},
    describe: async () => ({
      ok: true,
      value: {
        strategies: ['hybrid', 'summary', 'key-events'].map((id) => ({ id, source: { seed: id === 'key-events' ? 'S0' : 'own' } })),
        formats: [],
        models: [],
        tokenizers: [],
      } as unknown as Description,
    }),
    load: async (blob: Blob, name: string) => {
      if (engine.failLoads) return { ok: false, error: { code: 'unknown-format', message: 'no', expected: 'a transcript' } };
      const bytes = new Uint8Array(await blob.arrayBuffer());
      const agent = /codex|pi/.exec(name)?.[0] ?? null;
      const conversation = conversationInfo({ id: name, title: name, messages: 3, toolCalls: 0, toolResults: 0, agent });
      const reply: LoadReply = {
        format: 'openai-chat',
        confidence: 1,
        candidates: [],
        conversations: [conversation, { ...conversation, index: 1, messages: name === 'long.json' ? 9 : 3 }],
        warnings: [],
        bytes: bytes.length,
        hash: await sha256(bytes),
      };
      return { ok: true, value: reply };
    },
    compare: (request: CompareRequest) => new Promise((answer) => engine.compares.push({ request, answer })),
    measure: async () => ({ ok: false, error: { code: 'cancelled', message: '' } }),
    cancel: () => {},
  },
}));

const SAMPLES = [{ id: 'coding-session', file: 'coding.jsonl', format: 'x', messages: 3, bytes: 2 }];
vi.stubGlobal('fetch', async (address: string) => {
  if (address.endsWith('index.json')) return new Response(JSON.stringify(SAMPLES));
  await engine.fetched;
  return new Response(`bytes of ${address}`);
});

const reply = (ms: number) => ({ ok: true, value: { transcript: {}, rows: [], models: { unsent: [], spent: null }, ms } as unknown as CompareReply });
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Waits until a check holds; generous, as a busy machine is no failure. */
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000, interval: 5 });

/** A page that was just opened at this address. `atOnce` happens before anything was read, `meanwhile` when all but the sample is there. */
async function open(
  fragment: string,
  meanwhile?: (page: { actions: Actions; app: () => AppState }) => Promise<void>,
  atOnce?: (actions: Actions) => void,
) {
  vi.resetModules();
  history.replaceState(null, '', `/${fragment}`);
  engine.compares.length = 0;
  engine.failLoads = false;
  let release = (): void => {};
  engine.fetched = new Promise((resolve) => {
    release = resolve;
  });
  const { actions } = await import('./store-actions.ts');
  const { app } = await import('./store.ts');
  void actions.start();
  atOnce?.(actions);
  if (meanwhile) {
    await until(() => expect(app().samples.length).toBe(1));
    await meanwhile({ actions, app });
  }
  release();
  await until(() => expect(app().loaded ?? app().expected).not.toBeNull());
  if (app().loaded) await until(() => expect(engine.compares.length).toBeGreaterThan(0));
  return { actions, app };
}

const fileScenario = async (text: string): Promise<Scenario> => {
  const bytes = new TextEncoder().encode(text);
  return { ...defaultScenario(), transcript: { kind: 'file', name: 'mine.json', hash: await sha256(bytes), bytes: bytes.length } };
};

/** The page of a test must not hear the next one: its listeners go, and it writes no address any more. */
const listening = vi.spyOn(window, 'addEventListener');
afterEach(async () => {
  for (const [name, listener] of listening.mock.calls) window.removeEventListener(name, listener as EventListener);
  listening.mockClear();
  (await import('./address.ts')).clearAddress();
});

describe('opening the page', () => {
  test('without an address the first sample is loaded and compared, with every row', async () => {
    const { app } = await open('');
    expect(app().loaded?.name).toBe('coding.jsonl');
    expect(engine.compares.at(-1)?.request.rows.map((r) => r.key)).toEqual(['hybrid', 'summary', 'key-events']);
  });
  test('a link brings its settings', async () => {
    const { app } = await open(await encode({ ...defaultScenario(), settings: { ...defaultScenario().settings, target: 0.3 } }));
    expect(app().scenario.settings.target).toBe(0.3);
    expect(engine.compares.at(-1)?.request.settings.target).toBe(0.3);
  });
  test.each([
    ['without an address', 0.5],
    ['with a link', 0.3],
  ])('what a person changes while the first transcript is fetched and read stays, %s', async (_, target) => {
    const linked = { ...defaultScenario(), settings: { ...defaultScenario().settings, target } };
    const { app } = await open(target === 0.5 ? '' : await encode(linked), async ({ actions, app: state }) => {
      await until(() => expect(state().scenario.settings.target).toBe(target));
      actions.setView('tab', 'replay');
    });
    expect(app().loaded?.name).toBe('coding.jsonl');
    expect(app().scenario).toMatchObject({ settings: { target }, view: { tab: 'replay' } });
  });
  test('a tab that is opened before the address has been read stays open', async () => {
    const linked = { ...defaultScenario(), settings: { ...defaultScenario().settings, target: 0.3 } };
    const { app } = await open(await encode(linked), undefined, (actions) => actions.setView('tab', 'replay'));
    expect(app().scenario).toMatchObject({ settings: { target: 0.3 }, view: { tab: 'replay' } });
  });
  test('a file that is opened while the first sample is fetched wins', async () => {
    const { app } = await open('', async ({ actions }) => {
      void actions.openFile(new Blob(['mine']), 'mine.json');
    });
    await until(() => expect(app().loaded?.name).toBe('mine.json'));
    await pause(50);
    expect(app().loaded?.name).toBe('mine.json');
    expect(engine.compares.length).toBe(1);
  });
  test('a link over a limit says which and where, and opens the defaults; the address is sound again', async () => {
    const rows = { rows: Array.from({ length: 150_001 }, () => 1) };
    const data = toBase64Url(await deflate(new TextEncoder().encode(JSON.stringify(rows))));
    expect(data.length).toBeLessThan(1000);
    const { app } = await open(`#s=${SCENARIO_VERSION}.${data}`);
    expect(app().notice).toEqual({
      key: 'notice.linkTooLarge',
      values: { of: 'entries', path: '$.rows', found: 150_001, most: 500 },
      tone: 'bad',
    });
    expect(app().loaded?.name).toBe('coding.jsonl');
    await until(async () => expect((await decode(location.hash)).ok).toBe(true));
  });
  test('an address that the browser refuses to change is no error', async () => {
    const refused = vi.spyOn(history, 'replaceState');
    const { actions, app } = await open('');
    refused.mockImplementation(() => {
      throw new DOMException('too often', 'SecurityError');
    });
    const calls = refused.mock.calls.length;
    actions.set('target', 0.35);
    await until(() => expect(refused.mock.calls.length).toBeGreaterThan(calls));
    refused.mockRestore();
    actions.set('target', 0.36);
    const wanted = await encode(app().scenario);
    await until(() => expect(location.hash).toBe(wanted));
  });
  test.each([
    ['damaged', '#s=1.AAAA-broken', 'notice.linkDamaged'],
    ['newer', `#s=${SCENARIO_VERSION + 1}.AAAA`, 'notice.linkNewer'],
  ])('a %s link says so and opens the defaults', async (_, fragment, key) => {
    const { app } = await open(fragment);
    expect(app().notice).toMatchObject({ key, tone: 'bad' });
    expect(app().loaded?.name).toBe('coding.jsonl');
    expect(app().scenario.settings).toEqual(defaultScenario().settings);
  });
  test('a link with a transcript inside opens it', async () => {
    const { app } = await open(await encode({ ...defaultScenario(), transcript: { kind: 'inline', name: 'note.txt', text: 'User: hi' } }));
    expect(app().loaded).toMatchObject({ name: 'note.txt', ref: { kind: 'inline', text: 'User: hi' } });
  });
});

describe('a link that names a file', () => {
  test('asks for it, refuses another file, and takes the right one with its settings', async () => {
    const scenario = await fileScenario('right');
    const { actions, app } = await open(await encode({ ...scenario, conversation: 1, settings: { ...scenario.settings, target: 0.2 } }));
    expect(app().expected).toMatchObject({ name: 'mine.json', wrong: null });
    expect(app().loaded).toBeNull();

    await actions.openFile(new Blob(['wrong']), 'other.json');
    expect(app().expected?.wrong?.name).toBe('other.json');
    expect(app().loaded).toBeNull();

    void actions.openFile(new Blob(['right']), 'renamed.json');
    await until(() => expect(app().expected).toBeNull());
    expect(app().loaded?.name).toBe('renamed.json');
    expect(app().scenario).toMatchObject({ conversation: 1, settings: { target: 0.2 } });
  });
  test('another file can be used anyway', async () => {
    const { actions, app } = await open(await encode(await fileScenario('right')));
    await actions.openFile(new Blob(['wrong']), 'other.json');
    void actions.openAnyway();
    await until(() => expect(app().loaded?.name).toBe('other.json'));
    expect(app().expected).toBeNull();
  });
});

describe('comparing', () => {
  test('every change asks at once, and only the newest answer counts', async () => {
    const { actions, app } = await open('');
    const before = engine.compares.length;
    actions.set('target', 0.4);
    actions.set('target', 0.3);
    expect(engine.compares.length).toBe(before + 2);
    engine.compares.at(-1)?.answer(reply(2));
    engine.compares.at(-2)?.answer(reply(1));
    await until(() => expect(app().running).toBeNull());
    await pause(20);
    expect(app().comparison?.ms).toBe(2);
  });
  test('what does not change the comparison does not ask', async () => {
    const { actions } = await open('');
    const before = engine.compares.length;
    actions.setView('deltas', true);
    actions.compareWith('hybrid');
    actions.set('trigger', 0.9);
    expect(engine.compares.length).toBe(before);
  });
  test('the old comparison stays while a new transcript is counted', async () => {
    const { actions, app } = await open('');
    engine.compares.at(-1)?.answer(reply(7));
    await until(() => expect(app().comparison?.ms).toBe(7));
    void actions.openFile(new Blob(['new']), 'new.json');
    await until(() => expect(app()).toMatchObject({ current: false, comparison: { ms: 7 }, loaded: { name: 'new.json' } }));
  });
  test('cancel keeps what was there and says that the run was cancelled', async () => {
    const { actions, app } = await open('');
    engine.compares.at(-1)?.answer(reply(7));
    await until(() => expect(app().comparison?.ms).toBe(7));
    actions.set('target', 0.1);
    actions.cancel();
    expect(app()).toMatchObject({ running: null, comparison: { ms: 7 }, compareError: { code: 'cancelled' } });
  });
});

test('a file that is not understood leaves the old transcript in place', async () => {
  const { actions, app } = await open('');
  engine.failLoads = true;
  await actions.openFile(new Blob(['?']), 'noise.bin');
  expect(app().load).toMatchObject({ phase: 'failed', name: 'noise.bin' });
  expect(app().loaded?.name).toBe('coding.jsonl');
  actions.cancel();
  expect(app().load.phase).toBe('ready');
});

test('a new transcript keeps the settings and drops what names messages', async () => {
  const { actions, app } = await open('');
  actions.set('target', 0.25);
  actions.mark('m1', 'pin');
  actions.select(2);
  void actions.openFile(new Blob(['new']), 'new.json');
  await until(() =>
    expect(app().scenario).toMatchObject({
      settings: { target: 0.25 },
      marks: {},
      view: { selected: null },
      transcript: { kind: 'file', name: 'new.json' },
    }),
  );
});

describe('settings that follow the file', () => {
  const own = { window: 40_000, model: 'gpt-4o', tokenizer: 'chars4', target: 9000 } as const;
  const taste = { weight: 0.3, trigger: 0.7, keepRecent: 3, budget: 'shipped' } as const;
  /** A file as a person opens it; settles when it is read, the comparison is still to come. */
  const noticesOf = async (): Promise<(Notice | null)[]> => {
    const { useApp } = await import('./store.ts');
    const seen: (Notice | null)[] = [];
    useApp.subscribe(({ notice }, before) => notice !== before.notice && seen.push(notice));
    return seen;
  };
  const opened = async ({ actions, app }: { actions: Actions; app: () => AppState }, text: string, name: string): Promise<void> => {
    void actions.openFile(new Blob([text]), name);
    await until(() => expect(app().loaded?.name).toBe(name));
  };

  test('are automatic again with another file, and a line says which; those of taste stay', async () => {
    const { actions, app } = await open('');
    const { setReplay } = await import('./store-actions.ts');
    actions.setSettings({ ...own, ...taste });
    setReplay({ window: 30_000, priceModel: 'gpt-4o', caching: 'none', hand: [1], cooldown: 2 });
    const notices = await noticesOf();
    await opened({ actions, app }, 'new', 'new.json');
    expect(app().scenario).toMatchObject({
      settings: { window: null, model: null, tokenizer: null, target: 0.5, ...taste },
      replay: { window: null, priceModel: null, caching: null, hand: [], cooldown: 2 },
    });
    const settings = 'Context window, Model, Tokenizer, Target, Window of the replay, Prices of the replay, Prompt cache of the replay';
    expect(notices).toContainEqual({ key: 'notice.automatic', values: { settings }, tone: 'info' });
  });
  test('and the longest conversation is open, without the rows that were', async () => {
    const { actions, app } = await open('');
    actions.setView('tables', { strategies: { open: { hybrid: true }, sort: ['kept'] } });
    await opened({ actions, app }, 'new', 'long.json');
    expect(app().scenario.conversation).toBe(1);
    expect(app().scenario.view.tables.strategies).toEqual({ sort: ['kept'] });
  });
  test('stay where a person pinned them, in the link too; a pin goes with its value', async () => {
    const { actions, app } = await open('');
    const { setReplay } = await import('./store-actions.ts');
    actions.setSettings(own);
    setReplay({ window: 30_000 });
    actions.pinSetting('window', true);
    actions.pinSetting('replayWindow', true);
    actions.pinSetting('model', true);
    actions.set('model', null);
    expect(app().scenario.kept).toEqual(['window', 'replayWindow']);
    const linked = await decode(await encode(app().scenario));
    expect(linked).toMatchObject({ ok: true, value: { kept: ['window', 'replayWindow'] } });
    await opened({ actions, app }, 'new', 'new.json');
    expect(app().scenario).toMatchObject({
      settings: { window: 40_000, model: null, tokenizer: null, target: 0.5 },
      replay: { window: 30_000 },
      kept: ['window', 'replayWindow'],
    });
    setReplay({ window: null });
    actions.set('window', null);
    expect(app().scenario).not.toHaveProperty('kept');
    const notices = await noticesOf();
    await opened({ actions, app }, 'third', 'third.json');
    expect(notices.map((notice) => notice?.key)).not.toContain('notice.automatic');
  });
  test('stay when the same bytes are opened again, and with another conversation of the file', async () => {
    const { actions, app } = await open('');
    await opened({ actions, app }, 'new', 'new.json');
    actions.setSettings(own);
    await opened({ actions, app }, 'new', 'copy.json');
    actions.chooseConversation(1);
    expect(app().scenario).toMatchObject({ conversation: 1, settings: own });
  });
  test('the place at a recorded compaction goes with its conversation, and what was carried out with the place', async () => {
    const { actions, app } = await open('');
    await opened({ actions, app }, 'new', 'new.json');
    actions.chooseUntil(2);
    expect(app().scenario).toMatchObject({ until: 2, applied: [], view: { selected: null } });
    expect(engine.compares.at(-1)!.request).toMatchObject({ until: 2 });
    const asked = engine.compares.length;
    actions.chooseUntil(2);
    expect(engine.compares).toHaveLength(asked);
    actions.chooseUntil(null);
    expect(app().scenario).not.toHaveProperty('until');
    expect(engine.compares.at(-1)!.request).not.toHaveProperty('until');
    actions.chooseUntil(1);
    actions.chooseConversation(1);
    expect(app().scenario).not.toHaveProperty('until');
    actions.chooseUntil(1);
    await opened({ actions, app }, 'other', 'other.json');
    expect(app().scenario).not.toHaveProperty('until');
  });
  test('come with a link that asks for another file', async () => {
    const wanted = await fileScenario('expected');
    const { actions, app } = await open(await encode({ ...wanted, settings: { ...wanted.settings, ...own } }));
    void actions.openFile(new Blob(['another']), 'another.json');
    await until(() => expect(app().expected?.wrong).not.toBeNull());
    void actions.openAnyway();
    await until(() => expect(app().loaded).not.toBeNull());
    expect(app()).toMatchObject({ loaded: { name: 'another.json' }, scenario: { settings: own } });
  });
});

test('the address follows the scenario', async () => {
  const { actions, app } = await open('');
  actions.set('target', 0.35);
  const wanted = await encode(app().scenario);
  await until(() => expect(location.hash).toBe(wanted));
});

describe('the rows that are compared', () => {
  const compared = () => engine.compares.at(-1)?.request.rows.map(({ key }) => key);

  test('are all, whichever are drawn: to unfold them asks for nothing', async () => {
    const { actions } = await open('');
    const before = engine.compares.length;
    expect(compared()).toEqual(['hybrid', 'summary', 'key-events']);
    actions.setView('allRows', true);
    actions.compareWith('key-events');
    expect(engine.compares.length).toBe(before);
  });
});

describe('A, B and C', () => {
  test('C is the policy opened last; A and B stay where they are', async () => {
    const { actions, app } = await open('');
    actions.compareWith('summary');
    expect(app().scenario.view.other).toBe('summary');
  });
});
