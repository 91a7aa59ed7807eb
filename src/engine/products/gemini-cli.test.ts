import { describe, expect, it } from 'vitest';
import { geminiCli } from './gemini-cli.ts';
import { geminiCliMasking } from './gemini-cli-masking.ts';
import { type ChatMessage, geminiTextTokens } from './shared/chat.ts';
import { fatesOf, spelled } from './testing/spelled.ts';
import { assistant, call, result, user } from './testing/talk.ts';

const WINDOW = 200_000;

it.each([
  ['abcd', 1],
  ['abcdefg', 1],
  ['修复', 3],
  ['修'.repeat(100_000), 150_000],
  ['修'.repeat(100_001), 25_000],
] as const)('Gemini CLI counts %.8s… as %d tokens', (text, tokens) => {
  expect(geminiTextTokens(text)).toBe(tokens);
});

describe('Gemini CLI, compression', () => {
  const compact = (messages: readonly ChatMessage[], params: Partial<typeof geminiCli.defaults> = {}) =>
    geminiCli.compact(messages, { ...geminiCli.defaults, ...params }, WINDOW);
  const of = (words: string, preserve = 0.3) => fatesOf(compact(spelled(words), { preserve }));

  it('cuts at the first prompt with at least 70 % of the characters before it, and puts a snapshot and an answer in', () => {
    // A prompt and an answer of one letter have 75 characters as JSON, five of these 375.
    expect(of('u a u a u a u a u a')).toBe('ssssssss[u][a]kk');
    expect(of('u a u a u a u a u a', 0.4)).toBe('ssssss[u][a]kkkk');
    expect(of('u a u a u a u a u a', 0.39)).toBe('ssssssss[u][a]kk');
  });

  it('without such a prompt takes everything if the agent has just answered, else cuts at the newest prompt', () => {
    expect(of('s u a a a')).toBe('kssss[u][a]');
    expect(of('u a u c t')).toBe('ss[u][a]kkk');
    expect(of('u c t')).toBe('kkk');
  });

  it('before that cuts long outputs, once the newest 50,000 tokens are used up: a fifth at the head, the rest at the tail', () => {
    const talk = spelled('u50 a50 u c t100');
    const outputCharacters = 10;
    expect(fatesOf(compact(talk, { responseTokens: 25, outputCharacters }))).toBe('ss[u][a]kkk');
    const { edits, ...rest } = compact(talk, { responseTokens: 24, outputCharacters });
    expect(fatesOf({ edits, ...rest })).toBe('ss[u][a]kke');
    expect(edits.get(4)!.text).toBe(`xx\n\n... [90 characters omitted] ...\n\n${'x'.repeat(8)}`);
    expect(fatesOf(compact(talk, { responseTokens: 24, outputCharacters: 100 }))).toBe('ss[u][a]kkk');
  });
});

describe('Gemini CLI, masking', () => {
  const compact = (messages: readonly ChatMessage[], params: Partial<typeof geminiCliMasking.defaults>) =>
    geminiCliMasking.compact(messages, { ...geminiCliMasking.defaults, ...params }, WINDOW);
  const of = (words: string, protect: number, minPrunable: number, protectLatestTurn = true) =>
    fatesOf(compact(spelled(words), { protect, minPrunable, protectLatestTurn }));

  // Name and JSON of an answer of 2,003 characters have 505 tokens.
  it('protects the newest tokens; the output that crosses the border is masked', () => {
    expect(of('u c t2003 c t2003 a', 505, 1)).toBe('kkekkk');
    expect(of('u c t2003 c t2003 a', 504, 1)).toBe('kkekek');
    expect(of('u c t2003 c t2003 a', 1010, 0)).toBe('kkkkkk');
  });

  it('needs enough tokens that can go', () => {
    expect(of('u c t2003 c t2003 a', 505, 505)).toBe('kkekkk');
    expect(of('u c t2003 c t2003 a', 505, 506)).toBe('kkkkkk');
  });

  it('leaves the latest message alone, with all answers to parallel calls', () => {
    expect(of('u c t2003 cc t2003 t2003', 0, 1)).toBe('kkekkk');
    expect(of('u c t2003 cc t2003 t2003', 0, 1, false)).toBe('kkekee');
  });

  it('leaves an output whose mask would be no shorter, four tools, and what is masked', () => {
    expect(of('u c t400 a', 0, 0)).toBe('kkkk');
    const long = 'x'.repeat(2003);
    const talk = (tool: string, text: string) => [user('a'), call('1', tool, {}), result('1', text, tool), assistant('b')];
    expect(fatesOf(compact(talk('ask_user', long), { protect: 0, minPrunable: 0 }))).toBe('kkkk');
    expect(fatesOf(compact(talk('read', `<tool_output_masked>${long}`), { protect: 0, minPrunable: 0 }))).toBe('kkkk');
  });

  it('shows 250 characters of either end, of a shell’s output 10 lines', () => {
    const masked = (tool: string, text: string): string => {
      const talk = [user('a'), call('1', tool, {}), result('1', text, tool), assistant('b')];
      return compact(talk, { protect: 0, minPrunable: 0 }).edits.get(2)?.text ?? 'kept';
    };
    const long = masked('read', 'x'.repeat(2003));
    expect(long).toContain(`${'x'.repeat(234)}\n... [TRUNCATED] ...\n${'x'.repeat(247)}"\n}`);
    const lines = (n: number) => Array.from({ length: n }, (_, k) => `line ${k} ${'y'.repeat(100)}`).join('\n');
    expect(masked('run_shell_command', lines(20))).toBe('kept');
    expect(masked('run_shell_command', lines(30))).toContain('\n\n... [10 lines omitted] ...\n\nline 20 ');
    expect(masked('run_shell_command', `Output: ${lines(30)}\nExit Code: 1`)).toContain('\nExit Code: 1\n');
  });
});
