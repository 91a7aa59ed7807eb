/** How much of the prompt up to the last cache hint the plan leaves unchanged (docs/adr/0017-cache-hints.md). */
import { hintedPrefix } from '../../../signals/cache-hint.ts';
import type { Prepared } from '../../../signals/contract.ts';
import type { Reason } from '../../contract.ts';

export const cacheTrace = (input: Prepared, fates: Uint8Array): Reason => ({ key: 'trace-cache-hint', values: hintedPrefix(input, fates) });
