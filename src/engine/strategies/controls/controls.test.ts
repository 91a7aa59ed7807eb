import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assistant, letters, planned, preparedOf, user } from '../../testing/plans.ts';
import { type TalkMessage, talk } from '../../testing/talks.ts';
import { EDIT, KEEP } from '../contract.ts';
import { headTail } from './head-tail.ts';
import { newestHalf } from './newest-half.ts';
import { randomRemoval } from './random-removal.ts';
import { randomSource } from '../../lib/random.ts';

const twenty = preparedOf(Array.from({ length: 20 }, (_, i) => (i % 2 ? assistant(100) : user(100))));

describe('head + tail (control)', () => {
  it('opens one hole around the middle', () => {
    // Removable: all but the last user message (18), so 19 messages with their middle at 9 and 10.
    expect(letters(planned(headTail, twenty, { target: 1400 }))).toBe('KKKKKKKDDDDDDKKKKKKK');
  });

  it('moves the hole with the share of the head', () => {
    expect(letters(planned(headTail, twenty, { target: 1400 }, { headShare: 0 }))).toBe('DDDDDDKKKKKKKKKKKKKK');
    expect(letters(planned(headTail, twenty, { target: 1400 }, { headShare: 1 }))).toBe('KKKKKKKKKKKKKDDDDDKD');
  });

  it('leaves at most one hole and meets the target, whatever the sizes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 3, maxLength: 40 }),
        fc.double({ min: 0.2, max: 1, noNaN: true }),
        fc.constantFrom(0, 0.25, 0.5, 1),
        (tokens, share, headShare) => {
          const input = preparedOf([...tokens.map((t) => assistant(t)), user(1)]);
          const target = Math.ceil(share * input.counts.total) + 1;
          const plan = planned(headTail, input, { target }, { headShare });
          const left = input.counts.prefix.at(-1)! - tokens.reduce((sum, t, i) => sum + (plan.fates[i] ? t : 0), 0);
          expect(left).toBeLessThanOrEqual(target);
          expect(letters(plan)).toMatch(/^K*D*K*$/);
        },
      ),
    );
  });
});

describe('newest half (control)', () => {
  // Six rounds of a question, a call and a long result; the last question and the last block are protected.
  const rounds = talk(
    Array.from({ length: 6 }, (_, k): TalkMessage[] => [
      { user: `Question ${k}: what is in src/file${k}.ts?` },
      { call: `c${k}`, name: 'read', args: `{"path":"src/file${k}.ts"}` },
      { result: `c${k}`, shows: `${k}`.repeat(400) },
    ]).flat(),
  );
  const { total, messages } = rounds.counts;
  const round = messages[0]! + messages[1]! + messages[2]!;
  const plan = (target: number) => planned(newestHalf, rounds, { target });

  it('keeps the newest in half of the room, then words and calls without results, newest first', () => {
    // Two of five rounds have room: one fills its half, and the other four leave their words in the rest.
    const { edits, reason } = plan(total - 3 * round);
    expect(letters(plan(total - 3 * round))).toBe('KKEKKEKKEKKEKKKKKK');
    expect(edits.get(2)).toEqual([{ type: 'tool-result', callId: 'c0', content: [{ type: 'text', text: '[…]' }] }]);
    expect(edits.tokens!(2)).toBe(rounds.counts.message({ ...rounds.messages[2]!, parts: edits.get(2)! }));
    expect([edits.get(14), edits.size]).toEqual([undefined, 4]);
    expect([2, 0, 12, 17].map((i) => reason(i).key)).toEqual(['cut-older-result', 'keep-older-words', 'keep-newest-half', 'keep-last-tool-block']);
  });

  it('drops what has no room and meets the target', () => {
    // A question fits where its block does not.
    expect(letters(plan(total - 4.2 * round))).toBe('DDDKDDKKEKKEKKEKKK');
    for (const share of [0.3, 0.4, 0.5, 0.7, 0.9]) {
      const target = Math.floor(share * total);
      const { fates, edits } = plan(target);
      const left = fates.reduce((sum, fate, i) => sum + (fate === KEEP ? messages[i]! : fate === EDIT ? edits.tokens!(i) : 0), 0);
      expect(left).toBeLessThanOrEqual(target);
    }
  });
});

describe('random removal (control)', () => {
  it('draws the same for the same seed, something else for another', () => {
    const draw = (seed: number, own = 0): string => letters(planned(randomRemoval, twenty, { target: 1000, seed }, { seed: own }));
    expect(draw(1)).toBe(draw(1));
    expect(draw(1)).not.toBe(draw(2));
    expect(draw(1, 1)).toBe(draw(2));
    expect(draw(1)).toMatch(/^(?=(?:K*D){10}K*$)/);
  });

  it('draws every place about equally often', () => {
    const hits = Array.from({ length: 20 }, () => 0);
    for (let seed = 0; seed < 2000; seed++) {
      const plan = planned(randomRemoval, twenty, { target: 1000, seed });
      plan.fates.forEach((fate, i) => {
        if (fate) hits[i]! += 1;
      });
    }
    // 10 of 19 removable messages go: 1,053 of 2,000 draws each, give or take five standard deviations.
    const [lastUser] = hits.splice(18, 1);
    expect(lastUser).toBe(0);
    expect(Math.min(...hits)).toBeGreaterThan(1053 - 112);
    expect(Math.max(...hits)).toBeLessThan(1053 + 112);
  });

  it('has a source that stays below its bound and never stands still', () => {
    for (const seed of [0, 1, -1, 2 ** 31, 0x9e3779b9]) {
      const draw = randomSource(seed);
      const drawn = new Set(Array.from({ length: 200 }, () => draw(1000)));
      expect(Math.max(...drawn)).toBeLessThan(1000);
      expect(drawn.size).toBeGreaterThan(150);
    }
  });
});
