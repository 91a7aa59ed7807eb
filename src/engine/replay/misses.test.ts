import { describe, expect, test } from 'vitest';
import { headerFacts } from '../recall/header-facts.ts';
import { factIndexOf, recallFacts } from '../signals/facts/index.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import { createBuiltIn } from '../summarizers/built-in.ts';
import { recordingLines } from '../testing/recordings.ts';
import { run as runOf } from '../testing/replay.ts';
import { type TalkMessage, talk } from '../testing/talks.ts';
import type { Message } from '../transcript/types.ts';
import type { Trigger } from '../triggers/contract.ts';
import type { ReplayOptions, ReplaySeries } from './contract.ts';

const builtIn = createBuiltIn();

const run = (base: PreparedTranscript, strategy: string, triggers: readonly Trigger[], changes: Partial<ReplayOptions> = {}): ReplaySeries =>
  runOf(base, strategy, { window: 100_000, trigger: { triggers, combine: 'any' }, target: 0.3, summarizer: builtIn, ...changes });

const pad = 'and so on and so on '.repeat(30);
const lines: TalkMessage[] = [
  { system: 'Mind systemRelay.' },
  { user: `Rename firstRelay, systemRelay and otherRelay. ${pad}` },
  { says: `secondRelay is beside it. ${pad}` },
  { user: 'Go on.' },
  { says: 'Now firstRelay and systemRelay.' },
  { user: 'otherRelay too.' },
  { says: 'firstRelay again, otherRelay, secondRelay, brandNewRelay.' },
];

describe('misses at the moment of use', () => {
  test('what was lost, where it was needed, and what lost it', () => {
    // By hand before the second answer: everything but the header and the last user message goes.
    const series = run(talk(lines), 'head-tail', [{ kind: 'hand', messages: [3] }], { target: 60 });
    expect(series.points.map(({ at, outcome }) => [at, outcome])).toEqual([[2, 'compacted']]);
    expect(series.misses()).toEqual([
      { fact: 'firstRelay', kind: 'identifier', request: 2, neededAt: 4, seenAt: 1, lostBy: 0 },
      // Said in answer 2: no miss any more. `otherRelay` was said again by the user, `brandNewRelay` by nobody before.
      { fact: 'secondRelay', kind: 'identifier', request: 3, neededAt: 6, seenAt: 2, lostBy: 0 },
    ]);
  });

  test('without a compaction nothing is missed', () => {
    expect(run(talk(lines), 'head-tail', []).misses()).toEqual([]);
  });

  test.each(['sliding-window', 'message-truncation', 'structured-extraction', 'oldest-removal'])(
    '%s: every use of a known fact is either in the context or a miss',
    (strategy) => {
      const base = talk(recordingLines(3, 50));
      const series = run(base, strategy, [{ kind: 'ratio', share: 0.8 }], { window: Math.round(base.counts.total * 0.4) });
      expect(series.points.filter(({ level }) => level > 0).length).toBeGreaterThan(1);
      const misses = series.misses();
      expect(misses.length).toBeGreaterThan(3);

      const index = factIndexOf(base.transcript, 'recall');
      const inHeader = headerFacts(base);
      const keysOf = (message: Message): string[] =>
        message.parts.flatMap((part) => {
          if (part.type === 'text') return recallFacts(part.text).map(({ key }) => key);
          if (part.type === 'tool-call') return recallFacts(part.args, 'arguments').map(({ key }) => key);
          if (part.type === 'tool-result')
            return part.content.flatMap((c) => (c.type === 'text' ? recallFacts(c.text, 'result').map(({ key }) => key) : []));
          return [];
        });
      const expected: string[] = [];
      const said = new Set<string>();
      let request = 0;
      base.messages.forEach((message, i) => {
        if (message.role === 'assistant') {
          request++;
          const there = new Set(series.contextAt(request).messages.flatMap(keysOf));
          for (const key of new Set(keysOf(message))) {
            if (said.has(key) && !there.has(key) && inHeader[index.idOf(key)] === 0) expected.push(`${request} ${i} ${key}`);
          }
        }
        for (const key of keysOf(message)) said.add(key);
      });
      const texts = new Map(index.key.map((key, id) => [index.text[id], key]));
      expect(misses.map(({ request: at, neededAt, fact }) => `${at} ${neededAt} ${texts.get(fact)}`)).toEqual(expected);
      for (const { lostBy, request: at } of misses) expect(series.points[lostBy]!.at).toBeLessThanOrEqual(at);
    },
  );
});
