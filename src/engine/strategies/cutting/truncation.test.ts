/** Worked examples of the strategies that shorten messages (S0 4, 5, 6, 10, 14), at four characters a token. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plannedTokens } from '../../compaction/estimate.ts';
import type { PreparedTranscript } from '../../signals/contract.ts';
import { DEFAULT_SIGNALS, prepare } from '../../signals/signal-prepare.ts';
import { transcripts } from '../../testing/arbitraries.ts';
import { charCounts } from '../../testing/counts.ts';
import { answer, assistant, call, contextOf, letters, planned, type MessageSpec, system, transcriptOf, user } from '../../testing/plans.ts';
import type { Message } from '../../transcript/types.ts';
import type { Plan, PlannedStrategy } from '../contract.ts';
import { diffTruncation } from './diff-truncation.ts';
import { hierarchical } from './hierarchical.ts';
import { messageTruncation } from './message-truncation.ts';
import { type ParamSchema, resolveParams } from '../params.ts';
import { timeDecay } from './time-decay.ts';
import { toolOutputTruncation } from './tool-output-truncation.ts';
import { runs } from '../../testing/scale.ts';

const preparedFrom = (said: readonly MessageSpec[], change: (message: Message, i: number) => Message = (m) => m): PreparedTranscript => {
  const plain = transcriptOf(said);
  const transcript = { ...plain, messages: plain.messages.map(change) };
  return prepare(transcript, charCounts(transcript), DEFAULT_SIGNALS);
};
const says = (role: typeof user, text: string): MessageSpec => role(0, text);
const output = (id: string, text: string): MessageSpec => ({ ...answer(0, id), text });

/** First text of the edit of message i. */
function shown(plan: Plan, i: number): string {
  const [part] = plan.edits.get(i) ?? [];
  if (part?.type === 'text') return part.text;
  const [inner] = part?.type === 'tool-result' ? part.content : [];
  return inner?.type === 'text' ? inner.text : '';
}

const tail = [says(user, 'Now the rest.'), call(0, 'z'), output('z', 'done')];
/** Each line has 40 characters: ten tokens. */
const lines = (count: number): string => 'a line of thirty-nine characters, sure.\n'.repeat(count);
const words = (count: number): string => 'This sentence has just about forty chars. '.repeat(count).trim();

describe('message-truncation', () => {
  const input = preparedFrom([says(system, 'Be brief.'), says(user, words(30)), says(assistant, words(30)), says(assistant, words(5)), ...tail]);

  it('cuts what is over the limit to its head, but not the original task', () => {
    const plan = planned(messageTruncation, input, { own: true }, { messageLimit: 100 });
    expect(letters(plan)).toBe('KKEKKKK');
    expect(shown(plan, 2)).toMatch(/^This sentence.*chars\.\n\[… \d+ of 315 tokens cut …\]$/s);
    expect(plan.edits.tokens?.(2)).toBeLessThanOrEqual(100);
    expect(plan.reason(2)).toMatchObject({ key: 'cut-message', values: { tokens: 319, limit: 100 } });
    expect(plan.reason(3)).toMatchObject({ key: 'keep-within-limit' });
    expect(plan.reason(1).key).toBe('keep-original-task');
  });

  it('without key information the original task is cut too', () => {
    expect(letters(planned(messageTruncation, input, { own: true }, { messageLimit: 100, keyInformation: false }))).toBe('KEEKKKK');
  });

  it('is unchanged with the numbers where nothing is over the limit', () => {
    const plan = planned(messageTruncation, input, { own: true });
    expect(plan.unchanged).toEqual({ key: 'unchanged-no-long-message', values: { limit: 2000, largest: 319 } });
  });

  it('says where there is nothing to cut', () => {
    const image = preparedFrom([says(user, 'Look.'), says(assistant, 'x'), says(assistant, words(30)), ...tail], (m, i) =>
      i === 1 ? { ...m, parts: [{ type: 'image', mime: 'image/png', bytes: 10 }] } : m,
    );
    const plan = planned(messageTruncation, image, { own: true }, { messageLimit: 100 });
    expect(plan.reason(1)).toEqual({ key: 'keep-nothing-to-cut', values: { tokens: 1004, limit: 100 } });
    // Nothing at all: the reason does not say that no message is over the limit.
    expect(planned(messageTruncation, image, { own: true }, { messageLimit: 500 }).unchanged).toEqual({
      key: 'unchanged-nothing-to-cut',
      values: { limit: 500, largest: 1004 },
    });
  });
});

describe('tool-output-truncation', () => {
  // Each output has 40 lines of ten tokens.
  const input = preparedFrom([says(user, 'Look at both, please.'), call(0, 'a', 'b'), output('a', lines(40)), output('b', lines(40)), ...tail]);
  const before = (i: number): number => input.counts.prefix[i] as number;

  it('gives each output max(floor, share × what is left before it)', () => {
    const window = before(2) + 3000;
    const plan = planned(toolOutputTruncation, input, { own: true, window }, { outputShare: 0.1 });
    expect(letters(plan)).toBe('KKEEKKK');
    expect(plan.reason(2)).toMatchObject({ key: 'cut-output', values: { limit: 300, left: 3000, share: 0.1, floor: 200, tokens: 400 } });
    expect(plan.reason(3)).toMatchObject({ values: { limit: 259, left: 2596 } });
    expect(plan.edits.tokens?.(3)).toBeLessThanOrEqual(259 + 4);
    expect(shown(plan, 2)).toMatch(/^a line.*\n\[… \d+ of 400 tokens cut …\]\na line/s);
  });

  it('never goes below the floor, also where the window is full', () => {
    const plan = planned(toolOutputTruncation, input, { own: true, window: 100 }, { outputShare: 0.1 });
    expect(plan.reason(2)).toMatchObject({ values: { limit: 200 } });
    expect(plan.edits.tokens?.(2)).toBeGreaterThan(150);
    expect(planned(toolOutputTruncation, input, { own: true, window: 100 }, { outputFloor: 400 }).unchanged?.key).toBe('unchanged-no-long-output');
  });

  it('leaves everything but outputs alone', () => {
    const plan = planned(toolOutputTruncation, input, { own: true, window: 100 }, {});
    expect(plan.reason(1).key).toBe('keep-no-result');
  });
});

describe('diff-truncation', () => {
  const diff = (name: string): string =>
    `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n@@ -1,60 +1,60 @@\n${'-an old line of it\n+a new line of it\n'.repeat(60)}`;
  const input = preparedFrom([
    says(user, 'Change it.'),
    call(0, 'a'),
    output('a', `${diff('old.ts')}done\n`),
    call(0, 'b'),
    output('b', diff('new.ts')),
    says(assistant, words(40)),
    ...tail,
  ]);

  it('cuts the oldest first; each keeps its head and what is around it', () => {
    // Each diff has about 570 tokens, of which about 60 are its first lines.
    const plan = planned(diffTruncation, input, { own: true, window: 6000 });
    expect(letters(plan)).toBe('KKEKKKKKK');
    expect(shown(plan, 2)).toMatch(/^diff --git a\/old\.ts.*\n\[… \d+ of \d+ tokens cut …\]\ndone\n$/s);
    expect(plan.reason(2)).toMatchObject({ key: 'cut-diff', values: { budget: 600, share: 0.1 } });
    expect(plan.reason(4)).toMatchObject({ key: 'keep-diff-fits', values: { newer: 0 } });
    expect(plan.reason(5).key).toBe('no-diff');
  });

  it('the newest is cut by the room there is, older ones to their first lines', () => {
    const plan = planned(diffTruncation, input, { own: true, window: 3000 });
    expect(letters(plan)).toBe('KKEKEKKKK');
    const [older, newer] = [2, 4].map((i) => plan.edits.tokens?.(i) as number);
    expect(newer).toBeGreaterThan((older as number) + 200);
    expect(newer).toBeLessThanOrEqual(300 + 80);
    for (const i of [2, 4]) expect(shown(plan, i)).toMatch(/@@ -1,60 \+1,60 @@\n[-+]/);
  });

  it('the first lines are those that end within 240 characters', () => {
    const head = (length: number): string => {
      const begins = 'diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -1,60 +1,60 @@\n';
      const text = `${begins}${`-${'x'.repeat(length - begins.length - 2)}\n`}${'-an old line of it\n+a new line of it\n'.repeat(60)}`;
      const plan = planned(
        diffTruncation,
        preparedFrom([says(user, 'Change it.'), call(0, 'a'), output('a', text), ...tail]),
        { own: true },
        { diffShare: 0 },
      );
      return shown(plan, 2).split('\n[…')[0]!;
    };
    // With the line break behind it; the one that ends at 241 goes, and what was before it stays.
    expect([head(241), head(242)].map(({ length }) => length)).toEqual([240, 64]);
  });

  it('says that the diffs fit, or that there is none', () => {
    expect(planned(diffTruncation, input, { own: true }).unchanged).toMatchObject({ key: 'unchanged-diffs-fit', values: { budget: 12_800 } });
    expect(planned(diffTruncation, preparedFrom(tail), { own: true }).unchanged).toEqual({ key: 'no-diff' });
  });
});

it('limits have a least value', () => {
  const least = ({ params }: { readonly params: ParamSchema }, name: string, value: number) =>
    [value - 1, value].map((one) => resolveParams(params, { [name]: one }).ok);
  expect(least(messageTruncation, 'messageLimit', 10)).toEqual([false, true]);
  expect(least(toolOutputTruncation, 'outputFloor', 20)).toEqual([false, true]);
  expect(least(hierarchical, 'layerLimit', 20)).toEqual([false, true]);
});

describe('hierarchical', () => {
  const noise = lines(40);
  const input = preparedFrom([
    says(system, words(30)),
    says(user, 'Fix the build.'),
    says(user, words(40)),
    { ...call(0, 'a'), text: `${words(20)} We decided to pin the version. ${words(20)}` },
    output('a', `${noise}src/a.ts(4,2): error TS2304: Cannot find name 'x'.\n${noise}`),
    says(assistant, 'It is done.'),
    ...tail,
  ]);

  it('each layer has its own rule', () => {
    const plan = planned(hierarchical, input, { own: true }, { layerLimit: 120 });
    expect(letters(plan)).toBe('KKKEEKKKK');
    expect(shown(plan, 3)).toContain('We decided to pin the version.');
    expect(shown(plan, 4)).toContain("error TS2304: Cannot find name 'x'.");
    expect(shown(plan, 4)).toMatch(/^a line.*tokens cut …\]\nsrc\/a\.ts/s);
    expect(plan.edits.get(3)?.at(-1)).toBe(input.messages[3]?.parts.at(-1));
    expect(plan.edits.tokens?.(4)).toBeLessThanOrEqual(124);
    expect(plan.edits.tokens?.(3)).toBeLessThanOrEqual(60 + 10);
    expect([2, 3, 4, 5].map((i) => plan.reason(i).key)).toEqual(['keep-layer-said', 'cut-layer-step', 'cut-layer-output', 'keep-layer-short']);
    // A step between calls may have half of what an output may.
    expect(plan.reason(3).values).toMatchObject({ limit: 120, step: 60 });
  });

  it('is unchanged where no layer is over its limit', () => {
    expect(planned(hierarchical, input, { own: true }, { layerLimit: 20_000 }).unchanged).toEqual({
      key: 'unchanged-no-long-layer',
      values: { limit: 20_000 },
    });
  });
});

describe('time-decay', () => {
  // Ten messages after the task; ages 12 … 0 of 13.
  const said = [says(user, 'The task.'), ...Array.from({ length: 9 }, () => says(assistant, words(30))), ...tail];
  const byPosition = preparedFrom(said);

  it('recent ones stay, older ones keep a share, the oldest go', () => {
    // Half-life 0.25 × 13 = 3.25 messages: recent up to 3.25 back, dropped above 3.25 × log2(10) = 10.8 back.
    const plan = planned(timeDecay, byPosition, { own: true });
    expect(letters(plan)).toBe('KDEEEEEEEKKKK');
    expect(plan.reason(1)).toMatchObject({ key: 'decay-drop', values: { by: 'position', age: 11, halfLife: 3.3, dropBelow: 0.1 } });
    const factor = 2 ** (-5 / 3.25);
    expect(plan.reason(7)).toMatchObject({ key: 'decay-cut', values: { by: 'position', age: 5, tokens: 319 } });
    expect(plan.reason(7).values?.factor).toBeCloseTo(factor);
    expect(plan.edits.tokens?.(7)).toBeLessThanOrEqual(319 * factor);
    expect(plan.edits.tokens?.(7)).toBeGreaterThan(319 * factor * 0.7);
    expect(plan.reason(9)).toMatchObject({ key: 'decay-recent', values: { by: 'position', age: 3 } });
    expect(plan.reason(0).key).toBe('keep-original-task');
  });

  it('age is time where there are timestamps', () => {
    // Everything but the last five messages is an hour old: two minutes between the rest.
    const minutes = [0, 0, 0, 0, 0, 0, 0, 0, 54, 56, 58, 60, 60];
    const input = preparedFrom(said, (m, i) => ({ ...m, ts: new Date(Date.UTC(2026, 0, 1, 10, minutes[i])).toISOString() }));
    const plan = planned(timeDecay, input, { own: true }, { halfLife: 0.25 });
    // Half-life 15 minutes: 60 minutes are four half-lives, under a tenth.
    expect(letters(plan)).toBe('KDDDDDDDKKKKK');
    expect(plan.reason(2)).toMatchObject({ key: 'decay-drop', values: { by: 'time', age: 60, halfLife: 15, factor: 1 / 16 } });
    expect(letters(planned(timeDecay, input, { own: true }, { ageBy: 'position' }))).toBe('KDEEEEEEEKKKK');
    const hour = planned(timeDecay, input, { own: true }, { halfLifeMinutes: 30 });
    expect(letters(hour)).toBe('KEEEEEEEKKKKK');
    expect(hour.reason(2)).toMatchObject({ key: 'decay-cut', values: { by: 'time', halfLife: 30, factor: 0.25 } });
  });

  it('asks for time in vain where there are no timestamps, and says so', () => {
    expect(planned(timeDecay, byPosition, { own: true }, { ageBy: 'time' }).note).toEqual({ key: 'note-age-by-position' });
  });

  it('a tool block is as old as its youngest message', () => {
    const block = [says(user, 'The task.'), call(0, 'a'), ...Array.from({ length: 9 }, () => says(assistant, words(30))), output('a', 'ok'), ...tail];
    expect(letters(planned(timeDecay, preparedFrom(block), { own: true }))[1]).toBe('K');
  });
});

describe('a stricter knob never keeps more', () => {
  const knobs: readonly (readonly [string, PlannedStrategy, readonly Readonly<Record<string, number>>[]])[] = [
    ['message-truncation', messageTruncation as PlannedStrategy, [10, 40, 80, 160, 400, 20_000].map((messageLimit) => ({ messageLimit }))],
    [
      'tool-output-truncation',
      toolOutputTruncation as PlannedStrategy,
      [0, 0.05, 0.2, 0.5, 1].map((outputShare) => ({ outputShare, outputFloor: 20 })),
    ],
    ['hierarchical', hierarchical as PlannedStrategy, [20, 40, 80, 160, 400, 20_000].map((layerLimit) => ({ layerLimit }))],
    ['time-decay', timeDecay as PlannedStrategy, [0.005, 0.05, 0.1, 0.25, 0.5, 1, 2].map((halfLife) => ({ halfLife }))],
  ];
  const tokensOf = (strategy: PlannedStrategy, input: PreparedTranscript, params: Readonly<Record<string, number>>): number => {
    const resolved = resolveParams<ParamSchema>(strategy.params, params);
    if (!resolved.ok) throw new Error(resolved.error);
    const plan = strategy.plan(input, resolved.value, contextOf({ own: true, window: 1000 }));
    return plan.unchanged ? input.counts.total : plannedTokens(input, plan);
  };
  it.each(knobs)('%s', (_, strategy, settings) => {
    fc.assert(
      fc.property(transcripts(), (transcript) => {
        const input = prepare(transcript, charCounts(transcript), DEFAULT_SIGNALS);
        const tokens = settings.map((params) => tokensOf(strategy, input, params));
        expect(tokens).toEqual(tokens.toSorted((a, b) => a - b));
      }),
      { numRuns: runs(60) },
    );
  });

  it('diff-truncation', () => {
    const hunk = (size: number): string => `@@ -1,${size} +1,${size} @@\n${'-an old line\n+a new line\n'.repeat(size)}`;
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 12 }), (sizes) => {
        const input = preparedFrom([...sizes.map((size) => says(assistant, `${hunk(size)}and ${hunk(size >> 1)}`)), ...tail]);
        const tokens = Array.from({ length: 21 }, (_, k) => tokensOf(diffTruncation as PlannedStrategy, input, { diffShare: k / 20 }));
        expect(tokens).toEqual(tokens.toSorted((a, b) => a - b));
      }),
      { numRuns: runs(60) },
    );
  });
});
