/** Checks of a result that failed. */
import { defineMeasure } from './shared/define.ts';
import { type Example, small } from './shared/example.ts';

export const verification = defineMeasure({
  id: 'verification',
  group: 'request',
  better: 'lower',
  values: [
    {
      from: 'result',
      name: 'failedChecks',
      json: 'outcome',
      always: true,
      value: ({ after: { checks } }) => (checks.length === 0 ? null : checks.filter(({ ok }) => !ok).length),
      columns: [{ id: 'verification', unit: 'failedChecks', format: 'checks', width: 76, better: 'none', always: true, first: 'high' }],
    },
  ],
});

export const example: Example = {
  ...small,
  expected: { 'row.failedChecks': 0 },
  because: 'Nothing protected is gone, 34 are fewer than 50 tokens, the last message of the user stands, and there is no tool block to break.',
};
