/** Comparisons at the places at which the recorded agent compacted. */
import { expect, test } from 'vitest';
import { serializeTranscript } from '../engine/formats/index.ts';
import { strategies } from '../engine/pipelines/index.ts';
import { type TalkMessage, talk } from '../engine/testing/talks.ts';
import type { RecordedCompaction } from '../engine/transcript/types.ts';
import { defaultScenario } from '../scenario/defaults.ts';
import { allRows } from '../scenario/scenario-rows.ts';
import type { CompareReply, CompareRequest } from './protocol.ts';
import { createSession } from './worker-session.ts';
import { answerOf } from './testing/session.ts';

const filler = 'It reads one token after the other and never looks back. '.repeat(12);
const LINES: readonly TalkMessage[] = [
  { user: `Fix the parser. ${filler}` },
  ...Array.from({ length: 6 }, (_, k): TalkMessage => ({ says: `Step ${k}. ${filler}` })),
  { user: 'Summary one: steps 0 to 4 are done.' },
  { user: 'Go on.' },
  { says: `Step 7. ${filler}` },
  { user: 'Summary two: all is done.' },
  { user: 'Thanks.' },
];
const COMPACTIONS: readonly RecordedCompaction[] = [
  { at: 7, summaryId: 'm7', keptFrom: 'm6' },
  { at: 10, summaryId: 'm10' },
];

async function opened() {
  const written = serializeTranscript(talk(LINES, { compactions: COMPACTIONS }).transcript, 'playground');
  if (!written.ok) throw new Error(written.error.message);
  const session = createSession();
  const bytes = new TextEncoder().encode(written.value.text);
  const load = await answerOf(session.load(bytes.buffer as ArrayBuffer, 'talk.json', null, 1));
  let ticket = 1;
  const compare = (more: Partial<CompareRequest> = {}): Promise<CompareReply> => {
    const settings = { ...defaultScenario().settings, budget: 'own' as const };
    const request = { conversation: 0, settings, marks: {}, rows: allRows([], strategies, 2), ...more };
    return answerOf(session.compare(request, ++ticket));
  };
  return { session, load, compare };
}
const row = (reply: CompareReply, key: string) => reply.rows.find((one) => one.key === key)!;

test('every row runs on the context that the agent had right before, and its own row is what it did', async () => {
  const { load, compare } = await opened();
  expect(load.conversations[0]).toMatchObject({ compactions: 2, places: [1, 2] });
  const end = await compare();
  expect(end.transcript.n).toBe(12);
  expect([...row(end, 'recorded').fates].join('')).toBe('222222222240');

  const first = await compare({ until: 1 });
  expect(first.transcript).toMatchObject({ n: 7, compactions: [7] });
  expect([...row(first, 'recorded').fates].join('')).toBe('2222220');
  expect(row(first, 'recorded')).toMatchObject({
    outcome: 'compacted',
    measures: { messagesAfter: 2 },
    summaries: [{ summarizer: 'recorded', members: 6 }],
  });
  expect(row(first, 'oldest-removal').fates).toHaveLength(7);

  const second = await compare({ until: 2 });
  // The first summary, what was kept, and what came since.
  expect(second.transcript.n).toBe(4);
  expect([...second.transcript.tokens]).toEqual([7, 6, 8, 9].map((i) => end.transcript.tokens[i]));
  expect([...row(second, 'recorded').fates].join('')).toBe('2222');
});

test('a number that is no place is the end', async () => {
  const { compare } = await opened();
  expect((await compare({ until: 3 })).transcript.n).toBe(12);
});

test('what is carried out there is saved with the context that it was carried out on', async () => {
  const { session, compare } = await opened();
  await compare({ until: 1 });
  const saved = await answerOf(session.saved('recorded', '2026-01-02T03:04:05.678Z'));
  const again = createSession();
  const bytes = new TextEncoder().encode(saved);
  const load = await answerOf(again.load(bytes.buffer as ArrayBuffer, 'saved.json', null, 1));
  expect(load.warnings).toEqual([]);
  expect(load.conversations[0]).toMatchObject({ messages: 7, compactions: 0 });
  // The whole conversation travels in a link.
  expect(JSON.parse(await answerOf(session.ownFormat())).conversations[0].messages).toHaveLength(12);
});

test('exports name the place', async () => {
  const { session, compare } = await opened();
  await compare({ until: 2 });
  const json = JSON.parse(await answerOf(session.exportComparison('json')));
  expect(json.transcript).toMatchObject({ atCompaction: 2, messages: 4 });
  expect(json.results[0]).toMatchObject({ strategy: 'recorded', fates: 'SSSS' });
  expect(await answerOf(session.exportComparison('csv'))).toContain('As recorded');
  await compare();
  expect(JSON.parse(await answerOf(session.exportComparison('json'))).transcript.atCompaction).toBeNull();
});
