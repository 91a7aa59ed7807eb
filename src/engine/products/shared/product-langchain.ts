import { argumentsOf, type ChatMessage } from './chat.ts';
import { quarter } from './estimates.ts';
import { remembered } from './remembered.ts';

const written = ({ calls }: ChatMessage): string =>
  calls.length === 0 ? '' : JSON.stringify(calls.map((call) => ({ type: 'tool_call', id: call.id, name: call.name, args: argumentsOf(call) })));

/** Characters that the library's approximate counter sees: text, calls as JSON, and the id that a result answers. */
export const langchainCharacters = remembered(
  (message: ChatMessage): number => message.text.length + written(message).length + (message.callId?.length ?? 0),
);

/** Characters of all messages together ÷ 4, rounded up once. */
export const langchainTokens = (messages: readonly ChatMessage[]): number =>
  quarter(messages.reduce((sum, message) => sum + langchainCharacters(message), 0));

/**
 * Where the newest messages begin that are within so many tokens together. The number of messages if not even the newest is.
 * @param first messages before this one are not looked at
 */
export function langchainTail(messages: readonly ChatMessage[], tokens: number, first = 0): number {
  let characters = 0;
  let from = messages.length;
  while (from > first) {
    characters += langchainCharacters(messages[from - 1]!);
    if (quarter(characters) > tokens) break;
    from--;
  }
  return from;
}
