/** What the palette finds: the acts that have a group, and those of samples, sessions, rows, documents and views that there are. */
import { listen } from '../components/elements.ts';
import { useEffect } from 'react';
import { formatTitle, LANGUAGES, sampleTitle, t, type TextKey } from '../../i18n/index.ts';
import { BUDGETS } from '../../scenario/schema.ts';
import { type Act, actOf, ACTS, PART_KEYS, wordsOf } from '../components/acts.ts';
import { openDocument } from '../documents/DocumentLink.tsx';
import { strategyTitle } from '../rows/compare-rows.ts';
import { measureColumns, measureDocument, measureTitle } from '../rows/measures.ts';
import { newPipeline, OWN_PIPELINE } from '../rows/useTableRows.ts';
import { actions, openDialog, openLoss, openUse, setLanguage, useApp, useUi } from '../store/index.ts';
import { setScheme } from '../theme/scheme.ts';

export interface Command extends Pick<Act, 'perform'> {
  readonly id: string;
  readonly title: string;
  readonly group: string;
  readonly key?: string | undefined;
}

const DOCUMENTS = [
  ['guide', 'start.guide'],
  ['study', 'start.study'],
  ['measures', 'start.numbers'],
  ['systems', 'documents.systems'],
  ['words', 'documents.words'],
  ['index', 'documents.open'],
] as const;

/** Tabs have theirs in their order. */
const keyOf = (id: string, { keys = [] }: Act): string | undefined =>
  keys.find((key) => !/^\d$/.test(key)) ?? PART_KEYS[id as keyof typeof PART_KEYS]?.[2][0];

export function commands(): readonly Command[] {
  const state = useApp.getState();
  const { samples, scenario, loaded, comparison, description, compared } = state;
  const { settings, view } = scenario;
  const conversations = loaded?.reply.conversations ?? [];
  const pair = (name: string, value: string): string => t('list.pair', { name, value });
  const list: Command[] = [];
  const acts = (group: TextKey) => {
    for (const [id, act] of Object.entries(ACTS))
      if (act.group === group && act.when?.(state) !== false)
        list.push({ id, title: wordsOf(act), group: t(group), key: keyOf(id, act), perform: act.perform });
    return (id: string, title: string, perform: () => unknown) => list.push({ id, title, group: t(group), perform });
  };

  const file = acts('palette.transcript');
  for (const { id } of samples) file(`sample-${id}`, pair(t('header.samples'), sampleTitle(id)), () => actions.openSample(id));
  for (const { index, title } of conversations.length > 1 ? conversations.slice(0, 50) : [])
    file(`conversation-${index}`, pair(t('details.title'), title || t('conversations.untitled', { index: index + 1 })), () =>
      actions.chooseConversation(index),
    );
  for (const { id } of loaded ? (description?.formats ?? []) : [])
    file(`format-${id}`, t('palette.format', { title: formatTitle(id) }), () => actions.chooseFormat(id));

  const compare = acts('export.comparison');
  for (const budget of BUDGETS)
    if (budget !== settings.budget)
      compare(`budget-${budget}`, pair(t('control.budget'), t(`control.compare.${budget}`)), () => actions.set('budget', budget));
  if (comparison && description?.strategies.some(({ id }) => id === OWN_PIPELINE)) compare('pipeline', t('palette.pipeline'), newPipeline);
  const level = comparison?.history.levels.length ?? 0;
  if (level > 0) compare('level', t('history.bar.undo', { level }), () => actions.undoLevel());
  for (const target of [0.25, 0.5, 0.75]) compare(`target-${target}`, t('palette.target', { share: target }), () => actions.set('target', target));
  for (const { key, strategy, params, outcome } of comparison?.rows ?? []) {
    const title = strategyTitle(strategy, key, params);
    if (outcome === 'compacted') compare(`apply-${key}`, t('history.palette.apply', { title }), () => actions.carryOut(key));
    if (outcome === 'compacted') compare(`loss-${key}`, t('palette.loss', { title }), () => openLoss(key));
    if (outcome !== 'failed') compare(`use-${key}`, t('palette.use', { title }), () => openUse(key));
    if (!compared.includes(key)) compare(`compare-${key}`, t('compare.other', { title }), () => actions.compareWith(key));
  }

  const document = acts('palette.documents');
  const open = (id: string, title: string, place: string) =>
    document(`document-${id}`, pair(t('palette.documents'), title), () => openDocument(place));
  for (const [id, key] of DOCUMENTS) document(`document-${id}`, t(key), () => openDocument(id));
  for (const { strategy, params, key } of comparison?.rows ?? []) open(key, strategyTitle(strategy, key, params), `strategies/${strategy}`);
  for (const measure of new Set(measureColumns.map((column) => column.measure)))
    open(`measure-${measure}`, measureTitle(measure), measureDocument(measure));

  const look = acts('palette.view');
  for (const color of ['priority', 'fate', 'role'] as const)
    look(`color-${color}`, pair(t('diff.colour'), t(`diff.colour.${color}`)), () => actions.setView('color', color));
  const width = view.width === 'tokens' ? 'messages' : 'tokens';
  look('width', pair(t('strip.width'), t(`unit.${width}`)), () => actions.setView('width', width));
  for (const layout of ['columns', 'unified', 'request'] as const)
    look(`layout-${layout}`, pair(t('diff.title'), t(`diff.layout.${layout}`)), () => actions.setView('layout', layout));
  look('differences', t('diff.only'), () => actions.setView('onlyDifferences', !view.onlyDifferences));
  look('deltas', t('compare.columns.deltas'), () => actions.setView('deltas', !view.deltas));
  look('zoom', t('palette.zoom'), () => actions.zoom(null));
  for (const scheme of ['light', 'dark', 'auto'] as const)
    look(`theme-${scheme}`, pair(t('theme.title'), t(`theme.${scheme}`)), () => setScheme(scheme));
  for (const { id, title } of LANGUAGES.length > 1 ? LANGUAGES : []) look(`language-${id}`, title, () => setLanguage(id));
  return list;
}

export function search(list: readonly Command[], text: string): readonly Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = list.filter((c) => words.every((w) => `${c.title} ${c.group}`.toLowerCase().includes(w)));
  const starts = (c: Command) => (words[0] && c.title.toLowerCase().startsWith(words[0]) ? 0 : 1);
  return [...found].sort((a, b) => starts(a) - starts(b));
}

/** Keys of the acts, anywhere on the page. */
export function useShortcuts(): void {
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      const act = actOf(e);
      if (!act) return;
      if (act.dialog !== undefined && act.dialog === useUi.getState().dialog) openDialog(null);
      else if (act.perform() === false) return;
      e.preventDefault();
    };
    return listen(window, { keydown: onKey });
  }, []);
}
