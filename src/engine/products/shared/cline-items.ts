import { argumentsOf, type ChatMessage } from './chat.ts';
import { remembered } from './remembered.ts';

export type ClineBlock =
  | { readonly type: 'thinking'; readonly thinking: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: unknown }
  | { readonly type: 'tool_result'; readonly tool_use_id: string; readonly content: string };

export interface ClineItem {
  readonly of: readonly number[];
  readonly kind: 'prompt' | 'results' | 'answer';
  readonly blocks: readonly ClineBlock[];
}

const CHARACTERS = 3;

const tokensIn = (characters: number): number => Math.max(1, Math.ceil(characters / CHARACTERS));

const blockCharacters = remembered((block: ClineBlock): number => JSON.stringify(block).length);

/** Characters of the JSON of an item as the product writes it down, with an id. */
export const itemCharacters = remembered(({ of, kind, blocks }: ClineItem): number => {
  const around = JSON.stringify({ id: `m${of[0]}`, role: kind === 'answer' ? 'assistant' : 'user', content: [] }).length;
  return blocks.reduce((sum, block) => sum + blockCharacters(block), around + Math.max(0, blocks.length - 1));
});

export const itemTokens = (item: ClineItem): number => tokensIn(itemCharacters(item));

/** Tokens of all items, each by itself. */
export const itemsTokens = remembered((items: readonly ClineItem[]): number => items.reduce((sum, item) => sum + itemTokens(item), 0));

const charactersOf = remembered((items: readonly ClineItem[]): number =>
  items.reduce((sum, item) => sum + itemCharacters(item), Math.max(0, items.length - 1)),
);

/** Tokens of a whole request: system prompt, messages, no tools. */
export const requestTokens = (systemPrompt: string, items: readonly ClineItem[]): number =>
  tokensIn(JSON.stringify({ systemPrompt, messages: [], tools: [] }).length + charactersOf(items));

const blocksOf = remembered((message: ChatMessage): readonly ClineBlock[] => {
  const { role, text, reasoning, calls, callId } = message;
  if (role === 'tool') return [{ type: 'tool_result', tool_use_id: callId!, content: text }];
  if (role === 'user') return [{ type: 'text', text }];
  const blocks: ClineBlock[] = [
    ...(reasoning === undefined ? [] : [{ type: 'thinking' as const, thinking: reasoning }]),
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...calls.map((call) => ({ type: 'tool_use' as const, id: call.id, name: call.name, input: argumentsOf(call) })),
  ];
  // Empty content is not allowed in this format.
  return blocks.length > 0 ? blocks : [{ type: 'text', text: '.' }];
});

/** The history as the product holds it; system messages stand outside. */
export const clineItems = remembered((messages: readonly ChatMessage[]): readonly ClineItem[] => {
  const items: (ClineItem & { of: number[]; blocks: ClineBlock[] })[] = [];
  messages.forEach((message, i) => {
    if (message.role === 'system') return;
    const last = items.at(-1);
    if (message.role === 'tool' && last?.kind === 'results') {
      last.of.push(i);
      last.blocks.push(...blocksOf(message));
    } else {
      const kind = message.role === 'tool' ? 'results' : message.role === 'user' ? 'prompt' : 'answer';
      items.push({ of: [i], kind, blocks: [...blocksOf(message)] });
    }
  });
  return items;
});

/** Whether two blocks say the same: calls and thinking are never made anew. */
function says(a: ClineBlock, b: ClineBlock | undefined): boolean {
  if (a.type === 'text') return b?.type === 'text' && a.text === b.text;
  return a === b || (a.type === 'tool_result' && b?.type === 'tool_result' && a.content === b.content);
}

export const sayTheSame = (a: readonly ClineBlock[], b: readonly ClineBlock[]): boolean =>
  a.length === b.length && a.every((block, k) => says(block, b[k]));

const lastEdits = new WeakMap<ChatMessage, { readonly blocks: readonly ClineBlock[]; readonly made: ChatMessage }>();

export function clineEdit(message: ChatMessage, blocks: readonly ClineBlock[], k: number): ChatMessage {
  const { reasoning: _, ...rest } = message;
  const result = blocks[k];
  if (message.role === 'tool') return { ...rest, text: result?.type === 'tool_result' ? result.content : '' };
  const known = lastEdits.get(message);
  if (known && sayTheSame(known.blocks, blocks)) return known.made;
  const made = { ...rest, text: blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n') };
  lastEdits.set(message, { blocks, made });
  return made;
}
