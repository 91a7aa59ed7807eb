import { describe, expect, it } from 'vitest';
import type { PreparedTranscript } from '../../signals/contract.ts';
import { answer, assistant, call, letters, planned, preparedOf, type MessageSpec, system, user } from '../../testing/plans.ts';
import { block, preparedSession, says, type SessionMessage, sessionOf, tokensOf } from '../../testing/sessions.ts';
import type { Part } from '../../transcript/types.ts';
import { selective } from './selective.ts';

const SKILL = 'Base directory for this skill: /skills/pdf';
/** 870 tokens: m0 system, m1 skill, m2 user, m3–m16 seven tool blocks of 100, m17 assistant, m18 user. */
const talk: MessageSpec[] = [
  system(50),
  user(40, SKILL),
  user(30),
  ...Array.from({ length: 7 }, (_, k) => [call(20, `c${k}`), answer(80, `c${k}`)]).flat(),
  assistant(30),
  user(20),
];
const free = { protectRounds: 0 };
const blocks = (dropped: number): string => 'DD'.repeat(dropped) + 'KK'.repeat(7 - dropped);
const plan = (target: number, params: object = free, own = true) => planned(selective, preparedOf(talk), { target, own }, { ...params });

describe('the rule table', () => {
  it('takes the lowest order first, a whole type at a time, and stops under the threshold', () => {
    expect(letters(plan(700))).toBe(`KKK${blocks(2)}KK`);
    expect(letters(plan(650))).toBe(`KDK${blocks(2)}KK`);
    // Assistant and user messages are fewer than five: nothing more may go, and 630 tokens stay.
    expect(letters(plan(600))).toBe(`KDK${blocks(2)}KK`);
    expect(plan(870).unchanged?.key).toBe('unchanged-within-target');
  });

  it('at an equal budget stops within a type, the oldest block first', () => {
    expect(letters(plan(800, free, false))).toBe(`KKK${blocks(1)}KK`);
    expect(letters(plan(800, { ...free, wholeTypes: 'always' }, false))).toBe(`KKK${blocks(2)}KK`);
    expect(letters(plan(800, { ...free, wholeTypes: 'never' }, true))).toBe(`KKK${blocks(1)}KK`);
  });

  it('can be edited: how many stay, the order, the action', () => {
    expect(letters(plan(100, { ...free, rules: { TOOL_RESULT: { keepRecent: 1 } } }))).toBe(`KDK${blocks(6)}KK`);
    expect(letters(plan(840, { ...free, rules: { SKILL_PROMPT: { order: 5 } } }))).toBe(`KDK${blocks(0)}KK`);
    expect(letters(plan(100, { ...free, rules: { TOOL_RESULT: { action: 'never' } } }))).toBe(`KDK${blocks(0)}KK`);
    // All blocks go but the last, which is protected everywhere; so is the last user message.
    const dropAll = { TOOL_RESULT: { action: 'drop' }, USER_MESSAGE: { action: 'drop' }, ASSISTANT_MESSAGE: { action: 'drop' } };
    expect(letters(plan(100, { ...free, rules: dropAll }))).toBe(`KDD${blocks(6)}DK`);
    const never = Object.fromEntries(['TOOL_RESULT', 'SKILL_PROMPT', 'ASSISTANT_MESSAGE', 'USER_MESSAGE'].map((t) => [t, { action: 'never' }]));
    expect(plan(100, { ...free, rules: never }).unchanged?.key).toBe('unchanged-nothing-selective');
  });

  it('never touches system prompt, memory and pins, whatever their row says', () => {
    const input = preparedOf([system(50), user(40, '# AGENTS.md instructions for /p'), user(40, SKILL), ...talk.slice(2)], {
      marks: { m2: 'pin', m4: 'pin' },
    });
    const rules = { SYSTEM_PROMPT: { action: 'drop' }, MEMORY: { action: 'drop' } };
    const result = planned(selective, input, { target: 100, own: true }, { ...free, rules });
    // m2 is a pinned skill, m4 pins the first block; of the other two old blocks both go.
    expect(letters(result)).toBe('KKKKKKDDKKKKKKKKKKKK');
    expect(result.reason(2)).toEqual({ key: 'keep-type-by-hand', values: { type: 'SKILL_PROMPT' } });
    expect(result.reason(1).key).toBe('keep-header');
    expect(result.reason(4).key).toBe('keep-pinned');
  });

  it('says why, with the numbers', () => {
    const p = plan(800, free, false);
    expect(p.reason(3)).toEqual({ key: 'drop-type-older', values: { type: 'TOOL_RESULT', order: 10, keep: 5, back: 7 } });
    expect(p.reason(5)).toEqual({ key: 'keep-threshold-met', values: { type: 'TOOL_RESULT', order: 10, tokens: 770, threshold: 800 } });
    expect(p.reason(7)).toEqual({ key: 'keep-type-recent', values: { type: 'TOOL_RESULT', back: 5, keep: 5 } });
    expect(plan(650).reason(1)).toEqual({ key: 'drop-type', values: { type: 'SKILL_PROMPT', order: 20 } });
    expect(p.trace?.map(({ key }) => key)).toEqual(['log-selective-start', 'log-selective-blocks', 'log-selective-done', 'trace-cache-hint']);
  });
});

const argsOf = (part: Part | undefined): string => (part?.type === 'tool-call' ? part.args : '');
const resultOf = (part: Part | undefined): string => {
  const first = part?.type === 'tool-result' ? part.content[0] : undefined;
  return first?.type === 'text' ? first.text : '';
};

describe('fields of kept tool blocks', () => {
  const args = JSON.stringify({ path: 'src/a.ts', content: tokensOf(900), flags: ['x', 1] });
  const lines = [
    says('system', 'You are careful.'),
    says('user', 'Write it.'),
    block('a', 'Write', args, 'ok'),
    block('b', 'Read', '{"path":"src/b.ts"}', tokensOf(1000)),
    block('c', 'Read', '{"path":"src/c.ts"}', `${tokensOf(700)}\n[... omitted 40 of 900 lines ...]\n${tokensOf(300)}`),
    block('d', 'Read', '{"path":"src/d.ts"}', tokensOf(590)),
    block('e', 'Bash', '{"command":"ls"}', 'README.md'),
    says('user', 'Go on.'),
  ];
  const input = preparedSession(sessionOf(lines));
  const result = planned(selective, input, { target: 100, own: true }, free);

  it('over their limits keep the head; arguments stay JSON, and the cut says what there was', () => {
    expect(letters(result)).toBe('KKEKKEKKKKKKK');
    const cut = argsOf(result.edits.get(2)?.[0]);
    const parsed = JSON.parse(cut) as { path: string; content: string; flags: unknown };
    expect([parsed.path, parsed.flags]).toEqual(['src/a.ts', ['x', 1]]);
    expect(parsed.content).toMatch(/^abc\nabc[\s\S]*\[… \d+ of [\d,]+ tokens cut …\]$/);
    expect(input.counts.text(cut)).toBeLessThanOrEqual(200);
    expect(input.counts.text(cut)).toBeGreaterThan(170);
    const shown = resultOf(result.edits.get(5)?.[0]);
    expect(shown).toMatch(/^abc\nabc/);
    expect(shown).toMatch(/\[… \d+ of 1,000 tokens cut …\]$/);
    expect(input.counts.text(shown)).toBeLessThanOrEqual(200);
    expect(result.edits.tokens?.(5)).toBe(input.counts.message({ ...input.messages[5]!, parts: result.edits.get(5)! }));
  });

  it('are parameters', () => {
    const milder = planned(selective, input, { target: 100, own: true }, { ...free, argumentsOver: 2000, resultsOver: 580, resultsKeep: 400 });
    expect(letters(milder)).toBe('KKKKKEKKKEKKK');
    expect(input.counts.text(resultOf(milder.edits.get(9)?.[0]))).toBeGreaterThan(300);
  });

  it('are not cut again where a tool or an earlier compaction cut them, by mark or by record', () => {
    expect(result.reason(7).key).toBe('keep-type-recent');
    // Our own cut, met again: nothing is left to do.
    const after = sessionOf(lines).messages.map((m, i) => ({ ...m, parts: result.edits.get(i) ?? m.parts }));
    const again = preparedSession({ ...sessionOf([]), messages: after });
    expect(planned(selective, again, { target: 100, own: true }, { ...free, resultsOver: 100, resultsKeep: 50 }).edits.get(5)).toBeUndefined();
    // A record without a mark, as long as the part is the one that it speaks of.
    const state = (chars: number) => ({ selective: { truncated: [{ message: 'm5', part: 0, chars }] } });
    const cutIn = (chars: number) =>
      letters(planned(selective, preparedSession(sessionOf(lines, state(chars))), { target: 100, own: true }, free))[5];
    expect([cutIn(4000), cutIn(3999)]).toEqual(['K', 'E']);
  });

  it('come after the old blocks have gone, and results in the name of the user are cut like any other', () => {
    const observed = preparedSession(
      sessionOf([
        says('user', 'Fix it.'),
        ...['1', '2', '3'].flatMap((k) => [
          says('assistant', `ls ${k}`),
          says('user', `<returncode>0</returncode>\n<output>\n${tokensOf(1000)}\n</output>`),
        ]),
        says('assistant', 'Done.'),
      ]),
    );
    const rules = { TOOL_RESULT: { keepRecent: 2 } };
    expect(letters(planned(selective, observed, { target: 100, own: true }, { ...free, rules }))).toBe('KKDKEKEK');
    expect(letters(planned(selective, observed, { target: 2500 }, { ...free, rules }))).toBe('KKDKKKKK');
    expect(letters(planned(selective, observed, { target: 2000 }, { ...free, rules }))).toBe('KKDKEKKK');
  });
});

describe('protection', () => {
  const rules = { ASSISTANT_MESSAGE: { keepRecent: 0 }, USER_MESSAGE: { keepRecent: 0 }, TOOL_RESULT: { keepRecent: 1 } };
  const chat = (turns: number): PreparedTranscript => preparedOf(Array.from({ length: turns }, () => [user(20), assistant(30)]).flat());

  it('holds for what was said in the last rounds, by turns, and by steps where there are too few turns', () => {
    const seven = planned(selective, chat(7), { target: 10, own: true }, { rules });
    expect(letters(seven)).toBe('DDDDKKKKKKKKKK');
    expect(seven.reason(5)).toEqual({ key: 'keep-round', values: { back: 5, keep: 5 } });
    expect(letters(planned(selective, chat(7), { target: 10, own: true }, { rules, protectRounds: 2 }))).toBe('DDDDDDDDDDKKKK');
    const oneTurn = preparedOf([user(20), ...Array.from({ length: 7 }, () => assistant(30)), user(9)]);
    const steps = planned(selective, oneTurn, { target: 10, own: true }, { rules, protectRounds: 3 });
    expect(letters(steps)).toBe('DDDDDKKKK');
    expect(steps.reason(5)).toEqual({ key: 'keep-round', values: { back: 3, keep: 3 } });
    expect(planned(selective, chat(4), { target: 10, own: true }, { rules, unit: 'turns' }).unchanged?.key).toBe('unchanged-nothing-selective');
  });

  it('leaves five more messages that may go: what is protected does not count among the most recent', () => {
    const twelve = planned(selective, chat(12), { target: 10, own: true });
    // Rounds 8 to 12 are protected; of the seven before, five stay.
    expect(letters(twelve)).toBe(`DDDD${'K'.repeat(20)}`);
    expect(twelve.reason(0)).toEqual({ key: 'drop-type-older', values: { type: 'USER_MESSAGE', order: 50, keep: 5, back: 7 } });
    expect(twelve.reason(4)).toEqual({ key: 'keep-type-recent', values: { type: 'USER_MESSAGE', back: 5, keep: 5 } });
    expect(twelve.reason(14)).toMatchObject({ key: 'keep-round' });
  });

  it('of rounds does not reach tool blocks: they have their own number', () => {
    expect(letters(planned(selective, preparedOf(talk), { target: 10, own: true }, { rules }))).toBe(`KDD${blocks(6)}KK`);
  });

  const ask = says('user', 'Look.');
  const loop = (id: string) => block(id, 'Read', '{}', tokensOf(100), 'I should read it.');
  const plain = (id: string) => block(id, 'Read', '{}', tokensOf(100));
  const running = preparedSession(sessionOf([ask, loop('a'), loop('b'), says('assistant', 'So it is.'), ask, plain('c'), loop('d'), plain('e')]));

  it('keeps reasoning of the running tool loop with its block', () => {
    const result = planned(selective, running, { target: 10, own: true }, { rules, ...free });
    // Turn 1 is over: its blocks go. Of turn 2, c has no reasoning, d has, e is the last block.
    expect(letters(result)).toBe('DDDDDDKDDKKKK');
    expect(result.reason(9)).toEqual({ key: 'keep-reasoning', values: { message: 10 } });
  });

  it('weakness: protection that never expires piles up; cured by expiry', () => {
    const piled = letters(planned(selective, running, { target: 10, own: true }, { rules, ...free, reasoningExpires: false }));
    const expired = letters(planned(selective, running, { target: 10, own: true }, { rules, ...free }));
    expect([piled.slice(1, 5), expired.slice(1, 5)]).toEqual(['KKKK', 'DDDD']);
  });

  it('of reasoning ends when the assistant has answered', () => {
    const answered = preparedSession(sessionOf([ask, loop('a'), loop('b'), says('assistant', 'So it is.')]));
    expect(letters(planned(selective, answered, { target: 10, own: true }, { rules, ...free }))).toBe('KDDKKD');
  });

  it('of reasoning ends at an answer without a call, also where the assistant goes on by itself', () => {
    const nudged: SessionMessage = { ...says('user', 'Continue.'), synthetic: true };
    const lines = [ask, loop('a'), says('assistant', 'So it is.'), nudged, loop('b'), says('assistant', 'Then'), loop('c'), plain('d')];
    const result = planned(selective, preparedSession(sessionOf(lines)), { target: 10, own: true }, { rules, ...free });
    // A text that a call continues is no answer: b and c are of one loop.
    expect(letters(result)).toBe('KDDDDKKDKKKK');
  });

  it('leaves the arguments beside protected reasoning alone, and cuts its results', () => {
    const long = JSON.stringify({ content: tokensOf(900) });
    const input = preparedSession(sessionOf([ask, block('a', 'Write', long, tokensOf(900), 'hm'), plain('b')]));
    expect(letters(planned(selective, input, { target: 10, own: true }, free))).toBe('KKEKK');
  });
});

describe('references to offloaded results', () => {
  const offloaded = '[offloaded 0abc1234567: Read result, 2,345 tokens, kept outside the context]';
  const input = preparedSession(
    sessionOf([
      says('user', 'Look.'),
      block('a', 'Read', '{}', offloaded),
      block('b', 'Read', '{}', '[Old tool result content cleared]'),
      ...['c', 'd', 'e'].map((id) => block(id, 'Read', '{}', tokensOf(100))),
      says('user', 'And?'),
    ]),
  );
  const rules = { TOOL_RESULT: { keepRecent: 1 } };
  const of = (params: object) => planned(selective, input, { target: 10, own: true }, { rules, ...free, ...params });

  it('weakness: a reference falls with its tool block; cured by keeping references alive', () => {
    expect(letters(of({ keepReferences: false }))).toBe('KDDDDDDDDKKK');
    expect(letters(of({}))).toBe('KKKDDDDDDKKK');
    expect(of({}).reason(1)).toEqual({ key: 'keep-type-never', values: { type: 'OFFLOAD_PLACEHOLDER' } });
  });

  it('follow their own row', () => {
    expect(letters(of({ rules: { ...rules, OFFLOAD_PLACEHOLDER: { action: 'drop' } } }))).toBe('KDDDDDDDDKKK');
  });
});
