/** What all benchmarks share: clocks, medians, and the words of their tables. */
export { median, quantile } from 'simple-statistics';

/** Milliseconds of a call, awaited where it is a promise. */
export async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Milliseconds by the clock and of the processor: on a machine with other work the clock tells little. */
export async function used(work) {
  const before = process.cpuUsage();
  const clock = await timed(work);
  const { user, system } = process.cpuUsage(before);
  return { clock, cpu: (user + system) / 1000 };
}

/** Frees what earlier measurements left behind, where Node runs with --expose-gc. */
export const collectGarbage = () => globalThis.gc?.();

/** A number with as many digits as it deserves: 0.052, 3.4, 128. */
export function n(value) {
  if (value === null || value === undefined || Number.isNaN(value)) return '—';
  if (value === 0 || Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  return Math.abs(value) >= 1 ? value.toFixed(1) : value.toPrecision(2);
}

/**
 * One goal of a benchmark.
 * @param name what was measured
 * @param value the figure that is judged; null = could not be measured, which is no pass
 * @param goal what it should be, in words
 * @param pass whether it is
 * @param hard a miss that makes the whole run fail
 */
export const goal = (name, value, words, pass, hard = false) => ({ name, value, goal: words, pass, hard });

/** Columns of text: the first to the left, all others to the right. */
export function printTable({ title, head, rows, note }) {
  const cells = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  console.log(`\n${title}`);
  for (const row of cells) console.log(row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join('  '));
  if (note) console.log(note);
}
