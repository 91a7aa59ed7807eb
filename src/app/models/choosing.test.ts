import { expect, test } from 'vitest';
import type { SendingView } from '../../worker/protocol.ts';
import { byRow, chosenOf } from './ToModel.tsx';

const prompt = (input: number, ...rows: readonly string[]) => ({ characters: input * 4, masked: 0, input, output: 100, rows });
const prompts = [prompt(10, 'a', 'b'), prompt(20, 'b'), prompt(30), prompt(40, 'a')];
const sending: SendingView = {
  id: 'openai/m',
  choice: { provider: 'openai', model: 'm', baseUrl: null },
  endpoint: 'https://api.openai.com/v1',
  calls: 4,
  remembered: 0,
  input: 100,
  output: 400,
  price: { total: 5, input: 1, output: 4 },
  masked: 0,
  over: null,
  secrets: [],
  all: 4,
  prompts,
};

test('each prompt stands once, under the first strategy that needs it', () => {
  expect(byRow(prompts)).toEqual([
    { row: 'a', places: [0, 3], shared: ['b'] },
    { row: 'b', places: [1], shared: [] },
    { row: null, places: [2], shared: [] },
  ]);
  expect(byRow(prompts, ['b'])).toEqual([
    { row: 'b', places: [0, 1], shared: ['a'] },
    { row: null, places: [2], shared: [] },
    { row: 'a', places: [3], shared: [] },
  ]);
});

test('what is left out is neither counted nor priced; a prompt that another strategy needs is sent', () => {
  expect(chosenOf(sending, new Set())).toMatchObject({ calls: 4, input: 100, output: 400, price: { total: 5 } });
  expect(chosenOf(sending, new Set(['a']))).toEqual({ calls: 3, input: 60, output: 300, price: { total: 3.6, input: 0.6, output: 3 } });
  expect(chosenOf({ ...sending, price: null }, new Set(['a', 'b']))).toEqual({ calls: 1, input: 30, output: 100, price: null });
});
