/** What a list shows of a loss: its kind, what is left, where it leads. */
import { expect, test } from 'vitest';
import { artifactTrail } from './artifact-trail.ts';
import { constraints } from './constraints.ts';
import { errorFixPairs } from './error-fix-pairs.ts';
import { factRetention } from './fact-retention.ts';
import { hindsightRecall } from './future.ts';
import { type LostArtifact, type LostFact, type LostPair, type LostStatement, marksOf, type MissedFact } from './types.ts';

const place = (message: number) => ({ message, part: 0, piece: 0, start: 0, end: 1 });
const missed: MissedFact = { fact: '/home/dev/src/app.ts', kind: 'path', cut: 2, seenAt: 1, neededAt: 6, reFetchable: false };
const nobody = (): undefined => undefined;

test('a fact leads to what said it last before it was needed, and to what needed it', () => {
  const lost: LostFact = { kind: 'path', text: '/home/dev/src/app.ts', fate: 'lost', first: place(1), last: place(8), messages: 3, pointer: null };
  expect(factRetention.losses!.line(lost, () => missed)).toEqual({
    kind: 'path',
    fate: 'lost',
    text: '/home/dev/src/app.ts',
    marks: ['/home/dev/src/app.ts', 'app.ts'],
    spots: [
      { role: 'said', message: 1 },
      { role: 'needed', message: 6 },
    ],
    use: 'needed',
    messages: 3,
    cut: 0,
    beside: null,
  });
  expect(factRetention.losses!.line(lost, nobody)).toMatchObject({ use: 'again', spots: [{ role: 'said', message: 8 }] });
  const pointer = { kind: 'path', text: 'package.json' } as const;
  const once: LostFact = { ...lost, kind: 'version', text: '6.0.3', fate: 'recoverable', messages: 1, pointer };
  expect(factRetention.losses!.line(once, nobody)).toMatchObject({
    use: 'once',
    marks: ['6.0.3'],
    beside: { what: 'pointer', value: 'package.json' },
  });
});

test('a needed fact says at which cut it was missed, and whether something leads back to it', () => {
  const line = hindsightRecall.missed!.line(missed);
  expect(line).toEqual({
    kind: 'path',
    fate: 'lost',
    text: '/home/dev/src/app.ts',
    marks: ['/home/dev/src/app.ts', 'app.ts'],
    spots: [
      { role: 'said', message: 1 },
      { role: 'needed', message: 6 },
    ],
    use: null,
    messages: 0,
    cut: 3,
    beside: null,
  });
  expect(hindsightRecall.missed!.line({ ...missed, reFetchable: true }).fate).toBe('recoverable');
});

test('a file says what the result tells of it instead', () => {
  const lost: LostArtifact = { path: 'src/app.ts', operation: 'modified', told: 'read', place: place(7) };
  expect(artifactTrail.losses!.line(lost, nobody)).toMatchObject({
    kind: 'modified',
    fate: 'degraded',
    marks: ['src/app.ts', 'app.ts'],
    spots: [{ role: 'call', message: 7 }],
    beside: { what: 'told', value: 'read' },
  });
  expect(artifactTrail.losses!.line({ ...lost, told: null }, nobody)).toMatchObject({ fate: 'lost', beside: null });
});

test('a pair says which of its sides is gone', () => {
  const lost: LostPair = { error: 'TypeError: x', fix: 'src/x.ts', errorStands: true, fixStands: false, errorPlace: place(3), fixPlace: place(6) };
  const line = errorFixPairs.losses!.line;
  expect(line(lost, nobody)).toMatchObject({
    kind: 'fix-gone',
    fate: 'degraded',
    marks: ['TypeError: x'],
    spots: [
      { role: 'error', message: 3 },
      { role: 'fix', message: 6 },
    ],
    beside: { what: 'fix', value: 'src/x.ts' },
  });
  expect(line({ ...lost, errorStands: false, fixStands: true }, nobody)).toMatchObject({ kind: 'error-gone', fate: 'degraded' });
  expect(line({ ...lost, errorStands: false }, nobody)).toMatchObject({ kind: 'both-gone', fate: 'lost' });
});

test('a sentence leads to where it was said', () => {
  const lost: LostStatement = { text: 'Never push to main.', fate: 'degraded', place: place(4), group: 'system' };
  expect(constraints.losses!.line(lost, nobody)).toMatchObject({
    kind: 'system',
    fate: 'degraded',
    marks: ['Never push to main.'],
    spots: [{ role: 'said', message: 4 }],
  });
});

test('a path is looked for by its last part too, where it has more than one', () => {
  expect(['a/b.ts', 'a\\b.ts', 'a/b/', 'b.ts', '/'].map((path) => marksOf('path', path))).toEqual([
    ['a/b.ts', 'b.ts'],
    ['a\\b.ts', 'b.ts'],
    ['a/b/', 'b'],
    ['b.ts'],
    ['/'],
  ]);
  expect(marksOf('url', 'https://x.org/a')).toEqual(['https://x.org/a']);
});
