import { describe, expect, test } from 'vitest';
import { restore } from '../compaction/history.ts';
import { DROP, EDIT, KEEP, OFFLOAD, SUMMARIZE } from '../strategies/contract.ts';
import { createBuiltIn } from '../summarizers/built-in.ts';
import { recordingLines } from '../testing/recordings.ts';
import { any, ratio, run as runOf } from '../testing/replay.ts';
import { type TalkMessage, talk } from '../testing/talks.ts';
import type { ReplaySeries } from './contract.ts';

/** Results long enough to be cut or put aside. */
const base = talk(
  recordingLines(3, 24).map((line) => ('shows' in line ? { ...line, shows: `${line.shows}${'one more line of output\n'.repeat(60)}` } : line)),
);
const summarizer = createBuiltIn();
const run = (strategy: string): ReplaySeries =>
  runOf(
    base,
    strategy,
    { window: Math.round(base.counts.total * 0.4), summarizer, trigger: any(ratio(0.8)), target: 0.5 },
    strategy === 'offload' ? { offloadOver: 100, keepRecentResults: 1 } : {},
  );

/** What each of them does to messages. */
const WAYS: Readonly<Record<string, number>> = {
  summary: SUMMARIZE,
  hybrid: DROP,
  'selective-summary': SUMMARIZE,
  'tool-output-truncation': EDIT,
  'combo-advanced': SUMMARIZE,
  offload: OFFLOAD,
};

describe.each(Object.keys(WAYS))('%s', (strategy) => {
  const series = run(strategy);
  const requests = series.size.length;
  const compactions = series.points.filter(({ level }) => level > 0);

  test('undoing its records, the last first, gives the recording back', () => {
    const records = series.records();
    expect(records.length).toBe(compactions.length);
    expect(records.length).toBeGreaterThan(1);
    expect(new Set(records.map(({ state }) => state !== undefined))).toEqual(new Set([strategy === 'offload']));
    expect(restore(series.contextAt(requests + 1).messages, records)).toEqual({ ok: true, value: base.messages });
    expect(
      records.map(({ tokensBefore, tokensAfter, messagesBefore, messagesAfter }) => [tokensBefore, tokensAfter, messagesBefore, messagesAfter]),
    ).toEqual(compactions.map(({ before, after, messagesBefore, messagesAfter }) => [before, after, messagesBefore, messagesAfter]));
  });

  test('a context looked into is the one that went out, and tells what became of every message before it', () => {
    const answers = base.messages.flatMap(({ role }, i) => (role === 'assistant' ? [i] : []));
    for (let at = 1; at <= requests + 1; at += 4) {
      const look = series.contextAt(at);
      const until = answers[at - 1] ?? base.n;
      if (at <= requests) expect(look.total).toBe(series.size[at - 1]);
      expect(look.levels).toBe(compactions.filter((point) => point.at <= at).length);
      expect(look.fates).toHaveLength(until);
      expect(look.messages).toHaveLength(look.tokens.length);
      const isTold = (i: number): boolean => {
        const [fate, place, by] = [look.fates[i]!, look.place[i]!, look.decidedBy[i]!];
        if (by > 0 !== (fate !== KEEP) || by > look.levels) return false;
        if (fate === KEEP) return look.messages[place] === base.messages[i];
        if (fate === EDIT || fate === OFFLOAD) return look.origins[place] === i && look.messages[place] !== base.messages[i];
        return fate === DROP ? place === -1 : look.origins[place] === -1;
      };
      expect(Array.from(look.fates.keys()).filter((i) => !isTold(i))).toEqual([]);
      // Each place is of one original, or of what was put in.
      expect(Array.from(look.origins).filter((i) => i >= 0)).toEqual(
        Array.from({ length: until }, (_, i) => i).filter((i) => look.fates[i] !== DROP && look.fates[i] !== SUMMARIZE),
      );
    }
  });

  test('the reason of a fate is that of the compaction that decided it; what stands has none', () => {
    const look = series.contextAt(requests + 1);
    const first = [1, look.levels].map((level) => look.decidedBy.indexOf(level)).filter((i) => i >= 0);
    expect(first.length).toBeGreaterThan(0);
    expect(look.fates.some((fate) => fate === WAYS[strategy])).toBe(true);
    for (const i of first) expect(look.reasonOf(i)).toMatchObject({ key: expect.any(String) });
    expect(look.reasonOf(look.fates.indexOf(KEEP))).toBeNull();
    expect(look.reasonOf(base.n)).toBeNull();
    expect(series.contextAt(1).reasonOf(base.n - 1)).toBeNull();
  });
});

test('what a summary held goes with it when a later compaction drops the summary', () => {
  const pad = 'and so on '.repeat(40);
  const lines: TalkMessage[] = [{ system: 'Be brief.' }, { user: `Go. ${pad}` }];
  for (let i = 0; i < 12; i++) lines.push({ says: `Step ${i}. ${pad}` });
  const long = talk(lines);
  const series = runOf(long, 'sliding-window', { window: 1000, summarizer, trigger: any(ratio(0.8)), target: 0.6 });
  const end = series.contextAt(series.size.length + 1);
  for (let i = 0; i < long.n; i++) if (end.fates[i] === SUMMARIZE) expect(end.messages[end.place[i]!]!.compaction?.kind).toBe('summary');
  expect(end.fates.some((fate) => fate === SUMMARIZE)).toBe(true);
});
