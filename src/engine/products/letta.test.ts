import { describe, expect, it } from 'vitest';
import { lettaPartial, lettaSliding, lettaStatic } from './letta.ts';
import { fatesOf, spelled } from './testing/spelled.ts';

const sliding = (words: string, window = 128_000, sliding_window_percentage = 0.3) =>
  fatesOf(lettaSliding.compact(spelled(words), { sliding_window_percentage }, window));
const buffer = (words: string, message_buffer_limit = 60, message_buffer_min = 15) =>
  fatesOf(lettaStatic.compact(spelled(words), { message_buffer_limit, message_buffer_min }, 128_000));
const partial = (words: string) => fatesOf(lettaPartial.compact(spelled(words), { partial_evict_summarizer_percentage: 0.3 }, 128_000));
const users = (count: number): string => Array(count).fill('u').join(' ');

describe('Letta, sliding window', () => {
  it('evicts 40 %, back to a message of the assistant', () => {
    expect(sliding('s u a u a u a u a u')).toBe('ksss[u]kkkkkk');
    expect(sliding('s u a a u u a u a u')).toBe('kss[u]kkkkkkk');
  });

  it('evicts 10 % more where the assistant has not spoken yet', () => {
    expect(sliding('s u u u u u a u a u')).toBe('ksssss[u]kkkk');
  });

  it('adds the system message that is missing', () => {
    expect(sliding('u a u a u a u a u')).toBe('sss[u]kkkkkk');
  });

  it('evicts more until less than 70 % of the window is left', () => {
    // The messages from the first long one on are 1,453 bytes of JSON with the system message: 364 × 1.3 = 473 tokens.
    const words = 's u a u a600 u a600 u a u';
    expect(sliding(words, 676)).toBe('ksss[u]kkkkkk');
    expect(sliding(words, 675)).toBe('ksssss[u]kkkk');
  });

  it('counts what is not ASCII as six bytes a character', () => {
    const long = (text: string) => spelled('s u a u a u a u a u').map((message, i) => (i === 4 ? { ...message, text } : message));
    const of = (text: string) => fatesOf(lettaSliding.compact(long(text), { sliding_window_percentage: 0.3 }, 1000));
    expect(of('x'.repeat(400))).toBe('ksss[u]kkkkkk');
    expect(of('ä'.repeat(400))).toBe('ksssss[u]kkkk');
  });

  it('summarises everything if nothing else helps', () => {
    expect(sliding('s u a u a u a u a u', 50)).toBe('ksssssssss[u]');
    expect(sliding('s u u u')).toBe('ksss[u]');
  });
});

describe('Letta, static buffer', () => {
  it('acts above 60 messages and keeps 15', () => {
    expect(buffer(`s ${users(59)}`)).toBe('k'.repeat(60));
    expect(buffer(`s ${users(60)}`)).toBe(`k${'d'.repeat(45)}${'k'.repeat(15)}`);
    expect(buffer(users(60))).toBe(`${'d'.repeat(45)}${'k'.repeat(15)}`);
  });

  it('begins with a user message, or keeps only the system message', () => {
    expect(buffer('s u a u a u a', 4, 2)).toBe('kddddkk');
    expect(buffer('s u a u a u a', 4, 3)).toBe('kddddkk');
    expect(buffer('s u a u a u a', 4, 1)).toBe('kdddddd');
  });
});

describe('Letta, partial eviction', () => {
  it('keeps 30 %, from a message of the assistant on', () => {
    expect(partial('s u a u a u a u a u')).toBe('ksssssss[u]kk');
    expect(partial('s u a u a u u a u a')).toBe('kssssss[u]kkk');
  });

  it('rounds half to the even number', () => {
    // 0.7 × 5 = 3.5 → 4 and 0.7 × 15 = 10.5 → 10.
    expect(partial('s u a a a')).toBe('ksss[u]k');
    expect(partial(`s u ${Array(13).fill('a').join(' ')}`)).toBe(`k${'s'.repeat(9)}[u]${'k'.repeat(5)}`);
  });

  it('leaves everything if the assistant says nothing there', () => {
    expect(partial('s u a u u')).toBe('kkkkk');
  });
});
