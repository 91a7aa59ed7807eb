import { describe, expect, it } from 'vitest';
import { openhandsAmortized, openhandsBrowser, openhandsMasking, openhandsRecent, openhandsSummarizing, openhandsWindow } from './openhands.ts';
import { fatesOf, spelled } from './testing/spelled.ts';
import { call, result, user } from './testing/talk.ts';

const WINDOW = 200_000;
const many = (word: string, count: number): string => Array.from({ length: count }, () => word).join(' ');

describe('OpenHands, masking', () => {
  const of = (words: string, attention_window: number) => openhandsMasking.compact(spelled(words), { attention_window }, WINDOW);

  it('masks observations before the newest events, each call of a message counted as one', () => {
    expect(fatesOf(of('u c t c t a', 4))).toBe('kkkkkk');
    expect(fatesOf(of('u c t c t a', 3))).toBe('kkekkk');
    expect(fatesOf(of('u c t cc t t a', 4))).toBe('kkekkkk');
    expect(of('u c t c t a', 3).edits.get(2)!.text).toBe('<MASKED>');
  });

  it('leaves the newest 100 events alone', () => {
    const { attention_window } = openhandsMasking.defaults;
    expect(fatesOf(of(`c t ${many('a', 98)}`, attention_window))).toBe('k'.repeat(100));
    expect(fatesOf(of(`c t ${many('a', 99)}`, attention_window))).toBe('k'.repeat(101));
    expect(fatesOf(of(`c t ${many('a', 100)}`, attention_window))).toBe(`ke${'k'.repeat(100)}`);
  });
});

describe('OpenHands, browser output', () => {
  const page = (id: string, args: unknown = {}) => [call(id, 'browser_navigate', args), result(id, 'page', 'browser_navigate')];
  const of = (...messages: Parameters<typeof openhandsBrowser.compact>[0][number][]) =>
    openhandsBrowser.compact(messages, openhandsBrowser.defaults, WINDOW);

  it('keeps the newest page and names the address of the others', () => {
    const outcome = of(user('go'), ...page('1', { url: 'http://x' }), ...page('2'), ...page('3'));
    expect(fatesOf(outcome)).toBe('kkekekk');
    expect([2, 4].map((i) => outcome.edits.get(i)!.text)).toEqual([
      'Visited http://x, its content is left out',
      'Visited a page, its content is left out',
    ]);
  });

  it('looks at no other tool, however long ago', () => {
    expect(fatesOf(of(call('1', 'read', {}), result('1', 'text'), ...page('2')))).toBe('kkkk');
  });
});

describe('OpenHands, recent events', () => {
  const of = (words: string, max_events: number, keep_first = 1) =>
    fatesOf(openhandsRecent.compact(spelled(words), { keep_first, max_events }, WINDOW));

  it('keeps the first event and the newest', () => {
    expect(of('u a u a u', 4)).toBe('kdkkk');
    expect(of('u cc t t a', 4)).toBe('kdkkk');
    expect(of('u a u a', 4)).toBe('kkkk');
  });

  it('shows the first event twice while there are fewer than it may keep', () => {
    expect(of('u a u', 4)).toBe('k[u]kk');
    expect(of('u a u', 5, 2)).toBe('kk[u][a]k');
  });

  it('keeps everything when no event is left beside the first ones', () => {
    expect(of('u a u', 1)).toBe('k[u]kk');
  });

  it('may cut through calls in parallel: the text belongs to the first', () => {
    const { edits } = openhandsRecent.compact(spelled('u cc5 t t'), { keep_first: 1, max_events: 4 }, WINDOW);
    expect(edits.get(1)).toMatchObject({ text: '', calls: [{ id: 'call-1' }] });
    const first = openhandsRecent.compact(spelled('cc5 t t a'), { keep_first: 1, max_events: 2 }, WINDOW);
    expect(first.edits.get(0)).toMatchObject({ text: 'xxxxx', calls: [{ id: 'call-0' }] });
  });
});

describe('OpenHands, amortized forgetting', () => {
  const of = (words: string, params: Partial<typeof openhandsAmortized.defaults>) =>
    fatesOf(openhandsAmortized.compact(spelled(words), { ...openhandsAmortized.defaults, ...params }, WINDOW));

  it('forgets to half of its size when there is more, without a trace', () => {
    expect(of('u a u a u a', { max_size: 6 })).toBe('kkkkkk');
    expect(of('u a u a u a u', { max_size: 6 })).toBe('kddddkk');
  });

  it('has room for 100 events', () => {
    expect(of(many('u', 100), {})).toBe('k'.repeat(100));
    expect(of(many('u', 101), {})).toBe(`k${'d'.repeat(51)}${'k'.repeat(49)}`);
  });

  it('as the agent runs, looks before every answer', () => {
    expect(of('u a u a u a u a u a', { max_size: 6, replay: true })).toBe('kddddkkkkk');
  });
});

describe('OpenHands, summarizing', () => {
  const of = (words: string, params: Partial<typeof openhandsSummarizing.defaults>) =>
    openhandsSummarizing.compact(spelled(words), { ...openhandsSummarizing.defaults, ...params }, WINDOW);

  it('puts a summary after the first events; it takes one place of the half that stays', () => {
    expect(fatesOf(of('u a u a u a u a u a', { max_size: 10, keep_first: 2 }))).toBe('kkkkkkkkkk');
    expect(fatesOf(of('u a u a u a u a u a u', { max_size: 10, keep_first: 2 }))).toBe('kksssssss[u]kk');
    expect(fatesOf(of(many('u', 101), {}))).toBe(`k${'s'.repeat(52)}[u]${'k'.repeat(48)}`);
  });

  it('as the agent runs, one summary takes in the former', () => {
    const outcome = of('u a u a u a u a u a u a u a u a u a u a', { max_size: 10, keep_first: 2, replay: true });
    expect(fatesOf(outcome)).toBe('kksssssssssssss[u]kkkkk');
    expect(outcome.inserted).toHaveLength(1);
  });

  it('separates calls from results', () => {
    expect(fatesOf(of('u c t c t c t', { max_size: 6, keep_first: 1 }))).toBe('ksssss[u]k');
  });
});

describe('OpenHands, conversation window', () => {
  const of = (words: string) => fatesOf(openhandsWindow.compact(spelled(words), {}, WINDOW));

  it('keeps system, task and the newest half of the rest, rounded down', () => {
    expect(of('s u c t c t c t c t')).toBe('kkddddkkkk');
    expect(of('s u c t c t c t a')).toBe('kkddddkkk');
    expect(of('s u cc t t c t a')).toBe('kkdddkkk');
    expect(of('u a')).toBe('kk');
  });

  it('does not begin with results', () => {
    expect(of('s u c t c t a')).toBe('kkddddk');
    expect(of('u cc t t')).toBe('kddd');
  });

  it('does nothing without a user', () => {
    expect(of('s a a a a')).toBe('kkkkk');
  });
});
