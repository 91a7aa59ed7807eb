/**
 * `node research/reality.mjs [DIR]`: how well a replay without compaction predicts the prompt tokens that providers recorded, and
 * whether a trigger fires where the recorded agent compacted. DIR holds MANIFEST.json and transcripts (default: `data` beside the
 * checkout, in `shared`). Prints tables; what they say is in docs/replay.md.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { n, quantile } from '../bench/figures.mjs';
import { load } from '../scripts/load.mjs';

const root = path.resolve(import.meta.dirname, '..');
const dir = process.argv[2] ?? path.join(process.env.SHARED_DIR ?? path.join(root, '../shared'), 'data');
if (!existsSync(path.join(dir, 'MANIFEST.json'))) {
  console.error(`${dir}: no MANIFEST.json: expected a folder with transcripts and their list`);
  process.exit(2);
}
const engine = await load('research/engine.ts');
/** Fewer recorded requests are no sample. */
const LEAST = 6;
const OVERHEAD = 4;

const promptOf = ({ usage }) => (usage ? usage.input + usage.cacheRead + usage.cacheWrite : 0);
const percent = (share) => (share === undefined ? '—' : `${(100 * share).toFixed(1)} %`);

/**
 * The context of the recorded agent after its `k`-th compaction, as a transcript of its own (k = 0: from the start): header, summary, and
 * the messages kept, up to the next compaction.
 */
function stretch(transcript, k) {
  const { messages, compactions } = transcript;
  const end = compactions[k]?.at ?? messages.length;
  const before = compactions[k - 1];
  if (!before) return { ...transcript, messages: messages.slice(0, end), compactions: [] };
  const header = messages.slice(
    0,
    messages.findIndex(({ role }) => role !== 'system'),
  );
  const from = messages.findIndex(({ id }) => id === before.keptFrom);
  const summary = messages.filter(({ id }) => id === before.summaryId);
  const rest = messages.slice(from < 0 ? before.at : from, end).filter(({ id }) => id !== before.summaryId);
  // Kept messages were answered before the compaction: only later answers have a prompt of this context.
  const asked = new Set(messages.slice(before.at).map(({ id }) => id));
  const plain = rest.map((m) => (asked.has(m.id) ? m : { ...m, usage: undefined }));
  return { ...transcript, messages: [...header, ...summary, ...plain], compactions: [] };
}

const partsOf = (transcript, tokenizer) => {
  const steps = engine.countParts(transcript, tokenizer.base);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
};

/** Prompt tokens of each recorded request of a transcript, by a factor over base tokens and an offset. */
function predict(transcript, tokenizer, { factor, offset }) {
  const parts = partsOf(transcript, tokenizer);
  const found = [];
  let tokens = offset + Math.round(parts.toolDefinitions * factor);
  transcript.messages.forEach((message, i) => {
    const recorded = promptOf(message);
    if (message.role === 'assistant' && recorded > 0) found.push({ i, recorded, predicted: tokens });
    for (let p = parts.first[i]; p < parts.first[i + 1]; p++) tokens += Math.round(parts.text[p] * factor) + parts.flat[p];
    tokens += OVERHEAD;
  });
  return found;
}

const errorsOf = (found) => found.map(({ recorded, predicted }) => Math.abs(predicted - recorded) / recorded);
const summary = (found) => [percent(quantile(errorsOf(found), 0.5)), percent(quantile(errorsOf(found), 0.9))];

const predicted = [];
const fired = [];
let read = 0;
for (const { file } of JSON.parse(readFileSync(path.join(dir, 'MANIFEST.json'), 'utf8'))) {
  if (!existsSync(path.join(dir, file))) continue;
  const parsed = engine.parseTranscript(new Uint8Array(readFileSync(path.join(dir, file))), { name: file });
  if (!parsed.ok) continue;
  read++;
  for (const transcript of parsed.value.conversations) {
    if (transcript.messages.filter((m) => m.role === 'assistant' && promptOf(m) > 0).length < LEAST) continue;
    const model = engine.resolveModel(transcript.model);
    const tokenizer = await engine.loadTokenizer(model.tokenizer);
    const stretches = Array.from({ length: transcript.compactions.length + 1 }, (_, k) => stretch(transcript, k));
    const raw = { factor: tokenizer.factor, offset: 0 };
    const all = stretches.flatMap((one) => predict(one, tokenizer, raw));
    // Fitted on the requests before the first compaction, tested on those after it; without one, on the two halves.
    const halves = stretches.length === 1;
    const [first] = stretches;
    const requests = predict(first, tokenizer, raw);
    const cut = halves ? requests[requests.length >> 1].i : first.messages.length;
    const known = { ...first, messages: first.messages.slice(0, cut) };
    const fit = engine.calibrate(known, partsOf(known, tokenizer), model.provider, OVERHEAD);
    const test = (by) =>
      halves ? predict(first, tokenizer, by).filter(({ i }) => i >= cut) : stretches.slice(1).flatMap((one) => predict(one, tokenizer, by));
    predicted.push([
      file,
      all.length,
      ...summary(all),
      fit ? fit.factor.toFixed(3) : '—',
      fit ? n(fit.offset) : '—',
      fit ? fit.requests : `${predict(known, tokenizer, raw).length} (too few)`,
      test(raw).length,
      ...summary(test(raw)),
      ...(fit ? summary(test(fit)) : ['—', '—']),
    ]);

    for (const [k, { at, tokensBefore }] of transcript.compactions.entries()) {
      if (tokensBefore === undefined || !fit) continue;
      const before = stretches[k];
      // Both sides of the compaction: a trigger that does not fire before may fire after.
      const longer = stretch({ ...transcript, compactions: transcript.compactions.slice(0, k) }, k);
      // Counted by the fit alone: later records must not help.
      const beyond = { ...longer, messages: longer.messages.map((m) => ({ ...m, usage: undefined })) };
      const tokenizerOf = { ...tokenizer, factor: fit.factor, count: (text) => Math.round(tokenizer.base.count(text) * fit.factor) };
      const counts = engine.countTranscript(beyond, tokenizerOf);
      const base = engine.prepare(beyond, counts, engine.DEFAULT_SIGNALS);
      const window = model.window;
      const replay = engine.replayNow(base, [{ key: 'x', strategy: 'auto-compression', params: {} }], {
        window,
        trigger: { triggers: [{ kind: 'ratio', share: Math.min(1, tokensBefore / window) }], combine: 'any' },
        target: 0.5,
        own: false,
        weight: 0.6,
        seed: 1,
        summarizer: engine.createBuiltIn(),
        warning: null,
        cooldown: 0,
        answer: null,
        caching: 'none',
        prices: null,
        unseen: fit.offset,
      });
      const recordedAt = before.messages.filter(({ role }) => role === 'assistant').length + 1;
      const point = replay.series[0].points[0];
      fired.push([file, k + 1, n(at), n(tokensBefore), recordedAt, point?.at ?? 'never', point ? point.at - recordedAt : '—']);
    }
  }
}

const table = (head, rows) => [head, head.map((_, c) => (c === 0 ? '---' : '--:')), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
console.log(`${read} files read, ${predicted.length} conversations with at least ${LEAST} recorded requests\n`);
console.log(
  table(
    [
      'transcript',
      'requests',
      'median',
      'p90',
      'factor',
      'unseen',
      'fitted on',
      'tested on',
      'median before',
      'p90 before',
      'median after',
      'p90 after',
    ],
    predicted,
  ),
);
console.log(`\n${table(['transcript', 'compaction', 'message', 'tokens before', 'recorded at request', 'fires at request', 'off by'], fired)}`);
