import { afterEach, expect, it } from 'vitest';
import { colour, hasColour, paint } from './cli-words.ts';

afterEach(() => colour(false));

it.each([
  [true, {}, false, true],
  [false, {}, false, false],
  [true, { TERM: 'dumb' }, false, false],
  [true, { NO_COLOR: '1' }, false, false],
  [true, { NO_COLOR: '' }, false, true],
  [true, { NO_COLOR: '1', FORCE_COLOR: '1' }, false, false],
  [false, { FORCE_COLOR: '1' }, false, true],
  [true, { FORCE_COLOR: '0' }, false, false],
  [true, { FORCE_COLOR: '1' }, true, false],
] as const)('a terminal: %s, %j, --no-color: %s → %s', (isTTY, environment, refused, coloured) => {
  expect(hasColour({ isTTY, environment, refused })).toBe(coloured);
});

it('paints only when switched on, and nothing empty', () => {
  expect(paint('bad', 'x')).toBe('x');
  colour(true);
  expect(paint('bad', 'x')).toBe('\u001b[31mx\u001b[39m');
  expect(paint('bad', '')).toBe('');
});
