import { modelOfId } from '../../models/contract.ts';
import { t } from '../../i18n/index.ts';

/** Who wrote a summary: a model by its name, the strategy itself (`strategy`), the recorded agent (`recorded`), else the built-in summariser. */
export function summarizerName(summarizer: string): string {
  if (summarizer.includes('/')) return modelOfId(summarizer);
  return t(summarizer === 'strategy' || summarizer === 'recorded' ? `row.summarizer.${summarizer}` : 'row.summarizer.built-in');
}
