import { isOf, lacking, wrong } from '../lib/arguments.ts';

const LISTS = ['tools', 'messages', 'compactions', 'branches', 'subagents'] as const;
const A_TRANSCRIPT = `a transcript, with lists of ${LISTS.join(', ')}`;
const A_MESSAGE = 'a message, with id, role and a list of parts';

/** The error that names the argument, or the message in it that is none; null = a transcript. Reads no texts. */
export function transcriptError(name: string, value: unknown): RangeError | null {
  const lists = Object.fromEntries(LISTS.map((list) => [list, 'list'] as const));
  return lacking(name, value, A_TRANSCRIPT, lists) ?? messagesError(`${name}.messages`, (value as { readonly messages: unknown }).messages);
}

export function messagesError(name: string, value: unknown): RangeError | null {
  if (!Array.isArray(value)) return wrong(name, 'a list of messages', value);
  for (const [i, message] of (value as readonly unknown[]).entries()) {
    const error = lacking(`${name}[${i}]`, message, A_MESSAGE, { id: 'string', role: 'string', parts: 'list' });
    if (error) return error;
    for (const [k, part] of (message as { readonly parts: readonly unknown[] }).parts.entries())
      if (!isOf(part, 'object')) return wrong(`${name}[${i}].parts[${k}]`, 'a part, with a type', part);
  }
  return null;
}

export function checkTranscript(name: string, value: unknown): void {
  const error = transcriptError(name, value);
  if (error) throw error;
}
