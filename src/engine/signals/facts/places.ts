/** Places of a text within a message. */
export const FACT_PLACES = ['text', 'reasoning', 'arguments', 'result'] as const;
export type FactPlace = (typeof FACT_PLACES)[number];
