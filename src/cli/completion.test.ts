import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { completionOf, SHELLS } from './completion.ts';
import { COMMANDS, optionsOf } from './options.ts';
import { fileOf, run } from './testing/run.ts';

/** What bash offers for the last of the words. */
function offered(...words: string[]): string[] {
  const script = `${completionOf('bash')}
COMP_WORDS=(compaction-playground "$@"); COMP_CWORD=$#
_compaction_playground
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', ...words], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  return stdout.split('\n').filter(Boolean);
}

const has = (shell: string): boolean => spawnSync(shell, ['-c', 'exit 0']).status === 0;

describe.skipIf(process.platform === 'win32')('in bash', () => {
  it('commands, then the options of the command', () => {
    expect(offered('')).toEqual([...COMMANDS, 'completion', '--help']);
    expect(offered('co')).toEqual(['compare', 'compact', 'completion']);
    for (const command of COMMANDS) expect(offered(command, '--')).toEqual(optionsOf(command).map(([name]) => `--${name}`));
  });

  it('known values, after a comma too; nothing where a value is free', () => {
    expect(offered('compare', '--sort', 'to')).toEqual(['tokens']);
    expect(offered('compare', '--strategies', 'fact-le')).toContain('fact-ledger');
    expect(offered('compare', '--strategies', 'oldest-first,fact-le')).toContain('oldest-first,fact-ledger');
    expect(offered('map', '--preset', 'pi,codex')).toContain('pi,codex');
    expect(offered('compact', '--to', 'openai-ch')).toEqual(['openai-chat']);
    expect(offered('completion', '')).toEqual([...SHELLS]);
    expect(offered('compare', '--window', '')).toEqual([]);
  });

  it('files elsewhere', () => {
    const file = fileOf('{}', 'one session.json');
    expect(offered('compare', file.slice(0, -12))).toEqual([file]);
    expect(offered('compare', '--recall', file.slice(0, -12))).toEqual([file]);
    expect(offered('compare', '--config', file.slice(0, -12))).toEqual([file]);
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
    err: 'completion: expected a shell (bash, zsh, fish), got "bsh" Did you mean bash?\n',
  });
  for (const shell of SHELLS) expect(await run('completion', shell)).toMatchObject({ code: 0, err: '' });
});
