/** What the study says first: our own strategies under measures that share no code with them, and where they lose. */
import { INDEPENDENT, type Independent } from '../../src/engine/recall/independent/contract.ts';
import { FLOORS } from '../../src/engine/measures/independent/contract.ts';
import type { Conversation, Counted, StudyData } from './data.ts';
import { interval2, leftOf, linkOf, percent, share2, shown, table } from './format.ts';
import {
  boundAt,
  bindingOf,
  type Interval,
  itemsOf,
  ledgerLead,
  longOf,
  type Mean,
  meanOf,
  ownVersions,
  recallOf,
  seedIds,
  seenBy,
  shortOf,
  type Spread,
  spreadOf,
} from './statistics.ts';

export const NAMES: Readonly<Record<Independent, string>> = {
  strings: 'exact strings',
  paths: 'paths',
  edits: 'edits',
  wording: 'wording',
  pairs: 'pairs',
  userWords: 'the user’s words',
};
/** Wording and pairs are used again by habit too: they are shown and decide nothing alone. */
export const DECIDING: readonly Independent[] = INDEPENDENT.filter((name) => name !== 'wording' && name !== 'pairs');
const LEDGER = 'fact-ledger';
const SHARES = [0.1, 0.2, 0.3] as const;

type Of = (counted: Counted) => number | null;
const kept: Of = (one) => one.kept;
const chance: Of = (one) => one.chance;
const newest: Of = (one) => one.newest;
const oracle: Of = (one) => one.oracle;
const plain: Of = (one) => one.plain ?? null;

const mean = (all: readonly Conversation[], share: number, id: string, measure: Independent, of: Of): Mean | null =>
  meanOf(all, (c) => itemsOf(c, share, id, measure, of));
const lead = (all: readonly Conversation[], share: number, id: string, measure: Independent, over: Of): Spread | null =>
  spreadOf(all, (c) => itemsOf(c, share, id, measure, (one) => one.kept - (over(one) ?? 0)));

/** Above or below by the whole interval of files and of projects, else not told apart. */
export type Verdict = 'above' | 'below' | 'apart';
export function verdictOf({ byFile, byProject }: Pick<Spread, 'byFile' | 'byProject'>): Verdict {
  const all = (holds: (interval: Interval) => boolean): boolean => holds(byFile) && holds(byProject);
  if (all(([low]) => low > 0)) return 'above';
  return all(([, high]) => high < 0) ? 'below' : 'apart';
}

const WORDS: Readonly<Record<Verdict, string>> = { above: 'above', below: 'below', apart: 'not told apart' };

/** `a, b and c`; a dash where there is none. */
const list = (names: readonly string[]): string =>
  names.length === 0 ? 'none' : names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`;

function byVerdict(all: readonly Conversation[], share: number, id: string, over: Of): Readonly<Record<Verdict, readonly string[]>> {
  const found: Record<Verdict, string[]> = { above: [], below: [], apart: [] };
  for (const measure of INDEPENDENT) {
    const spread = lead(all, share, id, measure, over);
    if (spread) found[verdictOf(spread)].push(NAMES[measure]);
  }
  return found;
}

const size = (all: readonly Conversation[]): string => {
  const files = new Set(all.map(({ file }) => file)).size;
  return `${all.length} conversation${all.length === 1 ? '' : 's'} from ${files} file${files === 1 ? '' : 's'}`;
};

/** One sentence of a version against the newest messages and chance in its tokens. */
function versionLine(data: StudyData, all: readonly Conversation[], id: string): string {
  const share = 0.2;
  const of = (measure: Independent): string =>
    `${NAMES[measure]} ${shown(mean(all, share, id, measure, kept))} (newest ${shown(mean(all, share, id, measure, newest))}, chance ${shown(mean(all, share, id, measure, chance))}, clairvoyant ${shown(mean(all, share, id, measure, oracle))})`;
  const against = byVerdict(all, share, id, newest);
  const random = byVerdict(all, share, id, chance);
  const lower = underNewest(all, share, id);
  return `- **${linkOf(data, id)}**, asked for ${percent(share)}, left ${leftOf(all, share, id)} and keeps of what was needed: ${of('strings')}, ${of('paths')}. Against the newest messages in its tokens it is above by the whole interval (of files and of projects) in ${list(against.above)}, below in ${list(against.below)}, and not told apart in ${list(against.apart)}${lower.length > 0 ? ` (the mean is lower in ${list(lower)})` : ''}; against chance above in ${list(random.above)}, below in ${list(random.below)}.`;
}

/** Measures in which a version keeps less than the newest messages, by the mean. */
const underNewest = (all: readonly Conversation[], share: number, id: string): readonly string[] =>
  INDEPENDENT.filter((measure) => (lead(all, share, id, measure, newest)?.mean ?? 0) < 0).map((measure) => NAMES[measure]);

/** How much of each measure is habit, as counted after recorded compactions. */
const habits = (): string =>
  INDEPENDENT.flatMap((measure) => {
    const floor = FLOORS[measure];
    return floor === null ? [] : `${NAMES[measure]} ${floor.lost} of ${floor.needed}`;
  }).join(', ');

/** Strategies of the seeds that the first edition is above in their own tokens, by measure. */
function aboveSeeds(
  data: StudyData,
  all: readonly Conversation[],
  measure: Independent,
): { readonly above: number; readonly below: number; readonly of: number } {
  const found = seedIds(data).flatMap((id) => meanOf(all, (c) => itemsOf(c, 0.2, id, measure, (one) => one.ledger - one.kept)) ?? []);
  return {
    above: found.filter(({ interval }) => interval[0] > 0).length,
    below: found.filter(({ interval }) => interval[1] < 0).length,
    of: found.length,
  };
}

/** The answer in a few sentences, with numbers from the tables below. */
export function answer(data: StudyData): string {
  const share = 0.2;
  const long = longOf(data.conversations);
  const short = shortOf(data.conversations);
  const seeds = INDEPENDENT.map((measure) => ({ measure, ...aboveSeeds(data, long, measure) })).filter(({ of }) => of > 0);
  const own = (all: readonly Conversation[]): string =>
    `${shown(meanOf(all, (c) => recallOf(c, share, LEDGER)))}, where chance in its tokens keeps ${shown(meanOf(all, (c) => boundAt(c, share, LEDGER, 'randomAt')))}`;
  const unseen = ownVersions(data).map((id) => {
    const [seen, not] = [seenBy(id, long, true), seenBy(id, long, false)];
    const strings = (of: readonly Conversation[]): string =>
      of.length === 0
        ? 'nothing to measure'
        : `${shown(mean(of, share, id, 'strings', kept))} (newest ${shown(mean(of, share, id, 'strings', newest))})`;
    return `${linkOf(data, id)} ${strings(seen)} on ${size(seen)} that were seen while it was written, ${strings(not)} on ${size(not)} that were not (there the mean is under the newest messages’ in ${list(underNewest(not, share, id))})`;
  });
  return [
    `**What holds** on the ${size(long)} in which there is something to choose, by measures that share no code with any strategy:`,
    '',
    ...ownVersions(data).map((id) => versionLine(data, long, id)),
    `- **Against the strategies of the seeds**, each in the tokens that it left, the fact ledger is above by the whole interval of files: ${seeds.map(({ measure, above, below, of }) => `${NAMES[measure]} ${above} of ${of}${below > 0 ? ` (below ${below})` : ''}`).join(', ')}.`,
    `- **Seen and unseen**, exact strings: ${unseen.join('; ')}.`,
    `- **The own recall says more than that.** By the facts that the ledger’s own extractor finds it keeps ${own(long)}; on the ${size(short)} in which what must stay takes more than half of the 20 % budget ${own(short)}. The extractor is the ledger’s eye: what it sees, the ledger writes down. This number is no longer shown without the independent ones.`,
    `- **Habit:** of what recorded agents used after a compaction of their own, their context had lost ${habits()}. Wording and pairs decide nothing alone.`,
    `- **Presence can be gamed:** a bare list of facts has an own recall of ${shown(meanOf(long, (c) => recallOf(c, share, 'fact-list')))}, but only ${shown(meanOf(long, (c) => bindingOf(c, share, 'fact-list')))} of what it keeps still stands among words that it stood among; in the ledger it is ${shown(meanOf(long, (c) => bindingOf(c, share, LEDGER)))}.`,
  ].join('\n');
}

/** Our versions at three targets beside what their tokens are worth otherwise. */
export function independentTable(data: StudyData, all: readonly Conversation[], shares: readonly number[] = SHARES): string {
  const row = (label: string, left: string, share: number, id: string, of: Of): string[] => [
    percent(share),
    label,
    left,
    ...INDEPENDENT.map((measure) => shown(mean(all, share, id, measure, of))),
  ];
  const hasPlain = data.strategies.some(({ id }) => id === 'newest-half');
  return [
    `${size(all)}.`,
    '',
    table(
      ['target', 'row', 'tokens left', ...INDEPENDENT.map((measure) => NAMES[measure])],
      shares.flatMap((share) =>
        ownVersions(data).flatMap((id) => [
          row(linkOf(data, id), leftOf(all, share, id), share, id, kept),
          row('– chance in its tokens', '', share, id, chance),
          row('– newest messages', '', share, id, newest),
          ...(hasPlain ? [row('– newest half, then older words and calls', '', share, id, plain)] : []),
          row('– clairvoyant', '', share, id, oracle),
        ]),
      ),
    ),
  ].join('\n');
}

/** Leads over the newest messages with both intervals, on the conversations that have something to choose. */
export function leadTable(data: StudyData, all: readonly Conversation[]): string {
  const cells = (spread: Spread | null): string[] =>
    spread === null
      ? ['–', '–', '–', '–', '–']
      : [
          share2(spread.mean),
          interval2(spread.byFile),
          interval2(spread.byProject),
          `${spread.of}, ${spread.files}, ${spread.projects}`,
          WORDS[verdictOf(spread)],
        ];
  return table(
    ['row', 'measure', 'above the newest', '95 % by file', '95 % by project', 'conversations, files, projects', 'verdict'],
    ownVersions(data).flatMap((id) =>
      INDEPENDENT.map((measure) => [linkOf(data, id), NAMES[measure], ...cells(lead(all, 0.2, id, measure, newest))]),
    ),
  );
}

/** Seen and unseen files of each version, apart. */
export function seenTable(data: StudyData, all: readonly Conversation[]): string {
  return table(
    ['row', 'files', 'conversations', 'tokens left', 'own recall', ...INDEPENDENT.map((measure) => `${NAMES[measure]} (newest)`)],
    ownVersions(data).flatMap((id) =>
      [true, false].map((seen) => {
        const of = seenBy(id, all, seen);
        return [
          linkOf(data, id),
          seen ? 'seen' : 'unseen',
          String(of.length),
          leftOf(of, 0.2, id),
          shown(meanOf(of, (c) => recallOf(c, 0.2, id))),
          ...INDEPENDENT.map((measure) => `${shown(mean(of, 0.2, id, measure, kept))} (${shown(mean(of, 0.2, id, measure, newest))})`),
        ];
      }),
    ),
  );
}

/** Every strategy of the seeds by the independent measures, above the newest messages in its tokens. */
export function seedsTable(data: StudyData, all: readonly Conversation[], ids: readonly string[]): string {
  const share = 0.2;
  const above = (id: string, measure: Independent): Mean | null => meanOf(all, (c) => itemsOf(c, share, id, measure, (one) => one.kept - one.newest));
  const order = new Map(ids.map((id) => [id, above(id, 'strings')?.mean ?? Number.NEGATIVE_INFINITY]));
  return table(
    ['strategy', 'tokens left', ...INDEPENDENT.map((measure) => NAMES[measure]), 'ledger’s lead, own recall'],
    ids
      .toSorted((a, b) => order.get(b)! - order.get(a)!)
      .map((id) => [
        linkOf(data, id),
        leftOf(all, share, id),
        ...INDEPENDENT.map((measure) => {
          const lead = above(id, measure);
          const share2d = shown(mean(all, share, id, measure, kept));
          return lead === null ? share2d : `${share2d} (${lead.mean >= 0 ? '+' : ''}${share2(lead.mean)})`;
        }),
        shown(meanOf(all, (c) => ledgerLead(c, share, id))),
      ]),
  );
}
