import { readFileSync } from 'node:fs';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { codes, outline } from '../../testing/read.ts';
import type { Parsed } from '../contract.ts';
import { parseTranscript, storeReader } from '../index.ts';
import { readStore } from './index.ts';

const file = (name: string): Uint8Array => new Uint8Array(readFileSync(new URL(`../../../../fixtures/stores/${name}`, import.meta.url)));
const joined = (...pieces: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(pieces));

async function read(bytes: Uint8Array): Promise<Parsed> {
  const parsed = parseTranscript(bytes, { store: await storeReader(bytes) });
  if (!parsed.ok) throw new Error(`${parsed.error.code}: ${parsed.error.message}`);
  return parsed.value;
}

const SAID = ['U Which beds are dry?', expect.stringMatching(/^A I read the log\. \/ read/), expect.stringMatching(/^T =bed 3: 12 %/)];

describe('the store of opencode', () => {
  it('is read with its log, and without the tokens of accounts', async () => {
    const parsed = await read(joined(file('opencode.db'), file('opencode.db-wal')));
    const [session] = parsed.conversations;
    expect([parsed.format, parsed.conversations.length]).toEqual(['opencode', 1]);
    expect(outline(session!)).toEqual([...SAID, 'A Bed 3.']);
    // A result that goes over many pages is whole.
    expect(JSON.stringify(session!.messages[2]!.parts)).toContain('bed 3: 12 % · '.repeat(200));
    expect(session).toMatchObject({ id: 'ses_1', title: 'The dry beds', subagents: [{ title: 'Look' }] });
    expect(session!.messages[1]!.usage).toEqual({ input: 200, output: 42, cacheRead: 900, cacheWrite: 0 });
    expect(JSON.stringify(parsed)).not.toContain('secret-token');
    expect(codes(parsed)).toEqual({});
  });

  it('says what may be missing without its log', async () => {
    const parsed = await read(file('opencode.db'));
    expect(outline(parsed.conversations[0]!)).toEqual(SAID);
    expect(codes(parsed)).toEqual({ 'store-without-log': 1 });
  });

  it('is read from tables that have keys in place of row numbers', async () => {
    const { conversations } = await read(file('keyed.db'));
    expect(conversations).toMatchObject([{ id: 'ses_1', title: 'The dry beds' }]);
    expect(outline(conversations[0]!)).toEqual(Array.from({ length: 40 }, (_, i) => `${i % 2 ? 'A' : 'U'} Bed ${i}.`));
  });

  it('does not take turns of a log that were not finished, or are damaged', async () => {
    const log = file('opencode.db-wal');
    const cut = await read(joined(file('opencode.db'), log.subarray(0, log.length - 1)));
    expect(outline(cut.conversations[0]!)).toEqual(SAID);
    const changed = log.slice();
    changed[log.length - 5]! ^= 1;
    expect(outline((await read(joined(file('opencode.db'), changed))).conversations[0]!)).toEqual(SAID);
  });

  it('is found in a zip, with its log beside it', async () => {
    const zip = zipSync({ 'share/opencode.db': file('opencode.db'), 'share/opencode.db-wal': file('opencode.db-wal') });
    expect(outline((await read(zip)).conversations[0]!)).toEqual([...SAID, 'A Bed 3.']);
  });
});

describe("Cursor's stores", () => {
  it('of the CLI: the messages that the newest state has, in its order', async () => {
    const parsed = await read(file('store.db'));
    expect(parsed.format).toBe('cursor-store');
    expect(outline(parsed.conversations[0]!)).toEqual([
      'S You keep a garden.',
      'U Which beds are dry?',
      'A ~The log says it. / I read the log. / read{"path":"moisture.log"}',
      'T =bed 3: 12 %',
      'A Bed 3.',
    ]);
    expect(parsed.conversations[0]).toMatchObject({ id: 'agent-1', title: 'The dry beds', model: 'm-1' });
    expect(codes(parsed)).toEqual({});
  });

  it('of the editor: bubbles in the order of their headers, calls with their results', async () => {
    const parsed = await read(file('state.vscdb'));
    expect(parsed.conversations.map(outline)).toEqual([
      [
        'U beds.txt\n1\n2\n3 / Which beds are dry?',
        'A ~The log says it. <s> / I read the log.',
        'A read_file{"path":"moisture.log"}',
        'T ={"contents":"bed 3: 12 %"}',
        'A Bed 3.',
      ],
      ['U An older form.', 'A Yes.'],
    ]);
    expect(codes(parsed)).toEqual({ 'missing-blob': 1 });
  });
});

it.each([
  [
    'zed',
    'threads.db',
    [
      ['U Which beds are dry?', 'A Bed 3.'],
      ['U Which beds are dry?', 'A Bed 3.'],
    ],
    { 'unread-record': 1 },
  ],
  ['kiro-cli', 'data.sqlite3', [['U Which beds are dry?', 'A Bed 3.']], {}],
  ['goose', 'sessions.db', [['U Which beds are dry?', 'A Bed 3.']], {}],
  ['hermes', 'state.db', [['S You keep a garden.', 'U Which beds are dry?', 'A ~The log says it. / read{}', 'T =bed 3: 12 %']], {}],
])('the store of %s is read', async (format, name, said, warnings) => {
  const parsed = await read(file(name));
  expect(parsed.format).toBe(format);
  expect(parsed.conversations.map(outline)).toEqual(said);
  expect(codes(parsed)).toEqual(warnings);
});

describe('a store that cannot be read', () => {
  it('is loaded for nothing else', async () => {
    expect(await storeReader(new TextEncoder().encode('{"messages": []}'))).toBeUndefined();
    expect(await storeReader(zipSync({ 'a.json': new Uint8Array(3), 'other.db': new Uint8Array(3) }))).toBeUndefined();
  });

  it('is an error with the place, whatever byte of it is damaged, and never throws', () => {
    const whole = file('opencode.db');
    const messages = new Set<string>();
    for (let at = 0; at < whole.length; at += 13) {
      const damaged = whole.slice();
      damaged[at]! ^= 255;
      const opened = readStore(damaged, '');
      if (!opened.ok) messages.add(opened.error.code);
    }
    expect([...messages].toSorted()).toEqual(['binary', 'store-damaged']);
    for (const size of [20, 99, 100, 512, 4000]) expect(readStore(whole.subarray(0, size), '').ok, String(size)).toBe(false);
  });

  it('names its tables where the program is not known', () => {
    const renamed = Buffer.from(file('sessions.db')).toString('latin1').replaceAll('content_json', 'content_text');
    const opened = readStore(new Uint8Array(Buffer.from(renamed, 'latin1')), '');
    expect(opened.ok ? '' : opened.error.message).toMatch(/schema_version, sessions, (?:sqlite_sequence, )?messages/);
  });
});
