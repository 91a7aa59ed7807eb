/**
 * What the built-in summariser keeps of what a real agent thought worth keeping. Two kinds of real text to measure against:
 *
 * - compactions: summaries that an agent wrote of its own session when its context was full. Ours summarises the very
 *   messages the agent had before it, at the same number of tokens;
 * - reports: the message with which an agent ends a long turn. Ours summarises the turn without that message.
 *
 * The measure is the share of the different facts of the real text (those that the messages hold at all) that ours holds
 * too, by kind. Floors, at the same number of tokens: the beginning of the messages, and random sentences of them. The
 * ceiling says how many facts of the real text occur in the messages: an agent also writes what nobody said.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { load } from '../../scripts/load.mjs';

/** Shorter compactions hold too few facts to compare, and few messages leave nothing to choose. */
const MIN_TOKENS = 200;
const MIN_MEMBERS = 12;
const MIN_REPORT_TOKENS = 120;
/** Longer ones are documents that a tool would have written, not reports. */
const MAX_REPORT_TOKENS = 2000;
/** Characters of one text that are read for the ceiling and the floors; longer texts are data. */
const MAX_TEXT = 400_000;
const RANDOM_RUNS = 20;
export const KINDS = ['path', 'identifier', 'error', 'number', 'url', 'command', 'decision'];
/** Rules and weights were tuned with these files open. No miss in any other file was inspected for it. */
const TUNED = /^(?:pi|claude-code|tau-bench|sharegpt|swe-agent-traj|openai-chat)\//;

/** Paths are compared by their last component, which absolute and relative forms share. */
function keyOf({ kind, text }) {
  if (kind !== 'path') return `${kind} ${text.toLowerCase()}`;
  const parts = text.replace(/\/$/, '').split('/');
  return `path ${parts.slice(/^(?:index|readme|package|__init__)\b/i.test(parts.at(-1)) ? -2 : -1).join('/')}`;
}

const PROGRAM =
  /^(?:npm|npx|pnpm|yarn|bun|node|deno|git|gh|python3?|pip3?|uv|pytest|tox|cargo|rustc|go|make|just|tsc|tsx|jest|vitest|eslint|biome|ruff|mypy|docker|kubectl|terraform|curl|wget|bash|sh|\.\/[\w.-]+)\s+[\w./-]/;
/** Commands in a text: code between backticks, and lines of fenced code, that begin with a program. */
function commandsIn(text) {
  const found = new Set();
  for (const [, code] of text.matchAll(/`([^`\n]{4,200})`/g)) if (PROGRAM.test(code)) found.add(code);
  for (const [, block] of text.matchAll(/```[^\n]*\n([\s\S]*?)```/g)) {
    for (const line of block.split('\n')) if (PROGRAM.test(line.trim())) found.add(line.trim().replace(/\s+#.*$/, ''));
  }
  return [...found].map((command) => command.replace(/\s+/g, ' ').trim());
}

const WORD = /[\p{L}\p{N}_]+/gu;
const HAN = /\p{Script=Han}/u;
const EMPTY = new Set(
  'the and for that this with from are was were has have had not but its into than then they them our your you will would can all any'.split(' '),
);
/** Words that identify a statement; for Chinese, pairs of characters. */
function wordsIn(text) {
  const found = new Set();
  for (const [word] of text.toLowerCase().matchAll(WORD)) {
    if (HAN.test(word)) for (let i = 0; i < word.length - 1; i++) found.add(word.slice(i, i + 2));
    else if (word.length > 2 && !EMPTY.has(word)) found.add(word.replace(/(?:ing|ed|es|s)$/, ''));
  }
  return found;
}
/** A text contains a decision when one of its lines has this share of the decision's words. */
const SAME_DECISION = 0.5;
const MIN_DECISION_WORDS = 4;

function decisionsIn(e, text) {
  return e
    .statementsOf(text)
    .map((statement) => statement.text)
    .filter((line) => e.DECISION.test(line) || e.RULE.test(line) || e.RULE_OF_USER.test(line))
    .map((line) => [...wordsIn(line)])
    .filter((words) => words.length >= MIN_DECISION_WORDS);
}

/** Lookup of facts in a text. */
function holder(e, text) {
  const facts = new Set(e.basicFacts(text).map(keyOf));
  const flat = text.replace(/\\n|\s+/g, ' ');
  const lines = text.split(/\n|\\n|(?<=[.!?。！？])\s/).map(wordsIn);
  return {
    fact: (key) => facts.has(key),
    command: (command) => flat.includes(command) || flat.includes(JSON.stringify(command).slice(1, -1)),
    decision: (words) => lines.some((line) => words.filter((word) => line.has(word)).length >= SAME_DECISION * words.length),
  };
}

/** Distinct facts of a real text, each with its kind and a test whether another text contains it. */
function factsOf(e, text) {
  const keys = new Map(e.basicFacts(text).map((fact) => [keyOf(fact), fact.kind]));
  return [
    ...[...keys].map(([key, kind]) => ({ kind, isIn: (other) => other.fact(key), shown: key })),
    ...commandsIn(text).map((command) => ({ kind: 'command', isIn: (other) => other.command(command), shown: command })),
    ...decisionsIn(e, text).map((words) => ({ kind: 'decision', isIn: (other) => other.decision(words), shown: words.join(' ') })),
  ];
}

async function engine() {
  const modules = [
    'tokens/tokenizers',
    'tokens/count',
    'signals/prepare',
    'summarizers/built-in',
    'signals/facts/index',
    'signals/sentences',
    'summarizers/statements',
    'summarizers/lexicon',
    'formats/index',
  ];
  const loaded = await Promise.all([...modules, '../worker/text/message'].map((module) => load(`src/engine/${module}.ts`)));
  return Object.assign({}, ...loaded);
}

const open = async (e, transcript) => e.prepare(transcript, e.countTranscript(transcript, await e.loadTokenizer('o200k_base')), e.DEFAULT_SIGNALS);

/** Every conversation beside the repository that our formats read. */
function* realTranscripts(e, data) {
  for (const folder of existsSync(data) ? readdirSync(data, { withFileTypes: true }) : []) {
    if (!folder.isDirectory()) continue;
    for (const name of readdirSync(path.join(data, folder.name))) {
      const file = `${folder.name}/${name}`;
      const bytes = readFileSync(path.join(data, file));
      const parsed = e.parseTranscript(new Uint8Array(bytes), { name });
      if (parsed.ok) for (const transcript of parsed.value.conversations) yield { file, transcript };
    }
  }
}

const range = (from, to) => Array.from({ length: Math.max(0, to - from) }, (_, k) => from + k);

/** The agent's context when it wrote each summary: the previous summary, and the messages since then that it did not keep. */
function* compactionsOf(e, transcript, header) {
  const { messages, compactions } = transcript;
  let from = header;
  let earlier = -1;
  for (const { summaryId, keptFrom } of compactions) {
    const at = messages.findIndex((m) => m.id === summaryId);
    if (at < 0) continue;
    const kept = messages.findIndex((m) => m.id === keptFrom);
    const to = kept < 0 || kept > at ? at : kept;
    const members = range(from, to).filter((i) => i !== earlier);
    if (earlier >= 0) members.push(earlier);
    yield { members: members.sort((a, b) => a - b), until: at, real: e.messageText(messages[at].parts) };
    [from, earlier] = [to, at];
  }
}

/** Cline stores the summary in a file that names the session. */
function summaryOfCline(data, transcript, session) {
  const file = path.join(data, 'cline/cline__agentic.compaction.json');
  if (!existsSync(file)) return null;
  const { messages, sessionId } = JSON.parse(readFileSync(file, 'utf8'));
  if (JSON.parse(readFileSync(path.join(data, session), 'utf8')).sessionId !== sessionId) return null;
  const summary = messages[0].metadata.summary;
  // Kept messages follow the summary, as in the session.
  return { members: range(0, transcript.messages.length - (messages.length - 1)), real: summary };
}

/** Long turns that end with a report, each without its report. */
function* reportsOf({ messages }, { turn, header }) {
  for (let at = header; at < messages.length; at++) {
    const message = messages[at];
    const ends =
      message.role === 'assistant' && message.parts.every((part) => part.type !== 'tool-call') && turn[at] >= 0 && turn[at + 1] !== turn[at];
    if (ends)
      yield {
        members: range(turn.indexOf(turn[at]), at),
        until: at,
        real: message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n'),
      };
  }
}

/** Random numbers with a seed (mulberry32). */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** The beginning of a text with this many tokens. */
function head(counts, text, tokens) {
  let [low, high] = [0, Math.min(text.length, tokens * 12)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (counts.text(text.slice(0, middle)) <= tokens) low = middle;
    else high = middle - 1;
  }
  return text.slice(0, low);
}

function randomSentences(e, counts, text, tokens, seed) {
  const next = random(seed);
  const sentences = e.splitSentences(text);
  let left = tokens;
  const taken = [];
  for (let tries = 0; left > 0 && tries < 2000 && sentences.length > 0; tries++) {
    const { start, end } = sentences[Math.floor(next() * sentences.length)];
    const cost = end - start > 1000 ? left + 1 : counts.text(text.slice(start, end)) + 1;
    if (cost > left) continue;
    left -= cost;
    taken.push(text.slice(start, end));
  }
  return taken.join('\n');
}

function compare(e, summarizer, prepared, { members, real }) {
  const { messages, counts } = prepared;
  const tokens = counts.text(real);
  const text = members.map((i) => e.messageText(messages[i].parts).slice(0, MAX_TEXT)).join('\n');
  const source = holder(e, text);
  const all = factsOf(e, real);
  const wanted = all.filter((fact) => fact.isIn(source));
  const ours = summarizer.summarize(prepared, { id: 'summary-1', members, maxTokens: tokens, style: 'sections' });
  const written = ours.ok ? ours.text : '';
  const earlier = members.some((i) => prepared.itemType[i] === 'COMPACTION_SUMMARY');
  const merged = earlier
    ? summarizer.summarize(prepared, { id: 'summary-1', members, maxTokens: tokens, style: 'sections', mergeEarlier: true })
    : null;
  const share = (other) => {
    const held = holder(e, other);
    return wanted.filter((fact) => fact.isIn(held)).length;
  };
  const held = holder(e, written);
  const byKind = Object.fromEntries(
    KINDS.map((kind) => {
      const mine = wanted.filter((fact) => fact.kind === kind);
      return [kind, { wanted: mine.length, kept: mine.filter((fact) => fact.isIn(held)).length }];
    }),
  );
  let randomly = 0;
  for (let seed = 1; seed <= RANDOM_RUNS; seed++) randomly += share(randomSentences(e, counts, text, tokens, seed)) / RANDOM_RUNS;
  return {
    members: members.length,
    tokens,
    ourTokens: ours.ok ? ours.tokens : 0,
    facts: all.length,
    wanted: wanted.length,
    kept: wanted.filter((fact) => fact.isIn(held)).length,
    head: share(head(counts, text, tokens)),
    random: randomly,
    // Where an earlier summary is among the messages: what our summariser keeps when it carries that over verbatim.
    ...(merged?.ok && { merged: share(merged.text) }),
    byKind,
    text: written,
    missed: wanted.filter((fact) => !fact.isIn(held)).map((fact) => `${fact.kind} ${fact.shown}`),
  };
}

/** One row per real compaction and real report. `data`: the folder with real transcripts; no rows without it. */
export async function quality(data) {
  const e = await engine();
  const summarizer = e.createBuiltIn();
  const compactions = [];
  const reports = [];
  for (const { file, transcript } of realTranscripts(e, data)) {
    const prepared = await open(e, transcript);
    const found = [...compactionsOf(e, transcript, prepared.header)];
    const cline = file.startsWith('cline/') && file.includes('session') ? summaryOfCline(data, transcript, file) : null;
    // Our summariser reads what follows the members, and must see no more of it than the agent did.
    const seenBy = ({ members, until = members.at(-1) + 1 }) => open(e, { ...transcript, messages: transcript.messages.slice(0, until) });
    const put = async (rows, least, real) => {
      const tokens = prepared.counts.text(real.real);
      if (tokens < least || (rows === reports && tokens > MAX_REPORT_TOKENS) || real.members.length < MIN_MEMBERS) return;
      const row = compare(e, summarizer, await seenBy(real), real);
      if (row.wanted > 0) rows.push({ file, tuned: TUNED.test(file), ...row });
    };
    for (const real of cline ? [...found, cline] : found) await put(compactions, MIN_TOKENS, real);
    for (const real of reportsOf(transcript, prepared)) await put(reports, MIN_REPORT_TOKENS, real);
  }
  return { compactions, reports };
}
