import { afterAll, describe, expect, it } from 'vitest';
import type { Language } from '../i18n/index.ts';
import { COMMANDS, optionsOf } from './cli-options.ts';
import { EXAMPLES, readArgs } from './args.ts';
import { run } from './testing/run.ts';
import { speak, widthOf } from './cli-words.ts';

describe('wrong options are one line that says what was expected', () => {
  const errorOf = (...args: string[]): string => {
    const read = readArgs(['replay', 'f', ...args]);
    return read.ok ? '' : read.error;
  };
  it.each([
    [['--cooldown', '-1'], '--cooldown: expected a whole number from 0 to 999,999, got "-1"'],
    [['--cooldown=-1'], '--cooldown: expected a whole number from 0 to 999,999, got "-1"'],
    [['--trigger'], '--trigger: expected a value (with a dash first: --trigger=-1)'],
    [['--all=yes'], '--all: takes no value'],
    [['--summarizer', 'openai'], '--summarizer: replay has no such option. --help lists them'],
    [['--any', '--all'], '--any and --all exclude each other'],
    [['-x'], '--x: replay has no such option. --help lists them'],
  ])('%j', (args, error) => {
    expect(errorOf(...args)).toBe(error);
  });
});

it.each(['--summary-model=m', '--base-url=http://localhost', '--recall-by-model', '--yes'])('%s says nothing without a real summariser', (option) => {
  const name = option.slice(2).split('=')[0];
  expect(readArgs(['compare', 'f', option])).toEqual({ ok: false, error: `--${name} needs --summarizer openai|anthropic|google|compatible` });
  expect(readArgs(['compare', 'f', option, '--summarizer', 'openai'])).toMatchObject({ ok: true });
});

it('--summary-model of a replay says whose prices summaries have', () => {
  expect(readArgs(['replay', 'f', '--summary-model', 'm'])).toMatchObject({ ok: true, value: { args: { summaryModel: 'm' } } });
});

describe('values at their edges', () => {
  const argsOf = (...options: string[]) => {
    const read = readArgs(['replay', 'f', ...options]);
    return read.ok && read.value.kind === 'run' ? read.value.args : null;
  };
  it.each([
    ['--window', ['100', '100000000'], ['99', '100000001', '1e4', '1000.5', '']],
    [
      '--target',
      ['0.001', '1', '30%', '100%', '2tokens', '101', '64000', 'own'],
      ['0', '1.5', '-1', 'half', '', ' ', '2', '100', '0%', '101%', '1tokens'],
    ],
    ['--warning', ['0.01', '1'], ['0', '1.01', '']],
    ['--cooldown', ['0', '999999'], ['1000000', '1.5', '']],
    ['--conversation', ['1', '12'], ['0', '1.5', 'x', '']],
    ['--lang', ['en', 'zh-CN', 'zh_CN.UTF-8'], ['tlh', '']],
    ['--set', ['S.p=', 'fact-ledger.weight=a=b'], ['S', 'S.p', '=1', '.p=1']],
    ['--strategies', ['a', ' a, b,'], ['', ' , ']],
  ])('%s', (option, good, bad) => {
    for (const value of good) expect(argsOf(`${option}=${value}`), value).not.toBeNull();
    for (const value of bad) expect(argsOf(`${option}=${value}`), value).toBeNull();
  });

  it('mean numbers, lists and settings', () => {
    expect(argsOf('--window=64000', '--target=0.3', '--strategies= a, b,', '--set=S.p=1', '--set=S.q=a=b', '--set=T.p=')).toMatchObject({
      window: 64_000,
      target: 0.3,
      strategies: ['a', 'b'],
      set: { S: { p: '1', q: 'a=b' }, T: { p: '' } },
    });
    expect(argsOf('--strategies=a', '--strategies=b,c', '--preset=pi')).toMatchObject({ strategies: ['a', 'b', 'c', 'product:pi'] });
    expect(argsOf()).toMatchObject({ window: null, target: 0.5, strategies: null, set: {}, warning: 0.8, cooldown: 0, answer: null });
  });

  it('a prototype is no strategy', () => {
    const set = argsOf('--set=__proto__.polluted=1')?.set;
    expect(Object.keys(set ?? {})).toEqual(['__proto__']);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe('the help', () => {
  afterAll(() => speak('en'));
  it.each(COMMANDS)('of %s has examples that are valid', async (command) => {
    const { out } = await run(command, '--help');
    const [usage, ...examples] = EXAMPLES[command];
    expect(examples.length).toBeGreaterThan(0);
    const joined = out.replaceAll(/( \\)?\n {4,6}/g, ' ');
    expect(joined).toContain(`npm run -s ${command} -- ${usage}\n`);
    for (const example of examples) {
      expect(joined).toContain(`  npm run -s ${command} -- ${example}\n`);
      const words = example
        .replace(/ >>? \S+$/, '')
        .replaceAll("'", '')
        .split(' ');
      expect(readArgs([command, ...words]), example).toMatchObject({ ok: true, value: { kind: 'run' } });
    }
  });

  it.each(['en', 'zh-CN'])('fits 80 columns, whatever the screen, and tells every option of a command: %s', async (language) => {
    const { out } = await run('--help', '--lang', language);
    await speak(language as Language);
    for (const line of out.split('\n')) expect(widthOf(line), line).toBeLessThanOrEqual(80);
    for (const installed of [false, true]) {
      for (const command of COMMANDS) {
        expect(out).toContain(`  ${command} `);
        const read = readArgs([command, '--help'], installed);
        const text = read.ok && read.value.kind === 'help' ? read.value.text : '';
        for (const line of text.split('\n')) expect(widthOf(line), line).toBeLessThanOrEqual(80);
        for (const [name] of optionsOf(command)) expect(text).toContain(`--${name}`);
      }
    }
  });
});

describe('--target with a small number', () => {
  const read = (value: string) => readArgs(['tune', 'f', '--target', value]);
  it('is asked for its unit, by both spellings, and each of them is understood', () => {
    expect(read('30')).toEqual({ ok: false, error: '--target: 30% or 30tokens?' });
    expect(read('0.1,30')).toEqual(read('30'));
    expect(read('30%,0.3,30tokens,500')).toMatchObject({ ok: true, value: { args: { targets: [0.3, 0.3, 30, 500] } } });
  });
});
