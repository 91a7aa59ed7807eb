/**
 * `npm run false-needs -- [DIR]`: how far the list of facts can be trusted. A fact counts as needed from memory when it was seen before and
 * an answer says it before anything brings it back. Where the agent did not have it in its context, that was no memory, and the need is
 * false. The real context is known in three cases: after a compaction of the agent's own, in a subagent (it has its task, not its parent's
 * context), and in another project. The facts of hindsight recall are compared with a naive list. DIR holds MANIFEST.json and transcripts
 * (default: `data` beside the checkout, in `shared`). Prints tables; what they say is in docs/recall.md.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from '../scripts/load.mjs';

const root = path.resolve(import.meta.dirname, '..');
const dir = process.argv[2] ?? path.join(process.env.SHARED_DIR ?? path.join(root, '../shared'), 'data');
if (!existsSync(path.join(dir, 'MANIFEST.json'))) {
  console.error(`${dir}: no MANIFEST.json: expected a folder with transcripts and their list`);
  process.exit(2);
}
const engine = await load('research/engine.ts');
const tokenizer = await engine.loadTokenizer('chars4');
/** Fewer requests are no sample. */
const LEAST = 8;

/**
 * Matches of a naive regular expression: every word with a digit, an underscore, a slash, a dot, a hyphen or a capital inside, as spelled.
 * Nothing is excluded, not even the header's facts.
 */
const NAIVE_WORD = /[A-Za-z0-9_@#$][\w@#$./:%+-]*[\w%]/g;
const naive = {
  title: 'naive list',
  factsOf: (text) => (text.match(NAIVE_WORD) ?? []).filter((word) => /[\d_/.-]|[^A-Z][A-Z]/.test(word)).map((word) => `word ${word}`),
  inHeader: () => new Set(),
};
const ours = {
  title: 'facts of recall',
  factsOf: (text, place) => engine.recallFacts(text, place).map(({ key }) => key),
  inHeader(transcript) {
    const inHeader = engine.headerFacts({ transcript, header: headerOf(transcript) });
    return new Set(engine.factIndexOf(transcript, 'recall').key.filter((_, fact) => inHeader[fact] === 1));
  },
};

/** Leading system messages. */
const headerOf = ({ messages }) =>
  Math.max(
    0,
    messages.findIndex(({ role }) => role !== 'system'),
  );

/** Facts of a message: all of them, and those that an answer uses (no reasoning). Remembered per list. */
const read = new WeakMap();
function factsOf(list, message) {
  const known = read.get(message) ?? new Map();
  read.set(message, known);
  if (!known.has(list)) {
    const holds = new Set();
    const uses = new Set();
    for (const part of message.parts) {
      const [text, place] = textOf(part);
      for (const fact of list.factsOf(text, place)) {
        holds.add(fact);
        if (place === 'text' || place === 'arguments') uses.add(fact);
      }
    }
    known.set(list, { holds, uses });
  }
  return known.get(list);
}
function textOf(part) {
  if (part.type === 'text' || part.type === 'reasoning') return [part.text, part.type];
  if (part.type === 'tool-call') return [part.args, 'arguments'];
  if (part.type === 'tool-result') return [part.content.map((c) => c.text ?? '').join('\n'), 'result'];
  return ['', 'text'];
}

const union = (list, messages) => new Set(messages.flatMap((m) => (m.role === 'system' ? [] : [...factsOf(list, m).holds])));

/** Facts of `seen` that `future` says before anything brings them back, in order. */
function neededOf(list, seen, future, left) {
  const done = new Set(left);
  const needed = [];
  for (const message of future) {
    if (message.role === 'system') continue;
    const { holds, uses } = factsOf(list, message);
    const supplied = message.role !== 'assistant';
    for (const fact of supplied ? holds : uses) {
      if (!seen.has(fact) || done.has(fact)) continue;
      done.add(fact);
      if (!supplied) needed.push(fact);
    }
  }
  return needed;
}

const percent = (part, whole) => (whole === 0 ? '—' : `${((100 * part) / whole).toFixed(1)} %`);
const table = (head, rows) => [head, head.map((_, c) => (c === 0 ? '---' : '--:')), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
const LISTS = [naive, ours];
/** Needed and false, by list. */
const counter = () => new Map(LISTS.map((list) => [list, { needed: 0, wrong: 0, examples: [] }]));
function count(counts, list, needed, had) {
  const total = counts.get(list);
  total.needed += needed.length;
  const wrong = needed.filter((fact) => !had.has(fact));
  total.wrong += wrong.length;
  total.examples.push(...wrong);
}
const cells = (counts) =>
  LISTS.flatMap((list) => [`${counts.get(list).wrong} of ${counts.get(list).needed}`, percent(counts.get(list).wrong, counts.get(list).needed)]);
const add = (into, from) => {
  for (const list of LISTS) {
    const total = into.get(list);
    const { needed, wrong, examples } = from.get(list);
    total.needed += needed;
    total.wrong += wrong;
    total.examples.push(...examples);
  }
};

const compactions = { rows: [], all: counter() };
const subagents = { rows: [], all: counter() };
const summaries = [];
const recordings = [];
for (const { file } of JSON.parse(readFileSync(path.join(dir, 'MANIFEST.json'), 'utf8'))) {
  if (!existsSync(path.join(dir, file))) continue;
  const parsed = engine.parseTranscript(new Uint8Array(readFileSync(path.join(dir, file))), { name: file });
  if (!parsed.ok) continue;
  for (const transcript of parsed.value.conversations) {
    const { messages } = transcript;
    const header = headerOf(transcript);
    for (const [k, { at, summaryId }] of transcript.compactions.entries()) {
      if (summaryId === undefined || at === 0) continue;
      const context = (upTo) =>
        Array.from(engine.contextBefore({ transcript: { ...transcript, compactions: transcript.compactions.slice(0, upTo) }, header }, at));
      const future = messages.slice(at, transcript.compactions[k + 1]?.at ?? messages.length).filter(({ id }) => id !== summaryId);
      const counts = counter();
      for (const list of LISTS) {
        const before = context(k).map((i) => messages[i]);
        const after = context(k + 1).map((i) => messages[i]);
        count(counts, list, neededOf(list, union(list, before), future, list.inHeader(transcript)), union(list, after));
      }
      if (counts.get(naive).needed === 0) continue;
      compactions.rows.push([file, at, ...cells(counts)]);
      add(compactions.all, counts);
    }
    if (transcript.compactions.some(({ summaryId }) => summaryId !== undefined)) {
      const prepared = engine.prepare(transcript, engine.countTranscript(transcript, tokenizer), engine.DEFAULT_SIGNALS);
      for (const { at, there, bound, told } of engine.recordedCuts(prepared, true)) {
        const sum = (flags) => flags.reduce((all, one) => all + one, 0);
        if (there.length > 0) summaries.push([file, at, there.length, sum(there), sum(bound), sum(told), sum(told.map((one, k) => one & bound[k]))]);
      }
    }
    for (const [s, subagent] of transcript.subagents.entries()) {
      if (subagent.messages.filter(({ role }) => role === 'assistant').length < LEAST) continue;
      const { parentCall } = subagent.extra ?? {};
      const called = messages.findIndex(({ parts }) => parts.some((part) => part.type === 'tool-call' && part.id === parentCall));
      if (called < 0) continue;
      const counts = counter();
      const from = subagent.messages.findIndex(({ role }) => role === 'assistant');
      for (const list of LISTS) {
        const own = union(list, subagent.messages.slice(0, from));
        const seen = new Set([...union(list, messages.slice(0, called + 1)), ...own]);
        count(counts, list, neededOf(list, seen, subagent.messages.slice(from), list.inHeader(subagent)), own);
      }
      subagents.rows.push([`${file}, subagent ${s + 1}`, subagent.messages.length, ...cells(counts)]);
      add(subagents.all, counts);
    }
    if (messages.filter(({ role }) => role === 'assistant').length >= LEAST)
      recordings.push({ project: file.startsWith('tau-bench/') ? 'tau-bench' : path.basename(file).split('__')[0], transcript });
  }
}

const others = new Map(LISTS.map((list) => [list, new Map()]));
for (const list of LISTS) {
  const used = recordings.map(({ transcript }) => {
    const left = list.inHeader(transcript);
    return new Set(transcript.messages.flatMap((m) => (m.role === 'assistant' ? [...factsOf(list, m).uses] : [])).filter((fact) => !left.has(fact)));
  });
  for (const [i, { transcript, project }] of recordings.entries()) {
    const left = list.inHeader(transcript);
    const seen = [...union(list, transcript.messages)].filter((fact) => !left.has(fact));
    for (const [j, other] of recordings.entries()) {
      if (i === j || other.project === project) continue;
      for (const fact of seen) {
        const kind = list === naive ? 'word' : fact.slice(0, fact.indexOf(' '));
        const total = others.get(list).get(kind) ?? { seen: 0, met: 0 };
        total.seen++;
        if (used[j].has(fact)) total.met++;
        others.get(list).set(kind, total);
      }
    }
  }
}

const head = LISTS.flatMap(({ title }) => [`${title}: false needs`, 'share']);
console.log('After a compaction of the recorded agent\n');
console.log(table(['transcript', 'at message', ...head], [...compactions.rows, ['all', '', ...cells(compactions.all)]]));
console.log('\nWhat these compactions kept of the needed facts, and how much of it with its words\n');
console.log(table(['transcript', 'at message', 'needed', 'kept', 'of these bound', 'kept by the summary alone', 'of these bound'], summaries));
console.log('\nIn a subagent, which does not have what its parent saw\n');
console.log(table(['subagent', 'messages', ...head], [...subagents.rows, ['all', '', ...cells(subagents.all)]]));
console.log('\nIn the answers of another project: facts of one project that an answer of another one says\n');
const kinds = LISTS.flatMap((list) => [...others.get(list)].map(([kind, { seen, met }]) => [list.title, kind, seen, met, percent(met, seen)]));
console.log(table(['list', 'kind', 'pairs of fact and other recording', 'met', 'share'], kinds));
console.log('\nFalse needs of the facts of recall:');
for (const [where, { all }] of [
  ['compactions', compactions],
  ['subagents', subagents],
])
  console.log(`${where}: ${all.get(ours).examples.join(' · ') || 'none'}`);
