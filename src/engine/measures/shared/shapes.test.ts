/** A compacted context as a request: which messages are in it, and where each of them is from. */
import { describe, expect, test } from 'vitest';
import type { CompactionResult } from '../../compaction/types.ts';
import { layoutOf } from '../../compaction/repair.ts';
import type { PreparedTranscript } from '../../signals/contract.ts';
import type { Plan } from '../../strategies/contract.ts';
import { letterPlan } from '../../testing/letter-plans.ts';
import { assistant, preparedOf, system, user } from '../../testing/plans.ts';
import { compactedRequest } from './shapes.ts';

const chat = (n = 8) => preparedOf([system(50), ...Array.from({ length: n - 1 }, (_, k) => (k % 2 ? assistant(50) : user(50)))]);
function requestOf(p: PreparedTranscript, plan: Plan) {
  return compactedRequest(p, { plan, layout: layoutOf(p, plan) } as unknown as CompactionResult);
}
/** Length, and the origin of every message. */
function origins(p: PreparedTranscript, plan: Plan): number[] {
  const request = requestOf(p, plan);
  const counted = Array.from({ length: request.count }, (_, k) => request.ends[k]! - request.starts[k]!).reduce((a, b) => a + b, 0);
  expect([counted, request.origin(request.length)]).toEqual([request.length, -1]);
  return Array.from({ length: request.length }, (_, at) => request.origin(at));
}
const note = (before: number) => ({ before, role: 'user', content: { text: 'n' } }) as const;

describe('a compacted context as a request', () => {
  test('has what is kept, edited and offloaded, and nothing of what is summarised or dropped', () => {
    expect(origins(chat(), letterPlan('KKKKKKKK'))).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(origins(chat(), letterPlan('KEODDSKK', { insertions: [] }))).toEqual([0, 1, 2, 6, 7]);
    expect(origins(chat(), letterPlan('DDDDDDDD'))).toEqual([]);
  });

  test('has insertions in their places, also within a stretch, beside removed messages and at the end', () => {
    expect(origins(chat(), letterPlan('KKKKKKKK', { insertions: [note(0), note(3), note(8)] }))).toEqual([-1, 0, 1, 2, -1, 3, 4, 5, 6, 7, -1]);
    expect(origins(chat(), letterPlan('KDDDKKKK', { insertions: [note(2), note(4)] }))).toEqual([0, -1, -1, 4, 5, 6, 7]);
    expect(origins(chat(), letterPlan('KEEEKKKK', { insertions: [note(2)] }))).toEqual([0, 1, -1, 2, 3, 4, 5, 6, 7]);
  });

  test('reads the parts of edits, but not where they keep their shape: only those of the last message', () => {
    const built: number[] = [];
    const edits = (keepsShape: boolean): Plan['edits'] => ({
      size: 8,
      get: (i) => {
        built.push(i);
        return [{ type: 'text', text: 'short' }];
      },
      ...(keepsShape && { keepsShape }),
    });
    expect(origins(chat(), letterPlan('KEEKKKKE', { edits: edits(false) }))).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(built.splice(0)).toEqual([1, 2, 7]);
    expect(origins(chat(), letterPlan('KEEKKKKE', { edits: edits(true) }))).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(built.splice(0)).toEqual([7]);
    // The last one that stays, not the last one of all.
    origins(chat(), letterPlan('KEEKKEDD', { edits: edits(true) }));
    expect(built.splice(0)).toEqual([5]);
    origins(chat(), letterPlan('KEEKKODD', { edits: edits(true) }));
    expect(built.splice(0)).toEqual([5]);
  });

  test('of more than a thousand stretches', () => {
    const n = 3001;
    const plan = letterPlan(`K${'DK'.repeat(1500)}`);
    expect(origins(chat(n), plan)).toEqual(Array.from({ length: 1501 }, (_, k) => 2 * k));
    expect(origins(chat(), letterPlan('KKKDKKKK'))).toEqual([0, 1, 2, 4, 5, 6, 7]);
  });
});
