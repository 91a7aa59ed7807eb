import { expect, test } from 'vitest';
import { compactingOn, paceOf, progressOn, telling, type Way } from './progress.ts';

const over = (way: Way) => progressOn(telling(way), way.clock);

function way(isTerminal: boolean) {
  const said: string[] = [];
  const shown: string[] = [];
  const state = { now: 0, said, shown };
  return { state, way: { clock: () => state.now, isTerminal, say: (line: string) => said.push(line), show: (line: string) => shown.push(line) } };
}

test('in a file: nothing of what is quick, then a line every five seconds', () => {
  const { state, way: file } = way(false);
  const progress = over(file);
  for (; state.now <= 4999; state.now += 1000) progress('comparing', state.now / 1000, 40);
  expect(state.said).toEqual([]);
  state.now = 5000;
  progress('recall', 12, 445);
  state.now = 9999;
  progress('recall', 13, 445);
  state.now = 10_000;
  progress('decay', 3, 40);
  expect(state.said).toEqual(['Needed later: 12 of 445 …', 'Rounds: 3 of 40 …']);
  expect(state.shown).toEqual([]);
});

test('on a terminal: one line from the first second on, with the time left by the pace of its phase', () => {
  const { state, way: terminal } = way(true);
  const progress = over(terminal);
  progress('comparing', 0, 10);
  state.now = 999;
  progress('comparing', 1, 10);
  expect(state.shown).toEqual([]);
  state.now = 1000;
  progress('comparing', 2, 10);
  // Two steps in a second: eight more take four.
  expect(state.shown).toEqual(['━━━━━╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌  Comparing: 2 of 10 … · 4 s left']);
  state.now = 1099;
  progress('comparing', 3, 10);
  expect(state.shown).toHaveLength(1);
  state.now = 1100;
  progress('recall', 0, 100);
  // Nothing is known of a phase that has only begun.
  expect(state.shown[1]).toBe('╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌  Needed later: 0 of 100 …');
  state.now = 2100;
  progress('recall', 1, 100);
  expect(state.shown[2]).toMatch(/· 99 s left$/);
  expect(state.said).toEqual([]);
});

test('the last moment is never nothing', () => {
  const { state, way: terminal } = way(true);
  const progress = over(terminal);
  progress('replay', 0, 1000);
  state.now = 2000;
  progress('replay', 999, 1000);
  expect(state.shown[0]).toMatch(/· 1 s left$/);
});

test('work without a known end has no bar', () => {
  const { state, way: terminal } = way(true);
  const tell = telling(terminal);
  state.now = 1500;
  tell(() => '12 files');
  expect(state.shown).toEqual(['12 files']);
});

test('the time left is by the pace since the first call, in seconds, minutes or hours', () => {
  let now = 0;
  const leftAt = paceOf(() => now);
  expect(leftAt(40, 100)).toBeNull();
  now = 2000;
  // What was there at the beginning took no time: ten in two seconds, fifty more take ten.
  expect(leftAt(50, 100)).toBe(10_000);
  const { state, way: terminal } = way(true);
  const tell = telling(terminal);
  const after = (left: number): string => {
    state.now += 1000;
    tell(() => 'work', left);
    return state.shown.at(-1)!;
  };
  expect([119_000, 121_000, 7_190_000, 7_300_000].map(after)).toEqual([
    'work · 119 s left',
    'work · 3 min left',
    'work · 120 min left',
    'work · 3 h left',
  ]);
});

test('reading and counting say their share', () => {
  const { state, way: terminal } = way(true);
  const progress = over(terminal);
  progress('reading', 0, 8e6);
  state.now = 1500;
  progress('reading', 2e6, 8e6);
  state.now = 3000;
  progress('counting', 0, 1);
  expect(state.shown).toEqual([
    expect.stringMatching(/^━{6}╌{18} {2}Reading: 25\D%\D+ · 5 s left$/),
    expect.stringMatching(/^╌{24} {2}Counting: 0\D%\D+$/),
  ]);
});

test('a compaction says how long it has taken', () => {
  const { state, way: terminal } = way(true);
  const told = compactingOn(telling(terminal), terminal.clock);
  const at = (now: number): string | undefined => {
    state.now = now;
    const before = state.shown.length;
    told();
    return state.shown[before];
  };
  expect(state.shown).toEqual([]);
  expect(at(900)).toBeUndefined();
  expect(at(1900)).toBe('Compacting for 2 s …');
  expect(at(1950)).toBeUndefined();
  expect(at(7900)).toBe('Compacting for 8 s …');
  // After another status the next one begins at once.
  state.now = 7910;
  compactingOn(telling(terminal), terminal.clock);
  expect(state.shown.at(-1)).toBe('Compacting for 8 s …');
  const tell = telling(terminal);
  state.now = 9000;
  tell(() => 'Counting');
  state.now = 9010;
  compactingOn(tell, terminal.clock);
  expect(state.shown.slice(-2)).toEqual(['Counting', 'Compacting for 0 s …']);
});
