import { describe, expect, it } from 'vitest';
import { attackFile } from '../engine/testing/shared.ts';
import { inline, printable } from './cli-words.ts';
import { fileOf, run } from './testing/run.ts';
import { deep } from '../engine/testing/scale.ts';

const EVIL = '\u001b]0;PWNED\u0007\u001b[2J\u001b[31mred\u009b1m\u202eexe';
/** Everything that a terminal obeys or that reorders a line. */
const OBEYED = /(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

const chat = (title = 'plain', tools: unknown[] = []) =>
  JSON.stringify({
    title,
    messages: [
      { role: 'user', content: `hello ${EVIL}` },
      { role: 'assistant', content: null, tool_calls: [{ id: 'a', type: 'function', function: { name: 'tool', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: 'a', content: 'x' },
      { role: 'assistant', content: [{ type: `${EVIL}fancy`, x: 1 }] },
    ],
    ...(tools.length > 0 && { tools }),
  });

describe('escapes of strangers never reach the terminal', () => {
  it('printable and inline', () => {
    expect(printable('a\u001b[31mb\tc\nd\u009be\u202ef\u007f')).toBe('a\\u001b[31mb\tc\nd\\u009be\\u202ef\\u007f');
    expect(JSON.parse(printable(JSON.stringify({ text: `x\u202e\u0085\u001b` })))).toEqual({ text: 'x\u202e\u0085\u001b' });
    expect(inline('one\r\n  two\n\nthree')).toBe('one two three');
  });

  it.each([
    ['inspect', []],
    ['inspect', ['--json']],
    ['compare', ['--strategies', 'middle-removal']],
    ['compare', ['--strategies', 'middle-removal', '--json']],
    ['replay', ['--strategies', 'middle-removal']],
  ] as const)('of a title and a message: %s %j', async (command, args) => {
    const { code, out, err } = await run(command, fileOf(chat(EVIL)), ...args);
    expect(code).toBe(0);
    expect(out.length).toBeGreaterThan(10);
    expect(out + err).not.toMatch(OBEYED);
    if (command === 'inspect') expect(out).toContain('PWNED');
  });

  it('of a transcript on a screen; in a file it is exact', async () => {
    const args = [fileOf(chat()), '--strategy', 'oldest-removal', '--to', 'text'] as const;
    const { isTTY } = process.stdout;
    try {
      process.stdout.isTTY = true;
      expect((await run('compact', ...args)).out).not.toMatch(OBEYED);
      process.stdout.isTTY = false;
      expect((await run('compact', ...args)).out).toContain('\u001b[2J');
    } finally {
      process.stdout.isTTY = isTTY;
    }
  });

  it('a title cannot begin a line of its own', async () => {
    const { out } = await run('inspect', fileOf(chat('one\nwarning: forged')));
    expect(out).toContain('one warning: forged');
  });

  it('of a file name, in what is printed and in an error', async () => {
    const name = 'a\u001b[31mb.json';
    const shown = await run('inspect', fileOf(chat(), name));
    expect(shown.out).toContain('a\\u001b[31mb.json');
    expect(shown.out).not.toMatch(OBEYED);
    const missing = await run('inspect', `/nowhere/${name}`);
    expect(missing).toMatchObject({ code: 2, err: expect.stringContaining('a\\u001b[31mb.json') as string });
    expect(missing.err).not.toMatch(OBEYED);
  });

  it('of an unknown key of a configuration', async () => {
    const config = fileOf(JSON.stringify({ autoCompression: { keepRecentCount: 3, [`k${EVIL}`]: 1 } }), 's4.json');
    const { code, out, err } = await run('compare', fileOf(chat()), '--strategies', 'middle-removal', '--config', config);
    expect(code).toBe(0);
    expect(err).toContain('PWNED');
    expect(out + err).not.toMatch(OBEYED);
  });

  it.each([
    ['compare', ['--strategies', EVIL]],
    ['compact', ['--strategy', EVIL]],
    ['compare', ['--set', `${EVIL}.x=1`]],
    ['compare', [`--${EVIL}`]],
    ['compare', ['--model', EVIL, '--window', EVIL]],
  ] as const)('of an argument in an error message: %s %j', async (command, args) => {
    const { code, err } = await run(command, fileOf(chat()), ...args);
    expect(code).toBe(2);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect(err).not.toMatch(OBEYED);
  });

  const attack = attackFile('ansi-title.json');
  it.skipIf(attack === null)('of the shared file', async () => {
    for (const args of [['inspect'], ['inspect', '--json'], ['compare'], ['replay', '--strategies', 'summary']]) {
      const { out, err } = await run(args[0]!, fileOf(attack!), ...args.slice(1));
      expect(out + err).not.toMatch(OBEYED);
    }
  });
});

describe('wrong numbers and empty lists', () => {
  it.each(['9'.repeat(400), '1e400', '100000001', '99'])('--window %s is refused', async (window) => {
    const { code, err } = await run('compare', fileOf(chat()), '--window', window);
    expect(code).toBe(2);
    expect(err).toMatch(/^--window: expected a whole number from 100 to 100,000,000, got "/);
    expect(err.length).toBeLessThan(140);
  });

  it('--window takes the largest window of the page', async () => {
    expect((await run('compare', fileOf(chat()), '--window', '100000000', '--strategies', 'summary')).code).toBe(0);
  });

  it.each([',,', '', ' , '])('--strategies "%s" names none', async (strategies) => {
    for (const command of ['compare', 'replay'])
      expect(await run(command, fileOf(chat()), '--strategies', strategies)).toEqual({
        code: 2,
        out: '',
        err: `--strategies: expected ids, comma-separated, got "${strategies}"\n`,
      });
  });
});

describe('values nested deeper than any stack', () => {
  const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  const LEVELS = deep ? 100_000 : 30_000;
  const file = `{"messages":[
    {"role":"user","content":"please look"},
    {"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":${JSON.stringify(nested(LEVELS))}}}]},
    {"role":"tool","tool_call_id":"a","content":${JSON.stringify(nested(LEVELS))}},
    {"role":"assistant","content":"done"}],
    "tools":[{"type":"function","function":{"name":"f","parameters":${nested(LEVELS)}}}]}`;

  it('are read, compared, compacted, replayed and written, with a warning', async () => {
    const session = fileOf(file);
    for (const args of [
      ['inspect'],
      ['compare', '--target', '0.3', '--strategies', 'oldest-removal,summary'],
      ['replay', '--strategies', 'summary'],
    ]) {
      const { code, out, err } = await run(args[0]!, session, ...args.slice(1));
      expect(code).toBe(0);
      expect(out + err).toContain('deeper than 500 levels');
    }
    for (const to of ['openai-chat', 'anthropic-messages', 'playground']) {
      const { code, out } = await run('compact', session, '--strategy', 'message-truncation', '--to', to);
      expect(code).toBe(0);
      expect(out.length).toBeGreaterThan(LEVELS);
    }
  });

  const attack = attackFile('deep-schema.json');
  it.skipIf(attack === null)('of the shared file', async () => {
    expect((await run('compare', fileOf(attack!))).code).toBe(0);
    expect((await run('inspect', fileOf(attack!))).out).toContain('deeper than 500 levels');
  });
});

describe('several files', () => {
  const session = (count: number) =>
    JSON.stringify({
      messages: Array.from({ length: count }, (_, i) => ({ role: i % 2 ? 'assistant' : 'user', content: `Step ${i} of src/app.ts` })),
    });

  it('each has its own table under its name; one that cannot be read costs only itself', async () => {
    const [first, last] = [fileOf(session(6)), fileOf(session(9))];
    const { code, out, err } = await run('compare', first, 'no-such-file', last, '--strategies', 'oldest-first');
    expect(code).toBe(2);
    expect(out.split('\n').filter((line) => line.startsWith('── '))).toEqual([`── ${first}`, '── no-such-file', `── ${last}`]);
    expect(out.match(/(\d+) messages/g)).toEqual(['6 messages', '9 messages']);
    expect(err).toMatch(/^no-such-file: cannot be read: .*ENOENT/m);
  });

  it('--json writes a line for each, the same as for it alone', async () => {
    const [first, last] = [fileOf(session(6)), fileOf(session(9))];
    const options = ['--json', '--strategies', 'oldest-first'];
    const { code, out } = await run('compare', first, 'no-such-file', last, ...options);
    expect(code).toBe(2);
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ file }) => file)).toEqual([first, 'no-such-file', last]);
    expect(lines[1].error).toMatch(/ENOENT/);
    const timeless = (text: string) => JSON.parse(text.replace(/"ms": ?[\d.e-]+/g, '"ms":0'));
    for (const at of [0, 2]) {
      const { file, ...line } = lines[at];
      expect(timeless(JSON.stringify(line))).toEqual(timeless((await run('compare', file, ...options)).out));
    }
  });

  it('wrong use is said once, before anything is read; a report is of one session', async () => {
    const wrong = await run('compare', 'a', 'b', '--strategies', 'no-such');
    expect([wrong.code, wrong.out, wrong.err.match(/no-such/g)?.length]).toEqual([2, '', 1]);
    expect(await run('compare', 'a', 'b', '--report', 'r.html')).toMatchObject({ code: 2, out: '', err: '--report goes with one file\n' });
  });
});
