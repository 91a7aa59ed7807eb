/**
 * `npm run study [FOLDER]`: every strategy on every transcript of a folder (default: ../shared/data beside the checkout), at 10, 20, 30 and
 * 50 % of each context. Writes docs/study/data.json, docs/study/*.svg, and the tables of docs/study.md between their markers.
 * Deterministic: no clock, seeded randomness only. Stores names and counts of the transcripts, no text.
 *
 * `npm run study -- --tables`: tables and plots from data.json, without measuring.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { load } from '../bench/load.mjs';

const root = path.resolve(import.meta.dirname, '..');
const page = path.join(root, 'docs/study.md');
const out = path.join(root, 'docs/study');
const dataFile = path.join(out, 'data.json');

const args = process.argv.slice(2);
const tablesOnly = args.includes('--tables');
const folder = path.resolve(args.find((arg) => !arg.startsWith('-')) ?? path.join(root, '../shared/data'));
if (!tablesOnly && !existsSync(folder)) {
  console.error(`${folder}: no such folder. npm run study -- FOLDER takes any folder of transcripts.`);
  process.exit(2);
}

const study = await load('bench/study/index.ts');

/** Files below a folder, sorted by name. */
function filesBelow(directory) {
  return readdirSync(directory)
    .sort()
    .flatMap((name) => {
      const full = path.join(directory, name);
      return statSync(full).isDirectory() ? filesBelow(full) : [full];
    });
}

async function measure() {
  const files = filesBelow(folder);
  const conversations = [];
  const short = [];
  const leftOut = [];
  let filesRead = 0;
  let conversationsRead = 0;
  for (const full of files) {
    const file = path.relative(folder, full).split(path.sep).join('/');
    const parsed = study.parseTranscript(new Uint8Array(readFileSync(full)), { name: path.basename(full) });
    if (!parsed.ok) {
      console.error(`${file}: not read (${parsed.error.code})`);
      continue;
    }
    filesRead++;
    if (parsed.value.format === 'text') {
      leftOut.push(file);
      continue;
    }
    const few = [];
    const listed = study.conversationsOf(parsed.value);
    for (const [k, { transcript }] of listed.entries()) {
      conversationsRead++;
      const name = listed.length === 1 ? file : `${file} #${k + 1}`;
      const found = await study.measureConversation(transcript, file, name, parsed.value.format);
      if (!found) continue;
      if (found.needed >= study.LEAST_FACTS) conversations.push(found);
      else few.push(found);
      console.error(`${name}: ${found.needed} needed facts`);
    }
    if (few.length > 0) short.push(study.pooled(file, few));
  }
  const productOf = new Map(study.PRODUCTS.map((product) => [product.id, product]));
  const title = (id) => study.words[`strategy.${id}.title`] ?? id;
  return {
    filesRead,
    conversationsRead,
    leftOut,
    strategies: study.STUDY_ROWS.map(({ id, strategy }) => {
      const product = productOf.get(id);
      return {
        id,
        kind: id !== strategy.id ? 'variant' : product ? 'product' : strategy.kind,
        title: id === strategy.id ? title(id) : id,
        ...(product && product.knob === undefined && { fixed: true }),
        ...(product?.hidden && { hidden: true }),
      };
    }),
    conversations,
    short,
  };
}

mkdirSync(out, { recursive: true });
if (!tablesOnly) writeFileSync(dataFile, study.toJson(await measure()));
const data = study.fromJson(readFileSync(dataFile, 'utf8'));
for (const [name, text] of Object.entries(study.plotsOf(data))) writeFileSync(path.join(out, name), text);
writeFileSync(page, study.withBlocks(readFileSync(page, 'utf8'), study.blocksOf(data)));
console.log(`docs/study.md, docs/study/: ${data.conversations.length} conversations, ${data.strategies.length} rows`);
