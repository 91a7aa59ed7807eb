/** What the answers say of every row (docs/ask.md#scores). */
import { bootstrap } from '../recall/pooled.ts';
import { actionOfAnswer, agreementOf } from './actions.ts';
import {
  type Agreement,
  type AskAnswer,
  type AskCutReport,
  type AskReport,
  type AskRow,
  type AskTask,
  FULL,
  type Interval,
  type Offline,
  OFFLINE,
  type Probe,
  type ProbeAnswer,
  type Verdict,
} from './contract.ts';
import { correlationsOf, supportedBy } from './correlate.ts';
import { judgementIn, judgeRequest } from './judge.ts';
import type { AskContext, AskCut, AskPlan } from './plan.ts';
import { answersIn, noVerdicts, verdictOf } from './verdicts.ts';

/** By task; one that is missing has no answer. */
export type Answers = ReadonlyMap<string, AskAnswer>;

const mean = (values: readonly number[]): number | null => (values.length === 0 ? null : values.reduce((a, b) => a + b, 0) / values.length);

const NO_AGREEMENT: Agreement = { tool: null, args: null, files: null };

function meanAgreement(all: readonly Agreement[]): Agreement {
  const of = (part: keyof Agreement): number | null => mean(all.flatMap((one) => one[part] ?? []));
  return { tool: of('tool'), args: of('args'), files: of('files') };
}

/** One row at one cut. */
interface AtCut {
  readonly cut: number;
  readonly tokens: number;
  readonly steps: number;
  readonly stepsFailed: number;
  readonly recorded: Agreement;
  readonly full: Agreement;
  readonly repeated: number | null;
  readonly reRead: number | null;
  readonly answers: readonly ProbeAnswer[];
  readonly measures: AskContext['measures'];
  readonly rolledBack: AskContext['rolledBack'];
}

function atCut(cut: AskCut, c: number, context: AskContext, answers: Answers, judged: Answers): AtCut {
  const given = (ids: readonly string[]) => ids.flatMap((id) => (answers.has(id) ? [{ id, action: actionOfAnswer(answers.get(id)!) }] : []));
  const mine = given(context.steps);
  const full = given(cut.contexts[0]!.steps);
  // An answer is not compared with itself: for the full context these are its own samples among themselves.
  const pairs = mine.flatMap((one) => full.flatMap((other) => (one.id === other.id ? [] : [agreementOf(one.action, other.action)])));
  return {
    cut: c,
    tokens: context.tokens,
    steps: mine.length,
    stepsFailed: context.steps.length - mine.length,
    recorded: meanAgreement(mine.map(({ action }) => agreementOf(action, cut.recorded))),
    full: meanAgreement(pairs),
    repeated: mean(mine.map(({ action }) => cut.past.repeatedIn(action))),
    reRead: mean(mine.map(({ action }) => cut.past.reReadIn(action))),
    answers: probeAnswers(cut, context, answers, judged),
    measures: context.measures,
    rolledBack: context.rolledBack,
  };
}

function saidOf({ probes }: AskCut, { questions }: AskContext, answers: Answers): readonly string[] {
  return answersIn((questions === null ? undefined : answers.get(questions)?.text) ?? '', probes.length);
}

function probeAnswers(cut: AskCut, context: AskContext, answers: Answers, judged: Answers): readonly ProbeAnswer[] {
  return saidOf(cut, context, answers).map((said, p) => {
    const probe = cut.probes[p]!;
    const byRule = verdictOf(probe, said);
    const verdict = isJudged(probe, said, byRule) ? (judgement(judgeIds(probe, said), judged) ?? byRule) : byRule;
    return { row: context.row, probe, there: context.there[p]!, said, verdict };
  });
}

const JUDGED: ReadonlySet<Verdict> = new Set<Verdict>(['right', 'wrong']);
/** Whether a judge is asked: that nothing is there needs no judgement, nor do the expected words themselves. */
const isJudged = (probe: Probe, said: string, byRule: Verdict): boolean => JUDGED.has(byRule) && said !== probe.answer;
const ORDERS = [false, true] as const;
/** By what is asked: contexts that are answered alike share a judgement. */
const judgeIds = ({ question, answer }: Probe, said: string): readonly string[] =>
  ORDERS.map((reversed) => `${JSON.stringify([question, answer, said])}/${reversed ? 'b' : 'a'}`);

/** The judge's verdict where it is the same in both orders; null = that of the rule stands. */
function judgement(ids: readonly string[], judged: Answers): Verdict | null {
  const [one, other] = ids.map((id) => (judged.has(id) ? judgementIn(judged.get(id)!.text) : null));
  return one === null || one === undefined || one !== other ? null : one ? 'right' : 'wrong';
}

/** The requests to a judge about the answers to probes. */
export function judgeTasks(plan: AskPlan, answers: Answers): readonly AskTask[] {
  const tasks = new Map<string, AskTask>();
  for (const cut of plan.cuts) {
    for (const context of cut.contexts) {
      saidOf(cut, context, answers).forEach((said, p) => {
        const probe = cut.probes[p]!;
        if (!isJudged(probe, said, verdictOf(probe, said))) return;
        judgeIds(probe, said).forEach((id, k) => {
          tasks.set(id, { id, kind: 'judge', sample: 0, request: judgeRequest(probe, said, ORDERS[k]!) });
        });
      });
    }
  }
  return [...tasks.values()];
}

function rowOf(key: string, strategy: string, failed: AskRow['failed'], found: readonly AtCut[], seed: number): AskRow {
  const [there, lost] = [noVerdicts(), noVerdicts()];
  for (const { there: isThere, verdict } of found.flatMap(({ answers }) => answers)) (isThere ? there : lost)[verdict]++;
  const total = (counts: Record<Verdict, number>): number => counts.right + counts.wrong + counts.absent + counts.none;
  const share = (part: number, of: number): number | null => (of === 0 ? null : part / of);
  const interval = (kept: readonly number[], of: readonly number[]): Interval | null =>
    of.length < 2 || of.every((one) => one === 0) ? null : bootstrap(kept, of, seed);
  const args = found.flatMap(({ full }) => full.args ?? []);
  const rolledBack = found.filter((at) => at.rolledBack !== null);
  return {
    key,
    strategy,
    failed,
    cuts: found.length,
    rolledBack: rolledBack.length === 0 ? null : { cuts: rolledBack.map(({ cut }) => cut), reason: rolledBack.at(-1)!.rolledBack! },
    tokens: mean(found.map(({ tokens }) => tokens)),
    steps: found.reduce((sum, { steps }) => sum + steps, 0),
    stepsFailed: found.reduce((sum, { stepsFailed }) => sum + stepsFailed, 0),
    recorded: found.length === 0 ? NO_AGREEMENT : meanAgreement(found.map(({ recorded }) => recorded)),
    full: found.length === 0 ? NO_AGREEMENT : meanAgreement(found.map(({ full }) => full)),
    fullInterval: interval(
      args,
      args.map(() => 1),
    ),
    repeated: mean(found.flatMap(({ repeated }) => repeated ?? [])),
    reRead: mean(found.flatMap(({ reRead }) => reRead ?? [])),
    there,
    lost,
    right: share(there.right + lost.right, total(there) + total(lost)),
    rightInterval: interval(
      found.map(({ answers }) => answers.filter(({ verdict }) => verdict === 'right').length),
      found.map(({ answers }) => answers.length),
    ),
    used: share(there.right, total(there)),
    madeUp: share(lost.wrong, total(lost)),
  };
}

/** Scores of all rows. `judged` = answers to `judgeTasks`. */
export function askReport(plan: AskPlan, answers: Answers, judged: Answers = new Map()): AskReport {
  const keys = [{ key: FULL, strategy: FULL, failed: null }, ...plan.rows];
  const found = keys.map(({ key, failed }) =>
    failed
      ? []
      : plan.cuts.flatMap((cut, c) => {
          const context = cut.contexts.find(({ row }) => row === key);
          return context ? [atCut(cut, c, context, answers, judged)] : [];
        }),
  );
  const byCut = (row: readonly AtCut[], value: (at: AtCut) => number | null): readonly (number | null)[] =>
    plan.cuts.map((_, c) => {
      const at = row.find(({ cut }) => cut === c);
      return at ? value(at) : null;
    });
  // The full context is the yardstick: it has no place among what is compared.
  const rows = found.slice(1);
  const told = (value: (at: AtCut) => number | null) => rows.map((row) => byCut(row, value));
  const offline = (id: Offline, { tokens, answers: all, measures }: AtCut): number | null => {
    if (id === 'tokens') return tokens;
    return id === 'present' ? mean(all.map(({ there }) => Number(there))) : (measures[id] ?? null);
  };
  const measures = OFFLINE.map((id) => ({ id, values: told((at) => offline(id, at)) }));
  const correlations = correlationsOf(
    measures,
    {
      args: told(({ full }) => full.args),
      tool: told(({ full }) => full.tool),
      right: told(({ answers: all }) => mean(all.map(({ verdict }) => Number(verdict === 'right')))),
    },
    plan.seed,
  );
  return {
    samples: plan.samples,
    rows: keys.map(({ key, strategy, failed }, k) => rowOf(key, strategy, failed, found[k]!, plan.seed)),
    cuts: plan.cuts.map((cut, c): AskCutReport => {
      const { recorded, past, at, tokens } = cut;
      return {
        at,
        tokens,
        recorded: { tools: recorded.calls.map(({ name }) => name), repeated: past.repeatedIn(recorded), reRead: past.reReadIn(recorded) },
        answers: found.flatMap((row) => row.find(({ cut: k }) => k === c)?.answers ?? []),
      };
    }),
    measures,
    correlations,
    supported: supportedBy(correlations),
  };
}
