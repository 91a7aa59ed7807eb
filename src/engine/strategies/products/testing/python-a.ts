import type { Case } from './cases.ts';

/** Settings of products for Python, first half. */
export const PYTHON_A: Readonly<Record<string, Case>> = {};
