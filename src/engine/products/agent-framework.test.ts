import { describe, expect, it } from 'vitest';
import {
  agentFrameworkSliding,
  agentFrameworkSummarization,
  agentFrameworkToolCalls,
  agentFrameworkToolResults,
  agentFrameworkTruncation,
  agentFrameworkWindow,
} from './agent-framework.ts';
import { fatesOf, spelled } from './testing/spelled.ts';

const users = (count: number): string => Array(count).fill('u').join(' ');

describe('Agent Framework, truncation', () => {
  const of = (words: string, params: Partial<typeof agentFrameworkTruncation.defaults> = {}) =>
    fatesOf(agentFrameworkTruncation.compact(spelled(words), { ...agentFrameworkTruncation.defaults, ...params }, 200_000));

  it('acts above the one number and stops at the other', () => {
    expect(of(users(80))).toBe('k'.repeat(80));
    expect(of(users(81))).toBe(`${'d'.repeat(41)}${'k'.repeat(40)}`);
  });

  it('removes a call with its results, and no system message', () => {
    expect(of('s u a u c t u a', { max_n: 6, compact_to: 4 })).toBe('kdddddkk');
    expect(of('s u a u c t u a', { max_n: 8, compact_to: 4 })).toBe('kkkkkkkk');
  });

  it('counts a quarter of the characters of the JSON, 112 around the text', () => {
    // 112 + 288 characters are 100 tokens, one fewer are 99.
    expect(of('u288 u288', { max_n: 200, compact_to: 100, counted: 'tokens' })).toBe('kk');
    expect(of('u288 u288', { max_n: 199, compact_to: 100, counted: 'tokens' })).toBe('dk');
    expect(of('u287 u288', { max_n: 199, compact_to: 100, counted: 'tokens' })).toBe('kk');
  });

  it('never removes the newest group', () => {
    expect(of('s u400 a400 u400 a400', { max_n: 200, compact_to: 100, counted: 'tokens' })).toBe('kdddk');
  });
});

describe('Agent Framework, groups and tools', () => {
  it('keeps the newest groups', () => {
    const of = (keep_last_groups: number) => fatesOf(agentFrameworkSliding.compact(spelled('s u a u c t u a'), { keep_last_groups }, 200_000));
    expect(of(3)).toBe('kdddkkkk');
    expect(of(4)).toBe('kddkkkkk');
  });

  it('removes all calls and results but the newest', () => {
    const of = (keep_last_tool_call_groups: number) =>
      fatesOf(agentFrameworkToolCalls.compact(spelled('u c t cc t t a'), { keep_last_tool_call_groups }, 200_000));
    expect(of(2)).toBe('kkkkkkk');
    expect(of(1)).toBe('kddkkkk');
    expect(of(0)).toBe('kdddddk');
  });

  it('repeats the results of those that go in a line of 4,000 characters at most', () => {
    const of = (words: string) => agentFrameworkToolResults.compact(spelled(words), { keep_last_tool_call_groups: 1 }, 200_000);
    const line = (words: string): string => {
      const { content } = of(words).inserted[0]!;
      return 'text' in content ? content.text : '';
    };
    expect(fatesOf(of('u c t c t a'))).toBe('k[a]ddkkk');
    expect(line('u cc t t2 c t')).toBe('[Tool results: tool: x; tool: xx]');
    expect(line('u c c t')).toBe('[Tool results: no results]');
    expect(line('u c t3978 c t')).toBe(`[Tool results: tool: ${'x'.repeat(3978)}]`);
    expect(line('u c t3979 c t')).toBe(`[Tool results: tool: ${'x'.repeat(3964)}... [truncated]`);
  });
});

describe('Agent Framework, summary', () => {
  const of = (words: string) => fatesOf(agentFrameworkSummarization.compact(spelled(words), agentFrameworkSummarization.defaults, 200_000));

  it('acts above 6 messages and keeps 4', () => {
    expect(of('s u a u a u a')).toBe('kkkkkkk');
    expect(of('s u a u a u a u')).toBe('k[a]ssskkkk');
    expect(of('s u a u c t c t')).toBe('k[a]ssskkkk');
    expect(of('u a u a ccc t t t')).toBe('[a]sssskkkk');
  });

  it('summarises as much as 8,000 tokens hold, with the instruction', () => {
    expect(of('u31401 a u a u a u')).toBe('[a]skkkkkk');
    expect(of('u31382 a u a u a u')).toBe('[a]skkkkkk');
    expect(of('u31381 a u a u a u')).toBe('[a]sskkkkk');
  });

  it('passes over what is too large by itself', () => {
    expect(of('u31402 a u a u a u')).toBe('k[a]sskkkk');
  });

  it('does not count the results of tools', () => {
    expect(of('c t40000 u a u a u')).toBe('[a]ssskkkk');
  });
});

describe('Agent Framework, context window', () => {
  const of = (words: string, window: number) =>
    fatesOf(agentFrameworkWindow.compact(spelled(words), { ...agentFrameworkWindow.defaults, max_output_tokens: 1000 }, window));

  it('acts above half of what the answer leaves', () => {
    expect(of('u288 u288', 1400)).toBe('kk');
    expect(of('u288 u288', 1399)).toBe('dk');
  });

  it('collapses groups of calls and results but the newest 4', () => {
    expect(of('u c t12000 c t c t c t c t', 5000)).toBe('k[a]ddkkkkkkkk');
    expect(of('u c t12000 c t c t c t', 5000)).toBe('dddkkkkkk');
  });

  it('then removes the oldest, the lines too', () => {
    expect(of('u c t12000 c t c t c t c t', 2800)).toBe('dddkkkkkkkk');
  });

  it('removes system messages at last, and the newest group never', () => {
    expect(of('s u a8000', 1100)).toBe('ddk');
    expect(of('s4000 u', 1100)).toBe('dk');
  });
});
