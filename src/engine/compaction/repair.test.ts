import { describe, expect, test } from 'vitest';
import { NO_BEGINNING } from '../formats/prepare.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import { prepare } from '../signals/signal-prepare.ts';
import { FATE_LETTERS, type Plan, type PlanContext, type PlannedStrategy } from '../strategies/contract.ts';
import { oldestRemoval } from '../strategies/removal/oldest-removal.ts';
import { resolveParams } from '../strategies/params.ts';
import { answer, assistant, call, contextOf, letters, preparedOf, type MessageSpec, user } from '../testing/plans.ts';
import { countingSummarizer } from '../testing/summarizer.ts';
import type { Part } from '../transcript/types.ts';
import { restore } from './history.ts';
import { firstUnbound, isNothing, isThinking, repaired, withoutLastReasoning, withoutThinking } from './repair.ts';
import { compactNow } from './compaction-run.ts';
import type { CompactionResult } from './types.ts';

/** Four characters a token, and 4 a message. */
const MARKER = 4 + Math.ceil(NO_BEGINNING.length / 4);

interface PlanInput {
  readonly edits?: Readonly<Record<number, readonly Part[]>>;
  readonly note?: Plan['insertions'][number];
  readonly target?: number;
}

/** Compacts with a plan that is given as letters, or made from the target. */
function compacted(
  p: PreparedTranscript,
  how: string | ((ctx: PlanContext) => string),
  model: string,
  { edits = {}, note, target = 1 }: PlanInput = {},
) {
  const plan = (_input: PreparedTranscript, _params: unknown, ctx: PlanContext): Plan => ({
    fates: Uint8Array.from(typeof how === 'string' ? how : how(ctx), (l) => FATE_LETTERS.indexOf(l)),
    reason: (i) => ({ key: 'drop-oldest', values: { i } }),
    edits: new Map(Object.entries(edits).map(([i, parts]) => [Number(i), parts])),
    summaries: [],
    insertions: note ? [note] : [],
  });
  const strategy: PlannedStrategy = { id: 'test', family: 'removal', source: { seed: 'own' }, kind: 'strategy', params: {}, plan };
  return run(p, strategy, model, target);
}

function run(p: PreparedTranscript, strategy: PlannedStrategy, model: string, target: number): CompactionResult {
  const params = resolveParams(strategy.params, {});
  if (!params.ok) throw new Error(params.error);
  const result = compactNow(p, strategy, { ...contextOf({ target, model }), params: params.value, summarizer: countingSummarizer() });
  if (result instanceof Promise) throw new Error('expected an answer at once');
  return result;
}

/** Roles of the result, with `+` before what was put in. */
const shape = (result: CompactionResult): string =>
  result
    .context()
    .map(({ role }, k) => (result.origins()[k] === -1 ? `+${role}` : role))
    .join(' ');

const keys = ({ trace }: CompactionResult): string[] => trace.map(({ key }) => key);

describe('a user message first', () => {
  const talk = preparedOf([user(90), assistant(90), user(90), assistant(90), user(90)]);

  test('put in where the provider wants it and the plan left none, and counted', () => {
    const result = compacted(talk, 'DKKKK', 'claude-opus-4-5');
    expect(shape(result)).toBe('+user assistant user assistant user');
    expect(result.context()[0]?.parts).toEqual([{ type: 'text', text: NO_BEGINNING }]);
    expect(result.tokensAfter).toBe(360 + MARKER);
    expect(result.trace).toEqual([{ key: 'repaired-user-first', values: { message: 2, tokens: MARKER } }]);
    expect(result.note?.key).toBe('note-repaired');
    expect(shape(compacted(talk, 'DKKKK', 'gemini-2.5-pro'))).toBe('+user assistant user assistant user');
  });

  test('the record gives the originals back', () => {
    const result = compacted(talk, 'DKKKK', 'claude-opus-4-5');
    expect(restore(result.context(), [result.record()])).toEqual({ ok: true, value: talk.messages });
  });

  test('not where OpenAI’s rules apply, nor where a user stands first anyway', () => {
    expect(shape(compacted(talk, 'DKKKK', 'gpt-5'))).toBe('assistant user assistant user');
    expect(shape(compacted(talk, 'KDKKK', 'claude-opus-4-5'))).toBe('user user assistant user');
    expect(shape(compacted(talk, 'DDKKK', 'claude-opus-4-5'))).toBe('user assistant user');
    const note = { before: 0, role: 'user', content: { text: 'earlier' } } as const;
    expect(shape(compacted(talk, 'DKKKK', 'claude-opus-4-5', { note }))).toBe('+user assistant user assistant user');
  });

  test('an insertion of the assistant does not count as the user, one between call and result moves before the call', () => {
    const note = { before: 0, role: 'assistant', content: { text: 'earlier' } } as const;
    expect(shape(compacted(talk, 'DKKKK', 'claude-opus-4-5', { note }))).toBe('+user +assistant assistant user assistant user');
    const tools = preparedOf([user(90), call(90, 'a'), answer(90, 'a'), user(90)]);
    const within = { before: 2, role: 'user', content: { text: 'earlier' } } as const;
    expect(shape(compacted(tools, 'DKKK', 'claude-opus-4-5', { note: within }))).toBe('+user assistant tool user');
  });

  test('not where the recording itself begins with the assistant', () => {
    const p = preparedOf([assistant(90), user(90), assistant(90), user(90)]);
    expect(shape(compacted(p, 'KDKK', 'claude-opus-4-5'))).toBe('assistant assistant user');
  });

  test('a removal leaves room for it', () => {
    // By itself it would drop message 1 (200 are left); with the message put in, 2 more have to go.
    const p = preparedOf([user(100), assistant(100), user(100), assistant(90)]);
    const aims = (ctx: PlanContext): string => ((ctx.budget.target ?? 0) >= 290 ? 'DKKK' : 'DDKK');
    const result = compacted(p, aims, 'claude-opus-4-5', { target: 290 });
    expect([letters(result.plan), result.tokensAfter, result.metTarget]).toEqual(['DDKK', 190, true]);
    const roomy = compacted(p, aims, 'claude-opus-4-5', { target: 290 + MARKER });
    expect([letters(roomy.plan), roomy.tokensAfter]).toEqual(['DKKK', 290 + MARKER]);
  });

  test('S2’s oldest removal meets its target with it', () => {
    const said: MessageSpec[] = [];
    for (let k = 0; k < 10; k++) said.push(user(20, 'And now?'), assistant(100), assistant(100));
    const p = preparedOf([...said, user(20)]);
    for (let target = 600; target < 2200; target += 50) {
      const result = run(p, oldestRemoval as unknown as PlannedStrategy, 'claude-opus-4-5', target);
      expect([target, result.outcome, result.tokensAfter <= target]).toEqual([target, 'compacted', true]);
      expect(result.context()[0]?.role).toBe('user');
    }
  });
});

describe('a user message before a call (Gemini)', () => {
  const p = preparedOf([user(90), assistant(90), user(90), call(90, 'a'), answer(90, 'a'), assistant(90), call(90, 'b'), answer(90, 'b'), user(90)]);

  test('put in where what stood between is gone, not where the recording has none', () => {
    const result = compacted(p, 'KKDKKKKKK', 'gemini-2.5-pro');
    expect(shape(result)).toBe('user assistant +user assistant tool assistant assistant tool user');
    expect(keys(result)).toEqual(['repaired-user-before-call']);
    expect(shape(compacted(p, 'KKDKKKKKK', 'claude-opus-4-5'))).toBe('user assistant assistant tool assistant assistant tool user');
    expect(shape(compacted(p, 'DDDKKKKKK', 'gemini-2.5-pro'))).toBe('+user assistant tool assistant assistant tool user');
  });
});

describe('thinking that the model binds to what stands before it', () => {
  const thought: Part = { type: 'reasoning', text: 'x'.repeat(40), signature: 's' };
  const say = (text: string): Part => ({ type: 'text', text });
  const bare = preparedOf([user(90), assistant(90), user(90), assistant(90), user(90), assistant(90), user(90), assistant(90)]);
  const thinking: Readonly<Record<number, readonly Part[]>> = {
    1: [thought, say('a')],
    3: [thought, say('b')],
    5: [thought],
    7: [thought, say('d')],
  };
  const talk = prepare(
    { ...bare.transcript, messages: bare.messages.map((m, i) => ({ ...m, parts: thinking[i] ?? m.parts })) },
    bare.counts,
    bare.settings,
  );
  const NEW = 'claude-opus-5-5';

  test('is taken out behind a change, but for the last turn, of which the result warns', () => {
    const result = compacted(talk, 'KKDKKKKK', NEW);
    expect(letters(result.plan)).toBe('KKDEKDKK');
    expect(result.context()[2]?.parts).toEqual([say('b')]);
    expect(result.plan.reason(3)).toMatchObject({ key: 'repaired-message' });
    expect(result.plan.reason(2)).toMatchObject({ key: 'drop-oldest' });
    expect(result.trace).toMatchObject([
      { key: 'repaired-thinking', values: { count: 2 } },
      { key: 'warning-thinking-bound', values: { count: 1 } },
    ]);
    expect(result.context().at(-1)).toBe(talk.messages[7]);
    // Two texts of one character in messages that had 90 tokens, and one message that is gone.
    expect(result.tokensAfter).toBe(5 * 90 + 5);
    expect(restore(result.context(), [result.record()])).toEqual({ ok: true, value: talk.messages });
  });

  test('of an edited message too, and what an edit leaves of it is kept', () => {
    const result = compacted(talk, 'KEKEKKKK', NEW, { edits: { 1: [thought, say('')], 3: [thought, say('c')] } });
    expect(letters(result.plan)).toBe('KEKEKDKK');
    expect(result.context()[1]?.parts).toEqual([thought, say('')]);
    expect(result.context()[3]?.parts).toEqual([say('c')]);
  });

  test('stays where nothing before it changes, and with every earlier model', () => {
    expect(letters(compacted(talk, 'KKKKKKKD', NEW).plan)).toBe('KKKKKKKD');
    expect(letters(compacted(talk, 'KKDKKKKK', 'claude-opus-4-5').plan)).toBe('KKDKKKKK');
  });

  test('what it frees is not removed elsewhere', () => {
    // At 640 the plan drops one message; taking the thinking out would have been enough without it.
    const aims = (ctx: PlanContext): string => ((ctx.budget.target ?? 0) >= 700 ? 'EKKKKKKK' : 'EKKKDKKK');
    const result = compacted(talk, aims, NEW, { target: 640, edits: { 0: [say('short')] } });
    expect(letters(result.plan)).toBe('EEKEKDKK');
    expect(result.metTarget).toBe(true);
  });
});

describe('reasoning and the item that it led to (OpenAI Responses)', () => {
  const item: Part = { type: 'reasoning', text: 'x'.repeat(40), encrypted: 'e' };
  const say = (text: string): Part => ({ type: 'text', text });
  const bare = preparedOf([user(90), assistant(90), assistant(90), user(90), assistant(90), assistant(90), user(90)]);
  const parts: Readonly<Record<number, readonly Part[]>> = { 1: [item], 2: [say('a')], 4: [say('b'), item], 5: [say('c')] };
  const messages = bare.messages.map((m, i) => ({ ...m, parts: parts[i] ?? m.parts }));
  const talk = prepare({ ...bare.transcript, format: 'openai-responses', messages }, bare.counts, bare.settings);

  test('reasoning whose item is gone goes too', () => {
    const result = compacted(talk, 'KKDKKKK', 'gpt-5');
    expect(letters(result.plan)).toBe('KDDKKKK');
    expect(result.plan.reason(1).key).toBe('repaired-message');
    expect(keys(result)).toEqual(['repaired-reasoning']);
    const cut = compacted(talk, 'KKKKKDK', 'gpt-5');
    expect(letters(cut.plan)).toBe('KKKKEDK');
    expect(cut.context()[4]?.parts).toEqual([say('b')]);
    expect(restore(cut.context(), [cut.record()])).toEqual({ ok: true, value: talk.messages });
  });

  test('also where a summary comes between them; not where both stand', () => {
    const note = { before: 5, role: 'user', content: { text: 'n' } } as const;
    expect(letters(compacted(talk, 'DKKKKKK', 'gpt-5', { note }).plan)).toBe('DKKKEKK');
    expect(letters(compacted(talk, 'DKKKKKK', 'gpt-5').plan)).toBe('DKKKKKK');
  });
});

describe('what a repair leaves of the plan', () => {
  const thought: Part = { type: 'reasoning', text: 'x'.repeat(40), signature: 's' };
  const say = (text: string): Part => ({ type: 'text', text });
  const bare = preparedOf([user(90), assistant(90), user(90), assistant(90), user(90), assistant(90), user(90)]);
  const own: Readonly<Record<number, readonly Part[]>> = { 1: [thought, say('a')], 3: [thought, say('b')], 5: [thought] };
  const messages = bare.messages.map((m, i) => ({ ...m, parts: own[i] ?? m.parts }));
  const talk = prepare({ ...bare.transcript, messages }, bare.counts, bare.settings);
  const NEW = 'claude-opus-5-5';
  const plan = (how: string, extra: Partial<Plan> = {}): Plan => ({
    fates: Uint8Array.from(how, (l) => FATE_LETTERS.indexOf(l)),
    reason: (i) => ({ key: 'drop-oldest', values: { i } }),
    edits: new Map(),
    summaries: [],
    insertions: [],
    ...extra,
  });
  const told = (edits: Plan['edits'], i: number): unknown => {
    const found: unknown[] = [];
    return [edits.gaps?.(i, (...gap) => found.push(gap)), found];
  };

  test('a plan that breaks nothing, or does nothing, is the plan itself', () => {
    for (const how of ['KKKKKKK', 'KKKKKKD']) {
      const made = plan(how);
      expect(repaired(talk, made, NEW)).toBe(made);
    }
    const idle = plan('DKKKKKK', { unchanged: { key: 'no' } });
    expect(repaired(talk, idle, NEW)).toBe(idle);
    const other = plan('DKKKKKK');
    expect(repaired(talk, other, 'gpt-5')).toBe(other);
  });

  test('its own note, limit, trace and reasons; the repair’s note where it has none', () => {
    const limit = { tokens: 9, refused: { key: 'r' } };
    const made = repaired(talk, plan('KKDKKKK', { note: { key: 'own' }, limit, trace: [{ key: 't' }] }), NEW);
    expect([made.note?.key, made.limit, made.trace?.map(({ key }) => key)]).toEqual(['own', limit, ['t', 'repaired-thinking']]);
    const values = { count: 2, tokens: 90 - 5 + 90 };
    expect(repaired(talk, plan('KKDKKKK'), NEW)).toMatchObject({
      note: { key: 'note-repaired', values },
      trace: [{ key: 'repaired-thinking', values }],
    });
    expect(repaired(talk, plan('KKDKKKK'), NEW)).not.toHaveProperty('limit');
    expect([2, 3, 5].map((i) => made.reason(i))).toEqual([
      { key: 'drop-oldest', values: { i: 2 } },
      { key: 'repaired-message', values: { tokens: 85 } },
      { key: 'repaired-message', values: { tokens: 90 } },
    ]);
  });

  test('the thinking that is taken out counts as gaps, and as edits with known tokens', () => {
    const { edits, fates } = repaired(talk, plan('KKDKKKK'), NEW);
    expect(Array.from(fates, (fate) => FATE_LETTERS[fate]).join('')).toBe('KKDEKDK');
    expect([edits.size, edits.get(3), edits.get(5), edits.get(1), edits.tokens?.(3), edits.keepsShape]).toEqual([
      1,
      [say('b')],
      undefined,
      undefined,
      5,
      true,
    ]);
    expect([1, 3, 5].map((i) => edits.bare?.(i))).toEqual([false, true, false]);
    expect([told(edits, 3), told(edits, 1)]).toEqual([
      [true, [[0, 0, 0, 40]]],
      [false, []],
    ]);
  });

  test('edits of the plan itself go on; those of a message with thinking lose it', () => {
    const edit: Readonly<Record<number, readonly Part[]>> = { 0: [say('q')], 3: [thought, say('c')], 5: [thought] };
    const given = {
      size: 3,
      get: (i: number) => edit[i],
      tokens: (i: number) => talk.counts.message({ ...messages[i]!, parts: edit[i]! }),
      gaps: (i: number, found: (...gap: [number, number, number, number]) => void) => {
        if (i === 0) found(0, 0, 1, 2);
        return i === 0;
      },
      keepsShape: true as const,
    };
    const { edits, fates } = repaired(talk, plan('EKKEKEK', { edits: given }), NEW);
    // Message 1 comes before nothing that changed but the first one; 5 had thinking alone.
    expect(Array.from(fates, (fate) => FATE_LETTERS[fate]).join('')).toBe('EEKEKDK');
    expect([edits.size, edits.get(0), edits.get(1), edits.get(3), edits.get(5)]).toEqual([3, edit[0], [say('a')], [say('c')], undefined]);
    expect(edits.get(3)).toBe(edits.get(3));
    expect([told(edits, 0), told(edits, 3), edits.keepsShape]).toEqual([[true, [[0, 0, 1, 2]]], [false, []], true]);
    expect(edits.tokens?.(0)).toBe(4 + 1);
    // Of an edit with known tokens, what the thinking weighs in the original is taken off: 90 less 85.
    const known = { ...given, tokens: (i: number) => (i === 3 ? 90 : given.tokens(i)) };
    expect(repaired(talk, plan('EKKEKEK', { edits: known }), NEW).edits.tokens?.(3)).toBe(5);
    const { edits: unknown } = repaired(talk, plan('EKKEKEK', { edits: { size: 3, get: given.get } }), NEW);
    expect([unknown.tokens, unknown.keepsShape, unknown.gaps?.(0, () => undefined)]).toEqual([undefined, undefined, false]);
    // An edit that took the thinking out itself.
    const other = { ...given, get: (i: number) => (i === 3 ? [say('c')] : edit[i]), keepsShape: undefined };
    expect(repaired(talk, plan('EKKEKEK', { edits: other }), NEW).edits.tokens?.(3)).toBe(4 + 1);
  });

  test('an edit leaves the thinking before it valid, an insertion or a removal does not', () => {
    const first = (how: string, inserted?: number) => firstUnbound(plan(how), inserted);
    expect([first('KKKKKKK'), first('KKEKKKK'), first('KKOKKKK'), first('KKDKKKK'), first('KKSKKKK')]).toEqual([7, 3, 3, 2, 2]);
    expect([first('KKKKKKK', 4), first('KKEKKKK', 2), first('KKEKKKK', 3), first('KKDKKKK', 1), first('EKKKKKK', 0)]).toEqual([4, 2, 3, 1, 0]);
  });

  test('a message with thinking alone that is protected, or part of a block, keeps it, and the result warns', () => {
    const pinned = prepare(talk.transcript, talk.counts, { ...talk.settings, marks: { m5: 'pin' } });
    expect(repaired(pinned, plan('KKDKKKK'), NEW).trace).toMatchObject([
      { key: 'repaired-thinking', values: { count: 1 } },
      { key: 'warning-thinking-bound', values: { count: 1 } },
    ]);
    const only = repaired(pinned, plan('KKKKDKK'), NEW);
    expect([only.trace, only.note]).toEqual([
      [{ key: 'warning-thinking-bound', values: { count: 1 } }],
      { key: 'note-warning-thinking-bound', values: { count: 1 } },
    ]);
  });
});

describe('which parts a provider holds to be thinking, and which to be nothing', () => {
  const reasoning = (extra: object): Part => ({ type: 'reasoning', text: '', ...extra });
  const say = (text: string): Part => ({ type: 'text', text });

  test('thinking is signed or encrypted', () => {
    expect([reasoning({}), reasoning({ signature: 's' }), reasoning({ encrypted: 'e' }), say('x')].map(isThinking)).toEqual([
      false,
      true,
      true,
      false,
    ]);
    const parts = [reasoning({ text: 'a' }), reasoning({ signature: 's' }), say('x')];
    expect(withoutThinking(parts)).toEqual([parts[0], parts[2]]);
  });

  test('nothing is a text without words, or reasoning without anything', () => {
    const all = [say(''), say(' '), reasoning({}), reasoning({ text: 'a' }), reasoning({ signature: 's' }), reasoning({ encrypted: 'e' })];
    expect(all.map(isNothing)).toEqual([true, false, true, false, false, false]);
    expect(isNothing({ type: 'tool-call', id: 'a', name: '', args: '' })).toBe(false);
  });

  test('reasoning at the end goes, with what is nothing; reasoning before an item stays', () => {
    const led = reasoning({ encrypted: 'e' });
    expect(withoutLastReasoning([led, say('x'), led, say('')])).toEqual([led, say('x')]);
    expect(withoutLastReasoning([led, say('')])).toEqual([]);
    expect(withoutLastReasoning([led, say('x')])).toEqual([led, say('x')]);
  });
});
