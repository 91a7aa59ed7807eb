import { describe, expect, it } from 'vitest';
import { levelOf } from '../../compaction/history.ts';
import type { CompactionResult } from '../../compaction/types.ts';
import { conversationsOf, parseTranscript } from '../../formats/index.ts';
import { writePlayground } from '../../formats/playground/index.ts';
import type { PreparedTranscript } from '../../signals/contract.ts';
import type { Summarizer, SummaryRequest } from '../../summarizers/contract.ts';
import { createBuiltIn } from '../../summarizers/built-in.ts';
import { optionsOf, runNow } from '../../testing/contract.ts';
import { letters } from '../../testing/plans.ts';
import { block, type SessionMessage, preparedSession, says, sessionOf, tokensOf } from '../../testing/sessions.ts';
import { countingSummarizer, failingSummarizer } from '../../testing/summarizer.ts';
import type { Message, Transcript } from '../../transcript/types.ts';
import { resolveParams } from '../params.ts';
import { carriedFacts, selectiveSummary } from './selective-summary.ts';
import { afterRequest, stateOf } from './shared/selective-state.ts';

const turn = (k: number): (SessionMessage | readonly SessionMessage[])[] => [
  says('user', `Please look at part ${k}. ${tokensOf(20)}`),
  block(`c${k}`, 'Read', `{"path":"src/part-${k}.ts"}`, tokensOf(200)),
  says('assistant', `Part ${k} is done. ${tokensOf(20)}`),
];
/** System prompt, eight turns of about 250 tokens, a last question. */
const lines = [says('system', 'You are careful.'), ...[1, 2, 3, 4, 5, 6, 7, 8].flatMap(turn), says('user', 'And what about the rest?')];
const session = sessionOf(lines);
/** A message of a context as a line of another session, which numbers its own. */
const withoutId = ({ id: _id, ...line }: Message): SessionMessage => line;
const input = preparedSession(session);

const textsOf = (messages: readonly Message[]): string =>
  messages.flatMap(({ parts }) => parts.flatMap((p) => (p.type === 'text' ? [p.text] : []))).join('\n');

const run = (target: number, params: object = {}, summarizer: Summarizer = countingSummarizer(), of: PreparedTranscript = input): CompactionResult =>
  runNow(of, selectiveSummary, optionsOf(selectiveSummary, { window: 100_000, target, own: false, params: { ...params } }, summarizer));

/** Of the messages that may go one stays. */
const all = { rules: { ASSISTANT_MESSAGE: { keepRecent: 1 }, USER_MESSAGE: { keepRecent: 0 } } };

describe('the full summary', () => {
  it('comes only where the rules are not enough, over what they left', () => {
    const rulesOnly = run(1600);
    expect([letters(rulesOnly.plan), rulesOnly.summaries.length]).toEqual([`K${'KDDK'.repeat(3)}${'KKKK'.repeat(5)}K`, 0]);
    const fallback = run(600, all);
    expect(letters(fallback.plan)).toBe(`K${'DDDD'.repeat(3)}DSSS${'SSSS'.repeat(4)}S`);
    expect(fallback.summaries[0]?.request.members).toEqual(Array.from({ length: 20 }, (_, k) => 14 + k));
    expect(fallback.plan.reason(14)).toEqual({ key: 'sum-still-over', values: { after: expect.any(Number), threshold: 600 } });
    expect(fallback.plan.reason(2)).toMatchObject({ key: 'drop-type-older' });
  });

  it('comes always where that is asked for', () => {
    const always = run(1600, { always: true });
    expect(letters(always.plan)).toBe(`K${'SDDS'.repeat(3)}${'SSSS'.repeat(5)}S`);
    expect(always.plan.reason(1).key).toBe('sum-always');
  });

  it('stands between its tags, in five sections, with the last user message word for word', () => {
    const result = run(1400, { always: true, summaryMaxTokens: 600 }, createBuiltIn());
    const [system, summary, ...rest] = result.context();
    expect([system, rest]).toEqual([input.messages[0], []]);
    expect(summary?.compaction).toMatchObject({ kind: 'summary' });
    const text = textsOf([summary!]);
    expect(text).toMatch(/^<summary>\n## [\s\S]*\n<\/summary>\n\n<last_user_message>\nAnd what about the rest\?\n<\/last_user_message>$/);
    expect(text.match(/^## (.*)$/gm)).toEqual([
      '## Task overview',
      '## Current state',
      '## Important discoveries',
      '## Next steps',
      '## Context to preserve',
    ]);
  });

  it('is asked for up to three times', () => {
    const counting = countingSummarizer();
    const failsFirst = (times: number): { summarizer: Summarizer; asked: () => number } => {
      let asked = 0;
      const summarize: Summarizer['summarize'] = (prepared, request) =>
        ++asked <= times ? failingSummarizer('error').summarize(prepared, request) : counting.summarize(prepared, request);
      return { summarizer: { id: 'late', title: 'Late', summarize }, asked: () => asked };
    };
    const twice = failsFirst(2);
    expect([run(600, {}, twice.summarizer).outcome, twice.asked()]).toEqual(['compacted', 3]);
    const thrice = failsFirst(3);
    expect([run(600, {}, thrice.summarizer).outcome, thrice.asked()]).toEqual(['rejected', 3]);
  });

  it('leaves header, pins and CRITICAL where they are', () => {
    const marked = preparedSession(session, { marks: { m6: 'pin' } });
    // The pin protects its tool block: m6 and m7.
    const result = run(600, all, countingSummarizer(), marked);
    expect(letters(result.plan)).toBe('KDDDDDKKDDDDDDSSSSSSSSSSSSSSSSSSSS');
    expect(result.outcome).toBe('compacted');
  });
});

describe('a failed summary', () => {
  it('rolls everything back and starts a cooldown, which ends after so many requests', () => {
    const result = run(600, {}, failingSummarizer('empty'));
    expect([result.outcome, result.context()]).toEqual(['rejected', input.messages]);
    expect(result.why).toEqual({ key: 'rejected-rolled-back', values: { failure: 'empty', tries: 3, cooldown: 3 } });
    const { state } = result.record();
    expect(state).toEqual({ selective: { cooldownLeft: 3, truncated: [], reasoning: [], offloaded: [] } });

    let later: Transcript = { ...session, extra: { ...state } };
    const outcomes: string[] = [];
    for (let request = 0; request < 4; request++) {
      outcomes.push(run(600, {}, countingSummarizer(), preparedSession(later)).outcome);
      later = afterRequest(later);
    }
    expect(outcomes).toEqual(['unchanged', 'unchanged', 'unchanged', 'compacted']);
    expect(afterRequest(later)).toBe(later);
  });

  it('weakness: rolled back, the context stays over the threshold; cured by dropping the oldest', () => {
    expect(run(600, {}, failingSummarizer('error')).tokensAfter).toBe(input.counts.total);
    const dropped = run(600, { ...all, dropOnFailure: true, protectRounds: 2 }, failingSummarizer('error'));
    expect([dropped.outcome, dropped.metTarget, dropped.summaries.length]).toEqual(['compacted', true, 0]);
    // What the rules left goes from the oldest on, until 600 tokens are left.
    expect(letters(dropped.plan)).toBe(`K${'D'.repeat(25)}${'K'.repeat(8)}`);
    expect(dropped.plan.reason(14)).toMatchObject({ key: 'drop-oldest-instead', values: { rank: 1 } });
    expect(dropped.note).toEqual({ key: 'note-drop-on-failure', values: { failure: 'error' } });
    expect(dropped.record().state).toBeUndefined();
  });

  it('weakness: during the cooldown nothing happens; cured by compacting without a summary', () => {
    const skipped = run(600, { cooldownLeft: 2 });
    expect([skipped.outcome, skipped.why]).toEqual([
      'unchanged',
      { key: 'unchanged-cooldown', values: { left: 2, tokens: input.counts.total, threshold: 600 } },
    ]);
    const summarizer = countingSummarizer();
    const dropped = run(600, { cooldownLeft: 2, dropInCooldown: true, protectRounds: 2 }, summarizer);
    expect([dropped.outcome, dropped.metTarget, summarizer.asked]).toEqual(['compacted', true, []]);
    expect(dropped.note).toEqual({ key: 'note-drop-in-cooldown', values: { left: 2 } });
  });
});

/** Says nothing of what it read, but carries earlier summaries over where it is asked to. */
const forgetful: Summarizer = {
  id: 'forgetful',
  title: 'Forgetful',
  summarize({ messages }: PreparedTranscript, { members, mergeEarlier }: SummaryRequest) {
    const earlier = mergeEarlier ? textsOf(members.map((i) => messages[i]!).filter(({ compaction }) => compaction)) : '';
    const text = `${earlier}\nWork went on.`.trim();
    return { ok: true, text, tokens: Math.ceil(text.length / 4), spans: [], masked: 0, summarizer: 'forgetful', ms: 0 };
  },
};

describe('what a summary loses', () => {
  it('weakness: free text may leave a section out; cured by a structured summary', () => {
    const free = run(1400, { always: true, summaryMaxTokens: 100 }, createBuiltIn()).summaries[0]!;
    expect(() => JSON.parse(free.outcome.text)).toThrow(SyntaxError);
    const structured = run(1400, { always: true, structuredSummary: true, summaryMaxTokens: 400 }, createBuiltIn()).summaries[0]!;
    expect(Object.keys(JSON.parse(structured.outcome.text) as object)).toHaveLength(5);
    expect(structured.text).toContain('<summary>\n{');
  });

  const facts = preparedSession(
    sessionOf([
      ...lines.slice(0, -1),
      block('x', 'Bash', '{"command":"npm test"}', 'FAIL src/login/session-store.ts\nTypeError [ERR_STALE_TOKEN]: token is stale'),
      says('assistant', 'The culprit is refreshSessionToken in src/login/session-store.ts. The key is sk-proj-abc123def456ghi789jkl012mno345.'),
      says('user', 'Go on.'),
    ]),
  );

  it('weakness: paths, error codes and identifiers get lost; cured by carrying them over', () => {
    const wanted = ['src/login/session-store.ts', 'ERR_STALE_TOKEN', 'refreshSessionToken'];
    const missing = (params: object) => {
      const text = textsOf(run(600, params, forgetful, facts).context());
      return wanted.filter((fact) => !text.includes(fact));
    };
    expect(missing({})).toEqual(wanted);
    expect(missing({ carryIdentifiers: true })).toEqual([]);
  });

  it('carries within its bound, without secrets, and plans for it', () => {
    const carried = (carriedMaxTokens: number): string => {
      const { summaries, tokensAfter } = run(600, { carryIdentifiers: true, carriedMaxTokens }, forgetful, facts);
      expect(tokensAfter).toBeLessThan(facts.counts.total);
      return /<carried_over>[\s\S]*<\/carried_over>/.exec(summaries[0]!.text)?.[0] ?? '';
    };
    expect(facts.counts.text(carried(300))).toBeLessThanOrEqual(300);
    expect(facts.counts.text(carried(50))).toBeLessThanOrEqual(50);
    expect(carried(50).length).toBeLessThan(carried(300).length);
    expect(carried(300)).not.toContain('sk-proj');
  });

  const earlier = (text: string, generation?: number): SessionMessage => ({
    role: 'user',
    parts: [{ type: 'text', text: `<summary>\n${text}\n</summary>` }],
    compaction: { kind: 'summary', ...(generation === undefined ? {} : { generation }) },
  });
  const twice = (generation?: number): PreparedTranscript =>
    preparedSession(sessionOf([lines[0]!, earlier('Never deploy on Fridays.', generation), ...lines.slice(1)]));

  it('weakness: earlier summaries are summarised again; cured by merging them', () => {
    expect(textsOf(run(600, {}, forgetful, twice()).context())).not.toContain('Never deploy on Fridays.');
    const merged = run(600, { mergeSummaries: true }, forgetful, twice());
    expect(merged.summaries[0]!.text).toContain('Never deploy on Fridays.');
    expect(merged.context().find(({ compaction }) => compaction)?.compaction?.generation).toBe(2);
  });

  it('rewrites a merged summary only so many times', () => {
    const at = (generation: number, params: object = {}) =>
      run(600, { mergeSummaries: true, maxGenerations: 3, ...params }, forgetful, twice(generation));
    expect(letters(at(2).plan)[1]).toBe('S');
    const frozen = at(3);
    expect([frozen.outcome, letters(frozen.plan)[1]]).toEqual(['compacted', 'K']);
    expect(frozen.plan.reason(1)).toEqual({ key: 'keep-generation', values: { generation: 3, limit: 3 } });
    expect(frozen.context().map(({ compaction }) => compaction?.generation ?? null)).toEqual([null, 3, null]);
    expect(letters(at(3, { mergeSummaries: false }).plan)[1]).toBe('S');
  });

  it('weakness: references to offloaded results are lost with their messages; cured by carrying them, also on to the next summary', () => {
    const reference = '[offloaded 0abc1234567: Read result, 2,345 tokens, kept outside the context]';
    const withReference = preparedSession(sessionOf([...lines.slice(0, 2), block('o', 'Read', '{}', reference), ...lines.slice(2)]));
    expect(textsOf(run(500, { keepReferences: false }, forgetful, withReference).context())).not.toContain(reference);
    const first = run(500, {}, forgetful, withReference);
    expect(textsOf(first.context())).toContain(reference);
    const next = preparedSession(sessionOf([...first.context().map(withoutId), ...lines.slice(1)]));
    expect(textsOf(run(500, {}, forgetful, next).context())).toContain(reference);
    expect(textsOf(run(500, { keepReferences: false }, forgetful, next).context())).not.toContain(reference);
  });
});

describe('the log', () => {
  const said = (result: CompactionResult): string[] => result.log().map(({ level, event, reason }) => `${level} ${event ?? reason.key}`);

  it('has the study’s lines with their levels, and its events', () => {
    expect(said(run(1600))).toEqual(['info log-selective-start', 'info log-selective-blocks', 'info COMPACTION_PERFORMED']);
    expect(said(run(600, all))).toEqual([
      'info log-selective-start',
      'info log-selective-blocks',
      'info log-selective-truncate',
      'info log-selective-truncate',
      'info log-selective-summary',
      'info COMPACTION_PERFORMED',
      'info CONVERSATION_REPLACED',
    ]);
    expect(said(run(600, {}, failingSummarizer('timeout'))).slice(-2)).toEqual(['info log-selective-summary', 'warn log-selective-rollback']);
    expect(said(run(600, { dropOnFailure: true }, failingSummarizer('timeout')))).toContain('warn log-selective-dropped');
    expect(said(run(600, { cooldownLeft: 1 }))).toEqual(['warn log-selective-cooldown']);
    expect(said(run(100_000))).toEqual([]);
    const skill = preparedSession(sessionOf([lines[0]!, says('user', 'Base directory for this skill: /s'), ...lines.slice(1)]));
    const dropped = run(1200, { protectRounds: 8 }, countingSummarizer(), skill)
      .log()
      .find(({ reason }) => reason.key === 'log-selective-drop');
    expect(dropped).toMatchObject({ level: 'info', reason: { values: { type: 'SKILL_PROMPT', removed: 1 } } });
    // The summary alone: the system prompt is not of the conversation.
    expect(run(600).log().at(-1)?.reason.values).toEqual({ count: 1 });
  });

  it('has the phases with tokens before and after where they are asked for', () => {
    const phases = (result: CompactionResult) =>
      result.log().flatMap(({ reason: { key, values } }) => (key === 'log-selective-phase' ? [[values!.phase, values!.before, values!.after]] : []));
    const { total } = input.counts;
    const result = run(600, { emitMetaEvents: true });
    const selected = Number(result.plan.reason(14).values?.after);
    expect(phases(result)).toEqual([
      ['selective_start', total, total],
      ['selective_done', total, selected],
      ['summary_start', selected, selected],
      ['summary_done', selected, result.tokensAfter],
    ]);
    expect(phases(run(600, { emitMetaEvents: true }, failingSummarizer('empty'))).at(-1)).toEqual(['rollback', selected, total]);
    expect(phases(run(600, { emitMetaEvents: true, cooldownLeft: 1 }))).toEqual([['cooldown', total, total]]);
    expect(phases(run(600))).toEqual([]);
  });
});

describe('the state', () => {
  const long = sessionOf([
    ...lines.slice(0, -1),
    block('w', 'Bash', '{}', tokensOf(900)),
    block('v', 'Bash', '{}', 'ok', 'hm'),
    says('assistant', 'So.'),
    lines.at(-1)!,
  ]);

  it('of truncation records and protected reasoning goes with the context and survives export and import', () => {
    const result = run(1300, { ...all, reasoningExpires: false }, countingSummarizer(), preparedSession(long));
    expect(result.record().state).toEqual({
      selective: { cooldownLeft: 0, truncated: [{ message: 'm34', part: 0, chars: expect.any(Number) }], reasoning: ['m35'], offloaded: [] },
    });
    const { transcript } = levelOf(long, result);
    const parsed = parseTranscript(new TextEncoder().encode(writePlayground([transcript])), { name: 'saved.json' });
    expect(parsed.ok && stateOf(conversationsOf(parsed.value)[0]!.transcript)).toEqual(stateOf(transcript));
    expect(stateOf(transcript).truncated).toHaveLength(1);
  });

  it('of a stranger’s file is read as far as it has its shape', () => {
    const strange = { cooldownLeft: -1, truncated: [{ message: 1 }, null, { message: 'm1', part: 0, chars: 5 }], reasoning: 'm2', offloaded: [{}] };
    expect(stateOf({ ...session, extra: { selective: strange } })).toEqual({
      cooldownLeft: 0,
      truncated: [{ message: 'm1', part: 0, chars: 5 }],
      reasoning: [],
      offloaded: [],
    });
    expect(stateOf({ ...session, extra: { selective: [1] } }).cooldownLeft).toBe(0);
  });
});

describe('limits of what is carried over', () => {
  it('an error line is cut at 160 characters', () => {
    const carried = (length: number): string =>
      carriedFacts(preparedSession(sessionOf([says('assistant', `TypeError: ${'a'.repeat(length - 11)}`)])), 1000);
    expect(carried(160)).toContain(`TypeError: ${'a'.repeat(149)}\n`);
    expect(carried(161)).toContain(`TypeError: ${'a'.repeat(149)}…\n`);
  });

  it('500 of a kind are looked at', () => {
    const paths = Array.from({ length: 502 }, (_, k) => `src/p${k}.ts`).join(' ');
    const carried = carriedFacts(preparedSession(sessionOf([says('assistant', paths)])), 5000);
    expect(carried.match(/src\/p/g)).toHaveLength(500);
  });

  it('a cooldown lasts 20 requests at most', () => {
    const may = (cooldown: number): boolean => resolveParams(selectiveSummary.params, { cooldown }).ok;
    expect([may(20), may(21)]).toEqual([true, false]);
  });
});
