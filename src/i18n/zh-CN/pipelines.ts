import type { pipelines as english } from '../en/pipelines.ts';
import type { ChineseKeys } from './keys.ts';

export const pipelines = {} as const satisfies Record<ChineseKeys<typeof english>, string>;
