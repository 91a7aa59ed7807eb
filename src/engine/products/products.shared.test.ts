/** Each product keeps, edits and drops what its published code did: ../shared/golden beside the repository. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { conversationsOf, parseTranscript } from '../formats/index.ts';
import { sharedDir } from '../testing/shared.ts';
import { checkProducts, readConversation, readRecording } from './testing/check.ts';
import { PRODUCTS } from './index.ts';
import { type ChatMessage, chatOf } from './shared/chat.ts';

const shared = sharedDir();
const golden = shared === null ? null : path.join(shared, '../golden');
const filesOf = (...folder: string[]): string[] =>
  golden === null ? [] : readdirSync(path.join(golden, ...folder)).filter((file) => file.endsWith('.json'));
const text = (...names: string[]): string => readFileSync(path.join(golden!, ...names), 'utf8');

function valueIn<T>(read: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string }): T {
  if (!read.ok) throw new Error(read.error);
  return read.value;
}

const chats = new Map<string, readonly ChatMessage[]>();
function chat(file: string): readonly ChatMessage[] {
  const known = chats.get(file) ?? valueIn(readConversation(text('conversations', file)));
  chats.set(file, known);
  return known;
}

describe.skipIf(golden === null)('products make of a conversation what their published code makes of it', () => {
  it('for every setting that was recorded, and no other', () => {
    const names = PRODUCTS.flatMap(({ peers = {} }) => Object.keys(peers).map((peer) => `${peer}.json`));
    expect(names.sort()).toEqual(filesOf().sort());
  });

  it.each(filesOf())('%s', (file) => {
    const recording = valueIn(readRecording(text(file)));
    const files = recording.conversations.size;
    expect(files).toBeGreaterThan(0);
    const { peers, unmapped } = checkProducts([recording], chat);
    expect(unmapped).toEqual([]);
    expect(peers).toMatchObject([{ peer: recording.peer, files, equal: files, differences: [], notCompared: [] }]);
  });
});

describe.skipIf(golden === null)('a conversation read as it was recorded is what the importer makes of it', () => {
  it.each(filesOf('conversations'))('%s', (file) => {
    const parsed = parseTranscript(new TextEncoder().encode(text('conversations', file)), { name: file });
    if (!parsed.ok) throw new Error(parsed.error.code);
    const { messages } = chatOf(conversationsOf(parsed.value)[0]!.transcript.messages);
    // The recordings passed on no thinking.
    expect(messages.map((message) => ({ ...message, reasoning: undefined }))).toEqual(chat(file));
  });
});
