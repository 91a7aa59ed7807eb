/** Every public function, and every option, handed something of another type: an error at once that names it. */
import { expect, it } from 'vitest';
import { compactingFilter, compactingSession } from '../adapters/openai-agents.ts';
import { messageCompaction as anthropic } from '../adapters/anthropic.ts';
import { messageCompaction as openai } from '../adapters/openai.ts';
import * as engine from './index.ts';
import type { Transcript } from './transcript/types.ts';

const parsed = engine.parseTranscript(
  JSON.stringify({ messages: ['a', 'b', 'c', 'd'].map((content, i) => ({ role: i % 2 ? 'assistant' : 'user', content })) }),
);
if (!parsed.ok) throw new Error(parsed.error.message);
const transcript = parsed.value.conversations[0]!;
const comparison = await engine.compare(transcript, { strategies: ['head-tail'] });
const result = comparison.rows[0]!.result!;
const settings = { strategy: 'hybrid' };

/** Values of every type; each argument is handed those that it does not take. */
const VALUES: readonly unknown[] = [5, Number.NaN, 'x', true, null, [], [5], {}, () => 1, Symbol('s'), 5n, Object.create(null), new Date(0)];

type Call = (value: unknown) => unknown;
/** Argument → the call with it, and the values that it takes. */
const ARGUMENTS: Readonly<Record<string, readonly [Call, (value: unknown) => boolean]>> = {
  'conversationsOf parsed': [(v) => engine.conversationsOf(v as never), () => false],
  'serializeTranscript transcript': [(v) => engine.serializeTranscript(v as never, 'openai-chat'), () => false],
  'serializeTranscript format': [(v) => engine.serializeTranscript(transcript, v as never), (v) => typeof v === 'string'],
  'parseTranscript options': [(v) => engine.parseTranscript('x', v as never), (v) => isPlain(v)],
  'parseTranscript name': [(v) => engine.parseTranscript('x', { name: v as never }), (v) => typeof v === 'string'],
  'parseTranscript format': [(v) => engine.parseTranscript('x', { format: v as never }), (v) => typeof v === 'string' || v === null],
  'parseTranscript onProgress': [(v) => engine.parseTranscript('x', { onProgress: v as never }), (v) => typeof v === 'function'],
  'inUse transcript': [(v) => engine.inUse(v as never), isPlain],
  'compare transcript': [(v) => engine.compare(v as never), () => false],
  'compare options': [(v) => engine.compare(transcript, v as never), isPlain],
  'compact transcript': [(v) => engine.compact(v as never, settings), () => false],
  'compact options': [(v) => engine.compact(transcript, v as never), isPlain],
  'compact strategy': [(v) => engine.compact(transcript, { strategy: v as never }), () => false],
  'recall comparison': [(v) => engine.recall(v as never), () => false],
  'recall cuts': [(v) => engine.recall(comparison, { cuts: v as never }), (v) => v === 5],
  'decay comparison': [(v) => engine.decay(v as never), () => false],
  'open transcript': [(v) => engine.open(v as never), () => false],
  'countTokens text': [(v) => engine.countTokens(v as never), (v) => typeof v === 'string'],
  'efficiency input': [(v) => engine.efficiency(v as never), isPlain],
  'lossValues prepared': [(v) => engine.lossValues(v as never, result), () => false],
  'lossValues result': [(v) => engine.lossValues(comparison.prepared, v as never), () => false],
  'lossList result': [(v) => engine.lossList(comparison.prepared, v as never), () => false],
  'lossDifference second': [(v) => engine.lossDifference(comparison.prepared, result, v as never), () => false],
  'levelOf transcript': [(v) => engine.levelOf(v as never, result), () => false],
  'levelOf result': [(v) => engine.levelOf(transcript, v as never), () => false],
  'restoredLevels transcript': [(v) => engine.restoredLevels(v as never), () => false],
  'restore context': [(v) => engine.restore(v as never, []), (v) => Array.isArray(v) && v.length === 0],
  'restore records': [(v) => engine.restore([], v as never), (v) => Array.isArray(v) && v.length === 0],
  'withHistory transcript': [(v) => engine.withHistory(v as never, []), () => false],
  'withHistory levels': [(v) => engine.withHistory(transcript, v as never), (v) => Array.isArray(v) && v.length === 0],
  'withHistory saved': [(v) => engine.withHistory(transcript, [], v as never), isPlain],
  'compactAs transcript': [(v) => engine.compactAs(v as never, 'pi'), () => false],
  'compactAs product': [(v) => engine.compactAs(transcript, v as never), () => false],
  'compactAs options': [(v) => engine.compactAs(transcript, 'pi', v as never), isPlain],
  'compactAs params': [(v) => engine.compactAs(transcript, 'pi', { params: v as never }), isPlain],
  'compactAs window': [(v) => engine.compactAs(transcript, 'pi', { window: v as never }), (v) => v === 5],
  'compactAs count': [(v) => engine.compactAs(transcript, 'pi', { count: v as never }), (v) => typeof v === 'function' || v === null],
  'messageCompaction settings': [(v) => openai(v as never), isPlain],
  'messages messages': [(v) => openai(settings).messages(v as never), (v) => Array.isArray(v) && v.length === 0],
  'request body': [(v) => openai(settings).request(v as never), isPlain],
  'anthropic request body': [(v) => anthropic(settings).request(v as never), isPlain],
  'compactingFilter settings': [(v) => compactingFilter(v as never), isPlain],
  'compactingSession session': [(v) => compactingSession(v as never, settings), () => false],
};

function isPlain(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
const isNumber =
  (least: number, most = 1e9) =>
  (value: unknown) =>
    typeof value === 'number' && value >= least && value <= most;
const isOptional = (takes: (value: unknown) => boolean) => (value: unknown) => value === null || takes(value);

/** Options of a comparison and settings of an agent by the values that they take. */
const OPTIONS: Readonly<Record<string, (value: unknown) => boolean>> = {
  target: isNumber(2),
  window: isOptional(isNumber(1)),
  model: isOptional((v) => typeof v === 'string'),
  tokenizer: isOptional(() => false),
  overhead: isOptional(isNumber(0)),
  weight: isOptional(isNumber(0, 1)),
  seed: isOptional(isNumber(0)),
  signals: isOptional(isPlain),
  shared: isOptional(isPlain),
  embedder: isOptional(() => false),
};
const ENGINE_ONLY: typeof OPTIONS = {
  summarizer: isOptional(() => false),
  summaryOutcome: isOptional(() => false),
  now: isOptional((v) => typeof v === 'function'),
  progress: isOptional((v) => typeof v === 'function'),
  levels: isOptional((v) => Array.isArray(v) && v.length === 0),
  atCompaction: isOptional(() => false),
  strategies: isOptional((v) => (Array.isArray(v) && v.length === 0) || isText(v)),
  params: isOptional(isPlain),
};
const SETTINGS: typeof OPTIONS = {
  strategy: () => false,
  params: isOptional(isPlain),
  asShipped: isOptional(() => false),
  trigger: isNumber(2),
  reserve: isNumber(0),
  summarize: isOptional((v) => typeof v === 'function'),
  onCompaction: isOptional((v) => typeof v === 'function'),
};
const isText = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === 'string');

const within = (names: typeof OPTIONS, call: (options: Readonly<Record<string, unknown>>) => unknown, of: string) =>
  Object.entries(names).map(([name, takes]) => [`${of} ${name}`, [(v: unknown) => call({ [name]: v }), takes]] as const);
const all = [
  ...Object.entries(ARGUMENTS),
  ...within({ ...OPTIONS, ...ENGINE_ONLY }, (options) => engine.compare(transcript, { strategies: ['head-tail'], ...options } as never), 'compare'),
  ...within(OPTIONS, (options) => engine.compact(transcript, { strategy: 'head-tail', ...options } as never), 'compact'),
  ...within({ ...OPTIONS, ...SETTINGS }, (options) => openai({ ...settings, ...options } as never), 'messageCompaction'),
];

/** The message of the error, thrown, rejected or returned; null where there is none. */
async function messageOf(call: () => unknown): Promise<string | null> {
  try {
    const value = (await call()) as { readonly ok?: boolean; readonly error?: { readonly message: string } } | undefined;
    return value?.ok === false ? value.error!.message : null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

it.each(all)('%s', async (named, [call, takes]) => {
  const name = named.split(' ').at(-1)!;
  for (const value of VALUES) {
    if (takes(value)) continue;
    const said = await messageOf(() => call(value));
    expect([typeof value, said]).toEqual([typeof value, expect.stringMatching(new RegExp(`(^|: )(unknown )?\\b${name}\\b`))]);
    expect(said).not.toMatch(/Cannot|not a function|not iterable|undefined \(/);
  }
});

it('the smallest window is that of the terminal: 100', async () => {
  await expect(engine.compare(transcript, { window: 99 })).rejects.toThrow(/window.*100/);
  await expect(engine.compare(transcript, { window: 100, strategies: ['hard-limit'] })).resolves.toBeDefined();
});

it('a message in a transcript that is none is named by its place', async () => {
  const broken = { ...transcript, messages: [transcript.messages[0], { id: 'x', role: 'user' }] } as unknown as Transcript;
  await expect(engine.compare(broken)).rejects.toThrow(/^transcript\.messages\[1\]: expected a message, .*, got an object/);
});
