/**
 * `npm run facts`: precision and recall of the fact extractor on the labelled passages of fixtures/facts, by kind. `-- --misses` lists
 * misses and false finds; `-- --write` updates the table in docs/facts.md; `-- FILE` prints the facts of a text.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { load } from '../scripts/load.mjs';

const args = process.argv.slice(2);
const { HELD_OUT, findFacts, readPassage, scorePassage, tableOf } = await load('src/engine/testing/labelled-facts.ts');

const file = args.find((arg) => !arg.startsWith('--'));
if (file !== undefined) {
  for (const { kind, text } of findFacts(readFileSync(file, 'utf8'))) console.log(`${kind} ${text}`);
  process.exit();
}

const folder = path.resolve(import.meta.dirname, '../fixtures/facts');
const scored = readdirSync(folder)
  .sort()
  .map((name) => ({ name, score: scorePassage(readPassage(readFileSync(path.join(folder, name), 'utf8'))) }));
const of = (heldOut) => scored.filter(({ name }) => name.startsWith(HELD_OUT) === heldOut).map(({ score }) => score);
const table = tableOf(of(false), of(true));

if (args.includes('--misses')) {
  for (const { name, score } of scored) {
    for (const fact of score.missed) console.log(`${name}: missed ${fact}`);
    for (const fact of score.extra) console.log(`${name}: not labelled ${fact}`);
  }
}
if (args.includes('--write')) {
  const page = path.resolve(import.meta.dirname, '../docs/facts.md');
  const text = readFileSync(page, 'utf8');
  writeFileSync(
    page,
    text.replace(/(?<=<!-- figures -->\n\n)[\s\S]*?(?=\n\n<!-- end -->)/, () => table),
  );
}
console.log(table);
