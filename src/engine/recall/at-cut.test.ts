import { describe, expect, test } from 'vitest';
import { parseTranscript } from '../formats/index.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import { DEFAULT_SIGNALS, prepare } from '../signals/signal-prepare.ts';
import { createBuiltIn, settledAt } from '../summarizers/built-in.ts';
import type { Summarizer, SummaryRequest } from '../summarizers/contract.ts';
import { charCounts } from '../testing/counts.ts';
import { recordingLines } from '../testing/recordings.ts';
import { deep } from '../testing/scale.ts';
import { sharedFiles } from '../testing/shared.ts';
import { type TalkMessage, talk } from '../testing/talks.ts';
import { preparedPart } from './recall-cuts.ts';
import { sharingSummaries } from './at-cut.ts';

const first = (base: PreparedTranscript, n: number): PreparedTranscript =>
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

const quiet = (n: number): TalkMessage[] => Array.from({ length: n }, (_, k) => ({ says: `Step ${k} is done.` }));

describe('when a summary is settled', () => {
  test('sixty messages after its last member', () => {
    const base = talk([{ user: 'Please look.' }, ...quiet(70)]);
    expect(settledAt(base, range(0, 10))).toBe(69);
    expect(settledAt(base, range(0, 11))).toBe(70);
    expect(settledAt(base, range(0, 12))).toBeNull();
  });

  test('not where the result of a call comes later and has failed', () => {
    const lines = (shows: string): TalkMessage[] => [{ call: 'a', args: '{}' }, ...quiet(80), { result: 'a', shows }, ...quiet(80)];
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
    const ask = (context: PreparedTranscript, wanted: SummaryRequest) => sharing.summarize(context, wanted);
    ask(first(base, 90), request(range(4, 12)));
    ask(first(base, 90), request(range(4, 12), 200));
    expect(asked()).toBe(2);
    ask(first(base, 90), request(range(60, 68)));
    ask(first(base, 100), request(range(60, 68)));
    expect(asked()).toBe(4);
    ask(preparedPart(base, Int32Array.from([0, ...range(2, 90)])), request(range(4, 12)));
    expect(asked()).toBe(5);
  });

  test('members with a gap, in another order of runs, or fewer of them are other requests', () => {
    const { summarizer, asked } = counted();
    const sharing = sharingSummaries(base, summarizer);
    const members = [range(4, 12), [...range(4, 8), ...range(9, 13)], range(4, 11), range(5, 12), [4, 6, 8], [4, 5, 8], [4, 6, 7]];
    for (const of of members) sharing.summarize(first(base, 120), request(of));
    expect(asked()).toBe(members.length);
    for (const of of members) sharing.summarize(first(base, 130), request(Int32Array.from(of) as unknown as number[]));
    expect(asked()).toBe(members.length);
  });

  test('everything that a summariser may read besides the messages makes another request', () => {
    const { summarizer, asked } = counted();
    const sharing = sharingSummaries(base, summarizer);
    const plain = request(range(4, 12));
    const others: Partial<SummaryRequest>[] = [
      { maxChars: 900 },
      { style: 'plain' },
      { tooLong: 'fail' as NonNullable<SummaryRequest['tooLong']> },
      { mergeEarlier: true },
      { quotes: { task: 1 } as unknown as NonNullable<SummaryRequest['quotes']> },
      { quotes: { lastUser: 1 } as unknown as NonNullable<SummaryRequest['quotes']> },
      { quotes: { tasks: 1 } as unknown as NonNullable<SummaryRequest['quotes']> },
      { prompt: 'S4' },
    ];
    for (const other of [{}, ...others]) sharing.summarize(first(base, 120), { ...plain, ...other });
    expect(asked()).toBe(1 + others.length);
    // The id of a summary is only its name.
    sharing.summarize(first(base, 120), { ...plain, id: 'summary-9' });
    expect(asked()).toBe(1 + others.length);
  });

  test('the message by which a summary is settled has to be in the context, and shared with the recording', () => {
    const { summarizer, asked } = counted();
    const sharing = sharingSummaries(base, summarizer);
    const settled = settledAt(base, range(4, 12))!;
    for (const n of [settled, settled]) sharing.summarize(first(base, n), request(range(4, 12)));
    expect(asked()).toBe(2);
    for (const n of [settled + 1, settled + 1]) sharing.summarize(first(base, n), request(range(4, 12)));
    expect(asked()).toBe(3);
    // The same messages, counted by another tokenizer.
    const other = first(base, settled + 1);
    sharing.summarize({ ...other, counts: { ...other.counts, text: (words) => words.length } }, request(range(4, 12)));
    expect(asked()).toBe(4);
  });

  test('neither a failure nor an answer that is still to come is remembered', async () => {
    for (const outcome of [
      { ok: false, failure: 'error', message: 'gone', summarizer: 'x', ms: 0 } as const,
      Promise.resolve({ ok: false, failure: 'error', message: 'gone', summarizer: 'x', ms: 0 } as const),
    ]) {
      let asked = 0;
      const summarize = () => {
        asked++;
        return outcome;
      };
      const sharing = sharingSummaries(base, { ...createBuiltIn(), summarize });
      for (const n of [90, 120]) expect(await sharing.summarize(first(base, n), request(range(4, 12)))).toMatchObject({ ok: false });
      expect(asked).toBe(2);
    }
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
