/**
 * What every command with a table shows on a screen: no line is wider than it, in either language, the columns that matter most are there, and
 * colours say nothing that the text does not. The tables of recall: groups.test.ts.
 */
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ResultLine, SetOptions } from '../engine/sets/contract.ts';
import { colour, widthOf } from './cli-words.ts';
import { deep, some } from '../engine/testing/scale.ts';
import { runFile } from './sets/job.ts';
import { fileOf, type CliResult, run } from './testing/run.ts';
import { tuneIn } from './testing/tune.ts';

const SAMPLE = path.resolve(import.meta.dirname, '../../fixtures/samples/research-session.json');
const WIDTHS = [80, 120, 200];
/** Where a table has least room, and where it has most. */
const ENDS = some(WIDTHS, 2);
const LANGUAGES = ['en', 'zh-CN'] as const;

afterEach(() => {
  vi.unstubAllEnvs();
  colour(false);
});

it('a Chinese character and a picture take two columns, a mark on a letter none', () => {
  expect(['abc', '中文', '，', 'é', 'e\u0301', '🚀', '👍🏽', '…'].map(widthOf)).toEqual([3, 4, 2, 1, 1, 2, 2, 1]);
});

/** Sessions of a set: the same under other names, because their numbers do not matter here. */
async function results(): Promise<string> {
  const options: SetOptions = {
    rows: ['oldest-removal', 'fact-ledger', 'handover-note'].map((id) => ({ key: id, strategy: id, params: {} })),
    recall: false,
  };
  const lines: ResultLine[] = [];
  const telling = {
    known: async () => ({ rows: {}, failed: [] }),
    lines: async (more: readonly object[]) => void lines.push(...(more as ResultLine[])),
  };
  await runFile({ file: SAMPLE }, options, telling);
  const measured = Array.from({ length: 12 }, (_, i) =>
    lines.map((line, r) => ({
      ...line,
      session: `${'0'.repeat(62)}${i + 10}#0`,
      file: `/data/a-folder-with-a-long-name/sessions-of-2026/session-${i}.jsonl`,
      independentRecall: 0.5 + r / 10 + i / 100,
      hindsightRecall: 0.6 + r / 10 + i / 200,
      neededFacts: 20,
      overBudget: false,
    })),
  ).flat();
  return fileOf(measured.map((line) => `${JSON.stringify(line)}\n`).join(''), 'r.jsonl');
}

const titled = (name: string) => ({
  uuid: name,
  name,
  chat_messages: Array.from({ length: 6 }, (_, i) => ({
    uuid: `${name}${i}`,
    sender: i % 2 ? 'assistant' : 'human',
    text: `请看第 ${i} 项 ${name}`.repeat(4),
  })),
});
const conversations = [
  titled('把上传队列的限制改为每个客户四万八千字节，并且不要动发票的数据库结构'),
  titled('🚀 Release of the shop, and everything that goes with it until Monday'),
  titled('x'),
];

const one = ['--strategies', 'middle-removal,fact-ledger,product:claude-code,random-removal'];
type Language = (typeof LANGUAGES)[number];
interface Command {
  readonly run: (language: Language, ...more: readonly string[]) => Promise<CliResult>;
  /** The columns that matter most. */
  readonly head: Readonly<Record<Language, RegExp>>;
  readonly widths?: readonly number[];
}
const ran =
  (...argv: readonly string[]): Command['run'] =>
  (language, ...more) =>
    run(...argv, ...more, '--lang', language);

const commands: Readonly<Record<string, Command>> = {
  compare: {
    run: ran('compare', SAMPLE, ...one, '--target', '0.3', '--decay'),
    head: { en: /^ +what is left, +needed, +left/m, 'zh-CN': /^ +剩下什么 +需要的 +剩余/m },
  },
  replay: {
    run: ran('replay', SAMPLE, ...one, '--trigger', 'tokens:3000', '--target', '0.3'),
    head: { en: /^policy +compactions +peak tokens.* cost /m, 'zh-CN': /^策略 +压缩次数 +峰值 token.* 费用 /m },
  },
  inspect: {
    run: async (language, ...more) => run('inspect', fileOf(JSON.stringify(conversations)), ...more, '--lang', language),
    head: { en: /^conversation +messages .* tokens/m, 'zh-CN': /^会话 +消息 .* token/m },
  },
  reduce: {
    run: async (language, ...more) => run('reduce', await results(), ...more, '--lang', language),
    head: { en: /^policy +sessions +median +95 %/m, 'zh-CN': /^策略 +会话数 +中位数 +95 %/m },
  },
  'reduce against a row': {
    run: async (language, ...more) => run('reduce', await results(), '--baseline', 'fact-ledger', ...more, '--lang', language),
    head: { en: /^policy +sessions +median .*− fact-ledger/m, 'zh-CN': /^策略 +会话数 +中位数 .*− fact-ledger/m },
  },
  tune: {
    run: (language, ...more) => tuneIn(language, SAMPLE, '--strategy', 'middle-removal,head-tail', '--runs', '10', '--target', '0.3', ...more),
    head: { en: /^setting +chosen on .*other half/m, 'zh-CN': /^设置 +选择用 .*另一半/m },
    ...(deep ? {} : { widths: [80] }),
  },
};

describe.each(LANGUAGES)('%s', (language) => {
  it.each(Object.keys(commands))('%s', async (name) => {
    const command = commands[name]!;
    vi.stubEnv('FORCE_COLOR', '1');
    for (const columns of command.widths ?? ENDS) {
      vi.stubEnv('COLUMNS', String(columns));
      const { code, out } = await command.run(language);
      expect(code).toBe(0);
      const text = stripVTControlCharacters(out);
      expect(text).toMatch(command.head[language]);
      for (const line of text.split('\n')) expect(widthOf(line), line).toBeLessThanOrEqual(columns);
    }
  });
});

it('a wider terminal has more columns', async () => {
  const heads: number[] = [];
  for (const columns of WIDTHS) {
    vi.stubEnv('COLUMNS', String(columns));
    const { out } = await commands['reduce against a row']!.run('en');
    heads.push(/^policy.*$/m.exec(out)![0].split(/ {2,}/).length);
  }
  expect(heads).toEqual([...heads].sort((a, b) => a - b));
  expect(new Set(heads).size).toBe(WIDTHS.length);
});

describe('colours', () => {
  // `tune` is searched anew each time.
  const coloured = Object.keys(commands).filter((name) => deep || name !== 'tune');
  it.each(coloured)('%s: none in a pipe, with NO_COLOR and with --no-color; they say nothing that the text does not', async (name) => {
    const of = async (...more: readonly string[]): Promise<string> =>
      (await commands[name]!.run('en', ...more)).out.replaceAll(/(?<= )[\d.]+(?= *$)/gm, 'ms');
    vi.stubEnv('COLUMNS', '120');
    const plain = await of();
    expect(plain).toBe(stripVTControlCharacters(plain));
    vi.stubEnv('FORCE_COLOR', '1');
    const painted = await of();
    expect(painted).not.toBe(plain);
    expect(stripVTControlCharacters(painted)).toBe(plain);
    expect(await of('--no-color')).toBe(plain);
    vi.stubEnv('NO_COLOR', '1');
    expect(await of()).toBe(plain);
  });
});
