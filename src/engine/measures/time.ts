/** Milliseconds that the strategy took. Without an example: no clock says the same twice. */
import { defineMeasure } from './shared/define.ts';

export const time = defineMeasure({
  id: 'time',
  group: 'request',
  better: 'lower',
  values: [
    {
      from: 'run',
      name: 'ms',
      json: 'ms',
      always: true,
      value: ({ ms }) => ms,
      columns: [{ id: 'time', unit: 'ms', format: 'ms', width: 48, better: 'none', always: true, first: 'low' }],
    },
  ],
});
