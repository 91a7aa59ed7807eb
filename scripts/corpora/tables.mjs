/** The SQL of docs/corpora.md against `reduce`, over JSON lines and over Parquet: another program has to find the same tables. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../setup.mjs';

const MEASURE = 'factRetention';
const BASELINE = 'oldest-removal';
const PROGRAM = `
import json, os, sys
sys.path[:0] = [p for p in os.environ.get("DUCKDB_AT", "").split(":") if p]
import duckdb
for statement in json.load(sys.stdin):
    result = duckdb.execute(statement)
    if statement.lstrip().upper().startswith("SELECT"):
        names = [column[0] for column in result.description]
        print(json.dumps([dict(zip(names, line)) for line in result.fetchall()]))
`;

/** DuckDB for Python, from where it is or from pip into the folder of the check; null where there is none. */
function duckdb(work) {
  const at = process.env.DUCKDB_AT ?? path.join(work, 'duckdb');
  const env = { ...process.env, DUCKDB_AT: at };
  const found = () => spawnSync('python3', ['-c', PROGRAM], { env, input: '[]' }).status === 0;
  if (found()) return env;
  spawnSync('python3', ['-m', 'pip', 'install', '-q', '--target', at, 'duckdb'], { stdio: 'ignore', timeout: 120_000 });
  return found() ? env : null;
}

/** The statements of the page, in order; each block of SQL there is one. */
export function statements() {
  const page = readFileSync(path.join(root, 'docs/corpora.md'), 'utf8');
  return [...page.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, sql]) => sql.trim().replace(/;$/, ''));
}

const near = (a, b, what) => assert.ok(Math.abs(a - b) < 1e-9, `${what}: ${a} and ${b}`);

export async function checkTables({ check, run, plain, work }) {
  const env = duckdb(work);
  const cli = path.join(root, 'scripts/cli.mjs');
  const lines = path.join(work, 'results.jsonl');
  // Twice and with half a line, as after a run that was killed: once is enough for both.
  writeFileSync(lines, `${plain}${plain.split('\n').slice(0, 5).join('\n')}\n`);
  const parquet = path.join(work, 'results.parquet');
  const node = (...args) => run(process.execPath, [cli, ...args], { cwd: root });
  const [view, ...queries] = statements();
  for (const [name, file] of [
    ['JSON lines', lines],
    ['Parquet', parquet],
  ]) {
    await check(`DuckDB finds the tables of reduce in ${name}`, env ? [] : ['duckdb for Python'], async () => {
      if (file === parquet) {
        const corpus = readFileSync(path.join(work, 'names'), 'utf8').trim().split('\n');
        const options = ['--strategies', 'oldest-removal,summary,fact-ledger', '--format-out', 'parquet'];
        const sh = `"$0" "$1" map ${options.join(' ')} > "$2"`;
        const made = await run('sh', ['-c', sh, process.execPath, cli, parquet], { cwd: root, input: corpus.join('\n') });
        assert.equal(made.status, 0, made.stderr);
      }
      const reduced = await node('reduce', file, '--json', '--baseline', BASELINE, '--by', 'format');
      assert.equal(reduced.status, 0, reduced.stderr);
      const { groups, failed } = JSON.parse(reduced.stdout);
      const source =
        file === parquet ? `'${parquet}'` : `read_json('${lines}', format = 'newline_delimited', sample_size = -1, ignore_errors = true)`;
      const own = view.replace(/FROM read_json\([^)]*\)/, () => `FROM ${source}`);
      assert.notEqual(own, view);
      const { stdout, stderr, status } = await run('python3', ['-c', PROGRAM], { env, input: JSON.stringify([own, ...queries]) });
      assert.equal(status, 0, stderr);
      const [distributions, differences, byFormat, failures] = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      const tables = groups[0].rows;
      assert.equal(distributions.length, tables.length);
      for (const table of tables) {
        const found = distributions.find((one) => one.row === table.row);
        const mine = table.measures[MEASURE];
        assert.equal(found.sessions, mine.sessions);
        for (const [a, b, what] of [
          [found.median, mine.median, 'median'],
          [found.low, mine.quartiles[0], 'first quartile'],
          [found.high, mine.quartiles[1], 'third quartile'],
          [found.worst, mine.worst, 'worst'],
          [found.mean, mine.mean, 'mean'],
        ])
          near(a, b, `${table.row}, ${what}`);
      }
      const paired = tables.filter(({ against }) => against);
      assert.equal(differences.length, paired.length);
      assert.ok(paired.length > 1);
      for (const { row, against } of paired) {
        const found = differences.find((one) => one.row === row);
        const { sessions, mean, better, equal, worse } = against[MEASURE];
        assert.deepEqual([found.sessions, found.better, found.equal, found.worse], [sessions, better, equal, worse]);
        near(found.difference, mean, `${row}, difference`);
      }
      const named = groups.slice(1);
      assert.equal(new Set(byFormat.map(({ format }) => format)).size, named.length);
      for (const { group, rows } of named)
        for (const { row, measures } of rows) {
          const found = byFormat.find((one) => one.format === group && one.row === row);
          assert.equal(found?.sessions ?? 0, measures[MEASURE]?.sessions ?? 0);
          if (found?.sessions) near(found.median, measures[MEASURE].median, `${group}, ${row}`);
        }
      assert.deepEqual(
        failures.map((one) => one.file),
        failed.map((one) => one.file),
      );
    });
  }
}
