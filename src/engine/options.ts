/** Validates options of the library: a bad number would otherwise give results that look right. */
import { mayBe, mustBe, mustBePrepared, mustHave, wrong } from './lib/arguments.ts';
import { PRIORITIES, type SignalSettings } from './signals/contract.ts';
import { keywordsError } from './signals/keywords.ts';
import type { SharedParam } from './strategies/params.ts';
import { MOCK_OUTCOMES } from './summarizers/contract.ts';
import { checkMilliseconds } from './summarizers/built-in.ts';
import { LEAST_WINDOW, TOKENIZER_IDS } from './tokens/contract.ts';
import { inEnglish } from './transcript/english.ts';

interface Range {
  readonly min: number;
  readonly max: number;
  readonly whole: boolean;
}
const whole = (min: number, max: number): Range => ({ min, max, whole: true });
const MOST_MESSAGES = 100_000;
const MOST_TOKENS = 10_000_000;

const OPTIONS = {
  window: whole(LEAST_WINDOW, 100_000_000),
  weight: { min: 0, max: 1, whole: false },
  overhead: whole(0, 1000),
  seed: whole(0, 4_294_967_295),
} as const satisfies Record<string, Range>;

const SIGNALS = {
  longTokens: whole(0, MOST_TOKENS),
  shortTokens: whole(0, MOST_TOKENS),
  edgeStart: whole(0, MOST_MESSAGES),
  edgeEnd: whole(0, MOST_MESSAGES),
} as const satisfies Partial<Record<keyof SignalSettings, Range>>;

const SHARED: Readonly<Record<SharedParam, Range>> = {
  keepRecent: whole(0, MOST_MESSAGES),
  preserveStart: whole(0, MOST_MESSAGES),
  preserveEnd: whole(0, MOST_MESSAGES),
};

function inRange(name: string, value: unknown, { min, max, whole: isWhole }: Range): void {
  if (value === undefined || value === null) return;
  if (typeof value === 'number' && value >= min && value <= max && (!isWhole || Number.isInteger(value))) return;
  throw wrong(name, `a ${isWhole ? 'whole ' : ''}number from ${min} to ${max}`, value);
}

function oneOf(name: string, value: unknown, known: readonly string[]): void {
  if (value === undefined || value === null || known.some((one) => one === value)) return;
  throw wrong(name, `one of ${known.join(', ')}`, value);
}

const isTarget = (value: unknown): boolean =>
  value === 'own' || value === 'same' || (typeof value === 'number' && ((value > 0 && value <= 1) || (Number.isInteger(value) && value >= 2)));

interface UncheckedOptions {
  readonly target?: unknown;
  readonly window?: unknown;
  readonly weight?: unknown;
  readonly overhead?: unknown;
  readonly seed?: unknown;
  readonly tokenizer?: unknown;
  readonly summaryOutcome?: unknown;
  readonly signals?: Partial<SignalSettings>;
  readonly shared?: Readonly<Partial<Record<SharedParam, unknown>>>;
  readonly model?: unknown;
  readonly summarizer?: unknown;
  readonly summarizeMs?: unknown;
  readonly embedder?: unknown;
  readonly now?: unknown;
  readonly progress?: unknown;
  readonly levels?: unknown;
  readonly params?: unknown;
}

/** Throws a RangeError for an embedder that is none. */
function checkEmbedder(embedder: unknown): void {
  mustHave('embedder', embedder, 'an object with id and embed(texts)', { id: 'string', embed: 'function' });
  mayBe('embedder.clean', (embedder as { readonly clean?: unknown }).clean, 'function');
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== null;

function checkKinds(options: UncheckedOptions): void {
  const { model, summarizer, summarizeMs, embedder, now, progress, levels, params, signals, shared } = options;
  mayBe('model', model, 'string');
  if (isPresent(summarizer))
    mustHave('summarizer', summarizer, 'an object with id and summarize(input, request)', { id: 'string', summarize: 'function' });
  if (isPresent(summarizeMs)) checkMilliseconds('summarizeMs', summarizeMs);
  if (isPresent(embedder)) checkEmbedder(embedder);
  mayBe('now', now, 'function');
  mayBe('progress', progress, 'function');
  mayBe('levels', levels, 'list');
  for (const [i, level] of ((levels as readonly unknown[] | undefined) ?? []).entries())
    mustHave(`levels[${i}]`, level, 'what levelOf or restoredLevels gives', { transcript: 'object', record: 'object' });
  mayBe('params', params, 'object');
  mayBe('signals', signals, 'object');
  mayBe('signals.marks', signals?.marks, 'object');
  mayBe('shared', shared, 'object');
}

export function checkModel(choice: Pick<UncheckedOptions, 'model' | 'window' | 'tokenizer'>): void {
  mustBe('choice', choice, 'object');
  mayBe('model', choice.model, 'string');
  inRange('window', choice.window, OPTIONS.window);
  oneOf('tokenizer', choice.tokenizer, TOKENIZER_IDS);
}

export function checkRows(strategies: unknown, params: unknown): void {
  mayBe('strategies', strategies, 'list');
  for (const [i, id] of ((strategies as readonly unknown[] | undefined) ?? []).entries()) mustBe(`strategies[${i}]`, id, 'string');
  mayBe('params', params, 'object');
  for (const [id, own] of Object.entries((params as Readonly<Record<string, unknown>> | undefined) ?? {})) mayBe(`params.${id}`, own, 'object');
}

/** Throws a RangeError that names the option, what was expected, and what was given. */
export function checkOptions(options: UncheckedOptions): void {
  mustBe('options', options, 'object');
  checkKinds(options);
  for (const [name, range] of Object.entries(OPTIONS)) inRange(name, options[name as keyof typeof OPTIONS], range);
  if (options.target !== undefined && !isTarget(options.target))
    throw wrong('target', 'a share above 0 and up to 1, whole tokens from 2, "own" or "same"', options.target);
  oneOf('tokenizer', options.tokenizer, TOKENIZER_IDS);
  oneOf('summaryOutcome', options.summaryOutcome, MOCK_OUTCOMES);
  const signals = options.signals ?? {};
  const shared = options.shared ?? {};
  for (const [name, range] of Object.entries(SIGNALS)) inRange(`signals.${name}`, signals[name as keyof typeof SIGNALS], range);
  for (const [name, range] of Object.entries(SHARED)) inRange(`shared.${name}`, shared[name as SharedParam], range);
  for (const [id, mark] of Object.entries(signals.marks ?? {})) oneOf(`signals.marks.${id}`, mark, ['pin', ...PRIORITIES]);
  const keywords = keywordsError(signals.keywords ?? {});
  if (keywords) throw new RangeError(`${['keywords', ...keywords.path].join('.')}: expected ${inEnglish(keywords.expects)}`);
}

/** Throws a RangeError for a comparison that is none. */
export function checkOpened(value: unknown): void {
  mustHave('comparison', value, 'what open or compare gives', { prepared: 'object', inUse: 'object' });
  mustBePrepared((value as { readonly prepared: unknown }).prepared);
}
