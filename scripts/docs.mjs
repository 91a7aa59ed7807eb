/**
 * `node scripts/docs.mjs`: writes the generated pages of docs/, and what the page knows of the measures' columns. `scripts/docs.test.ts`
 * fails while the committed pages are not what this writes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { load } from './load.mjs';
import { pageFactsText, pagesOf } from './docs-pages.mjs';
import { filled, systemsBlocks } from './docs-systems.mjs';

const docs = path.resolve(import.meta.dirname, '../docs');
const { strategies } = await load('src/engine/pipelines/index.ts');
const { engine: own } = await load('src/i18n/en/engine.ts');
const engine = { ...(await load('src/i18n/names.ts')).names, ...own };
const { measures } = await load('src/engine/measures/index.ts');
const { pageFacts } = await load('src/engine/measures/run/measured-values.ts');
const { exampleOf } = await load('src/engine/measures/testing/examples.ts');
const examples = new Map(await Promise.all(measures.map(async (measure) => [measure.id, await exampleOf(measure)])));
const { PRODUCTS } = await load('src/engine/products/index.ts');
const scores = await load('src/engine/strategies/scores/shared/strategy-scores.ts');
const { DEFAULT_SIGNALS } = await load('src/engine/signals/signal-prepare.ts');
const { PROVIDER_RULES } = await load('src/engine/pipelines/provider-auto.ts');
const { formats } = await load('src/engine/formats/index.ts');
const { titleOf } = await load('src/engine/transcript/english.ts');
const titled = formats.map((format) => ({ ...format, title: titleOf(format.id) }));
const pages = pagesOf(strategies, engine, measures, examples, PRODUCTS, titled, await load('src/app/import/OpenFile.tsx'));

for (const [name, text] of pages) writeFileSync(path.join(docs, name), text);
writeFileSync(path.join(docs, '../src/app/rows/measures.json'), pageFactsText(pageFacts(), engine));

const systems = path.join(docs, 'systems.md');
const blocks = systemsBlocks({
  strategies,
  scores,
  signals: DEFAULT_SIGNALS,
  providerRules: PROVIDER_RULES,
  words: (key) => engine[key],
});
writeFileSync(systems, filled(readFileSync(systems, 'utf8'), blocks));
console.log(`${pages.size} pages written to docs/`);
