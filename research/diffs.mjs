/**
 * The diffs of the side by side, on texts of 1 MB: the worst case against 2 % of the lines edited. Both diffs are bounded, so no text may
 * cost many times more than an ordinary one.
 */
import { goal, median, n, show, timed } from '../bench/figures.mjs';
import { load } from '../scripts/load.mjs';
import { makeTranscript, random } from '../bench/material.mjs';

const SIZE = 1_000_000;
/** Characters; just under the length from which the word diff compares lines. */
const PARAGRAPH = 19_900;
const ROUNDS = 5;
const MOST = 15;

/** About 1 MB of lines from the gallery's tool results. */
function linesOf(engine) {
  const transcript = makeTranscript(engine, 400, 5000);
  const text = transcript.messages.flatMap((m) => m.parts.map((p) => (p.type === 'tool-result' ? p.content[0].text : (p.text ?? '')))).join('\n');
  return text.slice(0, SIZE).split('\n');
}

const shuffled = (items, next) => {
  const copy = [...items];
  for (let i = copy.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [copy[i], copy[j]] = [copy[j], copy[i]];
  }
  return copy;
};

/** name → the other side of the comparison. */
function cases(lines) {
  const next = random(23);
  const edit = (line) => `${line.slice(0, line.length >> 1)} edited ${Math.floor(next() * 1e6)}`;
  const edited = (share) => lines.map((line) => (next() < share ? edit(line) : line));
  const blocks = [];
  for (let at = 0; at < lines.length; at += 50) blocks.push(lines.slice(at, at + 50));
  return {
    '2 % of the lines edited': edited(0.02),
    '10 % edited': edited(0.1),
    'half edited': edited(0.5),
    'every line edited': lines.map(edit),
    'a third deleted, line by line': lines.filter(() => next() > 1 / 3),
    'second half deleted': lines.slice(0, lines.length >> 1),
    'lines in another order': shuffled(lines, next),
    'blocks of 50 lines in another order': shuffled(blocks, next).flat(),
    'characters in another order': lines.map((line) => shuffled([...line], next).join('')),
    'one word repeated': Array.from({ length: SIZE / 5 }, () => 'same'),
    'without line ends': [lines.join(' ').split(' ').reverse().join(' ')],
  };
}

/** Paragraphs of the greatest length at which words are still compared, every other one with its words reordered. */
function paragraphs(lines) {
  const next = random(29);
  const text = lines.join(' ');
  const before = [];
  for (let at = 0; at < text.length; at += PARAGRAPH) before.push(text.slice(at, at + PARAGRAPH));
  return { before, after: before.map((p, i) => (i % 2 === 0 ? p : shuffled(p.split(' '), next).join(' '))) };
}

async function diffs() {
  const engine = await load('research/engine.ts');
  const before = linesOf(engine);
  const message = (text) => ({ id: 'm', role: 'tool', parts: [{ type: 'text', text }] });
  const text = before.join('\n');
  const kinds = {
    'words of one message': (from, to) => engine.wordDiff(from, to),
    'whole request as text': (from, to) =>
      engine.unifiedDiff([message(from)], { context: () => [message(to)], origins: () => [0], plan: { fates: Uint8Array.of(1) } }, 100_000),
  };
  const rows = [];
  const goals = [];
  const made = Object.entries(cases(before)).map(([name, lines]) => ({ name, from: text, to: lines.join('\n') }));
  const long = paragraphs(before);
  made.push({ name: 'long paragraphs, every other one in another order', from: long.before.join('\n'), to: long.after.join('\n') });
  const table = new Map(made.map(({ name }) => [name, []]));
  for (const [kind, diff] of Object.entries(kinds)) {
    const times = new Map(made.map(({ name }) => [name, []]));
    diff(made[0].from, made[0].to);
    for (let round = 0; round < ROUNDS; round++) for (const { name, from, to } of made) times.get(name).push(await timed(() => diff(from, to)));
    const usual = median(times.get(made[0].name));
    let worst = { name: '', ratio: 0 };
    for (const [name, all] of times) {
      const ratio = median(all) / usual;
      table.get(name).push(n(median(all)), ratio.toFixed(1));
      if (ratio > worst.ratio) worst = { name, ratio };
    }
    goals.push(goal(`diff, ${kind}: worst case (${worst.name})`, worst.ratio, `≤ ${MOST} × 2 % edits`, worst.ratio <= MOST));
  }
  for (const [name, cells] of table) rows.push([name, ...cells]);
  return {
    tables: [{ title: 'Diff of 1 MB against', head: ['case', ...Object.keys(kinds).flatMap((kind) => [`${kind}, ms`, '× 2 %'])], rows }],
    goals,
  };
}

show(await diffs());
