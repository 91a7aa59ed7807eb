/** Asking a model through the session: what is shown, what a yes sends, and who writes the summaries at the cuts. */
import { expect, test } from 'vitest';
import { formatReason } from '../i18n/index.ts';
import '../i18n/en/engine.ts';
import { strategies } from '../engine/pipelines/index.ts';
import { choiceId, type ModelChoice } from '../models/contract.ts';
import { modelServer } from '../models/testing/setup.ts';
import { serializeTranscript } from '../engine/formats/index.ts';
import { askedTalk } from '../models/testing/asked-talk.ts';
import { defaultScenario } from '../scenario/defaults.ts';
import { allRows } from '../scenario/scenario-rows.ts';
import type { AskWish } from './loss-protocol.ts';
import type { Result } from '../engine/transcript/types.ts';
import { createSession } from './worker-session.ts';
import { openSession } from './testing/session.ts';

const server = modelServer();
const choiceOf = (model: string): ModelChoice => ({ provider: 'compatible', model, baseUrl: `${server.origin}/v1` });
const idOf = (model: string): string => choiceId(choiceOf(model));

const MODELS = ['ok', 'status-422', 'reader-perfect', 'reader-liar'];
let tickets = 60;
/** Newer than every comparison. */
const ticket = (): number => ++tickets;

async function opened(only: readonly string[], summarizer = 'ok') {
  const written = serializeTranscript(askedTalk().transcript, 'playground');
  const made = await openSession(written.ok ? written.value.text : '', createSession());
  const settings = {
    ...defaultScenario().settings,
    budget: 'own' as const,
    target: 0.3,
    models: MODELS.map(choiceOf),
    summarizer: idOf(summarizer),
  };
  const rows = allRows([], strategies).filter((row) => only.includes(row.strategy));
  await made.compare({ conversation: 0, settings, marks: {}, rows });
  return made.session;
}

const wishFor = (more: Partial<AskWish>): AskWish => ({ rows: ['summary'], model: idOf('reader-perfect'), judge: null, written: false, ...more });

function given<T>(reply: Result<T, { readonly message: string }>): T {
  if (!reply.ok) throw new Error(reply.error.message);
  return reply.value;
}

test('several rows: what is shown is what a yes sends, and each request can be read before', async () => {
  const session = await opened(['middle-removal', 'oldest-removal']);
  const wish = wishFor({ rows: ['middle-removal', 'oldest-removal'] });
  const before = server.received.length;
  const shown = given(await session.planAsk(wish, [], ticket()));
  // Three contexts at eight cuts, three answers to the next step and one to the questions.
  expect(shown).toMatchObject({ calls: 96, remembered: 0, cuts: 8, different: 48, price: null });
  expect(shown.prompts.filter(({ kind, times }) => kind === 'step' && times === 3)).toHaveLength(24);
  const first = given(await session.askPrompt(wish, false, 0));
  expect(first.system.length + first.user.length).toBe(shown.prompts[0]!.characters);
  expect(first.user).toContain('T1 is in src/parts/part-1.ts');
  expect(server.received.length).toBe(before);
  expect((await session.askPrompt(wish, true, 0)).ok).toBe(false);

  const { report, failures, judging } = given(await session.ask(wish, ticket()));
  expect([server.received.length - before, failures, judging]).toEqual([96, [], null]);
  expect(report.rows.map(({ key, full }) => [key, full.args])).toEqual([
    ['(full)', 1],
    ['middle-removal', 1],
    ['oldest-removal', 0],
  ]);
  expect(report.rows.map(({ rolledBack }) => rolledBack)).toEqual([null, null, null]);
  expect(report.supported.args).toContain('paths');
  // Answers are kept: the same once more costs nothing.
  expect(given(await session.planAsk(wish, [], ticket()))).toMatchObject({ calls: 0, remembered: 96 });
});

test('a judge is sent what the answers ask for, after a call of its own', async () => {
  const session = await opened(['middle-removal']);
  const wish = wishFor({ rows: ['middle-removal'], model: idOf('reader-liar'), judge: idOf('reader-perfect') });
  expect((await session.judgeAsked(wish, ticket())).ok).toBe(false);
  given(await session.planAsk(wish, [], ticket()));
  const { judging } = given(await session.ask(wish, ticket()));
  // Three questions, each with the same lie over every context, in two orders.
  expect(judging).toMatchObject({ calls: 6, model: idOf('reader-perfect'), different: 6 });
  expect(given(await session.askPrompt(wish, true, 0)).user).toMatch(/Answer A: [\s\S]*Answer B: zebra-42/);
  const before = server.received.length;
  const judged = given(await session.judgeAsked(wish, ticket()));
  expect(server.received.length - before).toBe(6);
  expect(judged).toMatchObject({ failures: [], judging: null });
  expect(judged.report.rows[0]).toMatchObject({ right: 0 });
});

test("a row's own model writes at the cuts only where somebody has agreed to that, and once", async () => {
  const session = await opened(['summary']);
  const wish = wishFor({ written: true });
  const before = server.received.length;
  const [sending] = given(await session.rehearseAsk(wish, ticket()));
  expect(sending).toMatchObject({ id: idOf('ok'), price: null });
  expect(sending!.calls).toBeGreaterThan(3);
  expect(given(await session.prompt(0, 0)).user).toContain('T1 is in src/parts/part-1.ts');
  // Without a yes nothing goes out, neither for the summaries nor of them.
  given(await session.planAsk(wish, [], ticket()));
  expect(server.received.length).toBe(before);

  const shown = given(await session.planAsk(wish, [idOf('ok')], ticket()));
  expect(server.received.length - before).toBe(sending!.calls);
  for (const { body } of server.received.slice(before)) expect(JSON.parse(body)).toMatchObject({ model: 'ok' });
  const texts = await Promise.all(shown.prompts.map(async (_, index) => given(await session.askPrompt(wish, false, index)).user));
  expect(texts.filter((text) => text.includes('Fix the login test.')).length).toBeGreaterThan(3);
  // Kept by hash: the same plan sends nothing again.
  given(await session.planAsk(wish, [], ticket()));
  expect(given(await session.rehearseAsk(wish, ticket()))[0]).toMatchObject({ calls: 0 });
  expect(server.received.length - before).toBe(sending!.calls);
  // With the built-in summariser nothing of that model is in the contexts.
  const builtIn = wishFor({});
  const plain = given(await session.planAsk(builtIn, [], ticket()));
  const others = await Promise.all(plain.prompts.map(async (_, index) => given(await session.askPrompt(builtIn, false, index)).user));
  expect(others.filter((text) => text.includes('Fix the login test.'))).toEqual([]);
});

test('a row whose summary failed at a cut is marked in the scores, with why: there the original was asked', async () => {
  const session = await opened(['summary'], 'status-422');
  const wish = wishFor({ written: true });
  given(await session.planAsk(wish, [idOf('status-422')], ticket()));
  const { report } = given(await session.ask(wish, ticket()));
  const [full, row] = report.rows;
  expect(full!.rolledBack).toBeNull();
  expect(row).toMatchObject({ cuts: 8, tokens: 1, rolledBack: { cuts: [0, 1, 2, 3, 4, 5, 6, 7] } });
  expect(formatReason(row!.rolledBack!.reason)).toMatch(/No summary by .*status-422.* Refused/);
});

test('rows and models that are not there', async () => {
  const session = await opened(['middle-removal']);
  for (const wish of [wishFor({ rows: ['nothing'] }), wishFor({ rows: [] }), wishFor({ rows: ['middle-removal'], model: 'nobody' })]) {
    const reply = await session.planAsk(wish, [], ticket());
    expect(reply.ok ? null : reply.error).toMatchObject({ code: 'unknown-row' });
    expect((await session.ask(wish, ticket())).ok).toBe(false);
  }
});
