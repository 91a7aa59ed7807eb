/** Arguments of the commands: what the parser has read, checked for what excludes each other. */
import { Argument, Command as Parser, CommanderError, Option as ParserOption } from 'commander';
import { formats } from '../engine/formats/index.ts';
import { strategies } from '../engine/pipelines/index.ts';
import type { Strategy } from '../engine/strategies/contract.ts';
import { TOKENIZER_IDS } from '../engine/tokens/contract.ts';
import type { Result } from '../engine/transcript/types.ts';
import type { Trigger, TriggerRule } from '../engine/triggers/contract.ts';
import {
  type AskedTrigger,
  type Command,
  COMMANDS,
  type Option,
  type OptionName,
  OPTIONS,
  optionsOf,
  OWN_TRIGGER,
  type Values,
} from './cli-options.ts';
import { didYouMean, notAmong, notOneOf, screenColumns, t, UsageError, widthOf, words, wrapped } from './cli-words.ts';
import type { AskedVectors, SummarizerChoice } from './summarizer.ts';

const PRODUCT = 'product:';
const products = strategies.filter(({ preset }) => preset);
const idsOf = (of: typeof strategies): readonly string[] => of.map(({ id }) => id);

const asProduct = (id: string): string => (id.startsWith(PRODUCT) ? id : PRODUCT + id);

function matches(asked: string, id: string): boolean {
  const [head, ...rest] = asked.split('*') as [string, ...string[]];
  const tail = rest.pop();
  if (tail === undefined) return id === asked;
  if (!id.startsWith(head) || !id.endsWith(tail) || id.length < head.length + tail.length) return false;
  let from = head.length;
  for (const piece of rest) {
    const at = id.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return from <= id.length - tail.length;
}

/**
 * The ids that were asked for, each once, in the order asked: `summary`, `product:pi`, `product:*`, `openhands-*`. Throws a RangeError for what names
 * none.
 */
export function selectedIds(option: 'strategies' | 'strategy', asked: readonly string[]): readonly string[] {
  const found = new Set<string>();
  for (const one of asked) {
    const isProduct = one.startsWith(PRODUCT);
    const among = isProduct ? products : strategies;
    const name = isProduct ? one.slice(PRODUCT.length) : one;
    const ids = among.filter(({ id }) => matches(name, id));
    if (ids.length === 0)
      throw new RangeError(
        isProduct
          ? notAmong('product', name, idsOf(products), idsOf(products), asProduct)
          : notOneOf(option, one, idsOf(strategies), [`${PRODUCT}*`]),
      );
    for (const { id } of ids) found.add(id);
  }
  return [...found];
}

/** The one strategy that was asked for. Throws a RangeError for none or several. */
export function selectedId(asked: readonly string[]): string {
  const ids = selectedIds('strategy', asked);
  if (ids.length > 1) throw new RangeError(t('cli.error.one-strategy', { ids: ids.join(', ') }));
  return ids[0]!;
}

export const EXAMPLES: Readonly<Record<Command, readonly [usage: string, ...examples: readonly string[]]>> = {
  compare: [
    'FILE [FILE …] [options]',
    'session.jsonl',
    'session.jsonl --target 30%',
    "session.jsonl --strategies 'product:*' --sort cost",
    'session.jsonl --columns name,tokens,independent,cost',
    'session.jsonl --report answer.html',
    'monday.jsonl tuesday.jsonl --json',
    'large.jsonl --jsonl --measures cost,factRetention',
  ],
  compact: [
    'FILE --strategy ID [options]',
    'session.jsonl --strategy fact-ledger --target 30% > compacted.jsonl',
    'session.jsonl --strategy sliding-window --to openai-chat',
    'compacted.jsonl --undo',
  ],
  inspect: ['FILE [options]', 'session.jsonl', 'export.zip --json', 'export.zip --sort tokens --columns name,messages,tokens'],
  replay: [
    'FILE [--trigger ratio:0.8] [options]',
    'session.jsonl --strategies summary,product:pi',
    'session.jsonl --trigger tokens:64000 --target own',
    'session.jsonl --sort cost --columns name,compactions,cost,against',
  ],
  ask: [
    'FILE --strategies A,B --provider P --model M [options]',
    'session.jsonl --strategies fact-ledger,product:pi --provider openai --model gpt-4o-mini',
  ],
  map: ['[FILE …] [options] > results.jsonl', 'sessions/ --recall > results.jsonl', 'sessions/ --recall --done results.jsonl >> results.jsonl'],
  reduce: [
    'RESULTS [RESULTS …] [options]',
    'results.jsonl',
    'results.jsonl --by format --baseline claude-code',
    'results.jsonl --baseline summary --columns name,median,difference --sort difference',
    'results.jsonl --report set.html --report set.md',
  ],
  tune: [
    'FILE [FILE …] --strategy ID --vary P=1:40 [options]',
    'sessions/ --strategy fact-ledger --vary ledgerShare=0.05:1 --target 10%,30%',
    'sessions/ --strategy fact-ledger,hybrid --runs 300 --done runs.jsonl',
    'sessions/ --strategy fact-ledger --vary ledgerShare --columns name,first,second,note --sort second',
  ],
};
const FILES: Partial<Record<Command, 'file.compare' | 'file.map' | 'file.reduce'>> = {
  compare: 'file.compare',
  map: 'file.map',
  tune: 'file.map',
  reduce: 'file.reduce',
};
const MOST_COLUMNS = 80;

const columns = (): number => Math.min(screenColumns(), MOST_COLUMNS);
const TITLES: Readonly<Record<string, () => string>> = {
  'Usage:': () => t('cli.usage'),
  'Arguments:': () => t('cli.help.group.files'),
  'Commands:': () => t('cli.help.group.commands'),
};

const callOf = (name: string, installed: boolean): string => (installed ? `npx compaction-playground ${name}` : `npm run -s ${name} --`);

const shellLine = (line: string): string =>
  wrapped(line.replaceAll(/(--[\w-]+) /g, '$1\u00a0'), columns() - 6)
    .join(' \\\n      ')
    .replaceAll('\u00a0', ' ');

/** Options with the help of another. */
const SAME_HELP = {
  'embedding-key-env': 'cli.help.key-env',
  'embedding-url': 'cli.help.base-url',
  window: 'control.window.help',
  config: 'config.paste.help',
} as const;
const helpOf = (name: OptionName, value: Option['value']): string =>
  t(name in SAME_HELP ? SAME_HELP[name as keyof typeof SAME_HELP] : `cli.help.${name as Exclude<OptionName, keyof typeof SAME_HELP>}`, {
    known: value?.known?.join(', ') ?? '',
  });

const describeAll = (program: Parser, installed: boolean): Parser =>
  program.usage(t('cli.help.usage')).configureHelp({
    helpWidth: columns(),
    displayWidth: widthOf,
    boxWrap: (text, width) => wrapped(text, width).join('\n'),
    styleTitle: (title) => TITLES[title]?.() ?? title,
    optionDescription: ({ description }) => description,
    subcommandTerm: (command) => command.name(),
    commandUsage: (command) => {
      const call = command.parent ? callOf(command.name(), installed) : command.name();
      return wrapped(
        `${command.name() === 'map' ? 'find FOLDER -type f | ' : ''}${call} ${command.usage()}`,
        columns() - widthOf(t('cli.usage')) - 1,
      ).join('\n    ');
    },
  });

function describe(command: Parser, name: Command, installed: boolean): Parser {
  const [usage, ...examples] = EXAMPLES[name];
  return command
    .usage(usage)
    .description(t(`cli.help.${name}`))
    .argument(name === 'reduce' ? '[RESULTS...]' : '[FILE...]', t(`cli.help.${FILES[name] ?? 'file'}`))
    .addHelpText('after', () =>
      [
        `\n${t('cli.examples')}`,
        ...examples.map((example) => `  ${shellLine(`${callOf(name, installed)} ${example}`)}`),
        ...(name === 'inspect' || name === 'reduce' ? [] : policies(command)),
        ...known(),
      ].join('\n'),
    );
}

function policies(command: Parser): readonly string[] {
  const help = command.createHelp();
  help.helpWidth = columns();
  const width = Math.max(...strategies.map(({ id }) => id.length));
  const listed = (title: string, isListed: (strategy: Strategy) => boolean): readonly string[] => [
    `\n${title}:`,
    ...strategies.filter(isListed).map(({ id, params }) => {
      const names = Object.keys(params).join(', ');
      return help.formatItem(id, width, `${words.title(id)}${names && ` (${names})`}`, help);
    }),
  ];
  return [...listed(t('compare.strategies'), ({ preset }) => !preset), ...listed(t('cli.help.products.list'), ({ preset }) => Boolean(preset))];
}

const known = (): readonly string[] =>
  [`${t('cli.help.formats.list')}: ${formats.map(({ id }) => id).join(', ')}`, `${t('cli.help.tokenizers.list')}: ${TOKENIZER_IDS.join(', ')}`].map(
    (line) => `\n${wrapped(line, columns()).join('\n')}`,
  );

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

const PROGRAM = 'compaction-playground';

type ArgumentKind = 'known' | 'list' | 'file' | 'free';
interface OptionCompletion {
  readonly name: OptionName;
  readonly help: string;
  /** null = a switch: the next word is anything. */
  readonly takes: ArgumentKind | null;
  readonly known: string;
}

const list = (words: readonly string[]): string => words.join(' ');
const optionsBy = (command: Command): readonly OptionCompletion[] =>
  optionsOf(command).map(([name, { value, placeholder }]) => {
    const takes = placeholder === 'FILE' ? 'file' : !value?.known ? 'free' : placeholder?.includes(',') ? 'list' : 'known';
    return { name, help: helpOf(name, value), takes: value === null ? null : takes, known: list(value?.known ?? []) };
  });
const cases = (acts: Readonly<Record<ArgumentKind, (known: string) => string>>): string =>
  COMMANDS.flatMap((command) =>
    optionsBy(command).flatMap(({ name, takes, known }) => (takes === null ? [] : [`    '${command} --${name}') ${acts[takes](known)} ;;`])),
  ).join('\n');

const PREFIX = '_compaction_playground';

function bash(): string {
  const values = cases({
    known: (known) => `${PREFIX}_words "${known}"`,
    list: (known) => `${PREFIX}_list "${known}"`,
    file: () => `${PREFIX}_files`,
    free: () => ':',
  });
  const options = COMMANDS.map((command) => `    ${command}) ${PREFIX}_words "${list(optionsBy(command).map(({ name }) => `--${name}`))}" ;;`);
  return `${PREFIX}_words() { COMPREPLY=($(compgen -W "$1" -- "$cur")); }
# A name may hold blanks.
${PREFIX}_files() {
  local IFS=$'\\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen -f -- "$cur"))
}
# The last of a list; what stands before it stays.
${PREFIX}_list() {
  local before=''
  [[ $cur == *,* ]] && before="\${cur%,*},"
  compopt -o nospace 2>/dev/null
  COMPREPLY=($(compgen -P "$before" -W "$1" -- "\${cur##*,}"))
}
${PREFIX}() {
  local cur=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]}
  local IFS=$' \t\n'
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then ${PREFIX}_words "${list([...COMMANDS, 'completion', '--help'])}"; return; fi
  if [[ $command == completion ]]; then ${PREFIX}_words "${list(SHELLS)}"; return; fi
  case "$command $before" in
${values}
    *)
      if [[ $cur != -* ]]; then ${PREFIX}_files; return; fi
      case "$command" in
${options.map((line) => `    ${line}`).join('\n')}
      esac
  esac
}
complete -F ${PREFIX} ${PROGRAM}`;
}
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function zsh(): string {
  const values = cases({
    known: (known) => `compadd -- ${known}; return`,
    list: (known) => `compset -P '*,'; compadd -S '' -- ${known}; return`,
    file: () => '_files; return',
    free: () => ':; return',
  });
  const options = COMMANDS.map((command) => {
    const described = optionsBy(command).map(({ name, help }) => `      ${quoted(`--${name}:${help.replaceAll(':', '\\:')}`)}`);
    return `    ${command}) described=(\n${described.join('\n')}\n    ) ;;`;
  });
  const commands = COMMANDS.map((command) => `      ${quoted(`${command}:${t(`cli.help.${command}`).replaceAll(':', '\\:')}`)}`);
  return `#compdef ${PROGRAM}
${PREFIX}() {
  local -a described
  if ((CURRENT == 2)); then
    described=(\n${commands.join('\n')}\n    )
    _describe command described
    return
  fi
  if [[ $words[2] == completion ]]; then compadd -- ${list(SHELLS)}; return; fi
  case "$words[2] $words[CURRENT-1]" in
${values}
  esac
  if [[ $PREFIX != -* ]]; then _files; return; fi
  case "$words[2]" in
${options.join('\n')}
  esac
  _describe option described
}
compdef ${PREFIX} ${PROGRAM}`;
}

const fishText = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function fish(): string {
  const lines = [
    `complete -c ${PROGRAM} -n __fish_use_subcommand -f`,
    ...COMMANDS.map((command) => `complete -c ${PROGRAM} -n __fish_use_subcommand -f -a ${command} -d ${fishText(t(`cli.help.${command}`))}`),
    `complete -c ${PROGRAM} -n __fish_use_subcommand -f -a completion -d ${fishText(t('cli.help.completion'))}`,
    `complete -c ${PROGRAM} -n '__fish_seen_subcommand_from completion' -f -a ${quoted(list(SHELLS))}`,
  ];
  for (const command of COMMANDS) {
    for (const { name, help, takes, known } of optionsBy(command)) {
      const parts = [`complete -c ${PROGRAM} -n '__fish_seen_subcommand_from ${command}' -l ${name}`];
      if (takes === 'known') parts.push(`-x -a ${quoted(known)}`);
      else if (takes === 'list') parts.push(`-x -a ${quoted(`(__fish_append , ${known})`)}`);
      else if (takes === 'file') parts.push('-r -F');
      else if (takes === 'free') parts.push('-x');
      lines.push(`${parts.join(' ')} -d ${fishText(help)}`);
    }
  }
  return lines.join('\n');
}

export function completionOf(shell: Shell): string {
  return { bash, zsh, fish }[shell]();
}

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

type Invocation =
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

const noShell = (value: string): string => notAmong('completion', value, SHELLS);

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
      return notAmong('command', command, COMMANDS);
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

const exclude = (one: string, other: string): string => t('cli.error.exclude', { one, other });
const needs = (name: string, other: string): string => t('cli.error.needs', { one: `--${name}`, other });

/** Options that exclude each other, as a sentence; null = none. */
function clashIn(command: Command, given: Values): string | null {
  const first = (...names: (keyof Values)[]): string | undefined =>
    names.find((name) => given[name] !== null && given[name] !== false)?.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const isReal = given.summarizer !== 'built-in';
  const byWords = given.embedder === 'words';
  const lonely = byWords ? first('embeddingModel', 'embeddingUrl', 'embeddingKeyEnv') : undefined;
  if (lonely) return needs(lonely, '--embedder openai|google|compatible');
  const unused = isReal
    ? undefined
    : first(
        ...(command === 'replay' ? [] : (['summaryModel'] as const)),
        'baseUrl',
        'keyEnv',
        'recallByModel',
        ...(byWords ? (['yes'] as const) : []),
      );
  if (unused) return needs(unused, '--summarizer openai|anthropic|google|compatible');
  if (isReal && given.summaryOutcome !== 'ok') return exclude('--summary-outcome', '--summarizer');
  if (given.json && given.jsonl) return exclude('--json', '--jsonl');
  if (!given.names && given.report.length === 0) return needs('no-names', '--report');
  if (given.measures && command === 'compare' && !given.json && !given.jsonl) return t('cli.error.measures-json');
  if (given.strategy.length > 0 && given.preset.length > 0) return exclude('--strategy', '--preset');
  return given.any && given.all ? exclude('--any', '--all') : null;
}

/** What `ask` cannot do without. */
function lackingIn({ provider, strategies, preset }: Values): string | null {
  if (provider === null) return t('cli.error.needs', { one: 'ask', other: '--provider openai|anthropic|google|compatible' });
  return strategies.length > 0 || preset.length > 0 ? null : t('cli.error.needs', { one: 'ask', other: '--strategies' });
}

/** `ownTarget` = each strategy aims by its own rule: then it also has its own trigger, unless another is given. */
function triggersIn({ trigger, all }: Values, ownTarget: boolean): ReplayTriggers {
  const asked: Values['trigger'] = trigger.length === 0 && ownTarget ? [OWN_TRIGGER] : trigger;
  const own = asked.includes(OWN_TRIGGER);
  const triggers = asked.filter((one) => one !== OWN_TRIGGER);
  if (own ? triggers.every(({ kind }) => kind === 'hand') : asked.length === 0) triggers.unshift(DEFAULT_TRIGGER);
  return { own, triggers, combine: all ? 'all' : 'any' };
}
