/** Arguments of the commands: what the parser has read, checked for what excludes each other. */
import { Argument, Command as Parser, CommanderError, Option as ParserOption } from 'commander';
import type { Result } from '../engine/transcript/types.ts';
import type { Trigger, TriggerRule } from '../engine/triggers/contract.ts';
import { type Shell, SHELLS } from './completion.ts';
import type { AskedVectors } from './embedder.ts';
import { describe, describeAll, helpOf } from './help.ts';
import { COMMANDS, type Command, type Option, type OptionName, OPTIONS, optionsOf, OWN_TRIGGER, type Values } from './cli-options.ts';
import { didYouMean, UsageError } from './refusal.ts';
import { asProduct } from './select.ts';
import type { SummarizerChoice } from './summarizer.ts';
import type { AskedTrigger } from './triggers.ts';
import { t } from './cli-words.ts';

type Target = Exclude<Values['target'][number], 'same'>;

export interface Args extends Omit<Values, 'embedder' | 'set' | 'strategies' | 'summarizer' | 'target' | 'trigger'> {
  readonly command: Command;
  readonly file: string;
  readonly files: readonly string[];
  /** What --strategies, --strategy and --preset choose, as written; null = none was given. */
  readonly strategies: readonly string[] | null;
  readonly set: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly target: Target;
  readonly targets: readonly Target[];
  readonly same: boolean;
  /** A real model for the summaries; null = the built-in one. */
  readonly real: SummarizerChoice | null;
  /** An embedding model for strategies that can use one; null = comparison by words. */
  readonly vectors: AskedVectors | null;
  readonly replay: ReplayTriggers;
}

export interface ReplayTriggers {
  readonly own: boolean;
  readonly triggers: readonly AskedTrigger[];
  readonly combine: TriggerRule['combine'];
}

export type Invocation =
  | { readonly kind: 'run'; readonly args: Args }
  | { readonly kind: 'completion'; readonly shell: Shell }
  | { readonly kind: 'help'; readonly text: string };

const MANY_FILES: readonly Command[] = ['compare', 'map', 'reduce', 'tune'];
/** Commands whose rows leave what the agent of the session does, unless a target is given. */
const MATCHED: readonly Command[] = ['compare', 'map'];
const DEFAULT_TARGET = 0.5;
const DEFAULT_TRIGGER: Trigger = { kind: 'ratio', share: 0.8 };

const NOTHING_GIVEN = Object.fromEntries(
  (Object.entries(OPTIONS) as [string, Option][]).map(([name, { value, usual, multiple }]) => [
    new ParserOption(`--${name}`).attributeName(),
    value === null ? name.startsWith('no-') : multiple ? [] : (usual ?? null),
  ]),
);

export function readArgs(argv: readonly string[], installed = false): Result<Invocation, string> {
  const found: Invocation[] = [];
  const help: string[] = [];
  const program = describeAll(new Parser('compaction-playground'), installed)
    .exitOverride()
    .showSuggestionAfterError(false)
    .helpCommand(false)
    .addHelpOption(new ParserOption('-h, --help').hideHelp())
    .configureOutput({ writeOut: (text) => void help.push(text), writeErr: () => {} });
  for (const name of COMMANDS) {
    const command = describe(program.command(name), name, installed);
    // Words of options take their time: only those of the command that runs.
    if (name === argv[0]) for (const option of optionsOf(name)) addOption(command, option);
    command.action(
      (files: readonly string[]) => void found.push({ kind: 'run', args: checked(name, files, { ...NOTHING_GIVEN, ...command.opts() }) }),
    );
  }
  const completion = program.command('completion').description(t('cli.help.completion'));
  completion.addArgument(new Argument('<shell>').argParser(readShell));
  addOption(completion, optionsOf('compare').find(([name]) => name === 'lang')!);
  completion.action((shell: Shell) => void found.push({ kind: 'completion', shell }));
  try {
    program.parse(argv.length === 0 ? ['--help'] : argv, { from: 'user' });
    return { ok: true, value: found[0]! };
  } catch (error) {
    if (error instanceof UsageError) return { ok: false, error: error.message };
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === 'commander.helpDisplayed') return { ok: true, value: { kind: 'help', text: help.join('').trimEnd() } };
    return { ok: false, error: refused(error, argv[0]!) };
  }
}

function addOption(command: Parser, [name, { placeholder, value, multiple }, group]: ReturnType<typeof optionsOf>[number]): void {
  const flags = `${name === 'help' ? '-h, ' : ''}--${name}${placeholder === undefined ? '' : ` <${placeholder}>`}`;
  const option = new ParserOption(flags, helpOf(name, value)).helpGroup(t(`cli.help.group.${group}`));
  if (name === 'help') command.addHelpOption(option);
  else command.addOption(option);
  if (value === null) return;
  option.argParser<unknown>((text, before) => {
    const read = value.read(text, name);
    return multiple ? [before ?? [], read].flat(2) : read;
  });
}

const noShell = (value: string): string => t('cli.error.completion', { value, meant: didYouMean(value, SHELLS), known: SHELLS.join(', ') });

function readShell(text: string): Shell {
  const shell = SHELLS.find((one) => one === text);
  if (!shell) throw new UsageError(noShell(text));
  return shell;
}

function refused({ code, message }: CommanderError, command: string): string {
  const [, name = ''] = /'-*([^'\s=]+)/.exec(message) ?? [];
  const known = COMMANDS.find((one) => one === command);
  const options = known ? optionsOf(known).map(([option]) => option) : [];
  switch (code) {
    case 'commander.optionMissingArgument':
      return t('cli.error.value', { name });
    case 'commander.unknownOption':
      if (options.includes(name as OptionName)) return t('cli.error.no-value', { name });
      return t('cli.error.unknown-option', { command, name, meant: didYouMean(name, options, (option) => `--${option}`) });
    case 'commander.missingArgument':
      return noShell('');
    case 'commander.unknownCommand':
      return t('cli.error.command', { command, meant: didYouMean(command, COMMANDS) });
    default:
      return message;
  }
}

/** Throws a UsageError for what excludes each other, and for what is lacking. */
function checked(command: Command, files: readonly string[], given: Values): Args {
  const refuse = (error: string): never => {
    throw new UsageError(error);
  };
  if (files.length === 0 && command !== 'map') refuse(t('cli.error.noFile'));
  if (files.length > 1 && !MANY_FILES.includes(command)) refuse(t('cli.error.manyFiles', { count: files.length, files: files.join(', ') }));
  const clash = command === 'ask' ? lackingIn(given) : clashIn(command, given);
  if (clash !== null) refuse(clash);
  if (files.length > 1 && given.report.length > 0 && command === 'compare') refuse(t('cli.error.oneFile', { name: 'report' }));

  // Who names policies has not named A: it would run, and perhaps ask a model, beside them.
  const strategies = chosenIn(command, given);
  const usual = MATCHED.includes(command) && strategies === null ? 'same' : DEFAULT_TARGET;
  const asked: Values['target'] = given.target.length > 0 ? given.target : [usual];
  const same = asked.includes('same');
  if (same && !MATCHED.includes(command)) refuse(t('cli.error.same', { commands: MATCHED.join(', ') }));
  if (asked.length > 1 && command !== 'tune')
    refuse(t('cli.error.number', { name: 'target', expected: t('cli.error.target'), value: asked.join(',') }));
  const targets = asked.map((one) => (one === 'same' ? DEFAULT_TARGET : one));
  const { summarizer, embedder, ...rest } = given;
  const { yes } = given;
  const set: Record<string, Record<string, string>> = Object.create(null);
  for (const { strategy, param, value } of given.set) set[strategy] = { ...set[strategy], [param]: value };
  return {
    ...rest,
    command,
    file: files[0] ?? '-',
    files,
    strategies,
    set,
    target: targets[0]!,
    targets,
    same,
    real:
      summarizer === 'built-in'
        ? null
        : { choice: { provider: summarizer, model: given.summaryModel ?? '', baseUrl: given.baseUrl }, yes, keyEnv: given.keyEnv },
    vectors:
      embedder === 'words'
        ? null
        : {
            choice: { provider: embedder, model: given.embeddingModel ?? '', baseUrl: given.embeddingUrl, kind: 'embedding' },
            yes,
            keyEnv: given.embeddingKeyEnv,
          },
    recall: given.recall || given.recallByModel,
    replay: triggersIn(given, targets[0] === 'own'),
  };
}

function chosenIn(command: Command, { strategies, strategy, preset }: Values): readonly string[] | null {
  const named = [...(command === 'compact' || command === 'tune' ? strategy : strategies), ...preset.map(asProduct)];
  return named.length > 0 ? named : null;
}

/** Options that exclude each other, as a sentence; null = none. */
function clashIn(command: Command, given: Values): string | null {
  const first = (...names: (keyof Values)[]): string | undefined =>
    names.find((name) => given[name] !== null && given[name] !== false)?.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const isReal = given.summarizer !== 'built-in';
  const byWords = given.embedder === 'words';
  const lonely = byWords ? first('embeddingModel', 'embeddingUrl', 'embeddingKeyEnv') : undefined;
  if (lonely) return t('cli.error.needs-embedder', { name: lonely });
  const unused = isReal
    ? undefined
    : first(
        ...(command === 'replay' ? [] : (['summaryModel'] as const)),
        'baseUrl',
        'keyEnv',
        'recallByModel',
        ...(byWords ? (['yes'] as const) : []),
      );
  if (unused) return t('cli.error.needs-summarizer', { name: unused });
  if (isReal && given.summaryOutcome !== 'ok') return t('cli.error.built-in-only', { name: 'summary-outcome' });
  if (given.json && given.jsonl) return t('cli.error.json-jsonl');
  if (!given.names && given.report.length === 0) return t('cli.error.needs-report', { name: 'no-names' });
  if (given.measures && command === 'compare' && !given.json && !given.jsonl) return t('cli.error.measures-json');
  if (given.strategy.length > 0 && given.preset.length > 0) return t('cli.error.strategy-preset');
  return given.any && given.all ? t('cli.error.any-all') : null;
}

/** What `ask` cannot do without. */
function lackingIn({ provider, strategies, preset }: Values): string | null {
  if (provider === null) return t('cli.error.ask.provider');
  return strategies.length > 0 || preset.length > 0 ? null : t('cli.error.ask.strategies');
}

/** `ownTarget` = each strategy aims by its own rule: then it also has its own trigger, unless another is given. */
function triggersIn({ trigger, all }: Values, ownTarget: boolean): ReplayTriggers {
  const asked: Values['trigger'] = trigger.length === 0 && ownTarget ? [OWN_TRIGGER] : trigger;
  const own = asked.includes(OWN_TRIGGER);
  const triggers = asked.filter((one) => one !== OWN_TRIGGER);
  if (own ? triggers.every(({ kind }) => kind === 'hand') : asked.length === 0) triggers.unshift(DEFAULT_TRIGGER);
  return { own, triggers, combine: all ? 'all' : 'any' };
}
