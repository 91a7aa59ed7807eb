/** Lists of the two providers' own messages: in the wire format that their clients send. */
import { describe, expect, it } from 'vitest';
import { deep } from '../engine/testing/scale.ts';
import { messageCompaction as anthropic } from './anthropic.ts';
import { messageCompaction as openai } from './openai.ts';
import type { CompactionEvent, CompactionSettings } from './shared/compactor.ts';
import { expectBreaks, expectAsInThePage, expectValid, logOf, SETTINGS, STEPS, TASK } from './testing/loop.ts';

type Json = Record<string, unknown> & { role: string };
interface Kind {
  readonly name: string;
  readonly format: string;
  readonly create: typeof openai;
  readonly header: Record<string, unknown>;
  readonly start: Json[];
  turn(step: number): Json[];
}
const tool = { name: 'read_log', description: 'Reads a log' };
const schema = { type: 'object', properties: { step: { type: 'number' } } };
const kinds: readonly Kind[] = [
  {
    name: 'openai',
    format: 'openai-chat',
    create: openai,
    header: { model: 'gpt-4o', tools: [{ type: 'function', function: { ...tool, parameters: schema } }] },
    start: [
      { role: 'system', content: 'You debug a shop.' },
      { role: 'user', content: TASK },
    ],
    turn: (step) => [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: `call_${step}`, type: 'function', function: { name: 'read_log', arguments: `{"step":${step}}` } }],
      },
      { role: 'tool', tool_call_id: `call_${step}`, content: logOf(step) },
    ],
  },
  {
    name: 'anthropic',
    format: 'anthropic-messages',
    create: anthropic as unknown as typeof openai,
    header: { model: 'claude-sonnet-4-5', max_tokens: 1000, system: 'You debug a shop.', tools: [{ ...tool, input_schema: schema }] },
    start: [{ role: 'user', content: TASK }],
    turn: (step) => [
      { role: 'assistant', content: [{ type: 'tool_use', id: `toolu_${step}`, name: 'read_log', input: { step } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: `toolu_${step}`, content: logOf(step), cache_control: { type: 'ephemeral' } }] },
    ],
  },
];

async function loop(kind: Kind, settings: CompactionSettings, adopt = false) {
  const events: CompactionEvent[] = [];
  const given: Json[][] = [];
  const sent: Json[][] = [];
  const compaction = kind.create({ ...settings, onCompaction: (event) => events.push(event) });
  let history = [...kind.start];
  for (let step = 0; step < STEPS; step++) {
    const before = events.length;
    const body = await compaction.request({ ...kind.header, messages: history });
    if (events.length > before) given.push(history);
    expectValid(body, kind.format);
    sent.push(body.messages);
    history = [...(adopt ? body.messages : history), ...kind.turn(step)];
  }
  return { events, given, sent };
}

describe.each(kinds)('$name', (kind) => {
  it.each(deep ? ['hybrid', 'summary', 'tool-output-truncation', 'sliding-window'] : ['hybrid'])(
    '%s: 30 steps, valid at each, as in the page',
    async (strategy) => {
      const settings = { ...SETTINGS, strategy };
      const { events, given, sent } = await loop(kind, settings);
      const compacted = events.filter(({ outcome }) => outcome === 'compacted');
      expect(compacted.length).toBeGreaterThanOrEqual(2);
      expectBreaks(sent, compacted.length, strategy);
      await expectAsInThePage(events[0]!, { ...kind.header, messages: given[0] }, kind.format, settings);
    },
  );

  it('a caller that keeps what it was given compacts as often, and its last request is the same', async () => {
    const [full, adopted] = [await loop(kind, SETTINGS), await loop(kind, SETTINGS, true)];
    expect(adopted.events.map(({ tokensAfter }) => tokensAfter)).toEqual(full.events.map(({ tokensAfter }) => tokensAfter));
    expect(adopted.sent.at(-1)).toEqual(full.sent.at(-1));
  });

  it('keeps the very objects that came in, and the blocks of a message of which something else was cut', async () => {
    const history = [...kind.start, ...Array.from({ length: 12 }, (_, step) => kind.turn(step)).flat()];
    const { messages } = await kind
      .create({ ...SETTINGS, strategy: 'tool-output-truncation', trigger: 2 })
      .request({ ...kind.header, messages: history });
    expect(messages).toHaveLength(history.length);
    const changed = messages.filter((message) => !history.includes(message));
    expect(changed.length).toBeGreaterThan(3);
    for (const message of changed) expect(Object.keys(message)).toEqual(Object.keys(history[messages.indexOf(message)]!));
    expect(messages.filter((message) => history.includes(message)).length).toBeGreaterThan(12);
  });

  it('two conversations at once do not meet', async () => {
    const compaction = kind.create(SETTINGS);
    const other = (list: Json[]): Json[] => JSON.parse(JSON.stringify(list).replaceAll('checkout', 'returns'));
    const history = [...kind.start, ...Array.from({ length: 20 }, (_, step) => kind.turn(step)).flat()];
    const [a, b] = await Promise.all([compaction.messages(history), compaction.messages(other(history))]);
    expect(a.length).toBeLessThan(history.length);
    expect(b).toEqual(other(a));
    const more = [...history, ...kind.turn(20)];
    expect((await compaction.messages(other(more))).slice(0, b.length)).toEqual(b);
    expect((await compaction.messages(more)).slice(0, a.length)).toEqual(a);
  });
});

describe('settings', () => {
  it.each([
    [{ strategy: 'bogus' }, /bogus/],
    [{ params: { bogus: 1 } }, /parameter "bogus"/],
    [{ trigger: 0 }, /^trigger: expected/],
    [{ trigger: 1.5 }, /^trigger: expected/],
    [{ target: 0 }, /^target: expected/],
    [{ reserve: -1 }, /^reserve: expected/],
  ])('%o is refused when the agent is set up', (wrong, message) => {
    expect(() => openai({ ...SETTINGS, ...wrong })).toThrow(message);
  });

  it('a list of another kind is refused', async () => {
    await expect(openai(SETTINGS).messages([{ text: 'hello' }] as never)).rejects.toThrow(/^messages: expected a list of the format openai-chat/);
  });

  it('a function of your own writes the summary; one that fails leaves the context as it is', async () => {
    const history = [...kinds[0]!.start, ...Array.from({ length: 20 }, (_, step) => kinds[0]!.turn(step)).flat()];
    const asked: string[] = [];
    const written = await openai({
      ...SETTINGS,
      strategy: 'summary',
      summarize: async ({ system, prompt, maxTokens }) => {
        asked.push(system);
        expect(prompt).toContain('read_log');
        expect(maxTokens).toBeGreaterThan(10);
        return '<summary>\n## Task overview\nLimits refuse orders over 500 EUR.\n</summary>';
      },
    }).messages(history);
    expect(asked).toHaveLength(1);
    expect(JSON.stringify(written)).toContain('Limits refuse orders over 500 EUR.');
    const events: CompactionEvent[] = [];
    const failing = openai({
      ...SETTINGS,
      strategy: 'summary',
      summarize: () => Promise.reject(new Error('no model')),
      onCompaction: (event) => events.push(event),
    });
    expect(await failing.messages(history)).toEqual(history);
    expect(events.map(({ outcome }) => outcome)).toEqual(['rejected']);
    // Not asked again at the very next step.
    await failing.messages([...history, { role: 'user', content: 'And now?' }]);
    expect(events).toHaveLength(1);
  });

  it('a function of your own has its time, and a signal that ends with it', async () => {
    const history = [...kinds[0]!.start, ...Array.from({ length: 20 }, (_, step) => kinds[0]!.turn(step)).flat()];
    const events: CompactionEvent[] = [];
    let ended: AbortSignal | undefined;
    const deaf = openai({
      ...SETTINGS,
      strategy: 'summary',
      summarizeMs: 30,
      summarize: ({ signal }) => {
        ended = signal;
        return new Promise<string>(() => undefined);
      },
      onCompaction: (event) => events.push(event),
    });
    expect(await deaf.messages(history)).toEqual(history);
    expect(ended?.aborted).toBe(true);
    expect(events[0]!.result.failures).toContain('timeout');
    expect(() => openai({ ...SETTINGS, summarizeMs: 0 })).toThrow(/^summarizeMs: expected whole milliseconds/);
  });

  it('a function of your own is not asked for what does not fit into the window of its model', async () => {
    const history = [...kinds[0]!.start, ...Array.from({ length: 20 }, (_, step) => kinds[0]!.turn(step)).flat()];
    const events: CompactionEvent[] = [];
    let asked = 0;
    const compaction = openai({
      ...SETTINGS,
      strategy: 'summary',
      summarizeWindow: 1000,
      summarize: async () => {
        asked++;
        return 'short';
      },
      onCompaction: (event) => events.push(event),
    });
    expect(await compaction.messages(history)).toEqual(history);
    expect(asked).toBe(0);
    expect(events[0]!.result.failures).toEqual(['error']);
    expect(() => openai({ ...SETTINGS, summarizeWindow: 0 })).toThrow(/^summarizeWindow: expected a whole number of tokens/);
  });
});
