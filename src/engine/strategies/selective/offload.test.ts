import { describe, expect, it } from 'vitest';
import { levelOf, restore } from '../../compaction/history.ts';
import { optionsOf, runNow } from '../../testing/contract.ts';
import { letters, planned } from '../../testing/plans.ts';
import { block, preparedSession, says, sessionOf, tokensOf } from '../../testing/sessions.ts';
import { countingSummarizer } from '../../testing/summarizer.ts';
import type { Part } from '../../transcript/types.ts';
import { offload } from './offload.ts';
import { selective } from './selective.ts';
import { stateOf } from './shared/selective-state.ts';

const resultOf = (part: Part | undefined): string => {
  const first = part?.type === 'tool-result' ? part.content[0] : undefined;
  return first?.type === 'text' ? first.text : '';
};

/** Results at 2, 4, 6, 8, 10 and five small ones behind them. */
const session = sessionOf([
  says('user', 'Look around.'),
  block('a', 'Bash', '{}', tokensOf(1500)),
  block('b', 'Read', '{}', tokensOf(1200)),
  block('c', 'Bash', '{}', tokensOf(900)),
  block('d', 'Bash', '{}', `${tokensOf(2000)}\n[truncated]`),
  block('e', 'read_file', '{}', tokensOf(3000)),
  ...['f', 'g', 'h', 'i', 'j'].map((id) => block(id, 'Bash', '{}', tokensOf(id === 'g' ? 5000 : 10))),
  says('user', 'And?'),
]);
const input = preparedSession(session);
const total = input.counts.total;
const run = (target: number, params: object = {}, own = false) => planned(offload, input, { target, own }, { ...params });

describe('offload', () => {
  it('takes ephemeral tools first, then the oldest, and stops at the target', () => {
    // 1,200 of b, then 3,000 of e (both ephemeral), then 1,500 of a.
    expect(letters(run(total - 1000)).slice(0, 11)).toBe('KKKKOKKKKKK');
    expect(letters(run(total - 2000)).slice(0, 11)).toBe('KKKKOKKKKKO');
    expect(letters(run(total - 5000)).slice(0, 11)).toBe('KKOKOKKKKKO');
    expect(letters(run(total - 1000, { ephemeralTools: 'web_fetch' })).slice(0, 11)).toBe('KKOKKKKKKKK');
    expect(run(total).unchanged?.key).toBe('unchanged-within-target');
  });

  it('leaves small, cut and recent results; by its own rule takes all others', () => {
    const all = run(0, {}, true);
    expect(letters(all)).toBe('KKOKOKKKKKOKKKKKKKKKKK');
    expect([6, 8, 14, 3].map((i) => all.reason(i).key)).toEqual(['keep-result-small', 'keep-result-cut', 'keep-result-recent', 'keep-no-result']);
    expect(all.reason(4)).toEqual({
      key: 'offload-ephemeral',
      values: { tool: 'Read', tokens: 1200, over: 1000, rank: 1, of: 3, ref: expect.any(String), count: 1 },
    });
    expect(run(total - 1000).reason(10)).toMatchObject({ key: 'keep-offload-not-reached', values: { rank: 2, of: 3, taken: 1, tokens: 3000 } });
    expect(letters(run(0, { offloadOver: 800, keepRecentResults: 3 }, true))).toBe('KKOKOKOKKKOKKKOKKKKKKK');
    expect(run(0, { offloadOver: 9000 }, true).unchanged?.key).toBe('unchanged-no-large-result');
  });

  it('leaves a placeholder that names the tool, the tokens and a reference that is the same in every run', () => {
    const text = resultOf(run(0, {}, true).edits.get(4)?.[0]);
    expect(text).toMatch(/^\[offloaded [0-9a-z]{11}: Read result, 1,200 tokens, kept outside the context\]$/);
    expect(resultOf(planned(offload, preparedSession(session), { target: 0, own: true }).edits.get(4)?.[0])).toBe(text);
    const texts = [2, 4, 10].map((i) => resultOf(run(0, {}, true).edits.get(i)?.[0]));
    expect(new Set(texts).size).toBe(3);
  });

  it('takes results that are texts: of tools without ids of calls, and in the user’s name', () => {
    const lines = [
      says('user', 'Fix it.'),
      says('assistant', 'ls'),
      says('user', `<returncode>0</returncode>\n${tokensOf(1500)}`),
      says('assistant', 'ok'),
    ];
    const tool = { role: 'tool', parts: [{ type: 'text', text: tokensOf(1500) }] } as const;
    const texts = preparedSession(sessionOf([...lines, tool, says('assistant', 'So.'), says('user', 'Thanks.')]));
    const all = planned(offload, texts, { target: 0, own: true }, { keepRecentResults: 0 });
    expect(letters(all)).toBe('KKOKOKK');
    expect(all.edits.get(2)).toEqual([{ type: 'text', text: expect.stringMatching(/^\[offloaded \w{11}: tool result, 1,507 tokens/) }]);
  });

  it('keeps the content in the record, which opens every placeholder', () => {
    const result = runNow(input, offload, optionsOf(offload, { window: 100_000, target: null, own: true }, countingSummarizer()));
    const record = result.record();
    expect(record.replaced.flatMap(({ originals }) => originals)).toEqual([2, 4, 10].map((i) => input.messages[i]));
    const restored = restore(result.context(), [record]);
    expect(restored.ok && restored.value).toEqual(input.messages);
  });

  it('remembers where each reference leads, and a later compaction neither offloads nor drops it', () => {
    const result = runNow(input, offload, optionsOf(offload, { window: 100_000, target: null, own: true }, countingSummarizer()));
    const { transcript } = levelOf(session, result);
    const { offloaded } = stateOf(transcript);
    expect(offloaded.map(({ message, part, tool, tokens }) => [message, part, tool, tokens])).toEqual([
      ['m2', 0, 'Bash', 1500],
      ['m4', 0, 'Read', 1200],
      ['m10', 0, 'read_file', 3000],
    ]);
    expect(offloaded.every(({ ref, message }) => resultOf(transcript.messages.find((m) => m.id === message)?.parts[0]).includes(ref))).toBe(true);

    const later = preparedSession(transcript);
    expect(later.itemType[4]).toBe('OFFLOAD_PLACEHOLDER');
    expect(planned(offload, later, { target: 0, own: true }).unchanged?.key).toBe('unchanged-no-large-result');
    // A placeholder is one of the recent results.
    const recent = planned(offload, later, { target: 0, own: true }, { offloadOver: 800, keepRecentResults: 7 });
    expect(letters(recent)).toBe('KKKKKKOKKKKKKKKKKKKKKK');
    const rules = { TOOL_RESULT: { keepRecent: 1 } };
    expect(letters(planned(selective, later, { target: 10, own: true }, { rules, protectRounds: 0 }))).toBe('KKKKKDDDDKKDDDDDDDDKKK');
  });
});
