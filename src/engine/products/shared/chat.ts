/** Conversations as chat products hold them: one message per answer of a tool, calls beside the text that they came with. */
import { readJson } from '../../transcript/transcript-json.ts';
import type { Message, Part, Role, ToolResultPart } from '../../transcript/types.ts';
import { remembered } from './remembered.ts';

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
