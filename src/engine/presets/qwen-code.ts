import { defineProduct } from './shared/define.ts';
import { number } from './shared/params.ts';
import { summaryAndFiles } from './shared/reread.ts';

type Params = {
  /** Files that come back. */
  readonly files: number;
};

/** Everything becomes a summary; up to 5 files that were read or written last come back. */
export const qwenCode = defineProduct<Params>({
  id: 'qwen-code',
  source: { product: 'Qwen Code', where: 'its source, chat compression', evidence: 'read' },
  params: { files: number(5, { min: 0 }) },
  compact: (messages, { files }) => summaryAndFiles(messages, { files, which: 'read', fileTokens: Number.POSITIVE_INFINITY }),
});
