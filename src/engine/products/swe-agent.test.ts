import { describe, expect, it } from 'vitest';
import { sweAgentObservations, sweAgentWindows } from './swe-agent.ts';
import { fatesOf, spelled } from './testing/spelled.ts';
import { assistant, result, user } from './testing/talk.ts';

const WINDOW = 200_000;

describe('SWE-agent, last observations', () => {
  const of = (words: string, params = {}) =>
    fatesOf(sweAgentObservations.compact(spelled(words), { ...sweAgentObservations.defaults, ...params }, WINDOW));

  it('keeps the task and the newest 5 results; the sixth newest becomes a line', () => {
    expect(of('s u c t c t c t c t c t')).toBe('kkkkkkkkkkkk');
    expect(of('s u c t c t c t c t c t c t')).toBe('kkkekkkkkkkkkk');
  });

  it('moves its border with every fifth observation when polling is 5', () => {
    const results = (count: number): string => of(`u${' c t'.repeat(count)}`, { polling: 5 });
    expect(results(8)).toBe('k'.repeat(17));
    expect(results(9)).toBe(`kk${'ek'.repeat(4)}${'k'.repeat(9)}`);
    expect(results(13)).toBe(`kk${'ek'.repeat(4)}${'k'.repeat(17)}`);
    expect(results(14)).toBe(`kk${'ek'.repeat(9)}${'k'.repeat(9)}`);
  });

  it('takes later user messages for answers, unless all are observations', () => {
    expect(of('u a u a u a', { n: 1 })).toBe('kkkkkk');
    expect(of('u a u a u a', { n: 1, users: 'all' })).toBe('kkekkk');
  });

  it('says how many lines and images are gone', () => {
    const read = (text: string, images = 0) =>
      sweAgentObservations.compact([user('task'), { ...result('1', text), images }, result('2', 'x')], { n: 1, polling: 1, users: 'first' }, WINDOW);
    expect(read('a\nb\n').edits.get(1)).toEqual({ ...result('1', 'Old environment output: (2 lines omitted)') });
    expect(read('a\r\nb').edits.get(1)!.text).toBe('Old environment output: (2 lines omitted)');
    expect(read('', 2).edits.get(1)).toEqual(result('1', 'Old environment output: (0 lines omitted) (2 images omitted)'));
    expect(fatesOf(read('Old environment output: (1 lines omitted)'))).toBe('kkk');
  });
});

describe('SWE-agent, closed windows', () => {
  const view = (file: string): string => `[File: ${file} (2 lines total)]\n1:a\n2:b\n(below)`;
  const of = (...messages: Parameters<typeof sweAgentWindows.compact>[0][number][]) => sweAgentWindows.compact(messages, { tools: 'tool' }, WINDOW);

  it('shows a file where it was last seen', () => {
    const outcome = of(user(view('/a.py')), user(view('/b.py')), assistant('…'), user(view('/a.py')));
    expect(fatesOf(outcome)).toBe('ekkk');
    expect(outcome.edits.get(0)!.text).toBe('[File: /a.py (2 lines total)]\nOutdated window with 2 lines omitted...\n(below)');
  });

  it('loses a message with numbered lines that names no file', () => {
    expect(fatesOf(of(user('12:x'), user('at 12:x'), user('[File: /a (1 lines total)]')))).toBe('dkk');
  });

  it('does not look at results of tools, unless they come as user messages', () => {
    const messages = [result('1', view('/a.py')), result('2', view('/a.py'))];
    expect(fatesOf(of(...messages))).toBe('kk');
    expect(fatesOf(sweAgentWindows.compact(messages, { tools: 'user' }, WINDOW))).toBe('ek');
  });
});
