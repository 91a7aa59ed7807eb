/** Shared by all benchmarks: clocks, medians, and the wording of tables. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { median } from 'simple-statistics';

export { median, quantile } from 'simple-statistics';

/** Milliseconds of a call; promises are awaited. */
export async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Milliseconds of wall clock and processor: on a busy machine the wall clock means little. */
export async function used(work) {
  const before = process.cpuUsage();
  const clock = await timed(work);
  const { user, system } = process.cpuUsage(before);
  return { clock, cpu: (user + system) / 1000 };
}

setFlagsFromString('--expose-gc');
/** Frees memory of earlier measurements. */
export const collectGarbage = runInNewContext('gc');

/** A number with an appropriate number of digits: 0.052, 3.4, 128. */
export function n(value) {
  if (value === null || value === undefined || Number.isNaN(value)) return '—';
  if (value === 0 || Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  return Math.abs(value) >= 1 ? value.toFixed(1) : value.toPrecision(2);
}

/**
 * One goal of a benchmark.
 * @param name what was measured
 * @param value the judged figure; null = could not be measured, which is no pass
 * @param goal what it should be, in words
 * @param pass whether it is
 * @param hard a miss that fails the whole run
 */
export const goal = (name, value, words, pass, hard = false) => ({ name, value, goal: words, pass, hard });

/** A goal that a figure is at most so much. */
export const atMost = (name, value, most, unit = 'ms', words = 'median ') =>
  goal(name, value, `${words}≤ ${n(most)} ${unit}`, value !== null && value <= most);

/** Median, least, most and number of times, as cells. */
export const spread = (times) => [n(median(times)), n(Math.min(...times)), n(Math.max(...times)), times.length];

/** Runs all slices of a generator → what it returns, and its longest slice in ms. */
export function sliced(steps) {
  let longest = 0;
  for (let last = performance.now(); ; ) {
    const step = steps.next();
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (step.done) return { value: step.value, longest };
  }
}

/** Text in columns: the first left-aligned, the others right-aligned. */
export function printTable({ title, head, rows, note }) {
  const cells = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  console.log(`\n${title}`);
  for (const row of cells) console.log(row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join('  '));
  if (note) console.log(note);
}

/** Goals with what was measured. */
export function printGoals(goals) {
  const rows = goals.map((g) => [g.name, n(g.value), g.goal, g.pass ? 'pass' : g.hard ? 'FAIL (hard)' : 'MISS']);
  printTable({ title: 'Goals', head: ['what', 'measured', 'goal', ''], rows });
}

/** What a program of research/ has measured. */
export function show({ tables, goals, notMeasured = [] }) {
  for (const table of tables) printTable(table);
  if (goals.length > 0) printGoals(goals);
  for (const line of notMeasured) console.log(`not measured: ${line}`);
}
