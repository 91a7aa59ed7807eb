import { argumentsOf, type ChatMessage } from './chat.ts';
import { remembered } from '../../signals/remember.ts';

export interface GeminiContent {
  readonly role: 'user' | 'model';
  readonly of: readonly number[];
  readonly answers: boolean;
}

/** A tool's answer as the product holds it. */
export const geminiResponse = (output: string): { readonly output: string } => ({ output });

export const geminiTool = ({ tool }: ChatMessage): string => tool ?? 'unknown';

function partsOf(message: ChatMessage): object[] {
  const { role, text, callId } = message;
  if (role === 'tool') return [{ functionResponse: { id: callId, name: geminiTool(message), response: geminiResponse(text) } }];
  const calls = message.calls.map((call) => ({ functionCall: { id: call.id, name: call.name, args: argumentsOf(call) } }));
  return text !== '' || calls.length === 0 ? [{ text }, ...calls] : calls;
}

const partCharacters = remembered((message: ChatMessage): number => JSON.stringify(partsOf(message)).length - '[]'.length);

const frameOf = (role: GeminiContent['role']): number => JSON.stringify({ role, parts: [] }).length;
const FRAMES = { user: frameOf('user'), model: frameOf('model') };

/** Characters of the JSON of a content. */
export const geminiCharacters = ({ role, of }: GeminiContent, messageAt: (i: number) => ChatMessage): number =>
  FRAMES[role] + of.reduce((sum, i) => sum + partCharacters(messageAt(i)), of.length - 1);

/** The history as the product holds it; system messages stand outside. */
export const geminiContents = remembered((messages: readonly ChatMessage[]): readonly GeminiContent[] => {
  const contents: (GeminiContent & { of: number[] })[] = [];
  messages.forEach((message, i) => {
    if (message.role === 'system') return;
    const answers = message.role === 'tool';
    const last = contents.at(-1);
    if (answers && last?.answers) last.of.push(i);
    else contents.push({ role: message.role === 'assistant' ? 'model' : 'user', of: [i], answers });
  });
  return contents;
});
