/** What the help of the parser says, in the language of the terminal: usage, examples, lists; no line is wider than 80 columns. */
import type { Command as Parser } from 'commander';
import { formats } from '../engine/formats/index.ts';
import { strategies } from '../engine/pipelines/index.ts';
import type { Strategy } from '../engine/strategies/contract.ts';
import { TOKENIZER_IDS } from '../engine/tokens/contract.ts';
import { wrapped } from './grid.ts';
import type { Command, Option, OptionName } from './cli-options.ts';
import { screenColumns, widthOf } from './output.ts';
import { t, words } from './cli-words.ts';

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

export const helpOf = (name: OptionName, value: Option['value']): string => t(`cli.help.${name}`, { known: value?.known?.join(', ') ?? '' });

export const describeAll = (program: Parser, installed: boolean): Parser =>
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

export function describe(command: Parser, name: Command, installed: boolean): Parser {
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
  return [...listed(t('cli.help.strategies.list'), ({ preset }) => !preset), ...listed(t('cli.help.products.list'), ({ preset }) => Boolean(preset))];
}

const known = (): readonly string[] =>
  [`${t('cli.help.formats.list')}: ${formats.map(({ id }) => id).join(', ')}`, `${t('cli.help.tokenizers.list')}: ${TOKENIZER_IDS.join(', ')}`].map(
    (line) => `\n${wrapped(line, columns()).join('\n')}`,
  );
