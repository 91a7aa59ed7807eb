/** Completion of the installed command in bash, zsh and fish: commands, options, and the values that are known. Files where none are. */
import { helpOf } from './help.ts';
import { COMMANDS, type Command, type OptionName, optionsOf } from './cli-options.ts';
import { t } from './cli-words.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

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
