import { modelOfId } from '../../models/contract.ts';
import { said, t } from '../../i18n/index.ts';

/** Who wrote a summary; the texts that a strategy made itself carry `strategy`. */
export const summarizerName = (summarizer: string): string =>
  summarizer === 'strategy' ? t('row.summarizer.strategy') : summarizer.includes('/') ? modelOfId(summarizer) : said(summarizer);
