import { modelOfId } from '../../models/contract.ts';
import { t } from '../../i18n/index.ts';

/** Who wrote a summary: a model by its name, the strategy itself (`strategy`), else the built-in summariser. */
export const summarizerName = (summarizer: string): string =>
  summarizer.includes('/') ? modelOfId(summarizer) : t(summarizer === 'strategy' ? 'row.summarizer.strategy' : 'row.summarizer.built-in');
