/** Conversations as chat products hold them: one message per answer of a tool, calls beside the text that they came with. */
import { readJson } from '../../transcript/json.ts';
import type { Message, Part, Role } from '../../transcript/types.ts';

export interface ChatCall {
  readonly id: string;
  readonly name: string;
  /** Raw argument text. */
  readonly args: string;
}

export interface ChatMessage {
  readonly role: Role;
  /** Text parts joined by a line break; for a tool message the result. */
  readonly text: string;
  readonly calls: readonly ChatCall[];
  /** Tool messages: the call that this answers. */
  readonly callId?: string;
  /** Tool messages: name of the tool, where the format or the call says it. */
  readonly tool?: string;
  /** Thinking, where it is readable. */
  readonly reasoning?: string;
  readonly images: number;
  /** A summary that an earlier compaction wrote. */
  readonly summary?: true;
  /** Put in by the agent's harness, not written by a person. */
  readonly synthetic?: true;
}

/** A conversation in this form, and where each of its messages comes from. */
export interface Chat {
  readonly messages: readonly ChatMessage[];
  /** For each: index of the message in the transcript, and of its parts there. */
  readonly origins: readonly { readonly message: number; readonly parts: readonly number[] }[];
}

const textOf = (parts: readonly Part[]): string => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');

/** The parts of one message as chat messages: each result of a tool is one, everything else together another. */
function split(message: Message): { readonly role: Role; readonly parts: readonly number[] }[] {
  const results = message.parts.flatMap((part, k) => (part.type === 'tool-result' ? [k] : []));
  const others = message.parts.flatMap((part, k) => (part.type === 'tool-result' ? [] : [k]));
  const tools = results.map((k) => ({ role: 'tool' as const, parts: [k] }));
  return others.length > 0 || tools.length === 0 ? [...tools, { role: message.role, parts: others }] : tools;
}

/** Messages of a transcript in this form. A message that holds several results becomes several, the results first. */
export function chatOf(transcript: readonly Message[]): Chat {
  const names = new Map(
    transcript.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool-call' ? [[part.id, part.name] as const] : []))),
  );
  const origins = transcript.flatMap((message, i) => split(message).map(({ role, parts }) => ({ message: i, role, parts })));
  const messages = origins.map(({ message, role, parts: chosen }): ChatMessage => {
    const parts = chosen.map((k) => transcript[message]!.parts[k]!);
    const [result] = parts;
    const images = (of: readonly Part[]): number => of.filter(({ type }) => type === 'image').length;
    if (result?.type === 'tool-result') {
      const tool = result.name ?? names.get(result.callId);
      return {
        role,
        text: textOf(result.content),
        calls: [],
        callId: result.callId,
        ...(tool === undefined ? {} : { tool }),
        images: images(result.content),
      };
    }
    const reasoning = parts.flatMap((part) => (part.type === 'reasoning' && part.text ? [part.text] : [])).join('\n');
    return {
      role,
      text: textOf(parts),
      calls: parts.flatMap((part) => (part.type === 'tool-call' ? [{ id: part.id, name: part.name, args: part.args }] : [])),
      ...(reasoning ? { reasoning } : {}),
      images: images(parts),
      ...(transcript[message]!.compaction ? { summary: true as const } : {}),
      ...(transcript[message]!.synthetic ? { synthetic: true as const } : {}),
    };
  });
  return { messages, origins };
}

/** The arguments of a call as the object that products hold; what is not JSON, or too deep to be written as JSON again, is `{ raw }`. */
export function argumentsOf({ args }: ChatCall): unknown {
  const value = readJson(args || '{}');
  return value === undefined ? { raw: args } : value;
}
