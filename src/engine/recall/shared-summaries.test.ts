import { describe, expect, test } from 'vitest';
import { parseTranscript } from '../formats/index.ts';
import type { Prepared } from '../signals/contract.ts';
import { DEFAULT_SIGNALS, prepare } from '../signals/prepare.ts';
import { createBuiltIn } from '../summarizers/built-in.ts';
import type { Summarizer, SummaryRequest } from '../summarizers/contract.ts';
import { settledAt } from '../summarizers/settled.ts';
import { charCounts } from '../testing/counts.ts';
import { recordingLines } from '../testing/recordings.ts';
import { deep } from '../testing/scale.ts';
import { sharedFiles } from '../testing/shared.ts';
import { type Line, talk } from '../testing/talks.ts';
import { preparedPart } from './cuts.ts';
import { sharingSummaries } from './shared-summaries.ts';

const first = (base: Prepared, n: number): Prepared =>
  preparedPart(
    base,
    Int32Array.from({ length: n }, (_, i) => i),
  );
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, k) => from + k);
const request = (members: readonly number[], maxTokens = 300): SummaryRequest => ({ id: 'summary-1', members, maxTokens, style: 'sections' });

/** The built-in summariser, and how often it was asked. */
function counted(): { readonly summarizer: Summarizer; asked(): number } {
  let asked = 0;
  const builtIn = createBuiltIn();
  return {
    summarizer: {
      ...builtIn,
      summarize(input, wanted) {
        asked++;
        return builtIn.summarize(input, wanted);
      },
    },
    asked: () => asked,
  };
}

const quiet = (n: number): Line[] => Array.from({ length: n }, (_, k) => ({ says: `Step ${k} is done.` }));

describe('when a summary is settled', () => {
  test('sixty messages after its last member', () => {
    const base = talk([{ user: 'Please look.' }, ...quiet(70)]);
    expect(settledAt(base, range(0, 10))).toBe(69);
    expect(settledAt(base, range(0, 11))).toBe(70);
    expect(settledAt(base, range(0, 12))).toBeNull();
  });

  test('not where the result of a call comes later and has failed', () => {
    const lines = (shows: string): Line[] => [{ call: 'a', args: '{}' }, ...quiet(80), { result: 'a', shows }, ...quiet(80)];
    expect(settledAt(talk(lines('Error: no such file')), [0])).toBeNull();
    expect(settledAt(talk(lines('All is well')), [0])).toBe(60);
    expect(settledAt(talk(lines('Error: no such file')), range(0, 25))).toBe(84);
  });
});

describe('summaries of contexts that begin alike', () => {
  const base = talk(recordingLines(3, 80));

  test('are written once', () => {
    const { summarizer, asked } = counted();
    const sharing = sharingSummaries(base, summarizer);
    const [earlier, later] = [first(base, 90), first(base, 140)].map((context) => sharing.summarize(context, request(range(4, 12))));
    expect(asked()).toBe(1);
    expect(later).toBe(earlier);
    expect(sharingSummaries(base, summarizer)).toBe(sharing);
  });

  test('are others for other limits, for members near the end, and in contexts with other messages', () => {
    const { summarizer, asked } = counted();
    const sharing = sharingSummaries(base, summarizer);
    const ask = (context: Prepared, wanted: SummaryRequest) => sharing.summarize(context, wanted);
    ask(first(base, 90), request(range(4, 12)));
    ask(first(base, 90), request(range(4, 12), 200));
    expect(asked()).toBe(2);
    ask(first(base, 90), request(range(60, 68)));
    ask(first(base, 100), request(range(60, 68)));
    expect(asked()).toBe(4);
    ask(preparedPart(base, Int32Array.from([0, ...range(2, 90)])), request(range(4, 12)));
    expect(asked()).toBe(5);
  });

  test('a summariser that cannot tell is asked every time', () => {
    const { settledAt: _, ...silent } = createBuiltIn();
    expect(sharingSummaries(base, silent)).toBe(silent);
  });
});

describe.skipIf(sharedFiles().length === 0)('over the shared transcripts', () => {
  test('a settled summary is the same as that of the whole', () => {
    let compared = 0;
    for (const file of sharedFiles()) {
      const parsed = parseTranscript(file.bytes(), { name: file.file });
      if (!parsed.ok) continue;
      for (const transcript of parsed.value.conversations.slice(0, 2)) {
        const base = prepare(transcript, charCounts(transcript), DEFAULT_SIGNALS);
        const builtIn = createBuiltIn();
        for (let from = 0; from + 100 < base.n; from += deep ? 45 : 180) {
          const members = range(from, from + 30);
          const settled = settledAt(base, members);
          if (settled === null) continue;
          const early = builtIn.summarize(first(base, settled + 1), request(members));
          expect(early).toEqual(builtIn.summarize(base, request(members)));
          compared++;
        }
      }
    }
    expect(compared).toBeGreaterThan(deep ? 30 : 8);
  });
});
