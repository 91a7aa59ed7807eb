export { basicFacts, wordFacts } from './basic.ts';
export { findErrorLines } from './errors.ts';
export { type FactIndex, factIndexOf, kindOfFact, warmFactIndex } from './fact-index.ts';
export { findFacts, findNamed } from './find.ts';
export { FACT_PLACES, type FactPlace } from './places.ts';
export { factKey } from './keys.ts';
export { recallFacts } from './recall.ts';
export { factsOfParts, factsOfText, type TextFacts } from './texts.ts';
