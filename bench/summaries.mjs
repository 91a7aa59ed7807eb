/**
 * The built-in summariser: what it keeps, and how fast it writes. `node bench/summaries.mjs` prints both and exits with 1
 * when a goal is missed; `summaries()` returns the figures.
 *
 * Quality: where a real agent summarised its own session, ours summarises the same messages at the same number of tokens;
 * the share of the different facts of the real summary (those that its messages hold) that ours keeps too.
 * Speed: a transcript of 10,000 messages, made by repeating a real one.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { load } from './load.mjs';

const root = path.resolve(import.meta.dirname, '..');
const shared = path.join(process.env.SHARED_DIR ?? path.join(root, '../shared'), 'data');
const MESSAGES = 10_000;
/** Shorter real summaries, and those of a few messages, hold too few facts to compare. */
const MIN_TOKENS = 200;
const MIN_MEMBERS = 20;
/** Milliseconds; the machine is not ours alone, so they are several times what is measured on a quiet one. */
export const GOAL_RANGE = 20;
export const GOAL_STEP = 60;

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const timed = (work) => {
  const start = performance.now();
  work();
  return performance.now() - start;
};

/** Files and other names of paths are compared by their last part, which absolute and relative forms have in common. */
function keyOf({ kind, text }) {
  if (kind !== 'path') return `${kind} ${text.toLowerCase()}`;
  const parts = text.replace(/\/$/, '').split('/');
  return `path ${parts.slice(/^(?:index|readme|package)\b/i.test(parts.at(-1)) ? -2 : -1).join('/')}`;
}

async function engine() {
  const [{ open }, { compareAll }, { createBuiltIn }, { findFacts }, { parseTranscript }, { messageText }, { strategies }] = await Promise.all(
    ['api', 'compare', 'summarizers/built-in', 'signals/facts', 'formats/index', '../worker/text/message', 'pipelines/index'].map((module) =>
      load(`src/engine/${module}.ts`),
    ),
  );
  return { open, compareAll, createBuiltIn, findFacts, parseTranscript, messageText, strategies };
}

function* realTranscripts({ parseTranscript }) {
  if (!existsSync(shared)) return;
  for (const folder of readdirSync(shared, { withFileTypes: true })) {
    if (!folder.isDirectory()) continue;
    for (const name of readdirSync(path.join(shared, folder.name))) {
      const parsed = parseTranscript(new Uint8Array(readFileSync(path.join(shared, folder.name, name))), { name });
      if (parsed.ok) for (const transcript of parsed.value.conversations) yield { file: `${folder.name}/${name}`, transcript };
    }
  }
}

/** By real compaction: facts of the real summary that its messages hold, and how many of them ours has. */
async function quality(e) {
  const rows = [];
  const summarizer = e.createBuiltIn();
  for (const { file, transcript } of realTranscripts(e)) {
    const { messages, compactions } = transcript;
    if (compactions.length === 0) continue;
    const { prepared } = await e.open(transcript, { tokenizer: 'o200k_base' });
    const facts = (text) => new Set(e.findFacts(text).map(keyOf));
    let from = prepared.header;
    let earlier = -1;
    for (const { summaryId, keptFrom } of compactions) {
      const at = messages.findIndex((m) => m.id === summaryId);
      if (at < 0) continue;
      const kept = messages.findIndex((m) => m.id === keptFrom);
      const to = kept < 0 || kept > at ? at : kept;
      const members = [];
      for (let i = from; i < to; i++) if (i !== earlier) members.push(i);
      // What it read: the summary before it, and the messages since that it did not keep.
      if (earlier >= 0) members.push(earlier);
      members.sort((a, b) => a - b);
      const real = e.messageText(messages[at].parts);
      const tokens = prepared.counts.text(real);
      [from, earlier] = [to, at];
      if (tokens < MIN_TOKENS || members.length < MIN_MEMBERS) continue;
      const source = facts(members.map((i) => e.messageText(messages[i].parts)).join('\n'));
      const wanted = [...facts(real)].filter((fact) => source.has(fact));
      const ours = summarizer.summarize(prepared, { id: 'summary-1', members, maxTokens: tokens, style: 'sections' });
      const has = ours.ok ? facts(ours.text) : new Set();
      rows.push({
        file,
        members: members.length,
        tokens,
        ourTokens: ours.ok ? ours.tokens : 0,
        wanted: wanted.length,
        kept: wanted.filter((fact) => has.has(fact)).length,
      });
    }
  }
  return rows;
}

/** `n` messages: the real ones again and again, each with ids of its own. */
function repeated(transcript, n) {
  const messages = [];
  for (let round = 0; messages.length < n; round++) {
    for (const message of transcript.messages.slice(0, n - messages.length)) {
      const parts = message.parts.map((part) => {
        if (part.type === 'tool-call') return { ...part, id: `${round}-${part.id}` };
        return part.type === 'tool-result' ? { ...part, callId: `${round}-${part.callId}` } : part;
      });
      messages.push({ ...message, id: `${round}-${message.id}`, parts });
    }
  }
  return { ...transcript, messages, compactions: [], branches: [], subagents: [] };
}

async function speed(e) {
  const real = path.join(shared, 'pi/badlogic__large-session.jsonl');
  const file = existsSync(real) ? real : path.join(root, 'fixtures/samples/coding-session.jsonl');
  const parsed = e.parseTranscript(new Uint8Array(readFileSync(file)), { name: path.basename(file) });
  const { prepared, inUse } = await e.open(repeated(parsed.value.conversations[0], MESSAGES), { tokenizer: 'o200k_base' });
  const summarizer = e.createBuiltIn();
  const write = (from, to, maxTokens, style = 'sections') =>
    summarizer.summarize(prepared, { id: 'summary-1', members: Array.from({ length: to - from }, (_, k) => from + k), maxTokens, style });
  const first = timed(() => write(0, MESSAGES, 1000));
  for (let k = 0; k < 10; k++) write(k, MESSAGES - 7 * k, 700);
  const ranges = Array.from({ length: 30 }, (_, k) =>
    timed(() => write(k, MESSAGES - 31 * k, [500, 1000, 2000][k % 3], k % 5 ? 'sections' : 'plain')),
  );

  const rows = e.strategies.map(({ id }) => ({ key: id, strategy: id, params: {} }));
  const options = { window: inUse.window, own: false, weight: 0.6, seed: 1, rules: 'openai-chat', summarizer: { ...summarizer } };
  const steps = [];
  let written = 0;
  let writing = 0;
  options.summarizer.summarize = (...args) => {
    const start = performance.now();
    const outcome = summarizer.summarize(...args);
    writing += performance.now() - start;
    written += 1;
    return outcome;
  };
  for (let k = 0; k < 15; k++) {
    const start = performance.now();
    await e.compareAll(prepared, rows, { ...options, target: 0.6 - 0.017 * k });
    steps.push(performance.now() - start);
  }
  // The first steps plan and measure with cold caches of their own.
  return {
    file: path.basename(file),
    tokens: prepared.counts.total,
    first,
    range: median(ranges),
    step: median(steps.slice(5)),
    written: written / steps.length,
    writing: writing / written,
  };
}

export async function summaries() {
  const e = await engine();
  const kept = await quality(e);
  const times = await speed(e);
  return { kept, times, pass: times.range <= GOAL_RANGE && times.step <= GOAL_STEP };
}

export function print({ kept, times, pass }) {
  const percent = (part, of) => `${((100 * part) / of).toFixed(1)} %`;
  console.log('\nFacts of real summaries that ours keeps, from the same messages at the same length');
  for (const row of kept) {
    console.log(
      `  ${row.file}: ${row.members} messages, ${row.tokens} tokens (ours ${row.ourTokens}): ${row.kept} of ${row.wanted} facts, ${percent(row.kept, row.wanted)}`,
    );
  }
  const sum = (name) => kept.reduce((total, row) => total + row[name], 0);
  console.log(kept.length > 0 ? `  together ${percent(sum('kept'), sum('wanted'))}` : '  skipped: no real transcripts beside the repository');
  console.log(`\nWriting, ${MESSAGES} messages (${times.file} repeated, ${times.tokens} tokens)`);
  console.log(`  first summary, every message read    ${times.first.toFixed(0)} ms`);
  console.log(`  a new range of about all messages    ${times.range.toFixed(1)} ms  (goal: ≤ ${GOAL_RANGE})`);
  console.log(
    `  slider step, all strategies          ${times.step.toFixed(1)} ms with ${times.written.toFixed(1)} new summaries of ${times.writing.toFixed(1)} ms on average  (goal: ≤ ${GOAL_STEP})`,
  );
  console.log(pass ? '\nAll goals of summaries met.' : '\nA goal of summaries was missed.');
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const figures = await summaries();
  print(figures);
  process.exitCode = figures.pass ? 0 : 1;
}
