import type { ChatMessage } from '../shared/chat.ts';
import type { Outcome } from '../shared/product.ts';

const ROLES = { s: 'system', u: 'user', a: 'assistant' } as const;

/**
 * A conversation in letters: s system, u user, a assistant, c a call (`ccc` is one message with three), t the result of the oldest open
 * call. A number after a letter is the length of its text (1 without; 0 for calls).
 */
export function spelled(words: string): readonly ChatMessage[] {
  const open: string[] = [];
  let count = 0;
  return words.split(' ').map((word): ChatMessage => {
    const [, letters, length] = /^(\D+)(\d*)$/.exec(word)!;
    const text = 'x'.repeat(Number(length || !letters!.startsWith('c')));
    if (letters === 't') return { role: 'tool', text, calls: [], callId: open.shift()!, tool: 'tool', images: 0 };
    const calls = letters!.startsWith('c') ? [...letters!].map(() => ({ id: `call-${count++}`, name: 'tool', args: '{}' })) : [];
    open.push(...calls.map(({ id }) => id));
    return { role: calls.length > 0 ? 'assistant' : ROLES[letters as keyof typeof ROLES], text, calls, images: 0 };
  });
}

/** What became of each message, in letters: k kept, e edited, s summarised, d dropped; what is put in is in brackets, by its role. */
export function fatesOf({ fates, inserted }: Outcome): string {
  const put = (before: number): string => inserted.flatMap((one) => (one.before === before ? [`[${one.role[0]}]`] : [])).join('');
  return fates.map((fate, i) => put(i) + fate[0]).join('') + put(fates.length);
}
