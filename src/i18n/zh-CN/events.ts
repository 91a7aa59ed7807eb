import type { events as english } from '../en/events.ts';
import type { ChineseKeys } from './keys.ts';

export const events = {} as const satisfies Record<ChineseKeys<typeof english>, string>;
