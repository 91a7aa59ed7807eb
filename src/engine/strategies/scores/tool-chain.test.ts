import { describe, expect, it } from 'vitest';
import { formatReason } from '../../../i18n/index.ts';
import { charCounts } from '../../testing/counts.ts';
import { answer, assistant, call, letters, planned, preparedOf, type MessageSpec, user } from '../../testing/plans.ts';
import { DEFAULT_SIGNALS, prepare } from '../../signals/signal-prepare.ts';
import type { Message, Part, Transcript } from '../../transcript/types.ts';
import { toolLine } from './shared/extraction.ts';
import { toolChain } from './tool-chain.ts';

const block = (k: number): MessageSpec[] => [call(50, `${k}`), answer(300, `${k}`)];
const chain = (from: number, length: number): MessageSpec[] => Array.from({ length }, (_, k) => block(from + k)).flat();

describe('tool chain (S0 17)', () => {
  it('the first and the last block of a row stay, the middle becomes lines in its place', () => {
    const plan = planned(toolChain, preparedOf([user(20), ...chain(0, 4), assistant(40), user(20), ...chain(10, 3), assistant(40)]), { own: true });
    expect(letters(plan)).toBe('KKKSSSSKKKKKKSSKKK');
    expect(plan.insertions.map(({ before }) => before)).toEqual([3, 13]);
    expect(plan.summaries.map(({ members }) => members)).toEqual([
      [3, 4, 5, 6],
      [13, 14],
    ]);
    expect(plan.summaries[0]!.ready).toBe('- run() → ok\n- run() → ok');
    expect([1, 3, 7, 9].map((i) => plan.reason(i).key)).toEqual(['keep-chain-start', 'sum-chain', 'keep-chain-end', 'keep-no-block']);
  });
  it('two blocks are no chain, and what is said between them ends one', () => {
    const talk = [user(20), ...chain(0, 2), assistant(40), ...chain(5, 2), assistant(40)];
    expect(planned(toolChain, preparedOf(talk), { own: true }).unchanged).toMatchObject({ key: 'unchanged-no-chain' });
  });
  it('more blocks at the end of a chain may stay', () => {
    const input = preparedOf([user(20), ...chain(0, 5), assistant(40)]);
    expect(letters(planned(toolChain, input, { own: true }, { chainEnd: 2 }))).toBe('KKKSSSSKKKKK');
    expect(planned(toolChain, input, { own: true }, { chainEnd: 4 }).unchanged).toBeDefined();
  });
  it('a pinned block ends a chain, and one no longer than its line stays', () => {
    const said = [user(20), ...chain(0, 7), assistant(40)];
    expect(letters(planned(toolChain, preparedOf(said, { marks: { m7: 'pin' } }), { own: true }))).toBe('KKKSSKKKKKKSSKKK'.slice(0, 16));
    const tiny = said.map((one, i) => (i === 7 || i === 8 ? { ...one, tokens: 1 } : one));
    expect(letters(planned(toolChain, preparedOf(tiny), { own: true }))).toBe('KKKSSKKKKKKSSKKK');
  });
});

/** The line of one block: text and calls of the assistant, and their results. */
function lineOf(text: string, ...calls: readonly (readonly [name: string, args: unknown, result: string, isError?: boolean])[]): string {
  const parts: Part[] = [
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...calls.map(([name, args], k): Part => ({ type: 'tool-call', id: `c${k}`, name, args: JSON.stringify(args) })),
  ];
  const messages: Message[] = [
    { id: 'a', role: 'assistant', parts },
    ...calls.map(
      ([, , result, isError], k): Message => ({
        id: `r${k}`,
        role: 'tool',
        parts: [{ type: 'tool-result', callId: `c${k}`, content: [{ type: 'text', text: result }], ...(isError && { isError }) }],
      }),
    ),
  ];
  const transcript: Transcript = { id: 't', format: 'playground', tools: [], messages, compactions: [], branches: [], subagents: [] };
  return toolLine(prepare(transcript, charCounts(transcript), DEFAULT_SIGNALS), 0);
}

describe('lines of tool blocks', () => {
  it('say tool, target and outcome', () => {
    expect(lineOf('', ['Read', { file_path: 'src/a.ts' }, 'line\n'.repeat(210)])).toBe('Read src/a.ts → 210 lines');
    expect(lineOf('', ['Bash', { command: 'npm test' }, 'x\n\n  Tests  36 passed (36)\n'])).toBe('Bash `npm test` → Tests 36 passed (36)');
    expect(lineOf('', ['bash', { command: 'ls x' }, 'ls: x: No such file or directory\n\nCommand exited with code 2'])).toBe(
      'bash `ls x` → failed (exit 2): ls: x: No such file or directory',
    );
    expect(lineOf('', ['Edit', { file_path: 'a.ts' }, '<tool_use_error>Not read yet</tool_use_error>', true])).toBe(
      'Edit a.ts → failed: Not read yet',
    );
    expect(lineOf('', ['Bash', { command: 'x' }, 'a'.repeat(9000)])).toBe('Bash `x` → 1 line');
    expect(lineOf('', ['get_order', { id: '#W1' }, '{"status":"sent","total":30}'])).toBe('get_order(id: #W1) → status: sent, total: 30');
  });
  it('tell the same once, and all calls of a block', () => {
    const edit = ['Edit', { file_path: 'a.ts' }, 'ok'] as const;
    expect(lineOf('', edit, edit, ['Bash', { command: 'tsc' }, ''])).toBe('Edit a.ts → ok (2 times); Bash `tsc` → ok');
  });
  it('quote the sentence that says more than that a step follows', () => {
    const read = ['Read', { file_path: 'a.ts' }, 'x'] as const;
    expect(lineOf('Let me look at it. The cache is never cleared, that is the cause.', read)).toBe(
      '“The cache is never cleared, that is the cause.” Read a.ts → ok',
    );
    expect(lineOf('Let me look at the file first.', read)).toBe('Read a.ts → ok');
    expect(lineOf('第 148210 行的金额写成了带千分位的数字，需要先去掉逗号再转换。', read)).toContain('“第 148210 行');
  });
  it('leave out the directory that all files share', () => {
    const read = (file: string) => ['Read', { file_path: `/home/dev/app/${file}` }, 'x\ny'] as const;
    expect(lineOf('', read('src/a.ts'), read('src/b.ts'), read('docs/c.md'))).toBe(
      'Read src/a.ts → 2 lines; Read src/b.ts → 2 lines; Read docs/c.md → 2 lines',
    );
  });
  it('leave it out from three files on', () => {
    const read = (file: string) => ['Read', { file_path: `/home/dev/app/${file}` }, 'x\ny'] as const;
    expect(lineOf('', read('a.ts'), read('b.ts'))).toBe('Read /home/dev/app/a.ts → 2 lines; Read /home/dev/app/b.ts → 2 lines');
  });
  it('cut what is long: a target at 120 characters, an outcome at 140, a sentence at 160', () => {
    const target = (length: number) => lineOf('', ['Bash', { command: 'a'.repeat(length) }, '']);
    expect([target(120), target(121)]).toEqual([`Bash \`${'a'.repeat(120)}\` → ok`, `Bash \`${'a'.repeat(119)}…\` → ok`]);
    const outcome = (length: number) => lineOf('', ['Bash', { command: 'x' }, `3 passed ${'a'.repeat(length - 9)}`]);
    expect([outcome(140), outcome(141)]).toEqual([`Bash \`x\` → 3 passed ${'a'.repeat(131)}`, `Bash \`x\` → 3 passed ${'a'.repeat(130)}…`]);
    const said = (length: number) => lineOf(`The cause is ${'a'.repeat(length - 14)}.`, ['Bash', { command: 'x' }, '']);
    expect([said(160), said(161)]).toEqual([
      `“The cause is ${'a'.repeat(146)}.” Bash \`x\` → ok`,
      `“The cause is ${'a'.repeat(146)}…” Bash \`x\` → ok`,
    ]);
  });
  it('quote no sentence of less than 25 characters', () => {
    const said = (text: string) => lineOf(text, ['Bash', { command: 'x' }, '']);
    expect(said('The cache is stale again.')).toBe('“The cache is stale again.” Bash `x` → ok');
    expect(said('The cache is stale, too.')).toBe('Bash `x` → ok');
  });
  it('say of an acknowledgement only its length, above 80 characters', () => {
    const replaced = (length: number) => lineOf('', ['Fetch', { id: 1 }, `Successfully replaced text in ${'a'.repeat(length - 30)}`]);
    expect([replaced(80), replaced(81)].map((line) => line.slice(line.indexOf('→')))).toEqual(['→ ok', '→ 1 line']);
  });
  it('look for the counts of a test run in the last 15 lines', () => {
    const run = (after: number) => lineOf('', ['Bash', { command: 'x' }, `3 passed${'\n--'.repeat(after)}`]);
    expect([run(14), run(15)]).toEqual(['Bash `x` → 3 passed', 'Bash `x` → 16 lines']);
  });
  it('take arguments that hold no fields as they are', () => {
    expect(lineOf('', ['Fetch', null, ''])).toBe('Fetch(null) → ok');
    expect(lineOf('', ['Fetch', ['a', 'b'], ''])).toBe('Fetch(["a","b"]) → ok');
    expect(lineOf('', ['shell', { cmd: ['bash', '-lc', 'ls src'] }, ''])).toBe('shell `ls src` → ok');
  });
  it('read the command of up to 20,000 characters of arguments', () => {
    const command = (length: number) => lineOf('', ['Bash', { command: 'ls src', pad: 'x'.repeat(length - 29) }, '']);
    expect([command(20_000), command(20_001)].map((line) => line.slice(0, 24))).toEqual(['Bash `ls src` → ok', 'Bash {"command":"ls src"']);
  });
  it('mask secrets', () => {
    expect(lineOf('', ['Bash', { command: 'psql postgres://me:hunter2secret@host/db' }, 'x\n'.repeat(9)])).not.toContain('hunter2secret');
  });
  it('are the reason why', () => {
    const plan = planned(toolChain, preparedOf([user(20), ...chain(0, 4), assistant(40)]), { own: true });
    expect(formatReason(plan.reason(3))).toContain('350');
  });
});
