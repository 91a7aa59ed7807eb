/** Wording about models and their usage, shared by several parts of the page. */
import { type NumberFormats, numbers, t } from '../../i18n/index.ts';
import { BUILT_IN, type ModelUsage, type PromptId } from '../../engine/summarizers/contract.ts';
import { BY_WORDS, type ModelProvider, nameAmong } from '../../models/contract.ts';
import type { ModelProgress, RowResult } from '../../worker/protocol.ts';

export const providerTitle = (provider: ModelProvider): string => t(`models.provider.${provider}`);

export const systemName = (id: PromptId): string => t(`compare.chip.${id}`);

export const modelName = (id: string, ids: readonly string[]): string => nameAmong(id, ids, providerTitle) || t('models.none-chosen');

export const writerName = (id: string, ids: readonly string[]): string => (id === BUILT_IN ? t('summarizer.built-in') : modelName(id, ids));

export const embedderName = (id: string, ids: readonly string[]): string => (id === BY_WORDS ? t('models.words') : modelName(id, ids));

export const money = (price: number | null): string => (price === null ? t('models.price.unknown') : numbers().money(price));

export const tokensIn = ({ input, cacheRead, cacheWrite }: ModelUsage): number => input + cacheRead + cacheWrite;

export function usageText(usage: ModelUsage | null, n: NumberFormats): string {
  if (!usage) return t('models.usage.none');
  const cached = usage.cacheRead > 0 ? ` ${t('models.usage.cached', { tokens: n.whole(usage.cacheRead) })}` : '';
  return `${t('models.usage', { input: n.whole(tokensIn(usage)), output: n.whole(usage.output) })}${cached}`;
}

export const seconds = (ms: number, n: NumberFormats): string => `${n.plain(Math.round(ms / 100) / 10)} s`;

export function spentText({ usage, ms, price }: ModelProgress, n: NumberFormats): string {
  return [usageText(usage, n), seconds(ms, n), money(price)].join(' · ');
}

/** Nobody has said yes or no yet. */
const NOT_AGREED = 'model-not-sent';

export const waitsForYes = (result: RowResult | null): boolean => result?.outcome === 'rejected' && result.why?.key === NOT_AGREED;

/** Failures that concern a real model rather than the built-in summariser. */
const OF_MODELS = /^(model-|rejected-model$)/;

/** Whether a real model writes the row's summaries, or would have to. */
export const usesSummaries = ({ summaries, why, outcome }: RowResult): boolean =>
  summaries.some(({ summarizer }) => summarizer !== 'strategy' && summarizer !== 'recorded') ||
  (outcome === 'rejected' && why !== null && (OF_MODELS.test(why.key) || why.key === 'rejected-summary'));

/** The one word for a row without its model's summaries; null for every other row. */
export function modelNote({ outcome, why }: RowResult): { readonly text: string; readonly tone: 'warn' | 'bad' } | null {
  if (outcome !== 'rejected' || !why || !OF_MODELS.test(why.key)) return null;
  if (why.key === 'rejected-model') return { text: t('models.note.failed'), tone: 'bad' };
  return { text: t(why.key === NOT_AGREED ? 'models.note.waits' : 'models.note.unsent'), tone: 'warn' };
}
