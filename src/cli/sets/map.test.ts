import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { Line } from '../../engine/sets/contract.ts';
import { fileOf } from '../testing/run.ts';
import { ahead } from './map.ts';
import { inputs, type MapInput, runFile } from './job.ts';

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
async function* of(...inputs: readonly MapInput[]): AsyncGenerator<MapInput> {
  yield* inputs;
}

test('names are listed before they are taken: then the whole is known', async () => {
  const listed = ahead(of({ file: 'a', bytes: 10 }, { file: 'b', bytes: 30 }, { file: 'missing' }));
  expect(listed.total()).toBeNull();
  await turn();
  expect(listed.total()).toEqual({ files: 3, bytes: 40 });
  const taken: string[] = [];
  for await (const { file } of listed.inputs) taken.push(file);
  expect(taken).toEqual(['a', 'b', 'missing']);
});

test('a transcript that came with its line waits until it is taken', async () => {
  let asked = 0;
  async function* texts(): AsyncGenerator<MapInput> {
    for (; asked < 3; asked++) yield { file: `t${asked}`, text: 'User: hi' };
  }
  const listed = ahead(texts());
  await turn();
  expect(asked).toBe(0);
  await listed.inputs.next();
  await turn();
  expect(asked).toBe(1);
  expect(listed.total()).toBeNull();
  await listed.inputs.next();
  await listed.inputs.next();
  expect((await listed.inputs.next()).done).toBe(true);
  expect(listed.total()).toEqual({ files: 3, bytes: 24 });
});

test('a failure comes after what was listed before it', async () => {
  async function* failing(): AsyncGenerator<MapInput> {
    yield { file: 'a' };
    throw new Error('no such folder');
  }
  const { inputs } = ahead(failing());
  expect((await inputs.next()).value).toEqual({ file: 'a' });
  await expect(inputs.next()).rejects.toThrow('no such folder');
});

test.each([
  ['a session', '{"messages": [{"role": "user", "content": "Go."}, {"role": "assistant", "content": "Done."}]}'],
  ['what cannot be read', '{"a": [1,'],
])('lines hold no control characters and no secrets of the name of a file: %s', async (_, text) => {
  const secret = `ghp_${'a1B2'.repeat(9)}`;
  const lines: Line[] = [];
  const options = { rows: [{ key: 'a', strategy: 'oldest-removal', params: {} }], recall: false };
  const file = fileOf(text, `\u001b${secret}\u202e.json`);
  await runFile({ file }, options, { known: async () => ({ rows: {}, failed: [] }), lines: async (more) => void lines.push(...more) });
  expect(lines).toHaveLength(1);
  expect(lines[0]!.file).toMatch(/\\u001b.*\\u202e\.json$/);
  expect(lines[0]!.file).not.toContain(secret);
});

test('the messages of a folder of opencode are one input for each session', async () => {
  const folder = path.dirname(fileOf('{}', 'project.json'));
  const put = (name: string, value: object): void => {
    mkdirSync(path.dirname(path.join(folder, 'storage', name)), { recursive: true });
    writeFileSync(path.join(folder, 'storage', name), JSON.stringify(value, null, 2));
  };
  for (const n of ['1', '2']) {
    put(`session/p/ses_${n}.json`, { id: `ses_${n}`, title: `Session ${n}`, time: {}, ...(n === '2' && { parentID: 'ses_1' }) });
    for (const role of ['user', 'assistant']) {
      const id = `msg_${n}${role}`;
      put(`message/ses_${n}/${id}.json`, { id, sessionID: `ses_${n}`, role, time: {} });
      put(`part/${id}/prt_1.json`, { id: 'prt_1', messageID: id, sessionID: `ses_${n}`, type: 'text', text: `I am the ${role}.` });
    }
  }
  put('todo/ses_1.json', { todos: [] });
  const lines: Line[] = [];
  const options = { rows: [{ key: 'a', strategy: 'oldest-removal', params: {} }], recall: false };
  for await (const input of inputs([path.join(folder, 'storage')], Readable.from([])))
    await runFile(input, options, { known: async () => ({ rows: {}, failed: [] }), lines: async (more) => void lines.push(...more) });
  expect(lines).toMatchObject([
    { kind: 'result', title: 'Session 1', format: 'opencode', messages: 2 },
    { kind: 'result', title: 'Session 2', ofSession: 'ses_1', messages: 2 },
  ]);
});

test('files of subagents of Cursor and Kimi Code are of their session by their folders', async () => {
  const folder = path.dirname(fileOf('{}', 'project.json'));
  const cursor = '{"role":"user","message":{"content":[{"type":"text","text":"Go."}]}}\n{"role":"assistant","message":{"content":[]}}';
  const kimi = '{"type":"metadata","protocol_version":"1.4"}\n{"type":"context.append_message","message":{"role":"user","content":"Go."}}';
  for (const [name, text] of [
    ['a/a.jsonl', cursor],
    ['a/subagents/b.jsonl', cursor],
    ['s/agents/agent-0/wire.jsonl', kimi],
    ['s/agents/main/wire.jsonl', kimi],
  ] as const) {
    mkdirSync(path.dirname(path.join(folder, 'all', name)), { recursive: true });
    writeFileSync(path.join(folder, 'all', name), text);
  }
  const lines: Line[] = [];
  const options = { rows: [{ key: 'a', strategy: 'oldest-removal', params: {} }], recall: false };
  for await (const input of inputs([path.join(folder, 'all')], Readable.from([])))
    await runFile(input, options, { known: async () => ({ rows: {}, failed: [] }), lines: async (more) => void lines.push(...more) });
  expect(lines.map((line) => [line.kind, 'format' in line && line.format, 'ofSession' in line ? line.ofSession : null])).toEqual([
    ['result', 'cursor-transcript', null],
    ['result', 'cursor-transcript', 'a'],
    ['result', 'kimi-code', 's'],
    ['result', 'kimi-code', null],
  ]);
});
