import { expect, test } from 'vitest';
import { compare, inUse } from './api.ts';
import { parseTranscript } from './formats/index.ts';
import { sharedFiles } from './testing/shared.ts';
import type { Transcript } from './transcript/types.ts';

const plain: Transcript = { id: 't', format: 'codex-rollout', tools: [], messages: [], compactions: [], branches: [], subagents: [] };

test('the window in use: a person, else the recording, else the model, else 128,000; and it says which', () => {
  const of = (transcript: Partial<Transcript>, choice = {}): unknown => {
    const { window, windowFrom } = inUse({ ...plain, ...transcript }, choice);
    return [window, windowFrom];
  };
  const recorded = { model: 'gpt-5.1-codex-max', window: 258_400 };
  expect(of(recorded)).toEqual([258_400, 'recording']);
  expect(of(recorded, { window: 40_000 })).toEqual([40_000, 'set']);
  expect(of({ model: recorded.model })).toEqual([400_000, 'model']);
  expect(of({ window: 65_536 })).toEqual([65_536, 'recording']);
  expect(of({})).toEqual([128_000, 'default']);
  expect(of({ model: 'nobody-knows-it' })).toEqual([128_000, 'default']);
  expect(of({ model: 'claude-nobody-knows' })).toEqual([200_000, 'model']);
  // What a recording states is the window of its own model.
  expect(of(recorded, { model: recorded.model })).toEqual([258_400, 'recording']);
  expect(of(recorded, { model: 'gpt-4o' })).toEqual([128_000, 'model']);
  expect(of(recorded, { model: 'gpt-4o', window: 9000 })).toEqual([9000, 'set']);
});

test('parameters for a strategy that does not exist are an error that names those that do', async () => {
  const wrong = compare(plain, { strategies: ['head-tail'], params: { 'haed-tail': { target: 100 } } });
  await expect(wrong).rejects.toThrow(RangeError);
  await expect(wrong).rejects.toThrow(/^unknown strategy "haed-tail"; known: .*head-tail/);
  expect((await compare(plain, { strategies: ['head-tail'], params: { hybrid: {} } })).rows).toHaveLength(1);
});

const STATED: Readonly<Record<string, number>> = {
  'codex-rollout/lanegrid__codex_session.jsonl': 258_400,
  'codex-rollout/jazzyalex__small.jsonl': 258_400,
  'openai-chat/OpenHands__litellm_proxy__deepseek__deepseek-chat-1757015076.651.json': 65_536,
};
const stating = sharedFiles().filter(({ file }) => file in STATED);
test.skipIf(stating.length === 0).each(stating.map((file) => [file.file, file] as const))('%s: the window that it states is in use', (name, file) => {
  const parsed = parseTranscript(file.bytes(), { name });
  const use = parsed.ok ? inUse(parsed.value.conversations[0]!) : null;
  expect(use).toMatchObject({ window: STATED[name], windowFrom: 'recording' });
});
