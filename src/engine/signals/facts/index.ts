export { basicFacts, wordFacts } from './find.ts';
export { findErrorLines } from './errors.ts';
export { type FactIndex, factIndexOf, kindOfFact, warmFactIndex } from './fact-index.ts';
export { findFacts, findNamed } from './find.ts';
export { FACT_PLACES, type FactPlace } from './fact-names.ts';
export { factKey } from './fact-keys.ts';
export { recallFacts } from './find.ts';
export { factsOfParts, factsOfText, type TextFacts } from './fact-texts.ts';
