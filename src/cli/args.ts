/** Arguments of the commands: what they are, what is wrong with them, and their help, from one table. */
import { parseArgs } from 'node:util';
import { MOCK_OUTCOMES, type MockOutcome } from '../engine/summarizers/contract.ts';
import { TOKENIZER_IDS, type TokenizerId } from '../engine/tokens/contract.ts';
import type { Result } from '../engine/transcript/types.ts';
import { LANGUAGES } from '../i18n/index.ts';
import { languageOf } from '../i18n/languages.ts';
import { RANGES } from '../scenario/limits.ts';
import { EMBEDDING_PROVIDERS, ENDPOINT_PROVIDERS } from '../models/contract.ts';
import { readReplayArgs, type ReplayArgs } from './replay-args.ts';
import type { AskedVectors } from './embedder.ts';
import type { Asked } from './summarizer.ts';
import { t } from './words.ts';

/** Tokens of the smallest window. */
export const LEAST_WINDOW = 1000;

export const COMMANDS = ['compare', 'compact', 'inspect', 'replay'] as const;
export type Command = (typeof COMMANDS)[number];

interface OptionInfo {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  /** Placeholder in the help. */
  readonly value?: string;
  readonly help: Parameters<typeof t>[0];
  readonly commands: readonly Command[];
}

const ALL: readonly Command[] = COMMANDS;
const RUNS: readonly Command[] = ['compare', 'compact'];
const ENGINE: readonly Command[] = ['compare', 'compact', 'replay'];

const OPTIONS = {
  conversation: { type: 'string', value: 'N', help: 'cli.help.conversation', commands: ENGINE },
  format: { type: 'string', value: 'ID', help: 'cli.help.format', commands: ALL },
  strategies: { type: 'string', value: 'A,B', help: 'cli.help.strategies', commands: ['compare', 'replay'] },
  strategy: { type: 'string', value: 'ID', help: 'cli.help.strategy', commands: ['compact'] },
  undo: { type: 'boolean', help: 'cli.help.undo', commands: ['compact'] },
  to: { type: 'string', value: 'FORMAT', help: 'cli.help.to', commands: ['compact'] },
  set: { type: 'string', multiple: true, value: 'S.P=V', help: 'cli.help.set', commands: ENGINE },
  config: { type: 'string', value: 'FILE', help: 'cli.help.config', commands: ENGINE },
  keywords: { type: 'string', value: 'FILE', help: 'cli.help.keywords', commands: ENGINE },
  window: { type: 'string', value: 'N', help: 'cli.help.window', commands: ENGINE },
  target: { type: 'string', value: 'X', help: 'cli.help.target', commands: ENGINE },
  model: { type: 'string', value: 'M', help: 'cli.help.model', commands: ALL },
  tokenizer: { type: 'string', value: 'T', help: 'cli.help.tokenizer', commands: ALL },
  recall: { type: 'boolean', help: 'cli.help.recall', commands: ['compare'] },
  'recall-by-model': { type: 'boolean', help: 'cli.help.recallByModel', commands: ['compare'] },
  trigger: { type: 'string', multiple: true, value: 'KIND:X', help: 'cli.help.trigger', commands: ['replay'] },
  all: { type: 'boolean', help: 'cli.help.all', commands: ['replay'] },
  any: { type: 'boolean', help: 'cli.help.any', commands: ['replay'] },
  warning: { type: 'string', value: 'X', help: 'cli.help.warning', commands: ['replay'] },
  cooldown: { type: 'string', value: 'N', help: 'cli.help.cooldown', commands: ['replay'] },
  answer: { type: 'string', value: 'A', help: 'cli.help.answer', commands: ['replay'] },
  caching: { type: 'string', value: 'C', help: 'cli.help.caching', commands: ['replay'] },
  log: { type: 'boolean', help: 'cli.help.log', commands: ['replay'] },
  'summary-outcome': { type: 'string', value: 'O', help: 'cli.help.summary-outcome', commands: ENGINE },
  summarizer: { type: 'string', value: 'P', help: 'cli.help.summarizer', commands: RUNS },
  'summary-model': { type: 'string', value: 'M', help: 'cli.help.summary-model', commands: RUNS },
  'base-url': { type: 'string', value: 'URL', help: 'cli.help.base-url', commands: RUNS },
  embedder: { type: 'string', value: 'P', help: 'cli.help.embedder', commands: RUNS },
  'embedding-model': { type: 'string', value: 'M', help: 'cli.help.embedding-model', commands: RUNS },
  'embedding-url': { type: 'string', value: 'URL', help: 'cli.help.embedding-url', commands: RUNS },
  yes: { type: 'boolean', help: 'cli.help.yes', commands: RUNS },
  lang: { type: 'string', value: 'L', help: 'cli.help.lang', commands: ALL },
  decay: { type: 'boolean', help: 'cli.help.decay', commands: ['compare'] },
  json: { type: 'boolean', help: 'cli.help.json', commands: ['compare', 'inspect', 'replay'] },
  help: { type: 'boolean', help: 'cli.help.help', commands: ALL },
} as const satisfies Record<string, OptionInfo>;

/** Arguments that have been checked. Numbers are numbers; ids of strategies and formats are checked where they are known. */
export interface Args {
  readonly command: Command;
  /** File name, or - for standard input. */
  readonly file: string;
  /** 1-based; null = not given. */
  readonly conversation: number | null;
  readonly format: string | null;
  readonly strategies: readonly string[] | null;
  readonly strategy: string | null;
  /** Take the last compaction of the file back instead of carrying one out. */
  readonly undo: boolean;
  readonly to: string | null;
  /** strategy → parameter → value, values still text. */
  readonly set: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** File with S1's YAML or S4's JSON. */
  readonly config: string | null;
  /** File with keyword lists as JSON. */
  readonly keywords: string | null;
  readonly window: number | null;
  readonly target: number | 'own';
  readonly model: string | null;
  readonly tokenizer: TokenizerId | null;
  /** A real model for the summaries; null = the built-in one. */
  readonly real: Asked | null;
  /** An embedding model for the strategies that can compare by one; null = by words. */
  readonly vectors: AskedVectors | null;
  /** What the built-in summariser is told to return. */
  readonly summaryOutcome: MockOutcome;
  readonly json: boolean;
  /** Compact again and again, and show what each round leaves. */
  readonly decay: boolean;
  /** Hindsight recall in the table; JSON always has it. */
  readonly recall: boolean;
  /** The real model writes at the cuts too: it is asked, with what it costs, before. */
  readonly recallByModel: boolean;
  readonly replay: ReplayArgs;
}

export type Parsed = { readonly kind: 'run'; readonly args: Args } | { readonly kind: 'help'; readonly command: Command | null };

/** A value as an error quotes it. */
const shortened = (value: string): string => (value.length > 40 ? `${value.slice(0, 40)}…` : value);

const fail = (error: string): { ok: false; error: string } => ({ ok: false, error });

/** The first word is the command. Errors are one line that says what was expected. */
export function readArgs(argv: readonly string[]): Result<Parsed, string> {
  const [command, ...rest] = argv;
  if (command === undefined || command === '--help' || command === '-h') return { ok: true, value: { kind: 'help', command: null } };
  const known = COMMANDS.find((c) => c === command);
  if (!known) return fail(t('cli.error.command', { command }));
  const options = Object.fromEntries(
    Object.entries(OPTIONS)
      .filter(([, o]) => (o.commands as readonly Command[]).includes(known))
      .map(([name, o]) => [name, { type: o.type, ...('multiple' in o && { multiple: true }), ...(name === 'help' && { short: 'h' }) }]),
  );
  let parsed: { values: Record<string, unknown>; positionals: string[] };
  try {
    parsed = parseArgs({ args: rest, options, allowPositionals: true });
  } catch (error) {
    return fail(wrongOption(error, known));
  }
  const { values, positionals } = parsed;
  if (values.help) return { ok: true, value: { kind: 'help', command: known } };
  if (positionals.length === 0) return fail(t('cli.error.noFile'));
  if (positionals.length > 1) return fail(t('cli.error.manyFiles', { count: positionals.length, files: positionals.join(', ') }));

  const text = (name: string): string | null => (typeof values[name] === 'string' ? values[name] : null);
  const lang = text('lang');
  if (lang !== null && languageOf(lang) === null)
    return fail(t('cli.error.choice', { name: 'lang', known: LANGUAGES.map((l) => l.id).join(', '), value: lang }));
  const conversation = text('conversation');
  if (conversation !== null && !/^[1-9]\d*$/.test(conversation)) return fail(t('cli.error.conversation', { count: '…', value: conversation }));
  const window = text('window');
  if (window !== null && !(/^\d+$/.test(window) && Number(window) >= LEAST_WINDOW && Number(window) <= RANGES.window.max))
    return fail(t('cli.error.number', { name: 'window', expected: t('cli.error.window', { maximum: RANGES.window.max }), value: shortened(window) }));
  const targetText = text('target') ?? '0.5';
  const target = targetText === 'own' ? 'own' : Number(targetText);
  const isTarget = target === 'own' || (target > 0 && target <= 1) || (Number.isInteger(target) && target >= 2);
  if (targetText.trim() === '' || !isTarget)
    return fail(t('cli.error.number', { name: 'target', expected: t('cli.error.target'), value: targetText }));
  const tokenizerText = text('tokenizer');
  const tokenizer = TOKENIZER_IDS.find((id) => id === tokenizerText) ?? null;
  if (tokenizerText !== null && tokenizer === null)
    return fail(t('cli.error.choice', { name: 'tokenizer', known: TOKENIZER_IDS.join(', '), value: tokenizerText }));

  const providerText = text('summarizer') ?? 'built-in';
  const provider = ENDPOINT_PROVIDERS.find((id) => id === providerText) ?? null;
  if (provider === null && providerText !== 'built-in')
    return fail(t('cli.error.choice', { name: 'summarizer', known: ['built-in', ...ENDPOINT_PROVIDERS].join(', '), value: providerText }));
  const embedderText = text('embedder') ?? 'words';
  const embedder = EMBEDDING_PROVIDERS.find((id) => id === embedderText) ?? null;
  if (embedder === null && embedderText !== 'words')
    return fail(t('cli.error.choice', { name: 'embedder', known: ['words', ...EMBEDDING_PROVIDERS].join(', '), value: embedderText }));
  const lonely = embedder === null ? ['embedding-model', 'embedding-url'].find((name) => values[name] !== undefined) : undefined;
  if (lonely !== undefined) return fail(t('cli.error.needs-embedder', { name: lonely }));
  const needless = ['summary-model', 'base-url', ...(embedder === null ? ['yes'] : [])];
  const unused = provider === null ? needless.find((name) => values[name] !== undefined) : undefined;
  if (unused !== undefined) return fail(t('cli.error.needs-summarizer', { name: unused }));
  const addressOf = (name: string): string | null => text(name)?.replace(/\/+$/, '') ?? null;

  const strategies =
    text('strategies')
      ?.split(',')
      .map((s) => s.trim())
      .filter(Boolean) ?? null;
  if (strategies?.length === 0) return fail(t('cli.error.no-strategies', { value: text('strategies') ?? '' }));
  const outcomeText = text('summary-outcome') ?? 'ok';
  const outcome = MOCK_OUTCOMES.find((known) => known === outcomeText);
  if (outcome === undefined) return fail(t('cli.error.choice', { name: 'summary-outcome', known: MOCK_OUTCOMES.join(', '), value: outcomeText }));
  if (provider !== null && values['summary-outcome'] !== undefined) return fail(t('cli.error.built-in-only', { name: 'summary-outcome' }));

  const replay = readReplayArgs(values, target === 'own');
  if (!replay.ok) return replay;
  const set: Record<string, Record<string, string>> = Object.create(null);
  for (const entry of (values.set as string[] | undefined) ?? []) {
    const found = /^([\w-]+)\.([\w-]+)=(.*)$/s.exec(entry);
    if (!found) return fail(t('cli.error.set', { value: entry }));
    const [, strategy, param, value] = found as unknown as [string, string, string, string];
    set[strategy] = { ...set[strategy], [param]: value };
  }
  return {
    ok: true,
    value: {
      kind: 'run',
      args: {
        command: known,
        file: positionals[0]!,
        conversation: conversation === null ? null : Number(conversation),
        format: text('format'),
        strategies,
        strategy: text('strategy'),
        undo: values.undo === true,
        to: text('to'),
        set,
        config: text('config'),
        keywords: text('keywords'),
        window: window === null ? null : Number(window),
        target,
        model: text('model'),
        tokenizer,
        real:
          provider === null
            ? null
            : { choice: { provider, model: text('summary-model') ?? '', baseUrl: addressOf('base-url') }, yes: values.yes === true },
        vectors:
          embedder === null
            ? null
            : {
                choice: { provider: embedder, model: text('embedding-model') ?? '', baseUrl: addressOf('embedding-url'), kind: 'embedding' },
                yes: values.yes === true,
              },
        summaryOutcome: outcome,
        json: values.json === true,
        decay: values.decay === true,
        recall: values.recall === true || values['recall-by-model'] === true,
        recallByModel: values['recall-by-model'] === true,
        replay: replay.value,
      },
    },
  };
}

/** What Node says of an option that it does not understand, in our words. */
function wrongOption(error: unknown, command: Command): string {
  const { message, code } = error as NodeJS.ErrnoException;
  const [, name = ''] = /'-*([\w-]+)/.exec(message) ?? [];
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return t('cli.error.unknown-option', { command, name });
  if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE')
    return t(OPTIONS[name as keyof typeof OPTIONS]?.type === 'boolean' ? 'cli.error.no-value' : 'cli.error.value', { name });
  return message.split('\n')[0]!;
}

export interface HelpLists {
  readonly strategies: readonly { readonly id: string; readonly title: string; readonly params: string }[];
  readonly formats: readonly string[];
}

/** Help of one command, or of all of them. */
export function helpText(command: Command | null, lists: HelpLists): string {
  const usage = {
    compare: 'npm run -s compare -- FILE [options]',
    compact: 'npm run -s compact -- FILE --strategy ID [options]   (or FILE --undo)',
    inspect: 'npm run -s inspect -- FILE [options]',
    replay: 'npm run -s replay -- FILE [--trigger ratio:0.8] [options]',
  };
  const part = (name: Command): string => {
    const options = Object.entries(OPTIONS)
      .filter(([, o]) => (o.commands as readonly Command[]).includes(name))
      .map(([option, o]) => `  ${`--${option}${'value' in o ? ` ${o.value}` : ''}`.padEnd(22)} ${t(o.help)}`);
    return [t(`cli.help.${name}`), '', `${t('cli.usage')}: ${usage[name]}`, '', `  ${'FILE'.padEnd(22)} ${t('cli.help.file')}`, ...options].join(
      '\n',
    );
  };
  const parts = (command ? [command] : COMMANDS).map(part);
  if (command !== 'inspect') {
    const width = Math.max(...lists.strategies.map((s) => s.id.length));
    parts.push(
      [
        `${t('cli.help.strategies.list')}:`,
        ...lists.strategies.map((s) => `  ${s.id.padEnd(width)}  ${s.title}${s.params && ` (${s.params})`}`),
      ].join('\n'),
    );
  }
  parts.push(`${t('cli.help.formats.list')}: ${lists.formats.join(', ')}`, `${t('cli.help.tokenizers.list')}: ${TOKENIZER_IDS.join(', ')}`);
  return parts.join('\n\n');
}
