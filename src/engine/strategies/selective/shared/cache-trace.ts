/** S3 5.1: what the plan leaves of the prompt that cache hints ask the provider to keep. */
import { hintedPrefix } from '../../../signals/cache-hint.ts';
import type { Prepared } from '../../../signals/contract.ts';
import type { Reason } from '../../contract.ts';

export const cacheTrace = (input: Prepared, fates: Uint8Array): Reason => ({ key: 'trace-cache-hint', values: hintedPrefix(input, fates) });
