/** `npm run check-products` as a person starts it: what it prints, and how it ends. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { some } from '../src/engine/testing/scale.ts';

const script = path.resolve(import.meta.dirname, 'check-products.mjs');

const CONVERSATION = JSON.stringify([
  { role: 'user', content: 'a' },
  { role: 'assistant', content: 'b' },
]);
/** Kimi CLI keeps the newest two. */
const recorded = (peer: string, kept: number[], dropped: number[]): string =>
  JSON.stringify({ peer, version: '1', conversations: { 'a.json': { n: 2, keptIndices: kept, modifiedIndices: [], droppedIndices: dropped } } });

function check(files: Readonly<Record<string, string>>, ...more: readonly string[]) {
  const root = mkdtempSync(path.join(tmpdir(), 'check-products-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.join(root, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, 'talks', 'golden', ...more], { cwd: root, encoding: 'utf8' });
  return { status, stdout, stderr };
}

it('ends with 0 where all are equal, and names recordings that no product answers to', () => {
  const files = { 'talks/a.json': CONVERSATION, 'golden/kimi.json': recorded('kimi-simple', [0, 1], []), 'golden/x.json': recorded('x', [], [0, 1]) };
  const { status, stdout, stderr } = check(files, '--json');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(JSON.parse(stdout)).toEqual({
    peers: [{ peer: 'kimi-simple', preset: 'kimi-cli', files: 1, equal: 1, differences: [], notCompared: [] }],
    unmapped: ['x'],
  });
});

it('ends with 1 where one differs: as JSON and as a table, in which nothing commands the terminal', () => {
  const files = {
    'talks/a.json': CONVERSATION,
    'golden/kimi.json': recorded('kimi-simple', [1], [0]),
    'golden/x.json': recorded('\u001b[2J', [], [0, 1]),
  };
  const asJson = check(files, '--json');
  expect(asJson.status).toBe(1);
  expect(JSON.parse(asJson.stdout)).toMatchObject({
    peers: [{ files: 1, equal: 0, differences: [{ file: 'a.json', kept: [0], modified: [], dropped: [] }] }],
    unmapped: ['\u001b[2J'],
  });
  const asTable = check(files);
  expect(asTable.status).toBe(1);
  expect(asTable.stdout).toMatch(/kimi-simple +kimi-cli +0 of 1/);
  expect(asTable.stdout).toContain('kimi-simple, a.json: ours: kept 0\n');
  expect(asTable.stdout).toContain('No product answers to: \\u001b[2J');
});

const FAULTS = [
  ['no folder of golden files', { 'talks/a.json': CONVERSATION }, 'golden: no such folder'],
  ['a golden folder that is a file', { 'talks/a.json': CONVERSATION, golden: '{}' }, 'golden: not a folder'],
  [
    'a golden file that is none',
    { 'talks/a.json': CONVERSATION, 'golden/a.json': '[]' },
    'golden/a.json: expected JSON with "peer" and "conversations"',
  ],
  ['a conversation that is none', { 'talks/a.json': 'x', 'golden/a.json': recorded('pi', [], []) }, 'talks/a.json: expected a JSON list'],
  [
    'no conversation in common',
    { 'talks/b.json': CONVERSATION, 'golden/a.json': recorded('pi', [], []) },
    'none of the conversations of golden is here',
  ],
] as const;
it.each(some<(typeof FAULTS)[number]>(FAULTS, 5))('ends with 2 and one line for %s', (_, files, line) => {
  const { status, stdout, stderr } = check(files);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(line);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

it('says how it is called', () => {
  const { status, stderr } = check({}, 'more');
  expect(status).toBe(2);
  expect(stderr).toContain('expected two folders: npm run -s check-products -- CONVERSATIONS GOLDEN [--json]');
});
