/** Conversations as chat products hold them: one message per answer of a tool, calls beside the text that they came with. */
import { remembered } from '../../signals/remember.ts';
import { readJson } from '../../transcript/transcript-json.ts';
import type { Message, Part, Role, ToolResultPart } from '../../transcript/types.ts';

export interface ChatCall {
  readonly id: string;
  readonly name: string;
  readonly args: string;
}

export interface ChatMessage {
  readonly role: Role;
  readonly text: string;
  readonly calls: readonly ChatCall[];
  readonly callId?: string;
  readonly tool?: string;
  readonly reasoning?: string;
  readonly images: number;
  readonly summary?: true;
  /** Put in by the agent's harness, not written by a person. */
  readonly synthetic?: true;
}

export interface Chat {
  readonly messages: readonly ChatMessage[];
  readonly origins: readonly { readonly message: number; readonly parts: readonly number[] }[];
}

const textOf = (parts: readonly Part[]): string => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');

interface Piece {
  readonly role: Role;
  readonly parts: readonly number[];
  made: ChatMessage | null;
}

/**
 * The parts of one message as chat messages: each result of a tool is one, everything else together another. Remembered, so that contexts
 * that share a message share what products have read of it.
 */
const piecesOf = remembered((message: Message): readonly Piece[] => {
  const results = message.parts.flatMap((part, k) => (part.type === 'tool-result' ? [k] : []));
  const others = message.parts.flatMap((part, k) => (part.type === 'tool-result' ? [] : [k]));
  const tools = results.map((k): Piece => ({ role: 'tool', parts: [k], made: null }));
  return others.length > 0 || tools.length === 0 ? [...tools, { role: message.role, parts: others, made: null }] : tools;
});

const imagesIn = (parts: readonly Part[]): number => parts.filter(({ type }) => type === 'image').length;

function resultOf(part: ToolResultPart, tool: string | undefined): ChatMessage {
  const { content, callId } = part;
  return { role: 'tool', text: textOf(content), calls: [], callId, ...(tool === undefined ? {} : { tool }), images: imagesIn(content) };
}

function spokenOf({ compaction, synthetic, parts: all }: Message, { role, parts: chosen }: Piece): ChatMessage {
  const parts = chosen.map((k) => all[k]!);
  const reasoning = parts.flatMap((part) => (part.type === 'reasoning' && part.text ? [part.text] : [])).join('\n');
  return {
    role,
    text: textOf(parts),
    calls: parts.flatMap((part) => (part.type === 'tool-call' ? [{ id: part.id, name: part.name, args: part.args }] : [])),
    ...(reasoning ? { reasoning } : {}),
    images: imagesIn(parts),
    ...(compaction ? { summary: true as const } : {}),
    ...(synthetic ? { synthetic: true as const } : {}),
  };
}

export function chatOf(transcript: readonly Message[]): Chat {
  const names = new Map<string, string>();
  for (const { parts } of transcript) for (const part of parts) if (part.type === 'tool-call') names.set(part.id, part.name);
  const messages: ChatMessage[] = [];
  const origins: { readonly message: number; readonly parts: readonly number[] }[] = [];
  transcript.forEach((message, i) => {
    for (const piece of piecesOf(message)) {
      const part = message.parts[piece.parts[0]!];
      if (part?.type === 'tool-result') {
        const tool = part.name ?? names.get(part.callId);
        if (piece.made === null || piece.made.tool !== tool) piece.made = resultOf(part, tool);
      } else piece.made ??= spokenOf(message, piece);
      messages.push(piece.made!);
      origins.push({ message: i, parts: piece.parts });
    }
  });
  return { messages, origins };
}

/** The arguments of a call as the object that products hold; what is not JSON, or too deep to be written as JSON again, is `{ raw }`. */
export function argumentsOf({ args }: ChatCall): unknown {
  const value = readJson(args || '{}');
  return value === undefined ? { raw: args } : value;
}

/** Characters (UTF-16 units) per token that most products assume. */
export const CHARACTERS = 4;

export const quarter = (characters: number): number => Math.ceil(characters / CHARACTERS);

const encoder = new TextEncoder();

export const bytes = (text: string): number => encoder.encode(text).length;

/** Characters ÷ 4, to the nearest whole number. */
export const nearestQuarter = (characters: number): number => Math.round(characters / CHARACTERS);

/** Code points of a text: what Python counts as its length. */
export const codePoints = (text: string): number => text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);

/** Code points ÷ 4, rounded up, of text, names of calls and their raw arguments: is in where a product asks its model for a count. */
export const spokenQuarter = remembered(({ text, calls }: ChatMessage): number =>
  quarter(codePoints(text) + calls.reduce((sum, { name, args }) => sum + codePoints(name) + codePoints(args), 0)),
);

export const textPoints = remembered(({ text }: ChatMessage): number => codePoints(text));

export const textBytes = remembered(({ text }: ChatMessage): number => bytes(text));

export function pythonJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, of]) => `${JSON.stringify(key)}: ${pythonJson(of)}`)
    .join(', ')}}`;
}

/** Characters from which on Gemini CLI no longer looks at each. */
const MANY = 100_000;
const BEYOND_ASCII = 1.5;

export function geminiTextTokens(text: string): number {
  if (text.length > MANY) return Math.floor(text.length / CHARACTERS);
  let ascii = 0;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) < 128) ascii++;
  return Math.floor(ascii / CHARACTERS + (text.length - ascii) * BEYOND_ASCII);
}

/** The first code points of a text; one takes at most two UTF-16 units. */
export const firstCodePoints = (text: string, count: number): string =>
  Array.from(text.slice(0, 2 * count))
    .slice(0, count)
    .join('');

const written = ({ calls }: ChatMessage): string =>
  calls.length === 0 ? '' : JSON.stringify(calls.map((call) => ({ type: 'tool_call', id: call.id, name: call.name, args: argumentsOf(call) })));

/** Characters that the library's approximate counter sees: text, calls as JSON, and the id that a result answers. */
export const langchainCharacters = (message: ChatMessage): number => message.text.length + written(message).length + (message.callId?.length ?? 0);

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

export interface GeminiContent {
  readonly role: 'user' | 'model';
  readonly of: readonly number[];
  readonly answers: boolean;
}

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

/** The history as the product holds it; system messages are outside. */
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
