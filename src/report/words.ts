/** Words that both kinds of report share. */
import { cleanName } from '../engine/sets/names.ts';
import '../i18n/engine-words.ts';
import { lookup, numbers, t } from '../i18n/index.ts';
import '../i18n/report-words.ts';
import type { ReportData } from './contract.ts';
import type { ReportColumn } from './table.ts';

export const titleOf = ({ name }: ReportData): string => t('report.title', { name: cleanName(name) });

/** Format, sizes and budget of the session. */
export function factsOf({ report: { transcript, budget } }: ReportData): readonly string[] {
  const n = numbers();
  const tokens = `${transcript.exact ? '' : '≈ '}${n.whole(transcript.tokens)}`;
  return [
    t('report.facts', { format: transcript.format, messages: transcript.messages, tokens, tokenizer: transcript.tokenizer }),
    budget.target === null ? t('report.budget.own', { window: budget.window }) : t('report.budget', { window: budget.window, target: budget.target }),
  ];
}

export const definitionsOf = (columns: readonly ReportColumn[]): readonly (readonly [title: string, text: string])[] =>
  columns.map(({ title, measure }) => [title, lookup(`measure.${measure}.definition`) ?? '']);
