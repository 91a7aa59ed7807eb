/** Products whose code could not be run here: each number of their rule at its edge. */
import { describe, expect, it } from 'vitest';
import { codex } from './codex.ts';
import { goose } from './goose.ts';
import { llamaIndex } from './llamaindex.ts';
import { assistant, call, letters, result, system, user } from './testing/talk.ts';

const WINDOW = 200_000;

describe('Codex', () => {
  const of = (userTokens: number, ...messages: Parameters<typeof codex.compact>[0][number][]) => codex.compact(messages, { userTokens }, WINDOW);

  it('keeps what the user wrote and nothing else, with one summary at the end', () => {
    const { fates, inserted } = of(
      20_000,
      system('You are …'),
      user('Mend it'),
      call('a', 'shell', {}),
      result('a', 'ok'),
      assistant('Done'),
      user('Thanks'),
    );
    expect(letters(fates)).toBe('KKSSSK');
    expect(inserted).toEqual([{ before: 6, role: 'user', content: { summary: { of: [2, 3, 4] } } }]);
  });

  it('keeps the newest messages that fit, by bytes ÷ 4; the one that no longer fits is cut in its middle and ends the search', () => {
    const texts = [user('first'), user('ä'.repeat(20)), user('x'.repeat(40))];
    expect(letters(of(20, ...texts, assistant('…')).fates)).toBe('SKKS');
    const { fates, edits } = of(19, ...texts, assistant('…'));
    expect(letters(fates)).toBe('SEKS');
    expect(edits.get(1)!.text).toBe(`${'ä'.repeat(9)}…1 tokens truncated…${'ä'.repeat(9)}`);
  });

  it('stops when nothing is left of the budget', () => {
    expect(letters(of(10, user('x'), user('y'.repeat(40))).fates)).toBe('SK');
  });

  it('leaves out project instructions, the environment and earlier summaries', () => {
    const summary = { ...user('A summary'), summary: true as const };
    expect(letters(of(20_000, user('<environment_context>\n'), user('# AGENTS.md instructions for /app'), summary, user('go')).fates)).toBe('SSSK');
  });

  it('keeps 20,000 tokens by itself', () => {
    const { defaults } = codex;
    expect(letters(codex.compact([user('x'.repeat(80_000)), assistant('')], defaults, WINDOW).fates)).toBe('KS');
    expect(letters(codex.compact([user('x'.repeat(80_001)), assistant('')], defaults, WINDOW).fates)).toBe('ES');
  });
});

describe('goose', () => {
  it('summarises everything, then says to go on, then repeats the last question', () => {
    const { fates, inserted } = goose.compact([system('s'), user('one'), user('two'), assistant('…')], {}, WINDOW);
    expect(letters(fates)).toBe('KSSS');
    expect(inserted.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(inserted[2]!.content).toEqual({ text: 'two' });
  });

  it('says something else in the middle of a tool loop', () => {
    const said = (...messages: Parameters<typeof goose.compact>[0][number][]) => goose.compact(messages, {}, WINDOW).inserted[1]!.content;
    expect(said(user('one'), call('a', 'shell', {}), result('a', 'ok'))).not.toEqual(said(user('one'), assistant('ok')));
  });

  it('repeats nothing where the user wrote no text', () => {
    expect(goose.compact([assistant('hello')], {}, WINDOW).inserted).toHaveLength(2);
  });
});

describe('LlamaIndex', () => {
  const of = (limit: number, ...messages: Parameters<typeof llamaIndex.compact>[0][number][]) =>
    letters(llamaIndex.compact(messages, { limit }, WINDOW).fates);

  it('drops from the front until the rest fits', () => {
    const talk = [user('x'.repeat(40)), user('y'.repeat(40)), user('z'.repeat(39))];
    expect(of(31, ...talk)).toBe('KKK');
    expect(of(30, ...talk)).toBe('DKK');
    expect(of(20, ...talk)).toBe('DKK');
    expect(of(19, ...talk)).toBe('DDK');
  });

  it('drops a tool result and then an assistant message that would come first', () => {
    expect(of(3, user('x'.repeat(40)), result('a', 'r'), assistant('b'), user('c'))).toBe('DDDK');
    expect(of(3, user('x'.repeat(40)), assistant('b'), user('c'))).toBe('DDK');
    expect(of(3, user('x'.repeat(40)), user('b'), user('c'))).toBe('DKK');
  });

  it('keeps the system message, and nothing else where the last message alone is too large', () => {
    expect(of(9, system('s'), user('a'), user('x'.repeat(40)))).toBe('KDD');
    expect(of(10, system('s'), user('a'), user('x'.repeat(40)))).toBe('KDK');
  });

  it('holds 3,000 tokens by itself', () => {
    expect(llamaIndex.defaults.limit).toBe(3000);
    expect(letters(llamaIndex.compact([user('a'), user('x'.repeat(11_998))], llamaIndex.defaults, WINDOW).fates)).toBe('KK');
    expect(letters(llamaIndex.compact([user('a'), user('x'.repeat(11_999))], llamaIndex.defaults, WINDOW).fates)).toBe('DK');
  });
});
