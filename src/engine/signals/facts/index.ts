export { basicFacts } from './basic.ts';
export { type ErrorLine, findErrorLines } from './errors.ts';
export { type FactIndex, factIndexOf, kindOfFact, warmFactIndex } from './fact-index.ts';
export { FACT_PLACES, type FactPlace, findFacts } from './find.ts';
export { factKey } from './keys.ts';
export { type RecallFact, recallFacts, recallKey } from './recall.ts';
export { factsOfParts, type PartFacts, type Selection, SELECTIONS, type TextFacts } from './texts.ts';
