/** Where a text stands in a message. */
export const FACT_PLACES = ['text', 'reasoning', 'arguments', 'result'] as const;
export type FactPlace = (typeof FACT_PLACES)[number];
