import { gzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { crc32 } from '../lib/hashes.ts';
import { sharedFiles } from '../testing/shared.ts';
import { joined, type ZipMember, utf8, zipOf, zstdBomb } from '../testing/zip.ts';
import type { Warning } from '../transcript/types.ts';
import { filesOf, inflated, unpack, zipEntries } from './archive.ts';
import { collector, MAX_BYTES } from './encoding.ts';
import { conversationsOf, parseTranscript } from './index.ts';

const SESSION = '{"role":"user","content":"Which port does the relay use?"}\n{"role":"assistant","content":"Port 7443, since the move in March."}\n';
/** The same as the command line tool packs it. */
const ZSTD = Uint8Array.from(
  atob(
    'KLUv/QRoDQMAUsYUF4BtDihiFBOh9XgmqxgJGTPWgIeksuF6wHSBracQu2aEssHlmjoYCKLwvkzWqdWmqoDpB+rjSDH4jGytmIv3pWO2GlNufB2uy/XgD/W5cWTyXQoDAIgQ1hDOWV8oKDDFy8k=',
  ),
  (char) => char.charCodeAt(0),
);
const chat = (question: string): string =>
  JSON.stringify([
    { role: 'user', content: question },
    { role: 'assistant', content: 'It is done.' },
  ]);

const namesOf = (bytes: Uint8Array): readonly string[] | string => {
  const unpacked = unpack(bytes, 'a.zip');
  return unpacked.ok ? unpacked.value.files.map(({ name }) => name) : unpacked.error.code;
};
const refusal = (bytes: Uint8Array): string => {
  const parsed = parseTranscript(bytes, { name: 'a.zip' });
  return parsed.ok ? 'read' : `${parsed.error.code}: ${parsed.error.message}`;
};
function read(bytes: Uint8Array, name = 'a.zip') {
  const parsed = parseTranscript(bytes, { name });
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}
const warned = (warnings: readonly Warning[]): readonly (readonly [string, number])[] => warnings.map(({ code, count }) => [code, count]);

describe('one packed file', () => {
  const plainly = read(utf8(SESSION)).conversations;
  it.each<[string, Uint8Array]>([
    ['gzip', gzipSync(utf8(SESSION))],
    ['gzip of several members', joined([gzipSync(utf8(SESSION.split('\n')[0]!)), gzipSync(utf8(`\n${SESSION.split('\n')[1]}\n`))])],
    ['zstd', ZSTD],
    ['zip', zipOf([{ name: 'folder/session.jsonl', text: SESSION }])],
    ['zip, stored', zipOf([{ name: 'session.jsonl', text: SESSION, method: 0 }])],
    [
      'zip with a zstd member',
      zipOf([{ name: 'session.jsonl', packed: ZSTD, method: 93, size: utf8(SESSION).length, checksum: crc32(utf8(SESSION)) }]),
    ],
    ['zip of a gzip file', zipSync({ 'session.jsonl.gz': gzipSync(utf8(SESSION)) })],
  ])('%s is read as the file is', (_, bytes) => {
    expect(read(bytes).conversations).toEqual(plainly);
    expect(read(bytes).warnings).toEqual([]);
  });

  it('loses the ending of its name with its packing', () => {
    const unpacked = unpack(ZSTD, 'rollout-7.jsonl.zst');
    expect(unpacked.ok && unpacked.value.files.map(({ name, bytes }) => [name, new TextDecoder().decode(bytes)])).toEqual([
      ['rollout-7.jsonl', SESSION],
    ]);
  });
});

describe('a folder packed as zip', () => {
  const folder: readonly ZipMember[] = [
    { name: 'sessions/' },
    { name: 'sessions/one.json', text: chat('Rename the table') },
    { name: 'sessions/ten.json', text: chat('Drop the index') },
    { name: '__MACOSX/sessions/._one.json', text: 'Mac OS X' },
    { name: 'sessions/.DS_Store', text: 'x' },
    { name: 'sessions/picture.png', text: 'x' },
    { name: 'sessions/core.dump', text: '\u0000\u0001\u0002' },
    { name: 'sessions/notes.json', text: '{"colour":"green"}' },
  ];

  it('gives the files that may be transcripts', () => {
    expect(namesOf(zipOf(folder))).toEqual(['sessions/one.json', 'sessions/ten.json', 'sessions/notes.json']);
  });

  it('is read member by member: each conversation says where it is from, and what is no transcript is counted', () => {
    const { conversations, warnings } = read(zipOf(folder));
    expect(conversations.map(({ title, messages }) => [title, messages.length])).toEqual([
      ['sessions/one.json', 2],
      ['sessions/ten.json', 2],
    ]);
    expect(warned(warnings)).toEqual([
      ['archive-binary', 2],
      ['unread-member', 1],
    ]);
    expect(warnings[1]!.path).toBe('sessions/notes.json');
  });

  it('inside another is unpacked, deeper ones are counted', () => {
    const inner = zipOf([{ name: 'one.json', text: chat('Rename the table') }]);
    const middle = zipSync({ 'inner.zip': inner, 'two.json': utf8(chat('Drop the index')) });
    const { conversations, warnings } = read(zipSync({ 'middle.zip': middle, 'three.json': utf8(chat('Add a column')) }));
    expect(conversations).toHaveLength(2);
    expect(warned(warnings)).toEqual([['unread-member', 1]]);

    const { report, list } = collector();
    const files = filesOf(zipSync({ 'middle.zip': middle, 'packed.jsonl.gz': gzipSync(utf8(SESSION)) }), 'outer.zip', report);
    expect(files.ok && files.value.map(({ name }) => name)).toEqual(['middle.zip/two.json', 'packed.jsonl']);
    expect(warned(list())).toEqual([['archive-too-deep', 1]]);
  });

  it('keeps readable members beside those that are not', () => {
    const one = { name: 'one.json', text: chat('Rename the table') };
    const { conversations, warnings } = read(
      zipOf([
        one,
        { name: 'secret.json', text: 'x', encrypted: true },
        { name: 'old.json', packed: utf8('xx'), method: 12 },
        { name: 'torn.json', packed: Uint8Array.of(7, 7, 7) },
      ]),
    );
    expect(conversations).toHaveLength(1);
    expect(warned(warnings)).toEqual([
      ['archive-encrypted', 1],
      ['archive-method', 1],
      ['archive-damaged', 1],
    ]);
  });
});

describe('what makes one whole', () => {
  const shard = (text: string): string => JSON.stringify([{ title: text, messages: [{ role: 'user', content: text }] }]);
  const exported = zipOf([
    { name: 'chats/conversations-010.json', text: shard('ten') },
    { name: 'chats/conversations-002.json', text: shard('two') },
    { name: 'chats/user.json', text: '{"email":"someone@example.com"}' },
    { name: 'chats/chat.html', text: '<html></html>' },
    { name: 'chats/file-1.png', text: 'x' },
  ]);

  it('the shards of an export, in the order of their numbers, and nothing beside them', () => {
    expect(namesOf(exported)).toEqual(['chats/conversations-002.json', 'chats/conversations-010.json']);
    expect(read(exported).conversations.map(({ title }) => title)).toEqual(['two', 'ten']);
  });

  it('is one file of a set', () => {
    const files = filesOf(zipSync({ 'export.zip': exported, 'three.json': utf8(shard('three')) }), 'all.zip');
    expect(files.ok && files.value.map(({ name, bytes }) => [name, bytes.length])).toEqual([
      ['export.zip', exported.length],
      ['three.json', utf8(shard('three')).length],
    ]);
  });

  it('is no export where sessions stand beside it', () => {
    expect(
      namesOf(
        zipOf([
          { name: 'conversations.json', text: shard('two') },
          { name: 'other/one.jsonl', text: SESSION },
        ]),
      ),
    ).toEqual(['conversations.json', 'other/one.jsonl']);
  });

  const log = sharedFiles().find(({ file }) => file.endsWith('.eval'));
  it.skipIf(!log)('the header and samples of a real evaluation log', () => {
    expect(namesOf(log!.bytes())).toEqual([
      'header.json',
      ...Array.from({ length: 10 }, (_, i) => expect.stringMatching(new RegExp(`^samples/.*${i + 1}_epoch_1.json$`))),
    ]);
  });
});

describe('limits', () => {
  const most = Math.ceil(MAX_BYTES / (1 << 17)) + 1;
  it.each<[string, Uint8Array]>([
    ['zstd', zstdBomb(most)],
    ['zip whose directory tells the size', zipOf([{ name: 'a.json', text: 'x', size: MAX_BYTES + 1 }])],
    ['zip whose directory does not', zipOf([{ name: 'a.json', packed: zstdBomb(most), method: 93, size: 10 }])],
    [
      'zip of many',
      zipOf(Array.from({ length: 20 }, (_, i) => ({ name: `${i}.json`, packed: zstdBomb(Math.ceil(most / 10)), method: 93, size: 10 }))),
    ],
    ['zip in a zip', zipSync({ 'inner.zip': zipOf([{ name: 'a.json', packed: zstdBomb(most), method: 93, size: 10 }]), 'b.json': utf8(chat('x')) })],
  ])('%s that unpacks to too much ends in an error', (_, bytes) => {
    expect(bytes.length).toBeLessThan(20_000);
    expect(refusal(bytes)).toBe('too-large: The archive unpacks to more than 200 MB.');
  });

  it('deflate stops within 16 MB of its limit', () => {
    const bomb = gzipSync(new Uint8Array(18_000_000));
    const room = { left: 1_000_000 };
    expect(inflated(bomb, 'gzip', room)).toBe('too-large');
    expect(room.left).toBe(1_000_000);
    expect(inflated(bomb, 'gzip', { left: 18_000_000 }).length).toBe(18_000_000);
  });

  it('a zstd window above the limit is not reserved', () => {
    expect(inflated(Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0, 0xa8, 1, 0, 0), 'zstd', { left: MAX_BYTES })).toBe('too-large');
    expect(inflated(Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 0x80, 1, 0, 0), 'zstd', { left: MAX_BYTES })).toBe('too-large');
  });
});

describe('checksums', () => {
  const damaged = (bytes: Uint8Array): string => {
    const parsed = parseTranscript(bytes);
    return parsed.ok ? 'read' : parsed.error.code;
  };
  /** The bytes with one changed, counted from the end where it is negative. */
  const changed = (bytes: Uint8Array, at: number): Uint8Array => {
    const copy = bytes.slice();
    copy[at < 0 ? copy.length + at : at]! ^= 1;
    return copy;
  };

  it('of gzip, in each of its members', () => {
    const one = gzipSync(utf8(SESSION));
    const two = joined([gzipSync(utf8(SESSION.split('\n')[0]!)), gzipSync(utf8(`\n${SESSION.split('\n')[1]}\n`))]);
    const first = gzipSync(utf8(SESSION.split('\n')[0]!)).length;
    expect([damaged(one), damaged(two)]).toEqual(['read', 'read']);
    expect([damaged(changed(one, -8)), damaged(changed(two, -8)), damaged(changed(two, first - 8))]).toEqual(Array(3).fill('archive-damaged'));
  });

  it('of members of a zip, packed or not', () => {
    for (const method of [0, 8]) {
      expect(damaged(zipOf([{ name: 'a.jsonl', text: SESSION, method }]))).toBe('read');
      expect(damaged(zipOf([{ name: 'a.jsonl', text: SESSION, method, checksum: 1 }]))).toBe('archive-damaged');
    }
  });
});

describe('what is refused', () => {
  it.each<[string, Uint8Array, RegExp]>([
    ['encrypted', zipOf([{ name: 'a.json', text: 'x', encrypted: true }]), /^archive-encrypted: The archive is encrypted. Unpack a.json and/],
    ['another method', zipOf([{ name: 'a.json', packed: utf8('x'), method: 14 }]), /^archive-method: .*method 14/],
    ['a member of another size', zipOf([{ name: 'a.json', text: SESSION, size: 9 }]), /^archive-damaged: The zip/],
    ['a damaged member', zipOf([{ name: 'a.json', packed: Uint8Array.of(255, 255) }]), /^archive-damaged: The zip archive is damaged/],
    ['a directory cut off', zipOf([{ name: 'a.json', text: SESSION }]).slice(0, -30), /^archive-damaged: The zip/],
    ['gzip cut off', gzipSync(utf8(SESSION)).slice(0, 60), /^archive-damaged: The gzip/],
    ['zstd cut off', ZSTD.slice(0, 60), /^archive-damaged: The zstd/],
    ['no file', zipOf([{ name: 'a/' }]), /^archive-empty: /],
    [
      'only pictures',
      zipOf([
        { name: 'a.png', text: 'x' },
        { name: 'b.png', text: 'x' },
      ]),
      /^archive-no-text: .*2 files in the archive is a session; the first is a.png/,
    ],
    [
      'no transcript',
      zipOf([
        { name: 'a.json', text: '{}' },
        { name: 'b.json', text: '[]' },
      ]),
      /^archive-no-transcript: None of the 2 files .* a.json/,
    ],
    ['a name with control characters', zipOf([{ name: 'a\u0007\u202eb.png', text: 'x' }]), /the first is ab.png\.$/],
  ])('%s', (_, bytes, said) => {
    expect(refusal(bytes)).toMatch(said);
  });

  it('a directory of any bytes ends in a list or in nothing', () => {
    const whole = zipOf([
      { name: 'a.json', text: SESSION },
      { name: 'b.json', text: SESSION },
    ]);
    for (let at = 0; at < whole.length; at++) {
      const damaged = whole.slice();
      damaged[at]! ^= 0xff;
      const entries = zipEntries(damaged);
      expect(entries === undefined || entries.length <= 0xffff).toBe(true);
      const parsed = parseTranscript(damaged);
      if (parsed.ok) expect(conversationsOf(parsed.value).length).toBeGreaterThan(0);
      else expect(parsed.error.message).toMatch(/\.$/);
    }
  });
});
