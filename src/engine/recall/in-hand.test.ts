import { describe, expect, test } from 'vitest';
import type { RowRequest } from '../compare.ts';
import { runNow } from '../lib/work.ts';
import { createBuiltIn } from '../summarizers/built-in.ts';
import { recordingLines } from '../testing/recordings.ts';
import { talk } from '../testing/talks.ts';
import { piecesOf } from './independent/components.ts';
import type { Recall, RecallOptions } from './contract.ts';
import { inHandSteps, type InHand } from './in-hand.ts';
import { recallNow } from './recall.ts';

const options: RecallOptions = { window: 128_000, target: 0.3, own: false, weight: 0.6, seed: 1, rules: 'anthropic', summarizer: createBuiltIn() };
const rows = ['claude-code', 'handover-note', 'oldest-removal', 'tool-output-truncation'].map(
  (strategy): RowRequest => ({ key: strategy, strategy, params: {} }),
);
const base = talk(recordingLines(7, 60));

function handsOf(more: Partial<RecallOptions> = {}) {
  const asked = { ...options, ...more };
  const recall = recallNow(base, rows, asked);
  if (recall instanceof Promise) throw new Error('waits');
  const misses = recall.rows[0]!.lostItems();
  return misses.map((miss) => {
    const isLost = ({ cut, fact, kind }: typeof miss) => cut === miss.cut && fact === miss.fact && kind === miss.kind;
    const lostBy = recall.rows.filter((row) => row.lostItems().some(isLost)).map(({ key }) => key);
    const hands = runNow(inHandSteps(base, rows, asked, recall, { ...miss, lostBy })) as readonly (InHand | null)[];
    return { miss, lostBy, hands, match: recall.match };
  });
}

describe('what rows have in hand at a checkpoint', () => {
  const found = handsOf();

  test('who kept the fact shows it; who lost it shows what stands for the message that said it', () => {
    expect(found.length).toBeGreaterThan(5);
    let kept = 0;
    for (const { miss, lostBy, hands } of found) {
      for (const [i, { key }] of rows.entries()) {
        const hand = hands[i]!;
        expect(hand.text.length).toBeLessThanOrEqual(240);
        if (hand.message !== null) expect(hand.message).toBeLessThan(miss.neededAt);
        if (!lostBy.includes(key)) {
          kept++;
          expect([key, hand.text.includes(miss.fact)]).toEqual([key, true]);
        } else expect(['edit', 'summarize', 'offload', 'drop']).toContain(hand.fate);
        // What is gone has no words, and a message that stands is one of the recording.
        if (hand.fate === 'drop') expect(hand).toMatchObject({ text: '', message: null });
        if (hand.fate === 'keep') {
          const texts = piecesOf(base.messages[hand.message!]!).map(({ text }) => text);
          expect(texts.some((text) => text.includes(hand.text))).toBe(true);
        }
      }
    }
    expect(kept).toBeGreaterThan(5);
    // Oldest removal puts nothing in place of what it drops.
    const dropped = found.filter(({ lostBy }) => lostBy.includes('oldest-removal')).map(({ hands }) => hands[2]!.fate);
    expect(new Set(dropped)).toEqual(new Set(['drop']));
  });

  test('with the size of A as the target: the contexts that the recall measured', () => {
    const matched = handsOf({ match: { key: 'claude-code', shipped: true } });
    expect(matched.map(({ match }) => match)).toEqual(matched.map(() => 'claude-code'));
    for (const { miss, lostBy, hands } of matched)
      for (const [i, { key }] of rows.entries()) if (!lostBy.includes(key)) expect([key, hands[i]!.text.includes(miss.fact)]).toEqual([key, true]);
  });

  test('a row that cannot run there has nothing, and the others have theirs', () => {
    const [{ miss, lostBy, hands }] = found as [(typeof found)[number]];
    const bad: RowRequest = { key: 'bad', strategy: 'hierarchical', params: { nothing: 1 } };
    const recall = recallNow(base, [], options) as Recall;
    expect(runNow(inHandSteps(base, [bad, ...rows], options, recall, { ...miss, lostBy }))).toEqual([null, ...hands]);
  });
});
