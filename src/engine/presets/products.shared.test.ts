/** Each product keeps, edits and drops what its published code did: ../shared/golden beside the repository. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { conversationsOf, parseTranscript } from '../formats/index.ts';
import { sharedDir } from '../testing/shared.ts';
import { type ChatMessage, chatOf } from './shared/chat.ts';
import { JAVASCRIPT } from './testing/javascript.ts';
import { PYTHON_A } from './testing/python-a.ts';
import { PYTHON_B } from './testing/python-b.ts';

interface Recorded {
  readonly n: number;
  readonly keptIndices: readonly number[];
  readonly modifiedIndices: readonly number[];
  readonly droppedIndices: readonly number[];
}

const shared = sharedDir();
const golden = shared === null ? null : path.join(shared, '../golden');
const CASES = { ...JAVASCRIPT, ...PYTHON_A, ...PYTHON_B };
const read = (...names: string[]): unknown => JSON.parse(readFileSync(path.join(golden!, ...names), 'utf8'));

const chats = new Map<string, readonly ChatMessage[]>();
/** The recording passed on no thinking. */
function chat(file: string): readonly ChatMessage[] {
  const known = chats.get(file);
  if (known) return known;
  const parsed = parseTranscript(new Uint8Array(readFileSync(path.join(golden!, 'conversations', file))), { name: file });
  if (!parsed.ok) throw new Error(`${file}: ${parsed.error.code}`);
  const [conversation] = conversationsOf(parsed.value);
  const { messages } = chatOf(conversation!.transcript.messages);
  const bare = messages.map(
    ({ role, text, calls, callId, tool, images }): ChatMessage => ({
      role,
      text,
      calls,
      images,
      ...(callId === undefined ? {} : { callId }),
      ...(tool === undefined ? {} : { tool }),
    }),
  );
  chats.set(file, bare);
  return bare;
}

describe.skipIf(golden === null)('products make of a conversation what their published code makes of it', () => {
  const recorded = golden === null ? [] : readdirSync(golden).flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -'.json'.length)] : []));

  it('for every setting that was recorded', () => {
    expect(Object.keys(CASES).sort()).toEqual(recorded.sort());
  });

  it.each(Object.entries(CASES))('%s', (peer, { product, params, window }) => {
    const { conversations } = read(`${peer}.json`) as { conversations: Readonly<Record<string, Recorded>> };
    expect(Object.keys(conversations).length).toBeGreaterThan(0);
    for (const [file, expected] of Object.entries(conversations)) {
      const messages = chat(file);
      const { fates, edits } = product.compact(messages, params, window);
      const of = (...wanted: string[]): number[] => fates.flatMap((fate, i) => (wanted.includes(fate) ? [i] : []));
      expect(fates, file).toHaveLength(expected.n);
      expect({ file, kept: of('keep'), modified: of('edit'), dropped: of('drop', 'summarise') }).toEqual({
        file,
        kept: expected.keptIndices,
        modified: expected.modifiedIndices,
        dropped: expected.droppedIndices,
      });
      expect(
        [...edits.keys()].sort((a, b) => a - b),
        file,
      ).toEqual(of('edit'));
    }
  });
});
