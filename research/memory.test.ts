import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** One more has to be worth it. */
const MOST = 192;

const rows = readFileSync(path.join(import.meta.dirname, 'memory.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t'));

describe('what the engine remembers', () => {
  it('is measured, place by place: `node research/memory.mjs --store` after a new one', () => {
    const places = execFileSync(process.execPath, [path.join(import.meta.dirname, 'memory.mjs'), '--list'], { encoding: 'utf8' });
    expect(rows[0]).toEqual(['place', 'step', 'target', 'first', 'recall']);
    expect(rows.slice(1).map(([place]) => place)).toEqual(places.trimEnd().split('\n'));
    for (const [, ...gains] of rows.slice(1)) expect(gains.every((gain) => Number(gain) > 0)).toBe(true);
    expect(rows.length - 1).toBeLessThanOrEqual(MOST);
  });
});
