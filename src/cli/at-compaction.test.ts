/** `compare --at-compaction`: every row on the context that the recorded agent had before one of its own compactions. */
import { expect, test } from 'vitest';
import { serializeTranscript } from '../engine/formats/index.ts';
import { talk } from '../engine/testing/talks.ts';
import type { RecordedCompaction } from '../engine/transcript/types.ts';
import { fileOf, run } from './testing/run.ts';

const filler = 'It reads one token after the other and never looks back. '.repeat(12);
const LINES = [
  { user: `Fix the parser. ${filler}` },
  { says: `First. ${filler}` },
  { says: `Second. ${filler}` },
  { user: 'Summary: two steps are done.' },
  { user: 'Go on.' },
  { says: `Third. ${filler}` },
];

function recording(compactions: readonly RecordedCompaction[]): string {
  const written = serializeTranscript(talk(LINES, { compactions }).transcript, 'playground');
  if (!written.ok) throw new Error(written.error.message);
  return fileOf(written.value.text);
}
const COMPACTED: RecordedCompaction = { at: 3, summaryId: 'm3', keptFrom: 'm2' };

test('the row of the agent is there by itself, at the end and at the place', async () => {
  const end = JSON.parse((await run('compare', recording([COMPACTED]), '--json', '--at-compaction', 'end')).out);
  expect(end.transcript).toMatchObject({ messages: 6, atCompaction: null });
  expect(end.results[0]).toMatchObject({ strategy: 'recorded', title: 'As recorded', fates: 'SSKDKK' });

  for (const place of [[], ['--at-compaction', '1'], ['--at-compaction', 'last']]) {
    const ids = ['--strategies', 'recorded,middle-removal'];
    const { out, code } = await run('compare', recording([COMPACTED]), '--json', ...place, ...ids);
    expect(code).toBe(0);
    const report = JSON.parse(out);
    expect(report.transcript).toMatchObject({ messages: 3, atCompaction: 1 });
    expect(report.results[0]).toMatchObject({ strategy: 'recorded', fates: 'SSK' });
    expect(report.results.every(({ fates }: { fates: string }) => fates.length === 3)).toBe(true);
  }
});

test('a recording without compactions has no such row', async () => {
  const { results } = JSON.parse((await run('compare', recording([]), '--json')).out);
  expect(results.map(({ strategy }: { strategy: string }) => strategy)).not.toContain('recorded');
});

test('the table says where it stands', async () => {
  const { out } = await run('compare', recording([COMPACTED]), '--strategies', 'recorded');
  expect(out).toContain('just before compaction 1 of 1');
  expect((await run('compare', recording([COMPACTED]), '--strategies', 'recorded', '--at-compaction', 'end')).out).not.toContain('at compaction');
});

test('replay runs it beside the others, with its own places', async () => {
  const { series } = JSON.parse((await run('replay', recording([COMPACTED]), '--json', '--strategies', 'recorded')).out);
  expect(series).toMatchObject([
    { strategy: 'recorded', compactions: [{ at: 3, trigger: 'recorded' }], trigger: { of: 'own', triggers: ['recorded'] } },
  ]);
});

test.each([
  ['2', [COMPACTED], '(1), got "2"'],
  ['1', [], '(none here), got "1"'],
  ['last', [{ at: 0 }], '(none here), got "last"'],
  ['0', [COMPACTED], 'got "0"'],
  ['first', [COMPACTED], 'got "first"'],
] as const)('%s of %j is refused in one line', async (place, compactions, says) => {
  const { code, out, err } = await run('compare', recording(compactions), '--at-compaction', place);
  expect([code, out]).toEqual([2, '']);
  expect(err.trimEnd().split('\n')).toHaveLength(1);
  expect(err).toContain(says);
});
