export { basicFacts, wordFacts } from './find.ts';
export { findErrorLines } from './fact-commands.ts';
export { type FactIndex, factIndexOf, kindOfFact, warmFactIndex } from './fact-index.ts';
export { findFacts, findNamed } from './find.ts';
export { FACT_PLACES, type FactPlace } from './fact-names.ts';
export { factKey } from './fact-names.ts';
export { recallFacts } from './find.ts';
export { factsOfParts, factsOfText, type TextFacts } from './fact-texts.ts';
