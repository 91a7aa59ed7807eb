import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const page = readFileSync(path.join(root, 'docs/performance.md'), 'utf8');
const goals = page.slice(page.indexOf('## Goals'), page.indexOf('## How it is reached'));

/** A number of the code, by name. */
function constantOf(file: string, name: string): number {
  const found = new RegExp(`(?:^const ${name} = |\\b${name} \\?\\? )([\\d_.]+);`, 'm').exec(readFileSync(path.join(root, file), 'utf8'))?.[1];
  if (found === undefined) throw new Error(`${file} has no number ${name}`);
  return Number(found.replaceAll('_', ''));
}
/** A bound that a part of the benchmark uses. */
const constant = (file: string, name: string): number => constantOf(`bench/${file}`, name);
const ofResearch = (file: string, name: string): number => constantOf(`research/${file}`, name);
const seconds = (file: string, name: string): number => constant(file, name) / 1000;

describe('docs/performance.md', () => {
  it.each([
    `≤ ${constant('slider.mjs', 'STEP_GOAL')} ms in the engine, ≤ ${constant('page.mjs', 'SLIDER_GOAL')} ms to the painted table`,
    `≤ ${ofResearch('products.mjs', 'EACH_GOAL')} ms each, ≤ ${ofResearch('products.mjs', 'ALL_GOAL')} ms together`,
    `≤ ${seconds('slider.mjs', 'SIGNALS_GOAL')} s in the background; rows that need none of them ≤ ${constant('slider.mjs', 'FIRST_ROWS_GOAL')} ms`,
    `measures of loss of all strategies at a step | ≤ ${constant('measures.mjs', 'STEP_GOAL')} ms`,
    `decay and recall of all strategies, 2,000 messages | ≤ ${seconds('measures.mjs', 'DECAY_GOAL')} s`,
    `decay and recall of all strategies, 2,000 messages | ≤ ${seconds('measures.mjs', 'RECALL_GOAL')} s`,
    `≤ ${constant('reading.mjs', 'MOST')} × bare decode`,
    `no main-thread task over ${constant('page.mjs', 'LONG_TASK')} ms, failure above ${constant('page.mjs', 'HARD')}`,
    `remembered | ≤ ${seconds('replay.mjs', 'GOAL')} s`,
    `against the page with its recall | ≤ ${constant('terminal.mjs', 'GOAL')} × the time of the page`,
    `≤ ${ofResearch('diffs.mjs', 'MOST')} × the case with 2 % edits`,
  ])('the goal "%s" is that of the benchmark', (goal) => {
    expect(goals).toContain(goal);
  });

  it('names parts of the benchmark and programs that exist', () => {
    const bench = readFileSync(path.join(root, 'bench/bench.mjs'), 'utf8');
    const cells = Array.from(goals.matchAll(/^\| .*\| ([^|]+) \|$/gm), ([, cell]) => cell!).slice(1);
    const named = cells.flatMap((cell) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, name]) => name!));
    expect(named.length).toBeGreaterThan(10);
    const exists = (name: string) => (name.includes('/') ? existsSync(path.join(root, name)) : new RegExp(`^  '?${name}'?: async`, 'm').test(bench));
    expect(named.filter((name) => !exists(name))).toEqual([]);
  });
});

describe('docs/architecture.md', () => {
  const architecture = readFileSync(path.join(root, 'docs/architecture.md'), 'utf8').replace(/\s+/g, ' ');

  it.each([
    `${constantOf('scripts/check-size.mjs', 'LIMIT_KB')} KB gzipped at most`,
    `stable for ${constantOf('src/app/store/loss.ts', 'RECALL_MS') / 1000} seconds`,
    `at most ${(constantOf('src/worker/client.ts', 'STUCK_AFTER_MS') + constantOf('src/worker/client.ts', 'BEAT_MS')) / 1000} seconds after it began to hang`,
    `after a cancel ${constantOf('src/worker/client.ts', 'options.cancelGraceMs') / 1000} seconds`,
  ])('"%s" is what the code does', (figure) => {
    expect(architecture).toContain(figure);
  });
});
