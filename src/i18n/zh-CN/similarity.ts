import type { similarity as english } from '../en/similarity.ts';
import type { ChineseKeys } from './keys.ts';

export const similarity = {} as const satisfies Record<ChineseKeys<typeof english>, string>;
