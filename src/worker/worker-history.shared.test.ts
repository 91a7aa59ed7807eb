/** Three compactions on every real transcript: saved, opened again, undone down to the messages that were imported. */
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { someSharedFiles } from '../engine/testing/scale.ts';
import { defaultScenario } from '../scenario/defaults.ts';
import type { Step } from '../scenario/schema.ts';
import type { HistoryView } from './protocol.ts';
import { createSession } from './worker-session.ts';

const settings = { ...defaultScenario().settings, budget: 'own' as const };
const step = (strategy: string, target: number): Step => ({
  strategy,
  params: {},
  settings: { ...settings, target },
  marks: {},
  at: '2026-01-02T03:04:05.678Z',
});
// A summary, edited messages, removal: what a record can hold.
const STEPS = [step('sliding-window', 0.7), step('message-truncation', 0.7), step('middle-removal', 0.6)];

async function opened(bytes: Uint8Array, name: string) {
  const session = createSession();
  const loaded = await session.load(new Uint8Array(bytes).buffer, name, null, 1);
  if (!loaded.ok) return null;
  const { conversations, warnings } = loaded.value;
  const largest = conversations.reduce((best, c) => (c.parent === null && c.messages > best.messages ? c : best));
  let ticket = 1;
  return {
    session,
    warnings,
    /** Compares nothing: only the context matters. */
    async history(applied: readonly Step[], undone: number): Promise<HistoryView> {
      const reply = await session.compare({ conversation: largest.index, settings, marks: {}, rows: [], applied, undone }, ++ticket);
      if (!reply.ok) throw new Error(reply.error.message);
      return reply.value.history;
    },
    async context(): Promise<string> {
      const reply = await session.request(null, 'playground');
      if (!reply.ok) throw new Error(reply.error.message);
      return JSON.stringify((JSON.parse(reply.value.text) as { conversations: { messages: unknown }[] }).conversations[0]!.messages);
    },
  };
}

const files = someSharedFiles();
let deepest = 0;

describe.skipIf(files.length === 0)('real transcripts', () => {
  test.each(files.map((f) => [f.file, f] as const))('%s', async (_, file) => {
    const one = await opened(file.bytes(), path.basename(file.file));
    if (!one) return;
    const contexts: string[] = [];
    for (let count = 0; count <= STEPS.length; count++) {
      // A step with nothing to do leaves those before it in force.
      if ((await one.history(STEPS.slice(0, count), 0)).stopped) break;
      contexts.push(await one.context());
    }
    const levels = contexts.length - 1;
    deepest = Math.max(deepest, levels);

    const saved = await one.session.saved(null, '2026-01-02T03:04:05.678Z');
    if (!saved.ok) throw new Error(saved.error.message);
    const two = await opened(new TextEncoder().encode(saved.value), 'saved.json');
    expect(two?.warnings).toEqual([]);
    for (let undone = 0; undone <= levels; undone++) {
      const history = await two!.history([], undone);
      expect(history.levels.length).toBe(levels - undone);
      expect((await two!.context()) === contexts[levels - undone], `${undone} undone`).toBe(true);
    }
  });
  test('some went through all of them', () => expect(deepest).toBe(STEPS.length));
});
