import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { completionOf, SHELLS } from './args.ts';
import { COMMANDS, optionsOf } from './cli-options.ts';
import { fileOf, run } from './testing/run.ts';

/** What bash offers for the last word of each line. One shell for all: to start one takes longer than its answers. */
function offered(lines: readonly (readonly string[])[]): readonly string[][] {
  const asks = lines.map(
    (_, k) => `COMP_WORDS=(compaction-playground "\${words_${k}[@]}"); COMP_CWORD=\${#words_${k}[@]}; COMPREPLY=()
_compaction_playground
printf '%s\\n' "\${COMPREPLY[@]}"; echo ---`,
  );
  const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
  const words = lines.map((line, k) => `words_${k}=(${line.map(quoted).join(' ')})`);
  const input = [completionOf('bash'), ...words, ...asks].join('\n');
  const { status, stdout, stderr } = spawnSync('bash', [], { encoding: 'utf8', input });
  expect([status, stderr]).toEqual([0, '']);
  const answers = stdout.split('---\n').slice(0, -1);
  expect(answers).toHaveLength(lines.length);
  return answers.map((answer) => answer.split('\n').filter(Boolean));
}

const has = (shell: string): boolean => spawnSync(shell, ['-c', 'exit 0']).status === 0;

describe.skipIf(process.platform === 'win32')('in bash', () => {
  it('commands, then the options of the command', () => {
    const [commands, co, ...options] = offered([[''], ['co'], ...COMMANDS.map((command) => [command, '--'])]);
    expect(commands).toEqual([...COMMANDS, 'completion', '--help']);
    expect(co).toEqual(['compare', 'compact', 'completion']);
    expect(options).toEqual(COMMANDS.map((command) => optionsOf(command).map(([name]) => `--${name}`)));
  });

  it('known values, after a comma too; nothing where a value is free; files elsewhere', () => {
    const file = fileOf('{}', 'one session.json');
    const begun = file.slice(0, -12);
    const [sort, one, two, presets, format, shells, free, ...files] = offered([
      ['compare', '--sort', 'to'],
      ['compare', '--strategies', 'fact-le'],
      ['compare', '--strategies', 'oldest-first,fact-le'],
      ['map', '--preset', 'pi,codex'],
      ['compact', '--to', 'openai-ch'],
      ['completion', ''],
      ['compare', '--window', ''],
      ['compare', begun],
      ['compare', '--recall', begun],
      ['compare', '--config', begun],
    ]);
    expect(sort).toEqual(['tokens']);
    expect(one).toContain('fact-ledger');
    expect(two).toContain('oldest-first,fact-ledger');
    expect(presets).toContain('pi,codex');
    expect(format).toEqual(['openai-chat']);
    expect(shells).toEqual([...SHELLS]);
    expect(free).toEqual([]);
    expect(files).toEqual([[file], [file], [file]]);
  });
});

it.runIf(has('fish'))('fish offers the same', () => {
  const of = (line: string): string[] => {
    const { stdout } = spawnSync('fish', ['--no-config', '-c', `${completionOf('fish')}\ncomplete -C '${line}'`], { encoding: 'utf8' });
    return stdout.split('\n').flatMap((one) => (one ? [one.split('\t')[0]!] : []));
  };
  expect(of('compaction-playground co')).toEqual(expect.arrayContaining(['compare', 'compact', 'completion']));
  for (const command of COMMANDS) {
    const options = of(`compaction-playground ${command} --`);
    for (const [name] of optionsOf(command)) expect(options).toContain(`--${name}`);
  }
  expect(of('compaction-playground compare --sort to')).toEqual(['tokens']);
  expect(of('compaction-playground compare --strategies oldest-first,fact-le')).toContain('oldest-first,fact-ledger');
});

it.runIf(has('zsh'))('zsh reads its script', () => {
  const { status, stderr } = spawnSync('zsh', ['-f', '-n'], { input: completionOf('zsh'), encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});

it('an unknown shell is an error that names the known ones', async () => {
  expect(await run('completion', 'bsh')).toMatchObject({
    code: 2,
    out: '',
    err: 'completion: no "bsh" here. Did you mean bash? Expected one of bash, zsh, fish\n',
  });
  for (const shell of SHELLS) expect(await run('completion', shell)).toMatchObject({ code: 0, err: '' });
});
