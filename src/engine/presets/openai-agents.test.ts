import { expect, it } from 'vitest';
import { openaiAgents } from './openai-agents.ts';
import { fatesOf, spelled } from './testing/spelled.ts';

const of = (words: string) => fatesOf(openaiAgents.compact(spelled(words), openaiAgents.defaults, 200_000));

it('OpenAI Agents gives the session away at 10 items that are not the user’s', () => {
  expect(of('s u c t c t c t c t a u')).toBe('kkkkkkkkkkkk');
  expect(of('s u c t c t c t c t a a u')).toBe('kdddddddddddd[a]');
});

it('OpenAI Agents counts the text beside a call as an item, and each of parallel calls', () => {
  expect(of('u c5 t c5 t c5 t')).toBe('kkkkkkk');
  expect(of('u c5 t c5 t c5 t a')).toBe('dddddddd[a]');
  expect(of('u ccc ccc ccc a')).toBe('ddddd[a]');
});
