/** The tables of docs/study.md, from its data alone. */
import { LEAST_FACTS } from '../../src/engine/recall/recall.ts';
import { type Conversation, KINDS, type StudyData, type Whole } from './data.ts';
import {
  byGain,
  cutsOf,
  ids,
  isControl,
  isVariant,
  leftOf,
  linkOf,
  numberOf,
  ownIds,
  percent,
  SHARES,
  share2,
  shown,
  table,
  thousands,
  totalOf,
  withInterval,
} from './format.ts';
import { answer, independentTable, leadTable, seedsTable, seenTable } from './headline.ts';
import { productAnswer, productTable } from './products.ts';
import {
  bindingOf,
  boundAt,
  boundOf,
  gainOf,
  isTuned,
  kendall,
  ledgerLead,
  longOf,
  meanOf,
  ownVersions,
  recallOf,
  rowOf,
  seedIds,
  separates,
  shortOf,
  wholeOf,
} from './statistics.ts';

const LEDGER = 'fact-ledger';

/** Own recall at every target: what chance and the clairvoyant keep within it, and our versions with the bounds in their tokens. */
function ownTable(data: StudyData, all: readonly Conversation[]): string {
  const row = (label: string, of: (share: number) => string): string[] => [label, ...SHARES.map(of)];
  const of = (id: string): string[][] => [
    row(linkOf(data, id), (share) => withInterval(meanOf(all, (c) => recallOf(c, share, id)))),
    row('– chance in its tokens', (share) => shown(meanOf(all, (c) => boundAt(c, share, id, 'randomAt')))),
    row('– oracle in its tokens', (share) => shown(meanOf(all, (c) => boundAt(c, share, id, 'oracleAt')))),
    row('– tokens that it left', (share) => leftOf(all, share, id)),
    row('– binding', (share) => shown(meanOf(all, (c) => bindingOf(c, share, id)))),
  ];
  return table(
    ['own recall within', ...SHARES.map(percent)],
    [
      row('chance (mean of 20 random removals)', (share) => withInterval(meanOf(all, (c) => boundOf(c, share, 'random')))),
      row('oracle (knows the future, keeps whole blocks)', (share) => withInterval(meanOf(all, (c) => boundOf(c, share, 'oracle')))),
      ...[...ownVersions(data), 'fact-list'].flatMap(of),
    ],
  );
}

/** Every strategy at one target, the largest gain first. */
function mainTable(data: StudyData, all: readonly Conversation[], share: number): string {
  const rows = ownIds(data).toSorted(byGain(data, all, share));
  const cuts = cutsOf(all);
  return table(
    ['strategy', 'no.', 'recall (95 %)', 'tokens left', 'target met', 'gain (95 %)', 'ledger’s lead (95 %)', 'binding', 'invalid'],
    rows.map((id) => [
      `${linkOf(data, id)}${isControl(data, id) ? ' (control)' : ''}`,
      String(numberOf(data, id)),
      withInterval(meanOf(all, (c) => recallOf(c, share, id))),
      leftOf(all, share, id),
      percent(totalOf(all, share, id, 'met') / cuts),
      withInterval(meanOf(all, (c) => gainOf(c, share, id))),
      id === LEDGER ? '–' : withInterval(meanOf(all, (c) => ledgerLead(c, share, id))),
      shown(meanOf(all, (c) => bindingOf(c, share, id))),
      String(totalOf(all, share, id, 'invalid')),
    ]),
  );
}

/** Whether the ledger is above every strategy of the systems, each in its own tokens, by more than the interval. */
function leads(data: StudyData, all: readonly Conversation[]): string {
  const seeds = seedIds(data);
  return table(
    ['target', 'seeds’ strategies', 'ledger above, in the same tokens', 'above by more than the interval', 'smallest lead', 'where'],
    SHARES.map((share) => {
      const found = seeds.map((id) => ({ id, lead: meanOf(all, (c) => ledgerLead(c, share, id))! }));
      const least = found.reduce((a, b) => (b.lead.mean < a.lead.mean ? b : a));
      return [
        percent(share),
        String(seeds.length),
        String(found.filter(({ lead }) => lead.mean > 0).length),
        String(found.filter(({ lead }) => lead.interval[0] > 0).length),
        withInterval(least.lead),
        linkOf(data, least.id),
      ];
    }),
  );
}

const WHOLE: readonly (readonly [keyof Whole, string])[] = [
  ['retention', '[facts](measures.md#fact-retention)'],
  ['constraints', '[constraints](measures.md#constraints)'],
  ['artifacts', '[files (F1)](measures.md#artifact-trail)'],
  ['openWork', '[open work](measures.md#open-work)'],
  ['errorFix', '[error → fix](measures.md#error-fix-pairs)'],
  ['cache', '[cache](measures.md#cache-survival)'],
];

/** The measures without a future, at one target. */
function wholeTable(data: StudyData, all: readonly Conversation[], share: number): string {
  return table(
    ['strategy', 'tokens left', ...WHOLE.map(([, title]) => title)],
    ownIds(data).map((id) => [
      linkOf(data, id),
      leftOf(all, share, id),
      ...WHOLE.map(([measure]) => shown(meanOf(all, (c) => wholeOf(c, share, id, measure)))),
    ]),
  );
}

/** Ranks of the strategies by other measures, against the gain. */
function ranks(data: StudyData, all: readonly Conversation[]): string {
  const seeds = [...seedIds(data), ...ownVersions(data)];
  const against = (share: number, of: (c: Conversation, id: string) => number | null): string => {
    const both = seeds.map((id) => [meanOf(all, (c) => gainOf(c, share, id)), meanOf(all, (c) => of(c, id))] as const).filter(([, y]) => y !== null);
    const tau = kendall(
      both.map(([x]) => x!.mean),
      both.map(([, y]) => y!.mean),
    );
    return tau === null ? '–' : share2(tau);
  };
  const row = (name: string, of: (share: number) => (c: Conversation, id: string) => number | null): string[] => [
    name,
    ...SHARES.map((share) => against(share, of(share))),
  ];
  return table(
    ['Kendall’s τ with the gain', ...SHARES.map(percent)],
    [
      row('recall, whatever it costs', (share) => (c, id) => recallOf(c, share, id)),
      row('tokens left', (share) => (c, id) => rowOf(c, share, id).tokens),
      row('binding', (share) => (c, id) => bindingOf(c, share, id)),
      ...WHOLE.map(([measure, title]) => row(title, (share) => (c, id) => wholeOf(c, share, id, measure))),
    ],
  );
}

/** For each strategy, the number of others that it separates from. */
function pairs(data: StudyData, all: readonly Conversation[], share: number): string {
  const compared = [...seedIds(data), ...ownVersions(data)];
  const apart = new Map(compared.map((id) => [id, { above: 0, below: 0 }]));
  let separate = 0;
  compared.forEach((a, i) => {
    for (const b of compared.slice(0, i)) {
      const by = separates(all, share, a, b);
      if (by === 0) continue;
      separate++;
      apart.get(by > 0 ? a : b)!.above++;
      apart.get(by > 0 ? b : a)!.below++;
    }
  });
  const of = (compared.length * (compared.length - 1)) / 2;
  const sorted = compared.toSorted((a, b) => apart.get(b)!.above - apart.get(b)!.below - (apart.get(a)!.above - apart.get(a)!.below));
  return [
    `At ${percent(share)}, ${separate} of ${of} pairs of strategies separate by their gain (controls left out).`,
    '',
    table(
      ['strategy', 'above', 'below', 'not told apart'],
      sorted.map((id) => {
        const { above, below } = apart.get(id)!;
        return [linkOf(data, id), String(above), String(below), String(compared.length - 1 - above - below)];
      }),
    ),
  ].join('\n');
}

const KIND_TITLES = { coding: 'coding agents', tools: 'agents with other tools (customer service)', chat: 'chats without tools' } as const;

/** The gain by kind of conversation; short conversations pooled by file. */
function byKind(data: StudyData, share: number): string {
  const groups = KINDS.flatMap((kind) => [
    { title: KIND_TITLES[kind], of: data.conversations.filter((c) => c.kind === kind) },
    { title: `${KIND_TITLES[kind]}, those with few facts pooled by file`, of: data.few.filter((c) => c.kind === kind) },
  ]);
  groups.push({ title: 'all over 20,000 tokens', of: data.conversations.filter(({ tokens }) => tokens > 20_000) });
  const enough = groups.filter(({ of }) => of.reduce((sum, c) => sum + c.needed, 0) >= LEAST_FACTS);
  const rows = ownIds(data);
  const size = (of: readonly Conversation[]): string =>
    `${of.length}, ${thousands(of.reduce((sum, c) => sum + c.needed, 0))} facts${of.some((c) => c.pooled) ? `, of ${of.reduce((sum, c) => sum + (c.pooled ?? 1), 0)} conversations` : ''}`;
  return table(
    ['strategy', ...enough.map(({ title, of }) => `${title} (${size(of)})`)],
    rows.map((id) => [
      linkOf(data, id),
      ...enough.map(({ of }) => {
        const recall = meanOf(of, (c) => recallOf(c, share, id));
        return `${shown(recall)}, gain ${shown(meanOf(of, (c) => gainOf(c, share, id)))}`;
      }),
    ]),
  );
}

/** The ledger with other numbers of words beside a fact, on both halves of the conversations. */
function trade(data: StudyData, all: readonly Conversation[]): string {
  const variants = ids(data).filter((id) => id === LEDGER || isVariant(data, id));
  const halves = [all.filter(isTuned), all.filter((c) => !isTuned(c))];
  return table(
    ['words on each side', ...SHARES.flatMap((share) => [`recall at ${percent(share)}`, 'binding'])],
    variants
      .map((id) => ({ id, words: id === LEDGER ? '1' : /\d/.exec(id)![0] }))
      .sort((a, b) => Number(a.words) - Number(b.words))
      .flatMap(({ id, words }) => [
        [
          `${words}${id === LEDGER ? ' (default)' : ''}`,
          ...SHARES.flatMap((share) => [shown(meanOf(all, (c) => recallOf(c, share, id))), shown(meanOf(all, (c) => bindingOf(c, share, id)))]),
        ],
        ...(id === LEDGER
          ? halves.map((half, k) => [
              `– ${k === 0 ? 'on the half it was tuned on' : 'on the other half'} (${half.length})`,
              ...SHARES.flatMap((share) => [shown(meanOf(half, (c) => recallOf(c, share, id))), shown(meanOf(half, (c) => bindingOf(c, share, id)))]),
            ])
          : []),
      ]),
  );
}

/** What was measured: names and counts. */
function conversations(data: StudyData): string {
  const shareOf = (value: number | null): string => (value === null ? '–' : share2(value));
  const row = (c: Conversation): string[] => [
    c.pooled === undefined ? c.name : `${c.file}, ${c.pooled} pooled`,
    c.kind,
    thousands(c.messages),
    thousands(c.tokens),
    String(c.cuts),
    thousands(c.seen / c.cuts),
    thousands(c.needed),
    thousands(c.items.strings),
    percent(c.stays),
    shareOf(boundOf(c, 0.2, 'random')),
    shareOf(boundOf(c, 0.2, 'oracle')),
    shareOf(recallOf(c, 0.2, LEDGER)),
  ];
  return table(
    [
      'conversation',
      'kind',
      'messages',
      'tokens',
      'cuts',
      'facts seen per cut',
      'facts needed',
      'strings needed',
      'must stay',
      'chance at 20 %',
      'oracle',
      'ledger',
    ],
    [...data.conversations, ...data.few].map(row),
  );
}

/** What the recorded agents' own compactions kept: a calibration. */
function recorded(data: StudyData): string {
  const found = data.conversations.filter((c) => c.recorded !== null && c.recorded.needed > 0);
  if (found.length === 0) return 'No conversation with enough needed facts holds a readable compaction of its own.';
  return table(
    ['conversation', 'compactions', 'facts used from memory afterwards', 'of them in the agent’s real context'],
    found.map((c) => [c.name, String(c.recorded!.compactions), String(c.recorded!.needed), percent(c.recorded!.kept / c.recorded!.needed)]),
  );
}

const leftOut = ({ leftOut: files }: StudyData): string =>
  files.length === 0
    ? ''
    : ` Left out: ${files.join(', ')}: plain text, in which what a tool gave stands as the assistant’s own words, so that everything seen again would count as used from memory.`;

function counts(data: StudyData): string {
  const { conversations: all, few } = data;
  const files = new Set(all.map(({ file }) => file)).size;
  const needed = all.reduce((sum, c) => sum + c.needed, 0);
  const strings = all.reduce((sum, c) => sum + c.items.strings, 0);
  const pooledFew = few.reduce((sum, c) => sum + (c.pooled ?? 1), 0);
  const long = longOf(all);
  return `${data.filesRead} files with ${thousands(data.conversationsRead)} conversations were read. ${all.length} conversations from ${files} files need at least 30 facts or 30 exact strings from memory: ${thousands(needed)} facts and ${thousands(strings)} strings at ${thousands(cutsOf(all))} cuts. In ${long.length} of them what must stay is at most a tenth of the context, so that a target of 20 % leaves something to choose: these are called long here, the other ${all.length - long.length} short. ${thousands(pooledFew)} more need fewer and are shown pooled by file, by kind only.${leftOut(data)}`;
}

/** By name of the marker in docs/study.md. */
export function blocksOf(data: StudyData): Readonly<Record<string, string>> {
  const long = longOf(data.conversations);
  const short = shortOf(data.conversations);
  return {
    answer: answer(data),
    counts: counts(data),
    'independent-long': independentTable(data, long),
    'independent-short': independentTable(data, short, [0.2]),
    leads: leadTable(data, long),
    seen: seenTable(data, long),
    'seen-short': seenTable(data, short),
    seeds: seedsTable(data, long, ownIds(data)),
    'own-long': ownTable(data, long),
    'own-short': ownTable(data, short),
    'own-leads': leads(data, long),
    'at-20': mainTable(data, long, 0.2),
    'at-10': mainTable(data, long, 0.1),
    'at-30': mainTable(data, long, 0.3),
    'at-50': mainTable(data, long, 0.5),
    pairs: pairs(data, long, 0.2),
    whole: wholeTable(data, long, 0.2),
    ranks: ranks(data, long),
    kinds: byKind(data, 0.2),
    trade: trade(data, long),
    recorded: recorded(data),
    conversations: conversations(data),
    products: productAnswer(data, long),
    'products-aimed': productTable(data, long, 0.2, false),
    'products-fixed': productTable(data, long, 0.2, true),
  };
}

const MARKED = /<!-- study:([\w-]+) -->[\s\S]*?<!-- \/study -->/g;

/** The page with new tables between its markers; the prose stays. */
export function withBlocks(page: string, blocks: Readonly<Record<string, string>>): string {
  return page.replace(MARKED, (_, name: string) => {
    const block = blocks[name];
    if (block === undefined) throw new Error(`docs/study.md: no table "${name}"; known: ${Object.keys(blocks).join(', ')}`);
    return `<!-- study:${name} -->\n${block}\n<!-- /study -->`;
  });
}
