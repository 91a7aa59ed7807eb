import type { history as english } from '../en/history.ts';
import type { ChineseKeys } from './keys.ts';

export const history = {} as const satisfies Record<ChineseKeys<typeof english>, string>;
