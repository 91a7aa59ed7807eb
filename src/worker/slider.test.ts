/** Where a slider has been does not matter: rows after many steps are those of a session that was opened there. */
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { strategies } from '../engine/pipelines/index.ts';
import { deep } from '../engine/testing/scale.ts';
import { sharedFiles } from '../engine/testing/shared.ts';
import { defaultScenario } from '../scenario/defaults.ts';
import { allRows } from '../scenario/scenario-rows.ts';
import { createSession } from './worker-session.ts';

const settings = { ...defaultScenario().settings, budget: 'own' as const };
/** Down by single steps of the slider and one back. */
const TARGETS = [0.5, 0.49, 0.48, 0.47, 0.46, 0.45, 0.44, 0.43, 0.42, 0.43] as const;
const COMPARED: ReadonlySet<number> = new Set([0.42, 0.43]);
const isTime = (key: string): boolean => /(^time|[mM]s)$/.test(key);

/** Compares every row at a target; null where the file holds no session. */
async function opened(bytes: Uint8Array, name: string): Promise<((target: number) => Promise<readonly unknown[]>) | null> {
  const session = createSession();
  const loaded = await session.load(new Uint8Array(bytes).buffer, name, null, 1);
  if (!loaded.ok) return null;
  const { index: conversation } = loaded.value.conversations.reduce((best, c) => (c.messages > best.messages ? c : best));
  let ticket = 1;
  return async (target) => {
    ticket += 1;
    const compared = await session.compare({ conversation, settings: { ...settings, target }, marks: {}, rows: allRows([], strategies) }, ticket);
    if (!compared.ok) throw new Error(compared.error.message);
    return JSON.parse(JSON.stringify(compared.value.rows, (key, value: unknown) => (isTime(key) ? undefined : value))) as readonly unknown[];
  };
}

async function expectSameRows(bytes: Uint8Array, name: string): Promise<void> {
  const stepped = await opened(bytes, name);
  if (!stepped) return;
  for (const target of TARGETS) {
    const rows = await stepped(target);
    if (!COMPARED.has(target)) continue;
    const fresh = await opened(bytes, name);
    expect(rows, `target ${target}`).toEqual(await fresh?.(target));
  }
}

/** So short that products come to the end of their numbers, and one plan serves several targets. */
test('a session of four messages', async () => {
  const messages = [
    { role: 'user', content: 'Read the port from the settings file, and say which one it is.' },
    {
      role: 'assistant',
      content: 'I look for it.',
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'shell', arguments: '{"command":"cat settings.ini"}' } }],
    },
    { role: 'tool', tool_call_id: 'c1', content: '[server]\nport = 8123\nhost = localhost\nworkers = 4\ntimeout = 30' },
    { role: 'assistant', content: 'The port is 8123.' },
  ];
  await expectSameRows(new TextEncoder().encode(JSON.stringify(messages)), 'short.json');
});

const files = sharedFiles().filter(({ entry }) => entry.bytes <= (deep ? 15_000 : 2000));

describe.skipIf(files.length === 0)('real transcripts, short ones', () => {
  test.each(files.map((f) => [f.file, f] as const))('%s', async (_, file) => {
    await expectSameRows(file.bytes(), path.basename(file.file));
  });
});
