/** The replies that come with the page are those that the engine gives. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'devalue';
import { expect, test } from 'vitest';
import { defaultScenario } from '../scenario/defaults.ts';
import { compareRequest } from '../scenario/scenario-rows.ts';
import { callId, loadId } from './first-replies.ts';
import { firstReplies } from './first-replies-writer.ts';
import type { MeasuresReply, RecallReply } from './loss-protocol.ts';
import type { CompareReply, Description } from './protocol.ts';
import { answerOf, bytesOf, openSession } from './testing/session.ts';

const SAMPLE = path.resolve(import.meta.dirname, '../../fixtures/samples/support-policies.json');

test("each reply equals the engine's own, times left out, and the lists of losses are found again by who asks later", async () => {
  const text = readFileSync(SAMPLE, 'utf8');
  const bytes = new Uint8Array(bytesOf(text));
  const replies = new Map(JSON.parse(await firstReplies(bytes, 'a.json')) as [string, string][]);
  expect(replies.size).toBe(5);
  const of = <T>(id: string): T => (parse(replies.get(id)!) as { readonly value: T }).value;
  const { strategies } = of<Description>(callId('describe', []));
  expect(of(await loadId(new Blob([bytes]), 'a.json', null))).toMatchObject({ format: 'openai-chat' });
  const request = { ...compareRequest(defaultScenario(), strategies), agreed: [] };

  const { session, compare, next } = await openSession(text);
  const compared = await compare(request);
  const shipped = of<CompareReply>(callId('compare', [request]));
  const timeless = ({ rows, ms: _ms, ...rest }: CompareReply) => ({
    ...rest,
    rows: rows.map(({ ms: _rowMs, figures: { time: _time, ...figures }, ...row }) => ({ ...row, figures })),
  });
  expect(timeless(shipped)).toEqual(timeless(compared));
  expect(shipped.rows.every(({ figures }) => figures.time === null)).toBe(true);
  const { ms: _a, ...measured } = await answerOf(session.measure(next()));
  expect(of<MeasuresReply>(callId('measure', []))).toEqual({ ...measured, ms: 0 });
  // The lists behind the recall are made when somebody asks, by who was told that the page has it.
  const row = of<RecallReply>(callId('recall', [null, null])).rows.find(({ key }) => key === 'fact-ledger')!;
  const missed = async (): Promise<number> =>
    (await answerOf(session.losses('fact-ledger', null))).lines.filter(({ list }) => list === 'hindsight-recall').length;
  expect(row.missed).toBeGreaterThan(0);
  expect(await missed()).toBe(0);
  await compare({ ...request, recalled: true });
  expect(await missed()).toBe(row.missed);
});
