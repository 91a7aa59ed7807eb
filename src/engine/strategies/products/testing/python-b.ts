import type { Case } from './cases.ts';

/** Settings of products for Python, second half. */
export const PYTHON_B: Readonly<Record<string, Case>> = {};
