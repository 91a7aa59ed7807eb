import { pi } from '../pi.ts';
import { type Case, settled } from './cases.ts';

/** Settings of packages for JavaScript. */
export const JAVASCRIPT: Readonly<Record<string, Case>> = {
  pi: settled(pi),
  'pi@4k': settled(pi, { keepRecentTokens: 4000 }),
};
