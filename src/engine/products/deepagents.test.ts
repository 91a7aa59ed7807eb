import { describe, expect, it } from 'vitest';
import { deepagentsArguments } from './deepagents.ts';
import { call, letters, result, user } from './testing/talk.ts';

const { defaults } = deepagentsArguments;
const write = (length: number, name = 'write_file') => call('1', name, { file_path: 'a', content: 'x'.repeat(length) });
const compacted = (messages: Parameters<typeof deepagentsArguments.compact>[0], params = { ...defaults, trigger: 4, keep: 1 }) =>
  deepagentsArguments.compact(messages, params, 200_000);
const fates = (...messages: Parameters<typeof deepagentsArguments.compact>[0][number][]) => letters(compacted(messages).fates);

describe('deepagents, arguments', () => {
  it('cuts those of more than 2,000 characters to 20', () => {
    expect(fates(user('…'), write(2000), result('1', 'ok'), user('…'))).toBe('KKKK');
    const outcome = compacted([user('…'), write(2001), result('1', 'ok'), user('…')]);
    expect(letters(outcome.fates)).toBe('KEKK');
    expect(JSON.parse(outcome.edits.get(1)!.calls[0]!.args)).toEqual({ file_path: 'a', content: `${'x'.repeat(20)}...(argument truncated)` });
  });

  it('only knows two tools', () => {
    expect(fates(write(3000, 'edit_file'), write(3000, 'write'), result('1', 'ok'), user('…'))).toBe('EKKK');
  });

  it('cuts arguments that are no JSON as one', () => {
    const raw = { ...user(''), role: 'assistant' as const, calls: [{ id: '1', name: 'write_file', args: 'x'.repeat(2001) }] };
    expect(JSON.parse(compacted([raw, user('…'), user('…'), user('…')]).edits.get(0)!.calls[0]!.args)).toEqual({
      raw: `${'x'.repeat(20)}...(argument truncated)`,
    });
  });

  it('leaves the newest, and acts from 20 messages on', () => {
    expect(fates(user('…'), user('…'), user('…'), write(3000))).toBe('KKKK');
    expect(fates(write(3000), user('…'), user('…'))).toBe('KKK');
    const many = (count: number) => letters(compacted([write(3000), ...Array(count).fill(user('…'))], defaults).fates);
    expect(many(19)).toBe('K'.repeat(20));
    expect(many(20)).toBe(`E${'K'.repeat(20)}`);
    const old = (count: number) => letters(compacted([write(3000), ...Array(count).fill(user('…'))], { ...defaults, keep: 1 }).fates);
    expect(old(18)).toBe('K'.repeat(19));
    expect(old(19)).toBe(`E${'K'.repeat(19)}`);
  });
});
