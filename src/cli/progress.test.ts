import { expect, test } from 'vitest';
import { progressOn } from './progress.ts';

test('says nothing of what is quick, then a line every five seconds', () => {
  const said: string[] = [];
  let now = 0;
  const progress = progressOn(
    (line) => said.push(line),
    () => now,
  );
  for (now = 0; now <= 4999; now += 1000) progress('comparing', now / 1000, 40);
  expect(said).toEqual([]);
  now = 5000;
  progress('recall', 12, 445);
  now = 9999;
  progress('recall', 13, 445);
  now = 10_000;
  progress('measuring', 3, 40);
  expect(said).toEqual(['Recall: 12 of 445 steps …', 'Measuring what was lost: 3 of 40 rows …']);
});
