/**
 * `npm run -s check-products -- CONVERSATIONS GOLDEN [--json]`: runs the products over a folder of conversations (OpenAI chat messages) and
 * compares them with a folder of golden files, one per peer: what its published code kept, modified and dropped of these conversations.
 * Exit code 1 where something differs without a reason in the product's file, 2 for a folder that is not there or a file that is none.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { printTable } from '../bench/figures.mjs';
import { load } from '../scripts/load.mjs';

const USAGE = 'npm run -s check-products -- CONVERSATIONS GOLDEN [--json]';

/** Wrong use or unreadable input: its message is the one line to print. */
class InputError extends Error {}

/** Names of files and peers come from strangers: nothing in them that a terminal obeys. JSON stays JSON. */
const printable = (text) => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);

function argumentsOf(argv) {
  try {
    const { values, positionals } = parseArgs({ args: argv, allowPositionals: true, options: { json: { type: 'boolean', default: false } } });
    if (positionals.length === 2) return { json: values.json, conversations: positionals[0], golden: positionals[1] };
  } catch (error) {
    throw new InputError(`${error.message.split('\n')[0]} ${USAGE}`);
  }
  throw new InputError(`expected two folders: ${USAGE}`);
}

/** What `read` makes of every JSON file of a folder, by the file's name. */
function readFolder(folder, read) {
  let names;
  try {
    names = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      !entry.isDirectory() && entry.name.endsWith('.json') ? [entry.name] : [],
    );
  } catch (error) {
    throw new InputError(`${folder}: ${error.code === 'ENOENT' ? 'no such folder' : error.code === 'ENOTDIR' ? 'not a folder' : error.message}`);
  }
  if (names.length === 0) throw new InputError(`${folder}: no JSON file in this folder`);
  return new Map(
    names.sort().map((name) => {
      const result = read(readFileSync(path.join(folder, name), 'utf8'));
      if (!result.ok) throw new InputError(`${path.join(folder, name)}: ${result.error}`);
      return [name, result.value];
    }),
  );
}

/** 3, 5–9 */
function ranges(indices) {
  const parts = [];
  for (let k = 0; k < indices.length; k++) {
    const from = indices[k];
    while (indices[k + 1] === indices[k] + 1) k++;
    parts.push(from === indices[k] ? `${from}` : `${from}–${indices[k]}`);
  }
  return parts.join(', ');
}

function print({ peers, unmapped }) {
  printTable({
    title: 'Recorded peers, and conversations in which the product that answers to them is equal',
    head: ['peer', 'product', 'equal', 'not compared'],
    rows: peers.map(({ peer, preset, files, equal, notCompared }) => [printable(peer), preset, `${equal} of ${files}`, notCompared.length]),
  });
  for (const { peer, differences } of peers)
    for (const { file, reason, error, ...lists } of differences) {
      const found = ['kept', 'modified', 'dropped'].flatMap((list) => (lists[list].length > 0 ? [`${list} ${ranges(lists[list])}`] : []));
      const about = [...(error ? [error] : []), `ours: ${found.join('; ') || 'nothing'}`, ...(reason ? [`(intended: ${reason})`] : [])];
      console.log(`\n${printable(`${peer}, ${file}: ${about.join('; ')}`)}`);
    }
  if (unmapped.length > 0) console.log(`\nNo product answers to: ${printable(unmapped.join(', '))}`);
}

async function run(argv) {
  const { json, conversations, golden } = argumentsOf(argv);
  const { readConversation, readRecording, checkProducts, isEqual } = await load('src/engine/products/testing/check.ts');
  const recordings = [...readFolder(golden, readRecording).values()];
  const messages = readFolder(conversations, readConversation);
  const checked = checkProducts(recordings, (file) => messages.get(file));
  if (checked.peers.length > 0 && checked.peers.every(({ files }) => files === 0))
    throw new InputError(`${conversations}: none of the conversations of ${golden} is here`);
  if (json) console.log(printable(JSON.stringify(checked)));
  else print(checked);
  return isEqual(checked) ? 0 : 1;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof InputError)) throw error;
  console.error(printable(error.message));
  process.exitCode = 2;
}
