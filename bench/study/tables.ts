/** The tables of docs/study.md, from its data alone. */
import { type Conversation, KINDS, type StudyData, type Whole } from './data.ts';
import {
  bindingOf,
  gainOf,
  type Interval,
  isTuned,
  kendall,
  ledgerLead,
  type Mean,
  meanOf,
  recallOf,
  rowOf,
  seedIds,
  separates,
  wholeOf,
} from './statistics.ts';

const LEDGER = 'fact-ledger';
/** Fewer needed facts give no number. */
const LEAST_FACTS = 30;
const SHARES = [0.1, 0.2, 0.3, 0.5] as const;

/** `.74`, `−.05`, `1.00`. */
export const share2 = (value: number): string =>
  value
    .toFixed(2)
    .replace(/^(-?)0\./, '$1.')
    .replace('-', '−')
    .replace(/^−(\.00)$/, '$1');
const interval2 = ([low, high]: Interval): string => `${share2(low)} to ${share2(high)}`;
const shown = (mean: Mean | null): string => (mean === null ? '–' : share2(mean.mean));
const withInterval = (mean: Mean | null): string => (mean === null ? '–' : `${share2(mean.mean)} (${interval2(mean.interval)})`);
const percent = (value: number): string => `${(100 * value).toFixed(0)} %`;
const thousands = (value: number): string => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [
    `| ${head.join(' | ')} |`,
    `| ${head.map((_, k) => (k === 0 ? '---' : '---:')).join(' | ')} |`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');

const linkOf = (data: StudyData, id: string): string => {
  const { kind, title } = data.strategies.find((strategy) => strategy.id === id)!;
  return kind === 'variant' ? title : `[${title}](strategies/${id}.md)`;
};
const ids = (data: StudyData): readonly string[] => data.strategies.map(({ id }) => id);
const isControl = (data: StudyData, id: string): boolean => data.strategies.find((strategy) => strategy.id === id)!.kind === 'control';
const isVariant = (data: StudyData, id: string): boolean => data.strategies.find((strategy) => strategy.id === id)!.kind === 'variant';
const isProduct = (data: StudyData, id: string): boolean => data.strategies.find((strategy) => strategy.id === id)!.kind === 'product';
/** The rows of the playground's own tables: products have theirs. */
const ownIds = (data: StudyData): readonly string[] => ids(data).filter((id) => !isVariant(data, id) && !isProduct(data, id));

const meanAt = (data: StudyData, of: (c: Conversation, id: string) => number | null, id: string): number =>
  meanOf(data.conversations, (c) => of(c, id))?.mean ?? Number.NEGATIVE_INFINITY;

/** The number of a strategy in the plots: its place in the registry. */
export const numberOf = (data: StudyData, id: string): number => ids(data).indexOf(id) + 1;

/** The answer in a few sentences, with numbers from the tables below. */
function answer(data: StudyData): string {
  const all = data.conversations;
  const share = 0.2;
  const at = (of: (c: Conversation) => number): string => shown(meanOf(all, of));
  const seeds = seedIds(data).map((id) => ({
    id,
    gain: meanOf(all, (c) => gainOf(c, share, id))!,
    lead: meanOf(all, (c) => ledgerLead(c, share, id))!,
  }));
  const byGain = seeds.toSorted((a, b) => b.gain.mean - a.gain.mean);
  const best = byGain[0]!;
  const middle = byGain[Math.floor(byGain.length / 2)]!;
  const count = (holds: (one: (typeof seeds)[number]) => boolean): number => seeds.filter(holds).length;
  const cuts = all.reduce((sum, c) => sum + c.cuts, 0);
  const met = (id: string): number => all.reduce((sum, c) => sum + rowOf(c, share, id).met, 0);
  // Random removal removes everything removable: where it misses the target, nothing can meet it.
  const reachable = met('random-removal');
  const meets = (id: string): boolean => met(id) >= 0.9 * reachable;
  const ledger = (of: (row: ReturnType<typeof rowOf>) => number): string => at((c) => of(rowOf(c, share, LEDGER)) / c.needed);
  return [
    `- **What keeps the most:** asked to compact to ${percent(share)} of the context, our [fact ledger](strategies/fact-ledger.md) keeps ${ledger(({ kept }) => kept)} of the facts that the recorded future used from memory. In the same tokens chance keeps ${ledger(({ randomAt }) => randomAt)}, and a clairvoyant that keeps whole messages ${ledger(({ oracleAt }) => oracleAt)}. Given exactly the tokens that each of the ${seeds.length} strategies of the seeds left, the ledger keeps more than ${count(({ lead }) => lead.mean > 0) === seeds.length ? 'every one' : `${count(({ lead }) => lead.mean > 0)}`} of them, and more by the whole interval than ${count(({ lead }) => lead.interval[0] > 0)}.`,
    `- **What most strategies are worth:** in the tokens that it left, the middle one keeps ${share2(middle.gain.mean)} more than chance would, the best of the seeds ([${data.strategies.find(({ id }) => id === best.id)!.title}](strategies/${best.id}.md)) ${share2(best.gain.mean)}; ${count(({ gain }) => gain.interval[0] > 0)} of ${seeds.length} are above chance by the whole interval, ${count(({ gain }) => gain.interval[1] < 0)} below it.`,
    `- **Whether the target is met says more than the rank:** ${percent(share)} can be met at ${reachable} of ${cuts} cuts (elsewhere what must stay is more than that). ${count(({ id }) => meets(id))} of the ${seeds.length} strategies of the seeds meet it at nine of ten of these; the ledger meets it at ${met(LEDGER)}, because it never takes less than 200 tokens. A high recall that left most of the tokens is no compaction.`,
    `- **Presence can be gamed:** a bare list of facts keeps ${at((c) => recallOf(c, share, 'fact-list'))}, but only ${shown(meanOf(all, (c) => bindingOf(c, share, 'fact-list')))} of what it keeps still stands among words that it stood among; in the ledger it is ${shown(meanOf(all, (c) => bindingOf(c, share, LEDGER)))}.`,
  ].join('\n');
}

const byGain = (data: StudyData, share: number) => {
  const gains = new Map(ids(data).map((id) => [id, meanAt(data, (c, one) => gainOf(c, share, one), id)]));
  return (a: string, b: string): number => gains.get(b)! - gains.get(a)!;
};

/** Cuts of all conversations. */
const cutsOf = (data: StudyData): number => data.conversations.reduce((sum, c) => sum + c.cuts, 0);
const totalOf = (data: StudyData, share: number, id: string, of: 'met' | 'invalid' | 'compacted'): number =>
  data.conversations.reduce((sum, c) => sum + rowOf(c, share, id)[of], 0);

/** Products as shipped: those with a number that was aimed at the target, then those that run as they are. */
function productTable(data: StudyData, share: number, fixed: boolean): string {
  const all = data.conversations;
  const rows = data.strategies.filter((one) => one.kind === 'product' && !one.hidden && (one.fixed === true) === fixed).map(({ id }) => id);
  const cuts = cutsOf(data);
  return table(
    [
      'product',
      'recall (95 %)',
      'tokens left',
      'acted',
      ...(fixed ? [] : ['target met']),
      'gain (95 %)',
      'ledger’s lead (95 %)',
      'binding',
      'invalid',
    ],
    rows
      .sort(byGain(data, share))
      .map((id) => [
        linkOf(data, id),
        withInterval(meanOf(all, (c) => recallOf(c, share, id))),
        percent(meanOf(all, (c) => rowOf(c, share, id).tokens)!.mean),
        percent(totalOf(data, share, id, 'compacted') / cuts),
        ...(fixed ? [] : [percent(totalOf(data, share, id, 'met') / cuts)]),
        withInterval(meanOf(all, (c) => gainOf(c, share, id))),
        withInterval(meanOf(all, (c) => ledgerLead(c, share, id))),
        shown(meanOf(all, (c) => bindingOf(c, share, id))),
        String(totalOf(data, share, id, 'invalid')),
      ]),
  );
}

/** What the products' tables say together. */
function productAnswer(data: StudyData): string {
  const share = 0.2;
  const all = data.conversations;
  const cuts = cutsOf(data);
  const products = data.strategies.filter(({ kind, hidden }) => kind === 'product' && !hidden);
  const acting = products.filter(({ id }) => totalOf(data, share, id, 'compacted') > 0);
  const aimed = acting.filter(({ fixed }) => !fixed);
  const of = (id: string) => ({ gain: meanOf(all, (c) => gainOf(c, share, id))!, lead: meanOf(all, (c) => ledgerLead(c, share, id))! });
  const found = acting.map((one) => ({ ...one, ...of(one.id), invalid: totalOf(data, share, one.id, 'invalid') }));
  const sorted = found.toSorted((a, b) => b.gain.mean - a.gain.mean);
  const best = sorted[0]!;
  const middle = sorted[Math.floor(sorted.length / 2)]!;
  const broken = found.filter(({ invalid }) => invalid > 0);
  const most = broken.toSorted((a, b) => b.invalid - a.invalid)[0];
  const met = aimed.filter(({ id }) => totalOf(data, share, id, 'met') >= 0.9 * cuts).length;
  const hidden = data.strategies.filter((one) => one.hidden);
  return [
    `${products.length} products were run as shipped at the same cuts; ${products.length - acting.length} of them never changed anything in these conversations. ${aimed.length} have a number that says how much stays and were aimed at ${percent(share)}, which ${met} meet at nine of ten cuts or more; ${acting.length - aimed.length} have none and ran with their own sizes, so that only gain and lead compare them with others, not recall.`,
    `In the tokens that it left, the middle product keeps ${share2(middle.gain.mean)} more than chance, the best (${linkOf(data, best.id)}) ${share2(best.gain.mean)}; ${found.filter(({ gain }) => gain.interval[0] > 0).length} of ${found.length} are above chance by the whole interval, ${found.filter(({ gain }) => gain.interval[1] < 0).length} below it. The ledger in the same tokens is above ${found.filter(({ lead }) => lead.interval[0] > 0).length} by the whole interval.`,
    `${broken.length} of ${found.length} leave, at some cut, a request that the provider’s rules forbid${most ? `, most often ${linkOf(data, most.id)} at ${most.invalid} of ${cuts} cuts` : ''}.${hidden.length > 0 ? ` Left out: ${hidden.map(({ id }) => linkOf(data, id)).join(', ')}, whose result nobody but the provider can read.` : ''}`,
  ].join(' ');
}

/** Every strategy at one target, the largest gain first. */
function mainTable(data: StudyData, share: number): string {
  const all = data.conversations;
  const rows = ownIds(data).toSorted(byGain(data, share));
  return table(
    ['strategy', 'no.', 'recall (95 %)', 'tokens left', 'target met', 'gain (95 %)', 'ledger’s lead (95 %)', 'binding', 'invalid'],
    rows.map((id) => {
      const cuts = all.reduce((sum, c) => sum + c.cuts, 0);
      const total = (of: 'met' | 'invalid'): number => all.reduce((sum, c) => sum + rowOf(c, share, id)[of], 0);
      return [
        `${linkOf(data, id)}${isControl(data, id) ? ' (control)' : ''}`,
        String(numberOf(data, id)),
        withInterval(meanOf(all, (c) => recallOf(c, share, id))),
        percent(meanOf(all, (c) => rowOf(c, share, id).tokens)!.mean),
        percent(total('met') / cuts),
        withInterval(meanOf(all, (c) => gainOf(c, share, id))),
        id === LEDGER ? '–' : withInterval(meanOf(all, (c) => ledgerLead(c, share, id))),
        shown(meanOf(all, (c) => bindingOf(c, share, id))),
        String(total('invalid')),
      ];
    }),
  );
}

/** Chance, the oracle, the ledger and the bare fact list at every target. */
function headline(data: StudyData): string {
  const all = data.conversations;
  const at = (c: Conversation, share: number) => c.targets.find((target) => target.share === share)!;
  const row = (name: string, of: (c: Conversation, share: number) => number): string[] => [
    name,
    ...SHARES.map((share) => withInterval(meanOf(all, (c) => of(c, share)))),
  ];
  const strategy = (id: string): string[] => row(linkOf(data, id), (c, share) => recallOf(c, share, id));
  return table(
    ['recall within', ...SHARES.map(percent)],
    [
      row('chance (mean of 20 random removals)', (c, share) => at(c, share).random / c.needed),
      row('oracle (knows the future, keeps whole blocks)', (c, share) => at(c, share).oracle / c.needed),
      strategy(LEDGER),
      row('– chance in the ledger’s tokens', (c, share) => rowOf(c, share, LEDGER).randomAt / c.needed),
      row('– oracle in the ledger’s tokens', (c, share) => rowOf(c, share, LEDGER).oracleAt / c.needed),
      ['– tokens that the ledger left', ...SHARES.map((share) => percent(meanOf(all, (c) => rowOf(c, share, LEDGER).tokens)!.mean))],
      strategy('fact-list'),
      ['– tokens that the fact list left', ...SHARES.map((share) => percent(meanOf(all, (c) => rowOf(c, share, 'fact-list').tokens)!.mean))],
      ['binding of the ledger', ...SHARES.map((share) => withInterval(meanOf(all, (c) => bindingOf(c, share, LEDGER))))],
      ['binding of the fact list', ...SHARES.map((share) => withInterval(meanOf(all, (c) => bindingOf(c, share, 'fact-list'))))],
    ],
  );
}

/** Whether the ledger is above every strategy of the systems, each in its own tokens, by more than the interval. */
function leads(data: StudyData): string {
  const seeds = seedIds(data);
  return table(
    ['target', 'seeds’ strategies', 'ledger above, in the same tokens', 'above by more than the interval', 'smallest lead', 'where'],
    SHARES.map((share) => {
      const found = seeds.map((id) => ({ id, lead: meanOf(data.conversations, (c) => ledgerLead(c, share, id))! }));
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
  ['retention', '[facts](measures/fact-retention.md)'],
  ['constraints', '[constraints](measures/constraints.md)'],
  ['artifacts', '[files (F1)](measures/artifact-trail.md)'],
  ['openWork', '[open work](measures/open-work.md)'],
  ['errorFix', '[error → fix](measures/error-fix-pairs.md)'],
  ['cache', '[cache](measures/cache-survival.md)'],
];

/** The measures without a future, at one target. */
function wholeTable(data: StudyData, share: number): string {
  return table(
    ['strategy', 'tokens left', ...WHOLE.map(([, title]) => title)],
    ownIds(data).map((id) => [
      linkOf(data, id),
      percent(meanOf(data.conversations, (c) => rowOf(c, share, id).tokens)!.mean),
      ...WHOLE.map(([measure]) => shown(meanOf(data.conversations, (c) => wholeOf(c, share, id, measure)))),
    ]),
  );
}

/** Ranks of the strategies by other measures, against the gain. */
function ranks(data: StudyData): string {
  const seeds = [...seedIds(data), LEDGER];
  const all = data.conversations;
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
function pairs(data: StudyData, share: number): string {
  const compared = [...seedIds(data), LEDGER];
  const apart = new Map(compared.map((id) => [id, { above: 0, below: 0 }]));
  let separate = 0;
  compared.forEach((a, i) => {
    for (const b of compared.slice(0, i)) {
      const by = separates(data.conversations, share, a, b);
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
    { title: `${KIND_TITLES[kind]}, short ones pooled by file`, of: data.short.filter((c) => c.kind === kind) },
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
        const recall = meanOf(of, (c) => recallOf(c, share, id))!;
        const gain = meanOf(of, (c) => gainOf(c, share, id))!;
        return `${share2(recall.mean)}, gain ${share2(gain.mean)}`;
      }),
    ]),
  );
}

/** The ledger with other numbers of words beside a fact, on both halves of the conversations. */
function trade(data: StudyData): string {
  const variants = ids(data).filter((id) => id === LEDGER || isVariant(data, id));
  const halves = [data.conversations.filter(isTuned), data.conversations.filter((c) => !isTuned(c))];
  return table(
    ['words on each side', ...SHARES.flatMap((share) => [`recall at ${percent(share)}`, 'binding'])],
    variants
      .map((id) => ({ id, words: id === LEDGER ? '1' : /\d/.exec(id)![0] }))
      .sort((a, b) => Number(a.words) - Number(b.words))
      .flatMap(({ id, words }) => [
        [
          `${words}${id === LEDGER ? ' (default)' : ''}`,
          ...SHARES.flatMap((share) => [
            shown(meanOf(data.conversations, (c) => recallOf(c, share, id))),
            shown(meanOf(data.conversations, (c) => bindingOf(c, share, id))),
          ]),
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
  const at = (c: Conversation) => c.targets.find(({ share }) => share === 0.2)!;
  const row = (c: Conversation): string[] => [
    c.pooled === undefined ? c.name : `${c.file}, ${c.pooled} pooled`,
    c.kind,
    thousands(c.messages),
    thousands(c.tokens),
    String(c.cuts),
    thousands(c.seen / c.cuts),
    thousands(c.needed),
    share2(at(c).random / c.needed),
    share2(at(c).oracle / c.needed),
    share2(recallOf(c, 0.2, LEDGER)),
  ];
  return table(
    ['conversation', 'kind', 'messages', 'tokens', 'cuts', 'facts seen per cut', 'facts needed', 'chance at 20 %', 'oracle', 'ledger'],
    [...data.conversations, ...data.short].map(row),
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
  const { conversations: all, short } = data;
  const files = new Set(all.map(({ file }) => file)).size;
  const needed = all.reduce((sum, c) => sum + c.needed, 0);
  const cuts = all.reduce((sum, c) => sum + c.cuts, 0);
  const pooledShort = short.reduce((sum, c) => sum + (c.pooled ?? 1), 0);
  return `${data.filesRead} files with ${thousands(data.conversationsRead)} conversations were read. ${all.length} conversations from ${files} files need at least 30 facts from memory: ${thousands(needed)} needed facts at ${thousands(cuts)} cuts. ${thousands(pooledShort)} more need fewer and are shown pooled by file, by kind only.${leftOut(data)}`;
}

/** By name of the marker in docs/study.md. */
export const blocksOf = (data: StudyData): Readonly<Record<string, string>> => ({
  answer: answer(data),
  counts: counts(data),
  headline: headline(data),
  leads: leads(data),
  'at-20': mainTable(data, 0.2),
  'at-10': mainTable(data, 0.1),
  'at-30': mainTable(data, 0.3),
  'at-50': mainTable(data, 0.5),
  pairs: pairs(data, 0.2),
  whole: wholeTable(data, 0.2),
  ranks: ranks(data),
  kinds: byKind(data, 0.2),
  trade: trade(data),
  recorded: recorded(data),
  conversations: conversations(data),
  products: productAnswer(data),
  'products-aimed': productTable(data, 0.2, false),
  'products-fixed': productTable(data, 0.2, true),
});

const MARKED = /<!-- study:([\w-]+) -->[\s\S]*?<!-- \/study -->/g;

/** The page with new tables between its markers; the prose stays. */
export function withBlocks(page: string, blocks: Readonly<Record<string, string>>): string {
  return page.replace(MARKED, (_, name: string) => {
    const block = blocks[name];
    if (block === undefined) throw new Error(`docs/study.md: no table "${name}"; known: ${Object.keys(blocks).join(', ')}`);
    return `<!-- study:${name} -->\n${block}\n<!-- /study -->`;
  });
}
