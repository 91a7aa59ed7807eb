/** Random valid scenarios for property tests. */
import { choiceId, MODEL_PROVIDERS, type ModelChoice } from '../../models/contract.ts';
import fc from 'fast-check';
import { CACHINGS } from '../../engine/measures/contract.ts';
import { PRIORITIES } from '../../engine/signals/contract.ts';
import { KEYWORD_LIST_IDS } from '../../engine/signals/keywords.ts';
import { MOCK_OUTCOMES } from '../../engine/summarizers/contract.ts';
import { TOKENIZER_IDS } from '../../engine/tokens/contract.ts';
import { COLUMN_WIDTHS, defaultScenario } from '../defaults.ts';
import { BUDGETS, type Replay, type Row, type Scenario, type Settings, type Step, type TableView, type TranscriptRef, type View } from '../schema.ts';

const anyText = (maxLength: number) => fc.string({ unit: 'binary', maxLength }).filter((s) => s !== '__proto__');
const hash = fc.stringMatching(/^[0-9a-f]{64}$/);
const count = (max: number) => fc.integer({ min: 0, max });
const share = (min: number) => fc.double({ min, max: 1, noNaN: true });

const transcript: fc.Arbitrary<TranscriptRef> = fc.oneof(
  fc.record({ kind: fc.constant('sample' as const), id: fc.stringMatching(/^[a-z][a-z0-9-]{0,30}$/), hash }, { requiredKeys: ['kind', 'id'] }),
  fc.record({ kind: fc.constant('file' as const), name: anyText(80), hash, bytes: fc.maxSafeNat() }),
  fc.record({ kind: fc.constant('inline' as const), name: anyText(80), text: anyText(400) }),
);

const word = anyText(20)
  .map((text) => text.trim())
  .filter((text) => text !== '');

const embedder = fc.option(fc.constantFrom('words', 'embedding:openai/text-embedding-3-small'), { nil: undefined });
const named = (by: string | undefined) => (by === undefined ? {} : { embedder: by });

const plainSettings: fc.Arbitrary<Settings> = fc.record({
  window: fc.option(fc.integer({ min: 100, max: 2_000_000 })),
  trigger: share(0.01),
  target: fc.oneof(share(0.001), fc.integer({ min: 2, max: 1_000_000 })),
  budget: fc.constantFrom(...BUDGETS),
  keepRecent: count(1000),
  preserveStart: count(1000),
  preserveEnd: count(1000),
  longTokens: count(10_000),
  shortTokens: count(10_000),
  edgeStart: count(100),
  edgeEnd: count(100),
  weight: share(0),
  model: fc.option(anyText(100)),
  tokenizer: fc.option(fc.constantFrom(...TOKENIZER_IDS)),
  overhead: count(100),
  summarizer: fc.constantFrom('built-in', 'openai/gpt-4o-mini'),
  models: fc.uniqueArray(
    fc
      .record({
        provider: fc.constantFrom(...MODEL_PROVIDERS),
        model: anyText(50),
        baseUrl: fc.constantFrom(null, 'https://example.com/v1', 'http://localhost:11434/v1'),
      })
      .chain((choice) =>
        fc
          .boolean()
          .map(
            (embeds): ModelChoice =>
              embeds && choice.provider !== 'anthropic' && choice.provider !== 'device' ? { ...choice, kind: 'embedding' } : choice,
          ),
      ),
    { maxLength: 3, selector: choiceId },
  ),
  prompts: fc.record({ S1: anyText(200), S3: anyText(200) }, { requiredKeys: [] }).map((p) => ({ ...p })),
  maskSecrets: fc.boolean(),
  maskEmails: fc.boolean(),
  parallelCalls: fc.integer({ min: 1, max: 20 }),
  summarizerOutcome: fc.constantFrom(...MOCK_OUTCOMES),
  seed: count(4_294_967_295),
  keywords: fc
    .dictionary(fc.constantFrom(...KEYWORD_LIST_IDS), fc.uniqueArray(word, { maxLength: 5 }), { maxKeys: 3 })
    .map((lists): Settings['keywords'] => ({ ...lists })),
});
const settings: fc.Arbitrary<Settings> = fc.tuple(plainSettings, embedder).map(([plain, by]) => ({ ...plain, ...named(by) }));

const strategy = fc.constantFrom('middle-removal', 'hybrid', 'summary', 'sliding-window');
const params = fc
  .dictionary(anyText(20), fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), anyText(50)), { maxKeys: 5 })
  .map((p) => ({ ...p }));
const row: fc.Arbitrary<Row> = fc
  .tuple(strategy, count(20), params, fc.option(fc.constantFrom('built-in', 'openai/gpt-4o-mini'), { nil: undefined }), embedder)
  .map(([id, n, own, by, vectors]) => ({
    key: n < 2 ? id : `${id}~${n}`,
    strategy: id,
    params: own,
    ...(by === undefined ? {} : { summarizer: by }),
    ...named(vectors),
  }));

const marks = fc.dictionary(anyText(40), fc.constantFrom(...PRIORITIES, 'pin' as const), { maxKeys: 8 }).map((m) => ({ ...m }));
const step: fc.Arbitrary<Step> = fc.record({
  strategy,
  params,
  settings,
  marks,
  at: fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((d) => d.toISOString()),
});

const trigger: fc.Arbitrary<NonNullable<Replay['triggers']>[number]> = fc.oneof(
  fc.record({ kind: fc.constant('ratio' as const), share: share(0.01), interval: count(100) }, { requiredKeys: ['kind', 'share'] }),
  fc.record({ kind: fc.constant('tokens' as const), tokens: fc.integer({ min: 1, max: 1_000_000 }) }),
  fc.record({ kind: fc.constant('remaining' as const), share: share(0) }),
  fc.record(
    { kind: fc.constant('turns' as const), count: fc.integer({ min: 1, max: 1000 }), unit: fc.constantFrom('auto' as const, 'steps' as const) },
    { requiredKeys: ['kind', 'count'] },
  ),
  fc.record({ kind: fc.constant('marker' as const), text: word }),
  fc.record({ kind: fc.constant('tool-result' as const), share: share(0.01), buffer: fc.constant(0.02) }, { requiredKeys: ['kind', 'share'] }),
  fc.record({ kind: fc.constant('answer' as const), share: share(0.01) }),
  fc.record({ kind: fc.constant('hard-limit' as const) }),
  fc.record({ kind: fc.constant('requests' as const) }),
  fc.record({ kind: fc.constant('messages' as const), count: fc.integer({ min: 1, max: 1000 }) }),
);
const replay: fc.Arbitrary<Replay> = fc.record({
  ownTriggers: fc.boolean(),
  triggers: fc.option(fc.array(trigger, { maxLength: 4 })),
  combine: fc.constantFrom('any', 'all'),
  hand: fc.uniqueArray(count(5000), { maxLength: 4 }).map((at) => at.toSorted((a, b) => a - b)),
  warning: fc.option(share(0.01)),
  cooldown: count(20),
  answer: fc.option(fc.constantFrom('drop-oldest', 'stop')),
  strategies: fc.option(fc.uniqueArray(strategy, { maxLength: 4 })),
  window: fc.option(fc.integer({ min: 100, max: 2_000_000 })),
  priceModel: fc.option(anyText(40)),
  summaryModel: fc.option(anyText(40)),
  caching: fc.option(fc.constantFrom(...CACHINGS)),
});

const columnId = anyText(20);
const byColumn = <T>(value: fc.Arbitrary<T>) => fc.dictionary(columnId, value, { maxKeys: 5 }).map((c) => ({ ...c }));
const table: fc.Arbitrary<TableView> = fc.record(
  {
    sort: fc.uniqueArray(columnId, { maxLength: 4, selector: (id) => id.replace(/^-/, '') }),
    columns: byColumn(fc.boolean()),
    moved: fc.uniqueArray(fc.tuple(columnId, columnId), { maxLength: 4, selector: ([id]) => id }),
    widths: byColumn(fc.integer({ min: COLUMN_WIDTHS.min, max: COLUMN_WIDTHS.max })),
    frozen: byColumn(fc.constantFrom('start', 'end', 'no')),
    group: columnId,
    filters: byColumn(anyText(50)),
    open: byColumn(fc.boolean()),
  },
  { requiredKeys: [] },
);

const view: fc.Arbitrary<View> = fc.record({
  tables: byColumn(table),
  other: strategy,
  allRows: fc.boolean(),
  deltas: fc.boolean(),
  color: fc.constantFrom('priority', 'fate', 'role'),
  width: fc.constantFrom('tokens', 'messages'),
  layout: fc.constantFrom('columns', 'unified', 'request'),
  onlyDifferences: fc.boolean(),
  plot: fc.option(fc.record({ x: anyText(20), y: anyText(20) })),
  selected: fc.option(count(10_000)),
  tab: fc.constantFrom('answer', 'policies', 'plot', 'replay'),
});

/** Any valid scenario; numbers without a negative zero, which JSON does not have. */
export const scenarios: fc.Arbitrary<Scenario> = fc
  .record({
    v: fc.constant(defaultScenario().v),
    transcript,
    conversation: count(1000),
    format: fc.option(anyText(40)),
    settings,
    rows: fc.uniqueArray(row, { maxLength: 8, selector: (r) => r.key }),
    marks,
    applied: fc.oneof(fc.constant([]), fc.array(step, { maxLength: 3 })),
    undone: count(20),
    replay,
    view,
  })
  .chain((s) => fc.option(fc.integer({ min: 1, max: 50 }), { nil: undefined }).map((until) => ({ ...s, until })))
  .map((s) => JSON.parse(JSON.stringify(s)) as Scenario);
