/** What a report is made of: plain data, without a text of any message unless somebody asked for them. */
import { type Answer, lettersOf } from '../engine/answer/contract.ts';
import type { MissedFact } from '../engine/measures/types.ts';
import type { PolicyRun } from '../engine/policy-run.ts';
import type { Recall } from '../engine/recall/contract.ts';
import type { Report } from '../engine/report.ts';
import type { Grouping, SetOverview } from '../engine/sets/contract.ts';
import type { SetSentenceInput } from '../i18n/answer-words.ts';
import type { Terms } from './frame.ts';
import type { ReportAnswer } from './report-answer.ts';

/** What a strip draws of a run. */
export type DrawnRun = Pick<PolicyRun, 'key' | 'fates' | 'left' | 'into' | 'summaries'>;

export interface ReportData {
  /** Name of the file or sample. */
  readonly name: string;
  readonly report: Report;
  /** null without a recall. */
  readonly told: ReportAnswer | null;
  /** Of the same rows; null = not measured. */
  readonly recall: Recall | null;
  /** Key of A. */
  readonly yours: string | null;
  /** Tokens before each message, length n + 1: the widths of the strips. */
  readonly prefix: ArrayLike<number>;
  /** By key of a row. */
  readonly runs: ReadonlyMap<string, DrawnRun>;
  /** What the page or the terminal was told to do, as `name: value`; no keys, no texts. */
  readonly settings: readonly (readonly [name: string, value: string])[];
  /** The messages, for the HTML file; absent or null = none of their text is in the report. */
  readonly texts?: ReportTexts | null;
}

export interface ReportTexts {
  /** Secrets that were masked; null = nothing was looked for. */
  readonly masked: number | null;
  readonly messages: readonly { readonly role: string; readonly text: string }[];
}

export interface SetReportData extends Pick<SetSentenceInput, 'target' | 'wishes' | 'titleOf'> {
  /** Key of the row that the differences are held against. */
  readonly base: string | null;
  /** Of the folder, the archive or the file of results. */
  readonly name: string;
  /** Names are in it; else sessions are numbers, and a failure is its code. */
  readonly names: boolean;
  readonly overview: SetOverview;
  /** What its groups are of. */
  readonly by: Grouping;
  /** Keys of the rows that are a scale. */
  readonly controls: ReadonlySet<string>;
  /** Every session of the set, and every file that gave none, in the order of their names. */
  readonly sessions: readonly SetReportSession[];
  /** As `name: value`; no keys, no texts. */
  readonly settings: Terms;
}

export interface SetReportSession {
  /** As in the figures; null = a file that could not be read. */
  readonly session: string | null;
  readonly name: string;
  readonly format: string | null;
  readonly messages: number | null;
  readonly tokens: number | null;
  /** Whether the tokens were counted exactly. */
  readonly exact: boolean;
  readonly state: 'compared' | 'left-out' | 'missing' | 'failed';
  /** Where it failed: why, as a code and as a sentence. */
  readonly why: { readonly code: string; readonly reason: string } | null;
}

/** The places of the compared rows. */
export const LETTERS = ['A', 'B', 'C'] as const;

/** A, B and C of the page; after them those that stand next: what is refused, over the budget or a scale is none of them. */
export const bestIn = (answer: Answer, own: string | null, isOurs: (key: string) => boolean): readonly string[] =>
  [...lettersOf(own, answer, isOurs), ...answer.order.filter((key) => (answer.barred[key] ?? 'chance') === 'chance')].filter((key) => key !== null);

/** A place in the recording; `message` in the context that is compared, −1 where it is no part of it. */
export interface Place {
  readonly message: number;
  readonly recorded: number;
}

/** A string or path that was needed later and that some of the rows asked about lost, over all cuts. */
export interface LostFact {
  readonly text: string;
  readonly kind: MissedFact['kind'];
  /** What used it, the earliest first. */
  readonly needed: readonly Place[];
  /** The first loss of the first row that lost it: its cut (an index), what used it then, and where it was said last before that. */
  readonly cut: number;
  readonly use: Place;
  readonly said: Place;
  /** Cuts at which each row lost it, in the order of the rows; null where nobody knows what the row holds. */
  readonly lost: readonly (number | null)[];
}

/**
 * The most often lost by the first row first.
 * @param placeOf a message of the recording
 */
export function lostFacts(
  recall: Recall | null,
  keys: readonly string[],
  placeOf: (message: number) => Place = (message) => ({ message, recorded: message }),
): readonly LostFact[] {
  const found = new Map<string, { readonly row: number; first: MissedFact; readonly needed: Set<number>; readonly lost: (number | null)[] }>();
  const rows = keys.map((key) => recall?.rows.find((one) => one.key === key));
  for (const [row, one] of rows.entries())
    for (const miss of one?.lostItems() ?? []) {
      const id = `${miss.kind} ${miss.fact}`;
      const fact = found.get(id) ?? { row, first: miss, needed: new Set(), lost: rows.map((each) => (each && !each.byCut ? null : 0)) };
      if (fact.row === row && miss.neededAt < fact.first.neededAt) fact.first = miss;
      fact.needed.add(miss.neededAt);
      fact.lost[row] = (fact.lost[row] ?? 0) + 1;
      found.set(id, fact);
    }
  return Array.from(found.values(), ({ first, needed, lost }) => ({
    text: first.fact,
    kind: first.kind,
    needed: [...needed].sort((a, b) => a - b).map(placeOf),
    cut: first.cut,
    use: placeOf(first.neededAt),
    said: placeOf(first.seenAt),
    lost,
  })).sort((a, b) => ofFirst(b) - ofFirst(a) || b.needed.length - a.needed.length || a.said.recorded - b.said.recorded);
}

const ofFirst = ({ lost: [first] }: LostFact): number => first ?? 0;

/** Facts that the first row lost: the most often needed first. */
export const mostNeeded = (facts: readonly LostFact[]): readonly LostFact[] =>
  facts.filter((fact) => ofFirst(fact) > 0).toSorted((a, b) => b.needed.length - a.needed.length || ofFirst(b) - ofFirst(a));
