import type { selective as english } from '../en/selective.ts';
import type { ChineseKeys } from './keys.ts';

export const selective = {} as const satisfies Record<ChineseKeys<typeof english>, string>;
