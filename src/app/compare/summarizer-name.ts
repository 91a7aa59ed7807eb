import { modelOfId } from '../../models/contract.ts';
import { t } from '../../i18n/index.ts';

export function summarizerName(summarizer: string): string {
  if (summarizer.includes('/')) return modelOfId(summarizer);
  return t(summarizer === 'strategy' || summarizer === 'recorded' ? `row.summarizer.${summarizer}` : 'row.summarizer.built-in');
}
