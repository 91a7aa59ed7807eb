/**
 * Shared transcripts (all of them in the deep tests) under every strategy: every provider takes the result as it took the recording. So it does
 * what is exported, and what is at a request of a replay. (All conversations of the files with hundreds: contract suite.)
 */
import { describe, expect, test } from 'vitest';
import { resolveTarget } from '../tokens/contract.ts';
import type { CompactionResult } from '../compaction/types.ts';
import { conversationsOf, parseTranscript, serializeTranscript } from '../formats/index.ts';
import { ruleSetOf, ruleSetsOf } from '../formats/contract.ts';
import { originalViolations } from '../measures/request.ts';
import { strategies } from '../pipelines/index.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import { DEFAULT_SIGNALS, prepare } from '../signals/signal-prepare.ts';
import { createBuiltIn } from '../summarizers/built-in.ts';
import { optionsOf, provedParams, runNow } from '../testing/contract.ts';
import { charCounts } from '../testing/counts.ts';
import { introduced } from '../testing/introduced.ts';
import { anthropicProblems, chatProblems } from '../testing/provider-rules.ts';
import { deep, someSharedFiles } from '../testing/scale.ts';
import type { Message, Transcript } from '../transcript/types.ts';
import { replayNow } from './replay.ts';
import type { Replay } from './contract.ts';

/** Every format has a contract of its own: of the everyday files every second one. */
const files = someSharedFiles().filter((file, k) => (deep || k % 2 === 0) && parseTranscript(file.bytes(), { name: file.file }).ok);
const summarizer = createBuiltIn();

const preparedOf = (transcript: Transcript): PreparedTranscript => prepare(transcript, charCounts(transcript), DEFAULT_SIGNALS);

/** First conversations of a file. */
function transcriptsIn(file: (typeof files)[number], first: number): readonly Transcript[] {
  const parsed = parseTranscript(file.bytes(), { name: file.file });
  return parsed.ok
    ? conversationsOf(parsed.value)
        .slice(0, first)
        .map(({ transcript }) => transcript)
    : [];
}

function* resultsOf(
  p: PreparedTranscript,
  targets: readonly number[],
  model?: string,
): Generator<{ readonly what: string; readonly result: CompactionResult }> {
  const { total } = p.counts;
  // What was recorded stands as it is.
  for (const strategy of strategies.filter(({ recorded }) => !recorded)) {
    for (const share of targets) {
      const circumstance = { window: 128_000, target: resolveTarget(share, total, 128_000), own: false, ...(model ? { model } : {}) };
      const result = runNow(p, strategy, optionsOf(strategy, circumstance, summarizer));
      if (result.outcome === 'compacted') yield { what: `${strategy.id} at ${share}`, result };
    }
  }
}

// Of the recording's own provider: testing/real-transcripts.ts, where the same runs are made.
describe.skipIf(files.length === 0)('the provider takes every result', () => {
  test.each(['gemini-2.5-pro', 'claude-opus-5-5', 'gpt-5.2'])('of %s', (model) => {
    const found: string[] = [];
    for (const file of deep ? files : files.slice(0, 4)) {
      for (const transcript of transcriptsIn(file, 1)) {
        const p = preparedOf(transcript);
        for (const { what, result } of resultsOf(p, [0.3], model))
          found.push(...introduced(p, result, model).map((rule) => `${rule}: ${file.file}, ${what}`));
      }
    }
    expect(found).toEqual([]);
  });
});

/** Formats that a provider takes as they are, and what it would say. */
const EXPORTS = { 'anthropic-messages': anthropicProblems, 'openai-chat': chatProblems } as const;

describe.skipIf(files.length === 0)('what is exported', () => {
  test.each(files.map((file) => [file.file, file] as const))('%s is valid without a message that the export puts in', (_name, file) => {
    for (const transcript of transcriptsIn(file, 2)) {
      const p = preparedOf(transcript);
      const id = ruleSetOf(transcript) === 'anthropic' ? 'anthropic-messages' : 'openai-chat';
      const before = exported(transcript, transcript.messages, id);
      expect(before.problems).toEqual([]);
      for (const { what, result } of resultsOf(p, [0.2, 0.5])) {
        const after = exported(transcript, result.context(), id);
        expect([what, after.problems]).toEqual([what, []]);
        expect([what, after.put.filter((code) => !before.put.includes(code))]).toEqual([what, []]);
      }
    }
  });
});

/** Codes of what an export changes so that the provider takes it. */
const PUT_IN = new Set(['user-first', 'result-added', 'orphan-result']);

function exported(transcript: Transcript, messages: readonly Message[], id: keyof typeof EXPORTS) {
  const written = serializeTranscript({ ...transcript, messages, branches: [], compactions: [], subagents: [] }, id);
  if (!written.ok) throw new Error(written.error.message);
  const { text, warnings } = written.value;
  return { problems: EXPORTS[id](JSON.parse(text)), put: warnings.map(({ code }) => code).filter((code) => PUT_IN.has(code)) };
}

describe.skipIf(files.length === 0)('what stands at a request of a replay', () => {
  const rows = strategies
    .filter(({ onDemand }) => !onDemand)
    .map((strategy) => ({ key: strategy.id, strategy: strategy.id, params: provedParams(strategy) }));

  test.each(files.map((file) => [file.file, file] as const))('%s', (_name, file) => {
    for (const transcript of transcriptsIn(file, 1)) {
      const p = preparedOf(transcript);
      const replay = replayNow(p, rows, {
        window: Math.max(500, Math.round(p.counts.total * 0.6)),
        trigger: { triggers: [{ kind: 'ratio', share: 0.8 }], combine: 'any' },
        target: 0.5,
        own: false,
        weight: 0.6,
        seed: 1,
        warning: null,
        cooldown: 0,
        answer: null,
        caching: 'none',
        prices: null,
        summarizer,
      });
      if (replay instanceof Promise) throw new Error('expected an answer at once');
      expect(replay.series.map(({ failed }) => failed)).toEqual(rows.map(() => null));
      expect(introducedBy(p, replay)).toEqual([]);
    }
  });
});

/** By message: two messages of one recording never share an id, and what a compaction put in has one of its own. */
function brokenBy(p: PreparedTranscript, messages: readonly Message[]): readonly string[] {
  const context = preparedOf({ ...p.transcript, messages });
  return ruleSetsOf(p.transcript).flatMap((rules) =>
    originalViolations(context, rules).map(({ rule, message }) => `${rule} ${messages[message]?.id}`),
  );
}

/** By strategy: what the context breaks at the request after the last compaction, and the recording does not. */
function introducedBy(p: PreparedTranscript, { series, baseline, requests }: Replay): readonly string[] {
  // A call that was not answered yet when the recording ended is the recording's own.
  const recorded = new Set(brokenBy(p, baseline.contextAt(requests + 1).messages));
  return series.flatMap((one) => {
    const last = one.points.findLast(({ outcome }) => outcome === 'compacted');
    const broken = last ? brokenBy(p, one.contextAt(Math.min(last.at, requests)).messages) : [];
    return broken.filter((rule) => !recorded.has(rule)).map((rule) => `${one.strategy}: ${rule}`);
  });
}
