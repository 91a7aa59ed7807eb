/** Reports that the page saves: in its language, while what other programs read stays English. */
import { expect, test } from 'vitest';
import { WISHES } from '../engine/answer/contract.ts';
import { defaultScenario } from '../scenario/defaults.ts';
import { answerOf, openSession, roundsOf } from './testing/session.ts';

const KEYS = ['middle-removal', 'summary', 'fact-list'];
const HAN = /\p{Script=Han}/u;

test('a report is in the language asked for, with the same numbers; CSV and JSON stay English', async () => {
  const { session, compare } = await openSession(roundsOf(20));
  await compare({
    conversation: 0,
    settings: { ...defaultScenario().settings, budget: 'own' as const, target: 0.5 },
    marks: {},
    rows: KEYS.map((id) => ({ key: id, strategy: id, params: {} })),
  });
  const written = (kind: 'html' | 'md', language?: 'zh-CN'): Promise<string> =>
    answerOf(session.exportComparison(kind, { name: 'talk', wishes: WISHES, ...(language && { language }) }));
  const before = await answerOf(session.exportComparison('json'));
  const [english, chinese] = [await written('html'), await written('html', 'zh-CN')];
  expect(english).toContain('<html lang="en">');
  expect(english).not.toMatch(HAN);
  expect(chinese).toContain('<html lang="zh-CN">');
  expect(chinese).toContain('中间移除策略');
  const numbersIn = (html: string): readonly string[] => [...html.matchAll(/data-v="([-\d.e]+)"/g)].map(([, value]) => value!);
  expect(numbersIn(english).length).toBeGreaterThan(10);
  expect(numbersIn(chinese).toSorted()).toEqual(numbersIn(english).toSorted());
  expect(await written('md')).not.toMatch(HAN);
  expect(await written('md', 'zh-CN')).toMatch(HAN);
  expect(await answerOf(session.exportComparison('json'))).toBe(before);
  expect(await answerOf(session.exportComparison('csv'))).not.toMatch(HAN);
});
