import type { Message, Part } from '../../transcript/types.ts';
import type { Chat, ChatMessage } from './chat.ts';

/**
 * Parts of a message after a product changed some of the chat messages that it consists of. `first` = index of the first of them, `now` =
 * what each is now, null = gone. Parts that nothing changed are the same objects, in their order.
 */
export function partsOf(message: Message, { messages, origins }: Chat, first: number, now: readonly (ChatMessage | null)[]): readonly Part[] {
  const parts: (readonly Part[])[] = message.parts.map(() => []);
  now.forEach((edited, k) => {
    const was = messages[first + k]!;
    const { parts: places } = origins[first + k]!;
    if (!edited) return;
    if (edited === was) for (const p of places) parts[p] = [message.parts[p]!];
    else if (was.callId !== undefined) for (const p of places) parts[p] = resultOf(message.parts[p]!, was, edited);
    else spread(message, places, was, edited, parts);
  });
  return parts.flat();
}

/** A result with another text, which stands before what else it holds; images go where the product takes them out. */
function resultOf(part: Part, was: ChatMessage, { callId, text, images }: ChatMessage): readonly Part[] {
  if (part.type !== 'tool-result' || callId === undefined) return [];
  const content = images > 0 ? part.content : part.content.filter(({ type }) => type !== 'image');
  if (text === was.text) return [{ ...part, content }];
  return [{ ...part, content: [{ type: 'text', text }, ...content.filter(({ type }) => type !== 'text')] }];
}

function spread(message: Message, places: readonly number[], was: ChatMessage, edited: ChatMessage, parts: (readonly Part[])[]): void {
  const calls = new Map(edited.calls.map((call) => [call.id, call]));
  const text: readonly Part[] = edited.text === '' ? [] : [{ type: 'text', text: edited.text }];
  const stays = edited.text === was.text;
  let said = stays;
  for (const p of places) {
    const part = message.parts[p]!;
    if (part.type === 'text') {
      parts[p] = stays ? [part] : said ? [] : text;
      said = true;
    } else if (part.type === 'tool-call') {
      const call = calls.get(part.id);
      if (call) parts[p] = [call.args === part.args ? part : { ...part, args: call.args }];
    } else if (part.type === 'reasoning') {
      if (edited.reasoning !== undefined || was.reasoning === undefined) parts[p] = [part];
    } else if (part.type !== 'image' || edited.images > 0) parts[p] = [part];
  }
  if (said) return;
  const at = places.find((p) => message.parts[p]!.type !== 'reasoning');
  if (at === undefined) parts.push(text);
  else parts[at] = [...text, ...parts[at]!];
}

const isText = (text: string): boolean => text !== '' && !/\p{Surrogate}/u.test(text);

export function keepsShape(original: readonly Part[], parts: readonly Part[]): boolean {
  return (
    parts.length === original.length &&
    parts.every((part, p) => {
      const was = original[p]!;
      if (part === was) return true;
      if (part.type === 'text') return was.type === 'text' && isText(part.text);
      if (part.type !== 'tool-result' || was.type !== 'tool-result') return false;
      return part.content.length > 0 && part.content.every((one) => one.type !== 'text' || isText(one.text));
    })
  );
}
