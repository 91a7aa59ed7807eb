import type { systems as english } from '../en/systems.ts';
import type { ChineseKeys } from './keys.ts';

export const systems = {} as const satisfies Record<ChineseKeys<typeof english>, string>;
