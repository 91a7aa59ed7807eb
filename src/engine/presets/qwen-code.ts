import type { Product } from './shared/contract.ts';
import { summaryAndFiles } from './shared/reread.ts';

type Params = {
  /** Files that come back. */
  readonly files: number;
};

/** Everything becomes a summary; up to 5 files that were read or written last come back. */
export const qwenCode: Product<Params> = {
  id: 'qwen-code',
  source: { product: 'Qwen Code', where: 'its source, chat compression', evidence: 'read' },
  defaults: { files: 5 },
  compact: (messages, { files }) => summaryAndFiles(messages, { files, which: 'read', fileTokens: Number.POSITIVE_INFINITY }),
};
