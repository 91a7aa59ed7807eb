import type { ChatMessage } from './chat.ts';
import type { Outcome } from './contract.ts';
import { among, keeping } from './product.ts';
import { remembered } from './remembered.ts';

export interface Item {
  readonly role: Exclude<ChatMessage['role'], 'system'>;
  readonly calls: boolean;
  readonly messages: readonly number[];
}

/** Without system messages, which these products hold elsewhere. */
export const itemsOf = remembered((messages: readonly ChatMessage[]): readonly Item[] => {
  const items: (Item & { messages: number[] })[] = [];
  messages.forEach(({ role, calls }, i) => {
    if (role === 'system') return;
    if (role === 'tool' && items.at(-1)?.role === 'tool') items.at(-1)!.messages.push(i);
    else items.push({ role, calls: calls.length > 0, messages: [i] });
  });
  return items;
});

export function heldBy(messages: readonly ChatMessage[], items: readonly Item[]): (i: number) => boolean {
  const held = among(messages, items);
  return (i) => held(i) || messages[i]!.role === 'system';
}

/** System messages and those of the items stay, all others go without a trace. */
export const holding = (messages: readonly ChatMessage[], items: readonly Item[]): Outcome => keeping(messages, heldBy(messages, items));

/** Index of the first message of an item; the number of messages where there is none. */
export const startOf = (messages: readonly ChatMessage[], item: Item | undefined): number => item?.messages[0] ?? messages.length;
