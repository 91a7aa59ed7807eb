/** The products of the study. */
import type { Conversation, StudyData } from './data.ts';
import { byGain, cutsOf, leftOf, linkOf, percent, share2, shown, table, totalOf, withInterval } from './format.ts';
import { bindingOf, gainOf, ledgerLead, meanOf, recallOf, rowOf } from './statistics.ts';

/** Products as shipped: those with a number that was aimed at the target, then those that run as they are. */
export function productTable(data: StudyData, all: readonly Conversation[], share: number, fixed: boolean): string {
  const rows = data.strategies.filter((one) => one.kind === 'product' && !one.hidden && (one.fixed === true) === fixed).map(({ id }) => id);
  const cuts = cutsOf(all);
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
      'no last user message',
    ],
    rows
      .sort(byGain(data, all, share))
      .map((id) => [
        linkOf(data, id),
        withInterval(meanOf(all, (c) => recallOf(c, share, id))),
        leftOf(all, share, id),
        percent(totalOf(all, share, id, 'compacted') / cuts),
        ...(fixed ? [] : [percent(totalOf(all, share, id, 'met') / cuts)]),
        withInterval(meanOf(all, (c) => gainOf(c, share, id))),
        withInterval(meanOf(all, (c) => ledgerLead(c, share, id))),
        shown(meanOf(all, (c) => bindingOf(c, share, id))),
        String(totalOf(all, share, id, 'invalid')),
        all.some((c) => rowOf(c, share, id).lacks === undefined) ? '–' : String(totalOf(all, share, id, 'lacks')),
      ]),
  );
}

/** What the products' tables say together. */
export function productAnswer(data: StudyData, all: readonly Conversation[]): string {
  const share = 0.2;
  const cuts = cutsOf(all);
  const products = data.strategies.filter(({ kind, hidden }) => kind === 'product' && !hidden);
  const acting = products.filter(({ id }) => totalOf(all, share, id, 'compacted') > 0);
  const aimed = acting.filter(({ fixed }) => !fixed);
  const of = (id: string) => ({ gain: meanOf(all, (c) => gainOf(c, share, id))!, lead: meanOf(all, (c) => ledgerLead(c, share, id))! });
  const found = acting.map((one) => ({ ...one, ...of(one.id), invalid: totalOf(all, share, one.id, 'invalid') }));
  const sorted = found.toSorted((a, b) => b.gain.mean - a.gain.mean);
  const best = sorted[0]!;
  const middle = sorted[Math.floor(sorted.length / 2)]!;
  const broken = found.filter(({ invalid }) => invalid > 0);
  const most = broken.toSorted((a, b) => b.invalid - a.invalid)[0];
  const met = aimed.filter(({ id }) => totalOf(all, share, id, 'met') >= 0.9 * cuts).length;
  const hidden = data.strategies.filter((one) => one.hidden);
  return [
    `${products.length} products were run as shipped at the same cuts; ${products.length - acting.length} of them never changed anything in these conversations. ${aimed.length} have a number that says how much stays and were aimed at ${percent(share)}, which ${met} meet at nine of ten cuts or more; ${acting.length - aimed.length} have none and ran with their own sizes, so that only gain and lead compare them with others, not recall.`,
    `In the tokens that it left, the middle product keeps ${share2(middle.gain.mean)} more than chance, the best (${linkOf(data, best.id)}) ${share2(best.gain.mean)}; ${found.filter(({ gain }) => gain.interval[0] > 0).length} of ${found.length} are above chance by the whole interval, ${found.filter(({ gain }) => gain.interval[1] < 0).length} below it. The ledger in the same tokens is above ${found.filter(({ lead }) => lead.interval[0] > 0).length} by the whole interval.`,
    `${broken.length} of ${found.length} leave, at some cut, a request that the provider’s rules forbid${most ? `, most often ${linkOf(data, most.id)} at ${most.invalid} of ${cuts} cuts` : ''}.${hidden.length > 0 ? ` Left out: ${hidden.map(({ id }) => linkOf(data, id)).join(', ')}, whose result nobody but the provider can read.` : ''}`,
  ].join(' ');
}
