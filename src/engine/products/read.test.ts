/** Products whose code could not be run here: each number of their rule at its edge. */
import { describe, expect, it } from 'vitest';
import { clineClassic } from './cline-classic.ts';
import { codex, codexRemote } from './codex.ts';
import { goose } from './goose.ts';
import { llamaIndex } from './llamaindex.ts';
import { assistant, call, letters, result, system, user } from './testing/talk.ts';

const WINDOW = 200_000;

describe('Codex, local', () => {
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

describe('Codex with OpenAI', () => {
  const of = (userTokens: number, ...messages: Parameters<typeof codex.compact>[0][number][]) =>
    codexRemote.compact(messages, { userTokens }, WINDOW);

  it('keeps what the user wrote, and one item that nobody can read', () => {
    const { fates, inserted } = of(
      64_000,
      system('s'),
      user('Mend it'),
      call('a', 'shell', {}),
      result('a', 'ok'),
      assistant('Done'),
      user('Thanks'),
    );
    expect(letters(fates)).toBe('KKDDDK');
    expect(inserted).toEqual([{ before: 6, role: 'assistant', content: { text: '[compacted by the provider: not readable]' } }]);
  });

  it('leaves out the environment before it counts, and earlier items', () => {
    const summary = { ...user('an item'), summary: true as const };
    expect(letters(of(3, user('old'), user(`<environment_context>\n${'c'.repeat(400)}`), summary, user('new')).fates)).toBe('KDDK');
  });

  it('cuts the message on the border in its middle', () => {
    const { fates, edits } = of(3, user('old-old'), user('middle1234'), user('new'));
    expect(letters(fates)).toBe('DEK');
    expect(edits.get(1)!.text).toBe('midd…1 tokens truncated…1234');
  });

  it('charges a message that is only an image one token', () => {
    const image = { ...user(''), images: 1 };
    expect(letters(of(2, user('old'), image, user('new')).fates)).toBe('DKK');
    expect(letters(of(1, image, user('new')).fates)).toBe('DK');
  });

  it('keeps 64,000 tokens by itself', () => {
    const { defaults } = codexRemote;
    expect(letters(codexRemote.compact([user('x'.repeat(256_000)), assistant('')], defaults, WINDOW).fates)).toBe('KD');
    expect(letters(codexRemote.compact([user('x'.repeat(256_001)), assistant('')], defaults, WINDOW).fates)).toBe('ED');
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

describe('Cline, classic', () => {
  type Talk = Parameters<typeof clineClassic.compact>[0];
  const of = (messages: Talk, params: Partial<typeof clineClassic.defaults> = {}, window = WINDOW) =>
    clineClassic.compact(messages, { ...clineClassic.defaults, ...params }, window);
  /** So many messages of user and assistant in turn. */
  const talk = (n: number, characters = 1): Talk => Array.from({ length: n }, (_, k) => (k % 2 === 0 ? user : assistant)('x'.repeat(characters)));
  const read = (id: string, path: string, text: string): Talk => [call(id, 'read_file', { path }), result(id, text)];

  it('keeps the first two messages, the second with a notice, and lets half of the rest go in pairs', () => {
    const fates = (n: number) => letters(of(talk(n)).fates);
    expect([fates(4), fates(5), fates(6), fates(9), fates(10)]).toEqual(['KEKK', 'KEKKK', 'KEDDKK', 'KEDDKKKKK', 'KEDDDDKKKK']);
    expect(of(talk(6)).edits.get(1)!.text).toContain('left out');
    expect(letters(of([system('s'), ...talk(6)]).fates)).toBe('KKEDDKK');
  });

  it('lets three quarters go where half of the conversation is over the limit', () => {
    // 10 messages of 32,000 tokens: half of them are the 160,000 that 200,000 allow.
    expect(letters(of(talk(10, 128_000)).fates)).toBe('KEDDDDKKKK');
    expect(letters(of([...talk(9, 128_000), assistant('x'.repeat(128_004))]).fates)).toBe('KEDDDDDDKK');
    expect(letters(of(talk(10), { keep: 'quarter' }).fates)).toBe('KEDDDDDDKK');
    expect(letters(of(talk(10, 200_000), { keep: 'half' }).fates)).toBe('KEDDDDKKKK');
    // 64,000 allow 37,000.
    expect(letters(of(talk(10, 29_600), {}, 64_000).fates)).toBe('KEDDDDKKKK');
    expect(letters(of(talk(10, 29_604), {}, 64_000).fates)).toBe('KEDDDDDDKK');
  });

  it('moves the end of what goes back to an answer', () => {
    const messages = [user('a'), assistant('b'), user('c'), user('d'), assistant('e'), user('f')];
    expect(letters(of(messages).fates)).toBe('KEDKKK');
    expect(letters(of([...messages.slice(0, 3), assistant('d'), ...messages.slice(4)]).fates)).toBe('KEDDKK');
  });

  it('counts results of one message as one; a call without words gets no notice', () => {
    const calls = { ...call('1', 'run', {}), calls: ['1', '2'].map((id) => ({ id, name: 'run', args: '{}' })) };
    const messages = [user('a'), calls, result('1', 'x'), result('2', 'y'), assistant('b'), user('c'), assistant('d')];
    expect(letters(of(messages).fates)).toBe('KKDDDKK');
  });

  it('lets nothing go where notices for repeated reads save 30 % of the characters', () => {
    const reads = (first: string) => [
      user('x'),
      ...read('1', 'a.ts', first),
      ...read('2', 'b.ts', 'x'.repeat(10)),
      ...read('3', 'a.ts', 'x'.repeat(10)),
    ];
    const texts = (characters: number) => reads('x'.repeat(characters));
    const { fates, edits } = of(texts(500));
    expect(letters(fates)).toBe('KKEKKKK');
    const notice = edits.get(2)!.text;
    expect(notice).toContain('read again');
    // Beside the repeated read stand 93 characters (3 calls of 24, 21 of texts); the notice has 60: x − 60 are 30 % of x + 93 from 126 on.
    expect(notice).toHaveLength(60);
    expect(letters(of(texts(126)).fates)).toBe('KKEKKKK');
    expect(letters(of(texts(125)).fates)).toBe('KKDDKKK');
    expect(letters(of(texts(125), { minSaved: 0.29 }).fates)).toBe('KKEKKKK');
    // A notice is no read any more.
    expect(letters(of(reads(notice), { minSaved: 0 }).fates)).toBe('KKDDKKK');
  });

  it('leaves single reads and writes as they are', () => {
    const long = 'x'.repeat(5000);
    expect(letters(of([user('x'), ...read('1', 'a.ts', long), ...read('2', 'b.ts', long)]).fates)).toBe('KKKKK');
    const written = [user('x'), call('1', 'write_file', { path: 'a.ts' }), result('1', long), ...read('2', 'a.ts', 'y')];
    expect(letters(of(written).fates)).toBe('KKKKK');
  });

  it('does nothing with a single message', () => {
    expect(letters(of(talk(1)).fates)).toBe('K');
  });
});
