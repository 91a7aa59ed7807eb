import { expect, test } from 'vitest';
import { parseTranscript } from '../../engine/formats/index.ts';
import { chosen, fromEntries, fromList, MOST_FILES } from './set-files.ts';

const source = (path: string, text = 'x') => ({ path, blob: new Blob([text]) });
const paths = ({ files }: ReturnType<typeof chosen>): readonly string[] => files.map(({ path }) => path);

test('files come by the order of their paths, without what holds no transcript, and what is left out is counted', () => {
  const found = chosen('week', [
    source('week/s10.jsonl'),
    source('week/s9.jsonl'),
    source('week/.git/config'),
    source('week/.DS_Store'),
    source('week/shot.PNG'),
    source('week/empty.json', ''),
    source('week/node_modules/a/index.json'),
    source('week/s9/subagents/agent-a1.jsonl'),
    source('week/s9/subagents/agent-acompact-a2.jsonl'),
  ]);
  expect(paths(found)).toEqual(['week/s9.jsonl', 'week/s9/subagents/agent-a1.jsonl', 'week/s10.jsonl']);
  expect(found.skipped).toBe(6);
});

test('a database of a program comes with the log beside it as one file; other databases are left out', async () => {
  const found = chosen('share', [
    source('share/opencode.db', 'store '),
    source('share/opencode.db-shm', 'memory'),
    source('share/opencode.db-wal', 'and log'),
    source('share/cache.db', 'cache'),
  ]);
  expect(paths(found)).toEqual(['share/opencode.db']);
  expect(await found.files[0]!.blob.text()).toBe('store and log');
});

/** A folder of opencode and one of Strands, with what else is there. */
const FOLDERS: Readonly<Record<string, object>> = {
  'storage/session/p1/ses_1.json': { id: 'ses_1', title: 'The beds', time: { created: 1 } },
  'storage/message/ses_1/msg_1.json': { id: 'msg_1', sessionID: 'ses_1', role: 'user', time: { created: 1 } },
  'storage/part/msg_1/prt_1.json': { id: 'prt_1', messageID: 'msg_1', sessionID: 'ses_1', type: 'text', text: 'Which?' },
  'storage/message/ses_1/msg_2.json': { id: 'msg_2', sessionID: 'ses_1', role: 'assistant', time: { created: 2 } },
  'storage/part/msg_2/prt_2.json': { id: 'prt_2', messageID: 'msg_2', sessionID: 'ses_1', type: 'text', text: 'Bed 3.' },
  'storage/session/p1/ses_2.json': { id: 'ses_2', parentID: 'ses_1', time: { created: 3 } },
  'storage/message/ses_2/msg_3.json': { id: 'msg_3', sessionID: 'ses_2', role: 'user', time: { created: 3 } },
  'storage/part/msg_3/prt_3.json': { id: 'prt_3', messageID: 'msg_3', sessionID: 'ses_2', type: 'text', text: 'Look.' },
  'storage/session/p1/ses_3.json': { id: 'ses_3', time: { created: 4 } },
  'storage/todo/ses_1.json': { todos: [] },
  'session_a/session.json': { session_id: 'a', session_type: 'AGENT' },
  'session_a/agents/agent_x/agent.json': { agent_id: 'x', conversation_manager_state: { removed_message_count: 0 } },
  'session_a/agents/agent_x/messages/message_0.json': { message_id: 0, redact_message: null, message: { role: 'user', content: [{ text: 'Go.' }] } },
  'session_a/agents/agent_x/messages/message_1.json': {
    message_id: 1,
    redact_message: null,
    message: { role: 'assistant', content: [{ text: 'Ok.' }] },
  },
  'other.json': { messages: [{ role: 'user', content: 'hi' }] },
};

test('a session with a file for each message is one file; what else stands there holds none', async () => {
  const all = Object.entries(FOLDERS).map(([path, value]) => source(`week/${path}`, JSON.stringify(value, null, 2)));
  const found = chosen('week', all);
  expect(paths(found)).toEqual([
    'week/other.json',
    'week/session_a/agents/agent_x/agent.json',
    'week/storage/session/p1/ses_1.json',
    'week/storage/session/p1/ses_2.json',
  ]);
  expect(found.skipped).toBe(2);
  const read = await Promise.all(
    found.files.map(async ({ path, blob }) => {
      const parsed = parseTranscript(await blob.text(), { name: path });
      if (!parsed.ok) throw new Error(parsed.error.message);
      return parsed.value.conversations.map(({ id, format, messages, extra }) => [id, format, messages.length, extra?.ofSession]);
    }),
  );
  expect(read.flat()).toEqual([
    ['conversation-1', 'openai-chat', 1, undefined],
    ['a/x', 'strands-session', 2, undefined],
    ['ses_1', 'opencode', 2, undefined],
    ['ses_2', 'opencode', 1, 'ses_1'],
  ]);
});

test('files of subagents of Cursor and Kimi Code are of their session by their folders', async () => {
  const cursor = '{"role":"user","message":{"content":[{"type":"text","text":"go"}]}}';
  const kimi = '{"type":"metadata","protocol_version":"1.4"}\n{"type":"context.append_message","message":{"role":"user","content":"go"}}';
  const found = chosen('week', [
    source('week/agent-transcripts/a/a.jsonl', cursor),
    source('week/agent-transcripts/a/subagents/b.jsonl', cursor),
    source('week/sessions/p/s/agents/agent-0/wire.jsonl', kimi),
    source('week/sessions/p/s/agents/main/wire.jsonl', kimi),
  ]);
  const read = await Promise.all(
    found.files.map(async ({ path, blob }) => {
      const parsed = parseTranscript(await blob.text(), { name: path });
      if (!parsed.ok) throw new Error(parsed.error.message);
      return parsed.value.conversations.map(({ id, format, extra }) => [id, format, extra?.ofSession]);
    }),
  );
  expect(read.flat()).toEqual([
    ['a', 'cursor-transcript', undefined],
    ['b', 'cursor-transcript', 'a'],
    ['agent-0', 'kimi-code', 's'],
    ['s', 'kimi-code', undefined],
  ]);
});

test('the chosen folder may be hidden itself', () => {
  expect(paths(chosen('.claude', [source('.claude/projects/a/1.jsonl'), source('.claude/.cache/2.jsonl')]))).toEqual(['.claude/projects/a/1.jsonl']);
});

test('what is beyond the limit is left out and counted', () => {
  const found = chosen(
    'many',
    Array.from({ length: MOST_FILES + 3 }, (_, i) => source(`many/${i}.json`)),
  );
  expect([found.files.length, found.skipped]).toEqual([MOST_FILES, 3]);
});

test('a dropped folder is read to its end: readers give some entries at a time, and files may be gone', async () => {
  const file = (name: string, gone = false) =>
    ({
      isFile: true,
      isDirectory: false,
      name,
      file: (done: (file: Blob) => void, failed: () => void) => (gone ? failed() : done(new Blob([name]))),
    }) as unknown as FileSystemEntry;
  const folder = (name: string, batches: readonly (readonly FileSystemEntry[])[]): FileSystemEntry => {
    let at = 0;
    const readEntries = (done: (entries: readonly FileSystemEntry[]) => void) => done(batches[at++] ?? []);
    return { isFile: false, isDirectory: true, name, createReader: () => ({ readEntries }) } as unknown as FileSystemEntry;
  };
  const week = folder('week', [[file('a.json'), file('gone.json', true)], [folder('mon', [[file('b.jsonl')]])], [file('c.md')]]);
  const found = await fromEntries([week]);
  expect([found.name, ...paths(found)]).toEqual(['week', 'week/a.json', 'week/c.md', 'week/mon/b.jsonl']);
});

test('several files or folders are named by the first and the number of the others', async () => {
  const file = (name: string): File => new File(['x'], name);
  expect(fromList([file('b.json'), file('a.json'), file('c.json')]).name).toBe('b.json +2');
  expect(fromList([file('b.json')]).name).toBe('b.json');
  const inFolder = Object.assign(file('a.json'), { webkitRelativePath: 'week/a.json' });
  expect(fromList([inFolder, Object.assign(file('b.json'), { webkitRelativePath: 'week/b.json' })]).name).toBe('week');
  const entry = (name: string) =>
    ({ isFile: true, isDirectory: false, name, file: (done: (given: Blob) => void) => done(new Blob(['x'])) }) as unknown as FileSystemEntry;
  expect((await fromEntries([entry('b.json'), entry('a.json')])).name).toBe('b.json +1');
});
