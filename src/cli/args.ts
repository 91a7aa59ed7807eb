/** Arguments of the commands: reads them and checks their combination. */
import { parseArgs } from 'node:util';
import type { Caching } from '../engine/replay/contract.ts';
import type { Grouping } from '../engine/sets/contract.ts';
import type { MockOutcome } from '../engine/summarizers/contract.ts';
import type { TokenizerId } from '../engine/tokens/contract.ts';
import type { Result } from '../engine/transcript/types.ts';
import type { Trigger, TriggerRule } from '../engine/triggers/contract.ts';
import type { Decides } from '../engine/tune/contract.ts';
import type { AskArgs } from './ask.ts';
import type { AskedVectors } from './embedder.ts';
import { COMMANDS, type Command, type Given, type LINE_FORMATS, OPTIONS, type OptionName, optionsOf, OWN_TRIGGER } from './options.ts';
import { asProduct } from './select.ts';
import { didYouMean } from './suggest.ts';
import type { Asked } from './summarizer.ts';
import type { AskedTrigger } from './triggers.ts';
import type { AskedVary } from './tune/vary.ts';
import { t } from './words.ts';

/** Validated arguments. Numbers are numbers; ids of strategies and formats are checked where the registry is known. */
export interface Args {
  readonly command: Command;
  /** File name, or - for standard input. */
  readonly file: string;
  /** Of `compare`, `map`, `reduce` and `tune`: any number. */
  readonly files: readonly string[];
  /** 1-based; null = not given. */
  readonly conversation: number | null;
  /** Number of the recorded compaction that the comparison stands before; null = at the end. */
  readonly atCompaction: number | 'last' | 'end' | null;
  readonly format: string | null;
  /** What --strategies, --strategy and --preset choose, as written; null = none was given. */
  readonly strategies: readonly string[] | null;
  /** Undo the last compaction of the file instead of adding one. */
  readonly undo: boolean;
  readonly to: string | null;
  /** strategy → parameter → value, values still text. */
  readonly set: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** File with S1's YAML or S4's JSON. */
  readonly config: string | null;
  /** File with keyword lists as JSON. */
  readonly keywords: string | null;
  /** Files that the comparison, or the set, is written to as a report, `.html` or `.md`. */
  readonly reports: readonly string[];
  readonly window: number | null;
  readonly target: number | 'own';
  /** Every row may leave what the agent that wrote the session leaves; `target` where that is nearly all. */
  readonly same: boolean;
  readonly model: string | null;
  readonly tokenizer: TokenizerId | null;
  /** A real model for the summaries; null = the built-in one. */
  readonly real: Asked | null;
  /** An embedding model for strategies that can use one; null = comparison by words. */
  readonly vectors: AskedVectors | null;
  /** Outcome that the built-in summariser is told to return. */
  readonly summaryOutcome: MockOutcome;
  readonly json: boolean;
  /** A line of JSON for each row, as it finishes. */
  readonly jsonl: boolean;
  /** Of `compare` and `reduce`: names of measures; of `compare` also `all` and `none`. null = the usual ones. */
  readonly measures: readonly string[] | null;
  /** Columns of the command's table, in this order; null = as many as fit. */
  readonly columns: readonly string[] | null;
  /** Column that the table is sorted by; null = the usual order. */
  readonly sort: string | null;
  /** Every row in the table of a screen, not the best of each group. */
  readonly allRows: boolean;
  readonly noColor: boolean;
  /** Compact repeatedly, and show what each round leaves. */
  readonly decay: boolean;
  /** Hindsight recall in the table; JSON always has it. */
  readonly recall: boolean;
  /** The real model writes at the cuts too, after its cost was shown. */
  readonly recallByModel: boolean;
  readonly replay: ReplayArgs;
  /** Of `ask`; null for every other command. */
  readonly ask: AskArgs | null;
  readonly sets: SetArgs;
  readonly tune: TuneArgs;
}

/** Arguments of `tune` only. */
export interface TuneArgs {
  /** Each by itself; others take the first. */
  readonly targets: readonly Args['target'][];
  readonly vary: readonly AskedVary[];
  readonly decides: Decides;
  /** Runs of a search; null = every combination. */
  readonly runs: number | null;
  /** Of the halves and the search. */
  readonly seed: number;
}

/** Arguments of `map` and `reduce` only. */
export interface SetArgs {
  /** Threads; null = one per core. */
  readonly jobs: number | null;
  /** MB of a thread's heap; null = as Node has it. */
  readonly heap: number | null;
  /** Result files whose lines are not computed again. */
  readonly done: readonly string[];
  readonly formatOut: (typeof LINE_FORMATS)[number];
  readonly by: Grouping | null;
  readonly baseline: string | null;
  readonly csv: boolean;
  /** Names of sessions and files stand in a report. */
  readonly names: boolean;
}

/** Arguments of `replay` only. */
export interface ReplayArgs {
  /** Each strategy has its system's trigger; `triggers` then apply to those without one, and to compactions by hand. */
  readonly own: boolean;
  readonly triggers: readonly AskedTrigger[];
  readonly combine: TriggerRule['combine'];
  /** Share of the window. */
  readonly warning: number;
  readonly cooldown: number;
  /** null = yes. */
  readonly answer: string | null;
  /** null = as the provider of the model does. */
  readonly caching: Caching | null;
  /** Model whose prices and window the calls have that write summaries; null = the model in use. */
  readonly summaryModel: string | null;
  /** Print the log instead of a table. */
  readonly log: boolean;
}

export type Parsed = { readonly kind: 'run'; readonly args: Args } | { readonly kind: 'help'; readonly command: Command | null };

/** Commands that take any number of files. */
const MANY_FILES: readonly Command[] = ['compare', 'map', 'reduce', 'tune'];
/** Commands whose rows leave what the agent of the session does, unless a target is given. */
const MATCHED: readonly Command[] = ['compare', 'map'];
const DEFAULT_TARGET = 0.5;
const DEFAULT_TRIGGER: Trigger = { kind: 'ratio', share: 0.8 };
const DEFAULT_WARNING = 0.8;

const fail = (error: string): { ok: false; error: string } => ({ ok: false, error });

/** The first word is the command. Errors are one line that states what was expected. */
export function readArgs(argv: readonly string[]): Result<Parsed, string> {
  const [command, ...rest] = argv;
  if (command === undefined || command === '--help' || command === '-h') return { ok: true, value: { kind: 'help', command: null } };
  const known = COMMANDS.find((c) => c === command);
  if (!known) return fail(t('cli.error.command', { command }) + didYouMean(command, COMMANDS));
  const options = Object.fromEntries(
    optionsOf(known).map(([name, { value, multiple = false }]) => [
      name,
      { type: value === null ? ('boolean' as const) : ('string' as const), multiple, ...(name === 'help' && { short: 'h' }) },
    ]),
  );
  let parsed: { values: Record<string, unknown>; positionals: string[] };
  try {
    parsed = parseArgs({ args: rest, options, allowPositionals: true });
  } catch (error) {
    return fail(wrongOption(error, known));
  }
  const { values, positionals } = parsed;
  if (values.help) return { ok: true, value: { kind: 'help', command: known } };
  const many = MANY_FILES.includes(known);
  if (positionals.length === 0 && known !== 'map') return fail(t('cli.error.noFile'));
  if (positionals.length > 1 && !many) return fail(t('cli.error.manyFiles', { count: positionals.length, files: positionals.join(', ') }));
  const read = meanings(known, values);
  if (!read.ok) return read;
  const given = read.value;
  const clash = known === 'ask' ? lackingIn(given) : clashIn(known, given);
  if (clash !== null) return fail(clash);
  if (positionals.length > 1 && given.report && known === 'compare') return fail(t('cli.error.oneFile', { name: 'report' }));

  // Who names policies has not named A: it would run, and perhaps ask a model, beside them.
  const isOpen = MATCHED.includes(known) && chosenIn(known, given) === null;
  const asked = given.target ?? [isOpen ? 'same' : DEFAULT_TARGET];
  const same = asked.includes('same');
  if (same && !MATCHED.includes(known)) return fail(t('cli.error.same', { commands: MATCHED.join(', ') }));
  const targets = asked.map((target) => (target === 'same' ? DEFAULT_TARGET : target));
  if (targets.length > 1 && known !== 'tune')
    return fail(t('cli.error.number', { name: 'target', expected: t('cli.error.target'), value: targets.join(',') }));
  const [target = DEFAULT_TARGET] = targets;
  const yes = given.yes === true;
  const { summarizer = 'built-in', embedder = 'words' } = given;
  const set: Record<string, Record<string, string>> = Object.create(null);
  for (const { strategy, param, value } of given.set ?? []) set[strategy] = { ...set[strategy], [param]: value };
  const args: Args = {
    command: known,
    file: positionals[0] ?? '-',
    files: positionals,
    conversation: given.conversation ?? null,
    atCompaction: given['at-compaction'] ?? null,
    format: given.format ?? null,
    strategies: chosenIn(known, given),
    undo: given.undo === true,
    to: given.to ?? null,
    set,
    config: given.config ?? null,
    keywords: given.keywords ?? null,
    reports: given.report ?? [],
    window: given.window ?? null,
    target,
    same,
    // Of `ask` it is the model that is asked: the window and the tokenizer stay those of the recording.
    model: known === 'ask' ? null : (given.model ?? null),
    tokenizer: given.tokenizer ?? null,
    real:
      summarizer === 'built-in'
        ? null
        : {
            choice: { provider: summarizer, model: given['summary-model'] ?? '', baseUrl: given['base-url'] ?? null },
            yes,
            keyEnv: given['key-env'] ?? null,
          },
    vectors:
      embedder === 'words'
        ? null
        : {
            choice: { provider: embedder, model: given['embedding-model'] ?? '', baseUrl: given['embedding-url'] ?? null, kind: 'embedding' },
            yes,
            keyEnv: given['embedding-key-env'] ?? null,
          },
    summaryOutcome: given['summary-outcome'] ?? 'ok',
    json: given.json === true,
    jsonl: given.jsonl === true,
    measures: given.measures ?? null,
    columns: given.columns ?? null,
    sort: given.sort ?? null,
    allRows: given['all-rows'] === true,
    noColor: given['no-color'] === true,
    decay: given.decay === true,
    recall: given.recall === true || given['recall-by-model'] === true,
    recallByModel: given['recall-by-model'] === true,
    replay: replayArgs(given, target === 'own'),
    ask: known === 'ask' ? askArgs(given) : null,
    sets: {
      jobs: given.jobs ?? null,
      heap: given.heap ?? null,
      done: given.done ?? [],
      formatOut: given['format-out'] ?? 'jsonl',
      by: given.by ?? null,
      baseline: given.baseline ?? null,
      csv: given.csv === true,
      names: given['no-names'] !== true,
    },
    tune: { targets, vary: given.vary ?? [], decides: given.best ?? 'kept', runs: given.runs ?? null, seed: given.seed ?? 1 },
  };
  return { ok: true, value: { kind: 'run', args } };
}

/** Parses the values, each by its option's schema; the first invalid one is the error. */
function meanings(command: Command, values: Readonly<Record<string, unknown>>): Result<Given, string> {
  const given: Record<string, unknown> = {};
  for (const [name, { value, multiple = false }] of optionsOf(command)) {
    const texts = values[name];
    if (texts === undefined) continue;
    if (value === null) {
      given[name] = true;
      continue;
    }
    const meant: unknown[] = [];
    for (const text of multiple ? (texts as string[]) : [texts as string]) {
      const { success, data } = value.schema.safeParse(text);
      if (!success) return fail(value.wrong(name, text));
      meant.push(data);
    }
    given[name] = multiple ? meant : meant[0];
  }
  return { ok: true, value: given };
}

/** --preset is short for `product:` before an id. */
function chosenIn(command: Command, { strategies, strategy, preset }: Given): readonly string[] | null {
  const products = preset?.flat().map(asProduct);
  const named = (command === 'compact' || command === 'tune' ? strategy : strategies)?.flat();
  return named || products ? [...(named ?? []), ...(products ?? [])] : null;
}

/** Options that exclude each other, as a sentence; null = none. */
function clashIn(command: Command, given: Given): string | null {
  const first = (...names: OptionName[]): OptionName | undefined => names.find((name) => given[name] !== undefined);
  const { summarizer = 'built-in', embedder = 'words' } = given;
  const lonely = embedder === 'words' ? first('embedding-model', 'embedding-url', 'embedding-key-env') : undefined;
  if (lonely) return t('cli.error.needs-embedder', { name: lonely });
  const unused =
    summarizer === 'built-in'
      ? first(
          ...(command === 'replay' ? [] : (['summary-model'] as const)),
          'base-url',
          'key-env',
          'recall-by-model',
          ...(embedder === 'words' ? (['yes'] as const) : []),
        )
      : undefined;
  if (unused) return t('cli.error.needs-summarizer', { name: unused });
  if (summarizer !== 'built-in' && given['summary-outcome'] !== undefined) return t('cli.error.built-in-only', { name: 'summary-outcome' });
  if (given.json && given.jsonl) return t('cli.error.json-jsonl');
  if (given['no-names'] && !given.report) return t('cli.error.needs-report', { name: 'no-names' });
  if (given.measures && command === 'compare' && !given.json && !given.jsonl) return t('cli.error.measures-json');
  if (given.strategy !== undefined && given.preset) return t('cli.error.strategy-preset');
  return given.any && given.all ? t('cli.error.any-all') : null;
}

/** What `ask` cannot do without. */
function lackingIn(given: Given): string | null {
  if (given.provider === undefined) return t('cli.error.ask.provider');
  return given.strategies || given.preset ? null : t('cli.error.ask.strategies');
}

function askArgs(given: Given): AskArgs {
  return {
    choice: { provider: given.provider ?? 'compatible', model: given.model ?? '', baseUrl: given['base-url'] ?? null },
    yes: given.yes === true,
    keyEnv: given['key-env'] ?? null,
    cuts: given.cuts ?? null,
    samples: given.samples ?? null,
    probes: given.probes ?? null,
    judge: given.judge ?? null,
    summaryModel: given['summary-model'] ?? null,
    answers: given.answers ?? null,
  };
}

/** `ownTarget` = each strategy aims by its own rule: then it also has its own trigger, unless another is given. */
function replayArgs(given: Given, ownTarget: boolean): ReplayArgs {
  const asked = given.trigger ?? (ownTarget ? [OWN_TRIGGER] : []);
  const own = asked.includes(OWN_TRIGGER);
  const triggers = asked.filter((one) => one !== OWN_TRIGGER);
  // Compactions by hand beside the own triggers take nothing from rows without one.
  if (own ? triggers.every(({ kind }) => kind === 'hand') : asked.length === 0) triggers.unshift(DEFAULT_TRIGGER);
  return {
    own,
    triggers,
    combine: given.all ? 'all' : 'any',
    warning: given.warning ?? DEFAULT_WARNING,
    cooldown: given.cooldown ?? 0,
    answer: given.answer === undefined || given.answer === 'yes' ? null : given.answer,
    caching: given.caching ?? null,
    summaryModel: given['summary-model'] ?? null,
    log: given.log === true,
  };
}

/** Node's message about an option that it does not understand, in our words. */
function wrongOption(error: unknown, command: Command): string {
  const { message, code } = error as NodeJS.ErrnoException;
  const [, name = ''] = /'-*([\w-]+)/.exec(message) ?? [];
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const known = optionsOf(command).map(([option]) => option);
    return t('cli.error.unknown-option', { command, name }) + didYouMean(name, known, (option) => `--${option}`);
  }
  if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE')
    return t(name in OPTIONS && OPTIONS[name as OptionName].value === null ? 'cli.error.no-value' : 'cli.error.value', { name });
  return message.split('\n')[0]!;
}
