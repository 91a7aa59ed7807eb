/** Products that are documented or readable and write a summary or clear outputs: each number of their rule at its edge. */
import { describe, expect, it } from 'vitest';
import { adk } from './adk.ts';
import { anthropicClearToolUses } from './anthropic-clear-tool-uses.ts';
import { anthropicCompaction } from './anthropic-compaction.ts';
import { claudeCode } from './claude-code.ts';
import { opencode, opencodePrune } from './opencode.ts';
import { qwenCode } from './qwen-code.ts';
import { rooCode, rooCodeTruncation } from './roo-code.ts';
import type { ChatMessage } from './shared/chat.ts';
import type { Outcome, Product, Values } from './shared/product.ts';
import { assistant, call, letters, result, system, user } from './testing/talk.ts';

const WINDOW = 200_000;
const run = <P extends Values>(product: Product<P>, messages: readonly ChatMessage[], params: Partial<P> = {}, window = WINDOW): Outcome =>
  product.compact(messages, { ...product.defaults, ...params }, window);
const texts = ({ inserted }: Outcome): unknown[] => inserted.map(({ content }) => ('text' in content ? content.text : 'summary'));
/** A tool use: call and result. */
const use = (id: string, text = 'x'.repeat(400), tool = 'read'): ChatMessage[] => [call(id, tool, { path: id }), result(id, text, tool)];

describe('Claude Code', () => {
  const write = (path: string, content: string, id = path): ChatMessage[] => [call(id, 'Write', { file_path: path, content }), result(id, 'ok')];

  it('puts a summary of nine sections in the place of everything but the system prompt', () => {
    const outcome = run(claudeCode, [system('s'), user('a'), assistant('b')]);
    expect(letters(outcome.fates)).toBe('KSS');
    expect(outcome.inserted).toHaveLength(1);
    const [{ content, role, before }] = outcome.inserted as [Outcome['inserted'][number]];
    expect({ role, before }).toEqual({ role: 'user', before: 3 });
    expect('summary' in content && content.summary.sections).toHaveLength(9);
  });

  it('brings back the 5 files that were read or edited last, the newest first', () => {
    const files = ['a', 'b', 'c', 'd', 'e', 'f'].flatMap((path) => write(path, `content of ${path}`));
    expect(texts(run(claudeCode, files))).toEqual(['summary', ...['f', 'e', 'd', 'c', 'b'].map((path) => `${path}\ncontent of ${path}`)]);
  });

  it('brings back a file of over 5,000 tokens as its path, and one whose content nobody saw', () => {
    expect(texts(run(claudeCode, write('a', 'x'.repeat(20_000))))[1]).toHaveLength(20_002);
    expect(texts(run(claudeCode, write('a', 'x'.repeat(20_001))))).toEqual(['summary', 'a']);
    expect(texts(run(claudeCode, [call('1', 'Edit', { file_path: 'b', old_string: 'x' }), result('1', 'ok')]))).toEqual(['summary', 'b']);
  });

  it('brings back what was only read too', () => {
    expect(texts(run(claudeCode, [...write('a', 'written'), ...use('b', 'read')]))).toEqual(['summary', 'b\nread', 'a\nwritten']);
  });
});

describe('Qwen Code', () => {
  it('brings back up to 5 files that were read or written', () => {
    const files = ['a', 'b', 'c', 'd', 'e', 'f'].flatMap((path) => use(path, `of ${path}`));
    expect(texts(run(qwenCode, files))).toEqual(['summary', ...['f', 'e', 'd', 'c', 'b'].map((path) => `${path}\nof ${path}`)]);
  });
});

describe('clear_tool_uses of the Anthropic API', () => {
  it('clears all results but those of the newest 3 tool uses; arguments stay', () => {
    const messages = [user('go'), ...use('1'), ...use('2'), ...use('3'), ...use('4')];
    const { fates, edits } = run(anthropicClearToolUses, messages);
    expect(letters(fates)).toBe('KKEKKKKKK');
    expect(edits.get(2)!.text).toBe('[cleared]');
    expect(letters(run(anthropicClearToolUses, messages, { clearToolInputs: true }).fates)).toBe('KEEKKKKKK');
    expect(letters(run(anthropicClearToolUses, messages.slice(0, 7)).fates)).toBe('KKKKKKK');
  });

  it('leaves out tools that are excluded', () => {
    const messages = [...use('1', 'x', 'memory'), ...use('2', 'y')];
    expect(letters(run(anthropicClearToolUses, messages, { keep: 0, excludeTools: 'memory, web' }).fates)).toBe('KKKE');
  });

  it('clears nothing where less than clear_at_least would be freed', () => {
    // 400 characters are 100 tokens, the mark is 3.
    expect(letters(run(anthropicClearToolUses, use('1'), { keep: 0, clearAtLeast: 97 }).fates)).toBe('KE');
    expect(letters(run(anthropicClearToolUses, use('1'), { keep: 0, clearAtLeast: 98 }).fates)).toBe('KK');
  });
});

it('compaction of the Anthropic API lets everything go, the last question too', () => {
  const outcome = run(anthropicCompaction, [system('s'), user('a'), assistant('b'), user('c')]);
  expect(letters(outcome.fates)).toBe('KSSS');
  expect(outcome.inserted).toMatchObject([{ before: 4, role: 'assistant' }]);
});

describe('opencode, prune', () => {
  const recent = [user('2'), user('1')];

  it('keeps the newest 40,000 tokens of output', () => {
    const messages = [...use('old', 'x'.repeat(80_004)), ...use('kept', 'x'.repeat(160_000)), ...recent];
    expect(letters(run(opencodePrune, messages).fates)).toBe('KEKKKK');
    expect(letters(run(opencodePrune, messages, { protect: 39_999 }).fates)).toBe('KEKEKK');
  });

  it('prunes only if more than 20,000 tokens are saved', () => {
    const saving = (characters: number) => letters(run(opencodePrune, [...use('old', 'x'.repeat(characters)), ...recent], { protect: 0 }).fates);
    expect(saving(80_001)).toBe('KKKK');
    expect(saving(80_002)).toBe('KEKK');
  });

  it('leaves out the last two turns and the skill tool', () => {
    const big = 'x'.repeat(400_000);
    expect(letters(run(opencodePrune, [user('2'), ...use('a', big), user('1'), ...use('b', big)], { protect: 0 }).fates)).toBe('KKKKKK');
    expect(letters(run(opencodePrune, [...use('a', big), user('2'), user('1')], { protect: 0 }).fates)).toBe('KEKK');
    expect(letters(run(opencodePrune, [...use('a', big, 'skill'), user('2'), user('1')], { protect: 0 }).fates)).toBe('KKKK');
  });
});

describe('opencode, compaction', () => {
  const talk = (characters: number): ChatMessage[] => [user('old'), user('x'.repeat(characters)), assistant('')];

  it('keeps at least 2,000 and at most 15,000 tokens, a quarter of the usable window between', () => {
    const kept = (tokens: number, window: number) => letters(run(opencode, talk(4 * tokens), {}, window).fates);
    expect(kept(2000, 52_000)).toBe('SKK');
    expect(kept(2001, 52_000)).toBe('SSK');
    expect(kept(10_000, 92_000)).toBe('SKK');
    expect(kept(10_001, 92_000)).toBe('SSK');
    expect(kept(15_000, 1_000_000)).toBe('SKK');
    expect(kept(15_001, 1_000_000)).toBe('SSK');
  });

  it('splits the turn that does not fit, and never begins with a result', () => {
    const messages = [user('x'.repeat(8000)), call('1', 'read', {}), result('1', 'x'.repeat(7000)), assistant('done')];
    expect(letters(run(opencode, messages, {}, 52_000).fates)).toBe('SKKK');
    expect(letters(run(opencode, [messages[0]!, call('1', 'read', { path: 'x'.repeat(4000) }), ...messages.slice(2)], {}, 52_000).fates)).toBe(
      'SSSK',
    );
  });
});

describe('Roo Code', () => {
  it('condenses everything into one message of the user', () => {
    const outcome = run(rooCode, [system('s'), user('a'), assistant('b')]);
    expect(letters(outcome.fates)).toBe('KSS');
    expect(outcome.inserted).toMatchObject([{ role: 'user' }]);
  });

  it('where that fails hides half of what follows the first message, an even number', () => {
    const hidden = (n: number) => letters(run(rooCodeTruncation, [system('s'), ...Array.from({ length: n }, (_, i) => user(`${i}`))]).fates);
    expect(hidden(4)).toBe('KKKKK');
    expect(hidden(5)).toBe('KKDDKK');
    expect(hidden(8)).toBe('KKDDKKKKK');
    expect(hidden(9)).toBe('KKDDDDKKKK');
  });
});

describe('ADK', () => {
  const turn = (text: string): ChatMessage[] => [user(text), assistant(`${text}!`)];
  const summary: ChatMessage = { ...user('what was'), summary: true };

  it('summarises when 3 invocations are new', () => {
    expect(letters(run(adk, [...turn('a'), ...turn('b')]).fates)).toBe('KKKK');
    expect(letters(run(adk, [...turn('a'), ...turn('b'), ...turn('c')]).fates)).toBe('SSSSSS');
  });

  it('takes the invocation before the first new one along', () => {
    const messages = [...turn('a'), ...turn('b'), summary, ...turn('c'), ...turn('d'), ...turn('e')];
    expect(letters(run(adk, messages).fates)).toBe('KKSSSSSSSSS');
    expect(letters(run(adk, messages, { overlap: 0 }).fates)).toBe('KKKKKSSSSSS');
  });
});
