import { expect, it } from 'vitest';
import { openaiAgents } from './openai-agents.ts';
import { fatesOf, spelled } from './testing/spelled.ts';
import { assistant, letters, user } from './testing/talk.ts';

const of = (words: string) => fatesOf(openaiAgents.compact(spelled(words), openaiAgents.defaults, 200_000));

it('OpenAI Agents gives the session away at 10 items that are not the user’s', () => {
  expect(of('s u c t c t c t c t a u')).toBe('kkkkkkkkkkkk');
  expect(of('s u c t c t c t c t a a u')).toBe('kkddddddddddk[a]');
});

it('OpenAI Agents counts the text beside a call as an item, and each of parallel calls', () => {
  expect(of('u c5 t c5 t c5 t')).toBe('kkkkkkk');
  expect(of('u c5 t c5 t c5 t a')).toBe('kddddddd[a]');
  expect(of('u ccc ccc ccc a')).toBe('kdddd[a]');
});

it('OpenAI Agents gets back what the user wrote, newest first within 64,000 tokens', () => {
  const answers = Array.from({ length: 10 }, () => assistant('x'));
  const kept = (userTokens: number): string =>
    letters(openaiAgents.compact([user('old'), user('y'.repeat(40)), ...answers], { candidates: 10, userTokens }, 200_000).fates);
  expect(kept(openaiAgents.defaults.userTokens)).toBe(`KK${'D'.repeat(10)}`);
  expect(kept(10)).toBe(`DK${'D'.repeat(10)}`);
  expect(kept(9)).toBe(`DE${'D'.repeat(10)}`);
  expect(openaiAgents.defaults.userTokens).toBe(64_000);
});
