/** Help of the commands, from the table of options. */
import { TOKENIZER_IDS } from '../engine/tokens/contract.ts';
import { COMMANDS, type Command, optionsOf } from './options.ts';
import { t } from './words.ts';

interface HelpStrategy {
  readonly id: string;
  readonly title: string;
  readonly params: string;
}

export interface HelpLists {
  readonly strategies: readonly HelpStrategy[];
  readonly products: readonly HelpStrategy[];
  readonly formats: readonly string[];
}

const FILE_HELP: Partial<Record<Command, Parameters<typeof t>[0]>> = {
  compare: 'cli.help.file.compare',
  map: 'cli.help.file.map',
  tune: 'cli.help.file.map',
  reduce: 'cli.help.file.reduce',
};

/** What stands behind `npm run -s COMMAND --`. */
export const EXAMPLES: Readonly<Record<Command, readonly string[]>> = {
  compare: [
    'session.jsonl',
    'session.jsonl --recall --target 0.3',
    "session.jsonl --strategies 'product:*' --sort cost",
    'session.jsonl --columns name,tokens,independent,cost',
    'session.jsonl --report answer.html',
    'monday.jsonl tuesday.jsonl --recall --json',
    'large.jsonl --jsonl --measures cost,factRetention',
  ],
  compact: ['session.jsonl --strategy fact-ledger --target 0.3 > compacted.jsonl', 'session.jsonl --strategy sliding-window --to openai-chat'],
  inspect: ['session.jsonl', 'export.zip --json', 'export.zip --sort tokens --columns name,messages,tokens'],
  replay: [
    'session.jsonl --strategies summary,product:pi',
    'session.jsonl --trigger tokens:64000 --target own',
    'session.jsonl --sort cost --columns name,compactions,cost,against',
  ],
  ask: ['session.jsonl --strategies fact-ledger,product:pi --provider openai --model gpt-4o-mini'],
  map: ['sessions/ --recall > results.jsonl', 'sessions/ --recall --done results.jsonl >> results.jsonl'],
  reduce: [
    'results.jsonl',
    'results.jsonl --by format --baseline claude-code',
    'results.jsonl --baseline summary --columns name,median,difference --sort difference',
    'results.jsonl --report set.html --report set.md',
  ],
  tune: [
    'sessions/ --strategy fact-ledger --vary ledgerShare=0.05:1 --target 0.1,0.3',
    'sessions/ --strategy fact-ledger,hybrid --runs 300 --done runs.jsonl',
    'sessions/ --strategy fact-ledger --vary ledgerShare --columns name,first,second,note --sort second',
  ],
};

/** Help of one command, or of all of them. */
export function helpText(command: Command | null, lists: HelpLists): string {
  const usage = {
    compare: 'npm run -s compare -- FILE [FILE …] [options]',
    compact: 'npm run -s compact -- FILE --strategy ID [options]   (or FILE --undo)',
    inspect: 'npm run -s inspect -- FILE [options]',
    replay: 'npm run -s replay -- FILE [--trigger ratio:0.8] [options]',
    ask: 'npm run -s ask -- FILE --strategies A,B --provider P --model M [options]',
    map: 'find FOLDER -type f | npm run -s map -- [FILE …] [options] > results.jsonl',
    reduce: 'npm run -s reduce -- RESULTS [RESULTS …] [options]',
    tune: 'npm run -s tune -- FILE [FILE …] --strategy ID --vary P=1:40 [--target 0.1,0.2,0.3] [options]',
  };
  const part = (name: Command): string => {
    const options = optionsOf(name).map(
      ([option, { placeholder, help, value }]) =>
        `  ${`--${option}${placeholder === undefined ? '' : ` ${placeholder}`}`.padEnd(22)} ${t(help, { known: value?.known?.join(', ') ?? '' })}`,
    );
    return [
      t(`cli.help.${name}`),
      '',
      `${t('cli.usage')}: ${usage[name]}`,
      '',
      `  ${(name === 'reduce' ? 'RESULTS' : 'FILE').padEnd(22)} ${t(FILE_HELP[name] ?? 'cli.help.file')}`,
      ...options,
      '',
      `${t('cli.examples')}:`,
      ...EXAMPLES[name].map((example) => `  npm run -s ${name} -- ${example}`),
    ].join('\n');
  };
  const parts = (command ? [command] : COMMANDS).map(part);
  if (!command) parts.push(`${t('cli.help.completion')}\n\n${t('cli.usage')}: npx compaction-playground completion bash|zsh|fish`);
  if (command !== 'inspect' && command !== 'reduce') {
    const width = Math.max(...[...lists.strategies, ...lists.products].map((s) => s.id.length));
    const listed = (title: string, of: readonly HelpStrategy[]): string =>
      [`${title}:`, ...of.map((s) => `  ${s.id.padEnd(width)}  ${s.title}${s.params && ` (${s.params})`}`)].join('\n');
    parts.push(listed(t('cli.help.strategies.list'), lists.strategies), listed(t('cli.help.products.list'), lists.products));
  }
  parts.push(`${t('cli.help.formats.list')}: ${lists.formats.join(', ')}`, `${t('cli.help.tokenizers.list')}: ${TOKENIZER_IDS.join(', ')}`);
  return parts.join('\n\n');
}
