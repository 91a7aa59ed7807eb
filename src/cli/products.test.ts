import { afterEach, describe, expect, it, vi } from 'vitest';
import { strategies } from '../engine/pipelines/index.ts';
import { PRODUCTS } from '../engine/products/index.ts';
import type { Report } from '../engine/report.ts';
import { some } from '../engine/testing/scale.ts';
import { selectedIds } from './args.ts';
import { fitted } from './cli-words.ts';
import { fileOf, run } from './testing/run.ts';

/** Forty turns with a tool call each, long enough that pi, Codex and the others compact them. */
const session = JSON.stringify({
  messages: [
    { role: 'system', content: 'You are an agent.' },
    ...Array.from({ length: 40 }, (_, k) => [
      { role: 'user', content: `Task ${k}: look at src/part-${k}.ts. ${'Please mind the details. '.repeat(20)}` },
      { role: 'assistant', content: null, tool_calls: [{ id: `c${k}`, type: 'function', function: { name: 'read', arguments: `{"path":"${k}"}` } }] },
      { role: 'tool', tool_call_id: `c${k}`, content: `line ${k} of the file\n`.repeat(300) },
      { role: 'assistant', content: `Part ${k} is done.` },
    ]).flat(),
  ],
});

const resultsOf = async (...args: string[]): Promise<Report['results']> =>
  (JSON.parse((await run('compare', fileOf(session), '--json', '--target', 'own', ...args)).out) as Report).results;

describe('which strategies are meant', () => {
  it.each([
    [['product:pi'], ['pi']],
    [
      ['product:codex', 'summary', 'product:codex'],
      ['codex', 'summary'],
    ],
    [['product:gemini-cli*'], ['gemini-cli', 'gemini-cli-masking']],
    [['sliding-*'], ['sliding-window']],
    [
      ['product:*c*-masking', 'openhands-m*g'],
      ['gemini-cli-masking', 'openhands-masking'],
    ],
  ])('%j', (asked, ids) => {
    expect(selectedIds('strategies', asked)).toEqual(ids);
  });

  it('every product, and every one of OpenHands', () => {
    expect(selectedIds('strategies', ['product:*'])).toEqual(PRODUCTS.map(({ id }) => id));
    expect(selectedIds('strategies', ['openhands-*'])).toEqual(PRODUCTS.map(({ id }) => id).filter((id) => id.startsWith('openhands-')));
    expect(selectedIds('strategies', ['*'])).toEqual(strategies.map(({ id }) => id));
  });

  it.each([['product:summary'], ['product:nope'], ['product:nope-*'], ['product:'], ['summary*y'], ['nope-*'], ['product:PI']])(
    '%s names none',
    (asked) => {
      expect(() => selectedIds('strategies', ['pi', asked])).toThrow(RangeError);
    },
  );

  it('an unknown product says which there are, on one line, before anything is read', async () => {
    for (const [command, ...args] of [
      ['compare', '--preset', 'nope'],
      ['compare', '--strategies', 'summary,product:nope'],
      ['replay', '--preset', 'pi,nope'],
      ['compact', '--preset', 'nope'],
    ] as const) {
      const { code, out, err } = await run(command, 'no-such-file', ...args);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toBe(`product: no "nope" here. Expected one of ${PRODUCTS.map(({ id }) => id).join(', ')}\n`);
    }
  });
});

describe('rows of products', () => {
  it('--preset is repeatable, takes commas and goes with --strategies', async () => {
    const rows = await resultsOf('--preset', 'codex,pi', '--preset', 'goose', '--strategies', 'summary');
    expect(rows.map(({ strategy }) => strategy)).toEqual(['summary', 'codex', 'pi', 'goose']);
  });

  it('JSON says product, version, source, whether it was checked, and whether it is repaired', async () => {
    const [claude, codex, pi, summary] = await resultsOf(
      '--preset',
      'claude-code,codex,pi',
      '--strategies',
      'summary',
      '--set',
      'pi.repaired=true',
    ).then((rows) => ['claude-code', 'codex', 'pi', 'summary'].map((id) => rows.find(({ strategy }) => strategy === id)!));
    expect(claude).toMatchObject({ preset: { product: 'Claude Code', version: '2.1.296', checked: false }, repaired: false });
    expect(codex).toMatchObject({
      preset: { product: 'Codex CLI', version: 'e06dd0e5', source: 'codex-rs/core/src/compact.rs', checked: false },
      repaired: false,
    });
    expect(pi).toMatchObject({
      preset: { product: 'pi', version: '0.73.1', source: '@mariozechner/pi-coding-agent, findCutPoint', checked: true },
      repaired: true,
    });
    expect(summary).toMatchObject({ preset: null, repaired: null });
  });

  it('as shipped Codex keeps no call and no result; repaired it keeps the last block', async () => {
    const last = async (...args: string[]): Promise<string> => (await resultsOf('--preset', 'codex', ...args))[0]!.fates.slice(-3);
    expect(await last()).toBe('SSS');
    expect(await last('--set', 'codex.repaired=true')).toBe('KKS');
  });

  it('a wrong value of repaired is refused', async () => {
    const { code, err } = await run('compare', fileOf(session), '--preset', 'pi', '--set', 'pi.repaired=yes');
    expect(code).toBe(2);
    expect(err).toMatch(/^--set pi: .*repaired/);
  });

  it('replay says the same of each row', async () => {
    const { out } = await run('replay', fileOf(session), '--json', '--preset', 'pi,codex', '--strategies', 'summary', '--set', 'codex.repaired=true');
    const { series, baseline } = JSON.parse(out) as { series: { strategy: string; preset: unknown; repaired: unknown }[]; baseline: object };
    expect(series.map(({ strategy, preset, repaired }) => [strategy, (preset as { product: string } | null)?.product, repaired])).toEqual([
      ['summary', undefined, null],
      ['pi', 'pi', false],
      ['codex', 'Codex CLI', true],
    ]);
    expect(baseline).toMatchObject({ preset: null, repaired: null });
  });

  it('compact writes what the product leaves, and takes one product', async () => {
    const { code, out } = await run('compact', fileOf(session), '--preset', 'pi');
    expect(code).toBe(0);
    const { messages } = JSON.parse(out) as { messages: { content: string }[] };
    expect(messages.length).toBeGreaterThan(2);
    expect(messages.length).toBeLessThan(161);
    expect(await run('compact', fileOf(session), '--preset', 'pi,codex')).toMatchObject({
      code: 2,
      err: 'expected one policy, got pi, codex\n',
    });
    expect(await run('compact', fileOf(session), '--preset', 'pi', '--strategy', 'summary')).toMatchObject({
      code: 2,
      err: '--strategy and --preset exclude each other\n',
    });
  });

  it('the help lists the products and says how one is repaired, in both languages', async () => {
    for (const language of ['en', 'zh-CN']) {
      const { out } = await run('compare', '--help', '--lang', language);
      const joined = out.replaceAll(/\s+/g, ' ');
      expect(joined).toMatch(/--preset <P,Q> .*pi.*codex/);
      expect(joined).toMatch(/--set <S\.P=V> .*pi\.repaired=true/);
      expect(joined).toMatch(/--strategies <A,B> .*product:\*.*openhands-\*/);
      for (const { id } of PRODUCTS) expect(out).toMatch(new RegExp(`^ {2}${id} +\\S`, 'm'));
    }
  });
});

describe('the table on a screen', () => {
  afterEach(() => vi.unstubAllEnvs());
  const widthOf = (line: string): number => [...line].reduce((sum, c) => sum + (/[\u2e80-\u9fff\uff00-\uff60]/.test(c) ? 2 : 1), 0);
  /** The lines of the table alone. */
  const table = (out: string): string[] => out.split('\n\n')[1]!.split('\n');

  const shown: readonly (readonly [number, string, string, readonly string[]])[] = [
    [80, 'zh-CN', 'compare', ['剩下什么', '剩余', '下次']],
    [80, 'en', 'compare', ['what is left', 'needed', 'left']],
    [120, 'en', 'compare', ['what is left', 'left', 'next', 'effic.']],
    [120, 'en', 'replay', ['compactions', 'peak tokens', 'over limit', 'cost', 'against none']],
    [80, 'en', 'replay', ['compactions', 'peak tokens', 'cost']],
  ];
  it.each(some(shown, 4))(
    '%i columns, %s, %s: no line is longer, every product has its name and numbers',
    async (columns, language, command, heads) => {
      vi.stubEnv('COLUMNS', String(columns));
      const args = ['--strategies', 'product:*', '--target', '0.3', '--window', '64000', '--model', 'gpt-4o', '--lang', language];
      const { out } = await run(command, fileOf(session), ...args, ...(command === 'replay' ? ['--trigger', 'own'] : []));
      const lines = table(out);
      for (const line of lines) expect(widthOf(line), line).toBeLessThanOrEqual(columns);
      for (const head of heads) expect(lines[0]).toContain(head);
      const idle = Number(/never fired, as without compaction: (\d+) rows/.exec(out)?.[1] ?? 0);
      expect(lines.length + idle).toBeGreaterThanOrEqual(1 + PRODUCTS.length);
      expect(lines.find((line) => /^Codex CLI +\S/.test(line))).toBeDefined();
      expect(lines.find((line) => /^pi +\S/.test(line))).toBeDefined();
    },
  );

  it('replay with own triggers: what fired stands in the table, all others once below with their triggers, no rule of every request is a loop', async () => {
    const args = ['--preset', 'pi,codex,ai-sdk-prune,openai-agents', '--model', 'claude-sonnet-4-5', '--trigger', 'own'];
    const { out } = await run('replay', fileOf(session), ...args);
    expect(table(out).map((line) => line.split(/ {2,}/)[0])).toEqual([
      'policy',
      'no compaction',
      'AI SDK: prune messages',
      'OpenAI Agents: compaction session',
    ]);
    expect(out).toContain('trigger requests: AI SDK: prune messages\n');
    expect(out).toMatch(/never fired, as without compaction: 2 rows\n {2}trigger tokens:183617: pi\n {2}trigger ratio:0\.9: Codex CLI: local\n/);
    expect(out).not.toMatch(/^loop: AI SDK/m);
    const { series } = JSON.parse((await run('replay', fileOf(session), ...args, '--json')).out) as { series: { trigger: unknown }[] };
    expect(series).toHaveLength(4);
    expect(series[0]!.trigger).toMatchObject({ triggers: ['tokens:183617'] });
  });

  it('a pipe has the columns of the page at their full width', async () => {
    vi.stubEnv('COLUMNS', '');
    const { out } = await run('compare', fileOf(session), '--preset', 'pi,openai-agents', '--target', '0.3');
    expect(table(out)[0]).toMatch(/^policy +what is left, oldest first +needed, kept % +left % +next call +accepted +effic. 60\/40 +note$/);
    expect(out).toContain('OpenAI Agents: compaction session ');
  });

  it('what only its provider can read has no facts and no losses, and says why; its cost and validity are known', async () => {
    const { out } = await run('compare', fileOf(session), '--preset', 'pi,openai-agents', '--target', '0.3', '--json');
    const { results } = JSON.parse(out) as { results: { measures: Record<string, unknown>; notes: Record<string, string> }[] };
    const [pi, hidden] = results;
    expect(pi!.measures.factRetention).toMatchObject({ all: expect.any(Number) as number });
    expect(hidden!.measures).toMatchObject({ factRetention: null, recoverable: null, validity: expect.any(Object) as object });
    expect(hidden!.notes.factRetention).toMatch(/^only the provider can read/);
  });

  it('a repaired product is called so', async () => {
    const { out } = await run('compare', fileOf(session), '--preset', 'pi,codex', '--set', 'pi.repaired=true');
    expect(out).toMatch(/^pi \(repaired\) /m);
    expect(out).toMatch(/^Codex CLI: local /m);
  });

  it('a text is cut with an ellipsis, at double width too', () => {
    expect([fitted('abcdef', 6), fitted('abcdef', 5), fitted('压缩策略', 6), fitted('ab cd', 4)]).toEqual(['abcdef', 'abcd…', '压缩…', 'ab…']);
  });
});
