import { describe, expect, it } from 'vitest';
import { clineBasic } from './cline-basic.ts';
import type { ChatMessage } from './shared/chat.ts';
import { fatesOf, spelled } from './testing/spelled.ts';
import { assistant, call, result, user } from './testing/talk.ts';

const compact = (messages: readonly ChatMessage[], params: Partial<typeof clineBasic.defaults>, window = 200_000) =>
  clineBasic.compact(messages, { ...clineBasic.defaults, ...params }, window);

describe('Cline, basic compaction by hand', () => {
  // A prompt of one letter has 64 characters as JSON, 22 tokens; an answer 69, 23 tokens.
  const of = (words: string, ratio = 0.5) => fatesOf(compact(spelled(words), { mode: 'manual', ratio }));

  it('keeps prompts and the newest answers of the latest turn that fit into half of the tokens', () => {
    // Of 183 tokens 91: the prompt and three answers.
    expect(of('u a a a a a a a')).toBe('kddddkkk');
    expect(of('u a a a a a a a', 0.49)).toBe('edddddkk');
  });

  it('takes between 0.05 and 0.95 of the tokens', () => {
    expect(of('u a a a a a a a', 2)).toBe('kdkkkkkk');
    expect(of('u a a a a a a a', 0)).toBe('eddddddd');
  });

  it('keeps the last answer of older turns if it fits, and a notice in the prompt quotes what went of the newest three', () => {
    expect(of('u a a u a', 0.95)).toBe('edkkk');
    expect(of('u a a a u a', 0.5)).toBe('eddddk');
  });

  it('merges prompts that meet into the first', () => {
    const talk = [user('Fix it'), assistant('Done'), user('Really?'), user('Now')];
    const { edits, ...rest } = compact(talk, { mode: 'manual', ratio: 0.05 });
    expect(fatesOf({ edits, ...rest })).toBe('eddd');
    expect(edits.get(0)!.text).toMatch(/^Fix it\n<SYSTEM_NOTICE>[\s\S]*Your recent responses:\nDone<\/SYSTEM_NOTICE>\nReally\?\nNow$/);
  });

  it('begins the kept part of the latest turn with an answer, so that no result comes first', () => {
    expect(of('u c t a', 0.8)).toBe('kddk');
  });

  it('leaves a conversation without a prompt, or of one message, as it is', () => {
    expect(of('a a a a')).toBe('kkkk');
    expect(of('u')).toBe('k');
    expect(of('u0 a a')).toBe('kkk');
  });

  it('names in the notice what was read, edited and run', () => {
    const talk = [
      user('go'),
      call('1', 'read_files', { files: [{ path: 'a.ts', start_line: 1, end_line: 9 }, { path: 'b.ts' }] }),
      result('1', 'text'),
      call('2', 'editor', { path: 'c.ts' }),
      result('2', '-3: old\n+12: new'),
      call('3', 'run_commands', { commands: ['npm test', 'x'.repeat(101)] }),
      result('3', 'ok'),
      assistant('Done'),
    ];
    const text = compact(talk, { mode: 'manual', ratio: 0.05 }).edits.get(0)!.text;
    expect(text).toContain('Files read:\na.ts:1-9\nb.ts\n');
    expect(text).toContain('Files edited:\nc.ts:3-12\n');
    expect(text).toContain(`Commands ran:\nnpm test\n${'x'.repeat(100)}...\n`);
  });
});

describe('Cline, basic compaction at the trigger', () => {
  it('aims at half of the usable window from five exchanges on, below at 0.7 of the trigger', () => {
    const turns = (n: number) => spelled(`${'u a '.repeat(n - 1)}u a1150 a`);
    const last = (n: number, maxTokens = 300) => compact(turns(n), { maxTokens }, 1000).fates.slice(-2).join(' ');
    expect(last(4)).toBe('keep keep');
    expect(last(5)).toBe('drop keep');
    expect(last(5, 900)).toBe('keep keep');
  });

  it('cuts texts, but not the last prompt, when the prompts alone are over the trigger', () => {
    const { edits, ...rest } = compact([user('a'.repeat(3000)), assistant('b'), user('c'.repeat(300))], {}, 400);
    expect(fatesOf({ edits, ...rest })).toBe('edd');
    expect(edits.get(0)!.text).toMatch(/^a+\n\.\.\.\[truncated \d+ chars\]\n/);
    expect(edits.get(0)!.text.endsWith('c'.repeat(300))).toBe(true);
  });
});
