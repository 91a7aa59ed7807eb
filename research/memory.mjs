/**
 * What the engine remembers, and what each memory gains: the processor's time of the same work without it, as a multiple of the time with it.
 * A place is a call of a function of signals/remember.ts, or a WeakMap or BoundedMap that the code holds itself; the bundle is built with a
 * switch around each, so the code itself knows none.
 * Names of places measure these alone; `--list` names all; `--store` writes research/memory.tsv, which the unit tests compare with them.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sliced } from '../bench/figures.mjs';
import { everyRow, makeTranscript, optionsOf, preparedOf } from '../bench/material.mjs';
import { load } from '../scripts/load.mjs';

const root = path.resolve(import.meta.dirname, '..');
/** What the functions of remember.ts are made of is no place of its own. */
const TOOLS = ['src/engine/signals/remember.ts', 'src/engine/lib/bounded-map.ts'];
const CALL = /\b(\w+)( *:[^=\n]*)? = (remembered|rememberedWith|per[A-Z]\w*)(?:<[^(\n]*>)?\(/g;
const STORE = /(?:\b|#)(\w+)[^\w\n]*(?:<[^=\n]*> )?(?:=|:|\?\?)[^=\n]*?\bnew (WeakMap|BoundedMap)\b/g;

const isEngine = (file) => file.startsWith('src/engine/') && !file.includes('.test.') && !file.includes('/testing/') && !TOOLS.includes(file);

/** The source of a module with a switch around each of its places. */
function switched(file, text, found = []) {
  if (!isEngine(file)) return text;
  const names = new Map();
  const nameOf = (name) => {
    const plain = `${file.slice('src/engine/'.length)}:${name}`;
    const count = (names.get(plain) ?? 0) + 1;
    names.set(plain, count);
    found.push(count > 1 ? `${plain} ${count}` : plain);
    return JSON.stringify(found.at(-1));
  };
  return text
    .split('\n')
    .map((line) => {
      const called = line.replace(CALL, (_, name, type = '', remember) => `${name}${type} = globalThis.memoryPlace(${nameOf(name)}, ${remember})(`);
      if (called !== line || /^\s*(?:\*|\/\/|\/\*)/.test(line)) return called;
      return line.replace(STORE, (whole, name, Store) =>
        whole.replace(new RegExp(`new ${Store}$`), `new (globalThis.memoryStore(${nameOf(name)}, ${Store}))`),
      );
    })
    .join('\n');
}

/** Names of all places of the engine, in the order of its files. */
function placesIn() {
  const found = [];
  for (const file of readdirSync(path.join(root, 'src/engine'), { recursive: true })
    .map((name) => `src/engine/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.ts'))
    .sort())
    switched(file, readFileSync(path.join(root, file), 'utf8'), found);
  return found;
}

const MESSAGES = 10_000;
const BYTES = 5000;
const SMALL = { messages: 600, bytes: 3000 };
const TARGETS = [0.3, 0.42, 0.55, 0.68];
const RECALLED = { messages: 80, bytes: 2000 };
/** Places between two runs with all memories, because a process grows slower with its heap. */
const APART = 8;
const ROUNDS = 2;
/** A run below this says enough; above it, it may be noise. */
const SLOW = 1.1;

const off = new Set();
const place =
  (name, remember) =>
  (make, ...rest) => {
    const memo = remember(make, ...rest);
    return (...args) => (off.has(name) ? make(...args) : memo(...args));
  };
const store = (name, Store) =>
  class extends Store {
    get(key) {
      return off.has(name) ? undefined : super.get(key);
    }
    has(key) {
      return !off.has(name) && super.has(key);
    }
  };
Object.assign(globalThis, { memoryPlace: place, memoryStore: store });

const places = placesIn();
if (process.argv.includes('--list')) {
  console.log(places.join('\n'));
  process.exit(0);
}

const engine = await load('bench/engine.ts', [], switched);
const tokenizer = await engine.loadTokenizer('o200k_base');
const rows = everyRow(engine);
const summarizer = engine.createBuiltIn();
const whole = makeTranscript(engine, MESSAGES, BYTES);
const prepared = preparedOf(engine, tokenizer, whole);
const run = (on, transcript, target) => engine.compareAll(on, rows, { ...optionsOf(engine, transcript, summarizer)(target), window: 1_000_000 });

async function cpu(work) {
  globalThis.gc?.();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

let unseen = 0.2;
const WORK = {
  /** A slider that comes back to where it was. */
  step: () =>
    cpu(async () => {
      for (const target of TARGETS) await run(prepared, whole, target);
    }),
  /** A slider at a place where it was not yet. */
  target() {
    unseen += 0.0007;
    return cpu(() => run(prepared, whole, unseen));
  },
  /** The first table of another session. */
  first() {
    const transcript = makeTranscript(engine, SMALL.messages, SMALL.bytes);
    const base = preparedOf(engine, tokenizer, transcript);
    return cpu(() => run(base, transcript, 0.5));
  },
  /** Recall after a first table, and again for another target. */
  async recall() {
    const transcript = makeTranscript(engine, RECALLED.messages, RECALLED.bytes);
    const base = preparedOf(engine, tokenizer, transcript);
    const options = optionsOf(engine, transcript, engine.createBuiltIn());
    await engine.compareAll(base, rows, options(0.2));
    return cpu(() => {
      for (const target of [0.2, 0.3]) sliced(engine.recallSteps(base, rows, options(target)));
    });
  },
};
const KINDS = Object.keys(WORK);

async function least(kind, rounds, enough = 0) {
  let best = Number.POSITIVE_INFINITY;
  for (let k = 0; k < rounds && best > enough; k++) best = Math.min(best, await WORK[kind]());
  return best;
}

for (const kind of KINDS) await least(kind, 2);
const base = {};
const table = [];
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
for (const [k, name] of places.filter((one) => wanted.length === 0 || wanted.includes(one)).entries()) {
  if (k % APART === 0) for (const kind of KINDS) base[kind] = await least(kind, 3);
  off.add(name);
  const gains = [];
  for (const kind of KINDS) gains.push((await least(kind, ROUNDS, SLOW * base[kind])) / base[kind]);
  off.delete(name);
  table.push([name, ...gains.map((gain) => gain.toFixed(2))]);
  console.log(table.at(-1).join('\t'));
}
console.log(`${places.length} places; with all: ${KINDS.map((kind) => `${kind} ${base[kind].toFixed(0)} ms`).join(', ')}`);
if (process.argv.includes('--store') && wanted.length === 0) {
  writeFileSync(path.join(import.meta.dirname, 'memory.tsv'), `${[['place', ...KINDS], ...table].map((row) => row.join('\t')).join('\n')}\n`);
}
