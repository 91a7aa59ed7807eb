import { describe, expect, it } from 'vitest';
import { fastAgentCompaction, fastAgentToolLoop } from './fast-agent.ts';
import { fatesOf, spelled } from './testing/spelled.ts';

const compacted = (words: string, max_tokens_after = 0) =>
  fatesOf(fastAgentCompaction.compact(spelled(words), { keep_turns: 2, max_tokens_after }, 200_000));
const trimmed = (words: string) => fatesOf(fastAgentToolLoop.compact(spelled(words), {}, 200_000));

describe('fast-agent, compaction', () => {
  it('keeps the last two turns, but never the first', () => {
    expect(compacted('s u a u c t a u a')).toBe('kss[u]kkkkkk');
    expect(compacted('u a u a')).toBe('ss[u]kk');
    expect(compacted('u a')).toBe('ss[u]');
  });

  it('does nothing for a single message', () => {
    expect(compacted('u')).toBe('k');
    expect(compacted('u u a')).toBe('kkk');
    expect(compacted('a a')).toBe('kk');
  });

  it('keeps fewer turns if they and 2,048 tokens for the summary are more than the budget', () => {
    const words = 'u a u4000 a4000 u400 a400';
    expect(compacted(words, 2048 + 2200)).toBe('ss[u]kkkk');
    expect(compacted(words, 2048 + 2199)).toBe('ssss[u]kk');
    expect(compacted(words, 2048 + 200)).toBe('ssss[u]kk');
    expect(compacted(words, 2048 + 199)).toBe('ssssss[u]');
  });
});

describe('fast-agent, tool loop', () => {
  it('keeps what was asked, the last round of tools and the answer', () => {
    expect(trimmed('u a u c t c t a')).toBe('kkkddkkk');
    expect(trimmed('u c t cc t t a')).toBe('kddkkkk');
  });

  it('leaves a turn with one round alone, and one without an answer', () => {
    expect(trimmed('u c t a')).toBe('kkkk');
    expect(trimmed('u c t c t')).toBe('kkkkk');
    expect(trimmed('u c t c')).toBe('kkkk');
  });
});
