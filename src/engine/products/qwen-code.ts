import { defineProduct, number } from './shared/product.ts';
import { tokensTrigger } from '../triggers/watch.ts';
import { summaryAndFiles } from './shared/product-files.ts';

type Params = {
  readonly files: number;
};

/** Everything becomes a summary; up to 5 files that were read or written last come back. */
export const qwenCode = defineProduct<Params>({
  id: 'qwen-code',
  source: { product: 'Qwen Code', where: 'its source, chat compression', evidence: 'read' },
  params: { files: number(5, { min: 0 }) },
  summaries: Number.POSITIVE_INFINITY,
  trigger: (_params, window) => tokensTrigger(Math.max(1, Math.min(0.85 * window, window - 33_000))),
  compact: (messages, { files }) => summaryAndFiles(messages, { files, fileTokens: Number.POSITIVE_INFINITY }),
});
