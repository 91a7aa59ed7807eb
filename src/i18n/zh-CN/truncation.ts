import type { truncation as english } from '../en/truncation.ts';
import type { ChineseKeys } from './keys.ts';

export const truncation = {} as const satisfies Record<ChineseKeys<typeof english>, string>;
