/** What leaves the terminal: keys, exit codes, and texts of file names. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { csvLine } from '../engine/lib/strings.ts';
import { KEY, modelServer } from '../models/testing/setup.ts';
import { fileOf, run } from './testing/run.ts';

const server = modelServer();
const talk = JSON.stringify({
  messages: Array.from({ length: 40 }, (_, i) => ({ role: i % 2 ? 'assistant' : 'user', content: `message ${i} about src/a${i}.ts` })),
});
const compacting = (model: string, ...more: string[]) => [
  'compact',
  fileOf(talk),
  '--strategy',
  'summary',
  '--target',
  '0.3',
  '--summarizer',
  'compatible',
  '--summary-model',
  model,
  '--base-url',
  `${server.origin}/v1`,
  '--yes',
  ...more,
];

describe('a key of the environment', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('goes to another address only when it is asked for by name', async () => {
    vi.stubEnv('OPENAI_API_KEY', KEY);
    const silent = await run(...compacting('ok'));
    expect(server.received.at(-1)!.headers.authorization).toBeUndefined();
    expect(silent.err).toContain(`OPENAI_API_KEY is not sent to ${server.origin}/v1. To send it: --key-env OPENAI_API_KEY`);
    await run(...compacting('ok', '--key-env', 'OPENAI_API_KEY'));
    expect(server.received.at(-1)!.headers.authorization).toBe(`Bearer ${KEY}`);
    const asked = server.received.length;
    expect(await run(...compacting('ok', '--key-env', 'NO_SUCH_KEY'))).toMatchObject({ code: 2, err: expect.stringContaining('NO_SUCH_KEY') });
    const provider = [...compacting('ok')].map((word) => (word === 'compatible' ? 'openai' : word));
    expect(await run(...provider)).toMatchObject({ code: 2, err: expect.stringMatching(/provider’s own address.*--key-env/) });
    expect(server.received).toHaveLength(asked);
  });
});

it('compact exits with 3 where a summary failed and the original was written', async () => {
  const failed = await run(...compacting('status-422'));
  expect([failed.code, JSON.parse(failed.out).messages?.length ?? JSON.parse(failed.out).length]).toEqual([3, 40]);
  expect((await run('compact', fileOf(talk), '--strategy', 'head-tail', '--target', '0.9')).code).toBe(0);
  expect((await run('compact', fileOf(talk), '--strategy', 'summary', '--summary-outcome', 'error')).code).toBe(3);
});

describe('a call that is larger than the window of the model that writes the summary', () => {
  const long = (words: number) =>
    fileOf(
      JSON.stringify({
        messages: Array.from({ length: 40 }, (_, i) => ({
          role: i % 2 ? 'assistant' : 'user',
          content: Array.from({ length: words }, (__, k) => `${i}.${k} fish`).join(' '),
        })),
      }),
    );

  it('is said before anything is sent, and is not sent', async () => {
    const before = server.received.length;
    const [command, , ...more] = compacting('gpt-4');
    const { code, err } = await run(command!, long(150), ...more);
    expect(err).toMatch(/1 call not sent: up to [\d,]+ tokens, over the window of 8,192; counts as failed/);
    expect([code, server.received.length]).toEqual([3, before]);
  });

  it('is counted in a replay, for each row', async () => {
    const argv = ['--strategies', 'summary', '--window', '30000', '--summary-model'];
    const { out } = await run('replay', long(150), ...argv, 'gpt-4');
    expect(out).toMatch(/^Summary: \d+ summaries too large for the window of 8,192$/m);
    expect((await run('replay', long(150), ...argv, 'gpt-4.1')).out).not.toContain('summaries too large');
  });
});

it('a cell that a spreadsheet would run is a text, in full width too', () => {
  expect(csvLine(['=1+1', '＝1+1', '＋1', '－1', '＠x', 'a＝b', -1])).toBe("'=1+1,'＝1+1,'＋1,'－1,'＠x,a＝b,-1");
});
