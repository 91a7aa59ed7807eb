/** Placeholders of offloaded results: short, with a stable reference, and recognised by a later compaction. */
import type { Message, TextPart, ToolResultPart } from '../../../transcript/types.ts';
import { isPlaceholderText } from '../../../signals/item-type.ts';
import { type OfTranscript, perTranscript } from '../../../signals/remember.ts';

/** Two 32-bit FNV-1a sums over the UTF-16 units, the second seeded by the first: short, and practically free of collisions. */
function hash(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (let i = 0; i < text.length; i++) {
    low = Math.imul(low ^ text.charCodeAt(i), 0x01000193);
    high = Math.imul(high ^ (text.charCodeAt(i) + low), 0x01000193);
  }
  return ((high >>> 0) % 0x100000).toString(36).padStart(4, '0') + (low >>> 0).toString(36).padStart(7, '0');
}

/** Reference of a part: depends on the message's id and the part's index alone, so it is the same in every run. */
export function referenceOf(message: string, part: number): string {
  return hash(`${message}\n${part}`);
}

const grouped = (tokens: number): string => String(tokens).replace(/\B(?=(\d{3})+$)/g, ',');

/** Text in place of the result. `tokens` = of the original. */
export function placeholderText(ref: string, tool: string, tokens: number): string {
  return `[offloaded ${ref}: ${tool} result, ${grouped(tokens)} tokens, kept outside the context]`;
}

/** A part that holds a result: of a call, or the text of a message that is a result without a native call. */
export type ResultPart = ToolResultPart | TextPart;

/** The result parts of a message of type TOOL_RESULT or OFFLOAD_PLACEHOLDER. */
export function resultPart(message: Message, part: number): ResultPart | null {
  const found = message.parts[part]!;
  if (found.type === 'tool-result') return found;
  return found.type === 'text' && message.parts.every((p) => p.type === 'text') ? found : null;
}

/** The result with the placeholder as its content. */
export function placeholderPart(part: ResultPart, text: string): ResultPart {
  return part.type === 'text' ? { ...part, text } : { ...part, content: [{ type: 'text', text }] };
}

const textOf = (part: ResultPart): string => {
  const first = part.type === 'text' ? part : part.content[0];
  return first?.type === 'text' ? first.text : '';
};

/** Opens the list of references beside a summary. */
export const REFERENCES_TAG = '<offloaded_results>';

const OURS = /^\[offloaded \w+: [^\]\n]{1,200}\]/;
const SAVED_TO = /saved to:? (\S{1,400})/;

/**
 * The address behind a placeholder: our own reference, or the path to which an agent saved the output; null for other results and for
 * merely cleared ones.
 */
function pointerIn(part: ResultPart): readonly string[] | null {
  const text = textOf(part);
  if (!isPlaceholderText(text)) return null;
  const ours = OURS.exec(text.trimStart());
  if (ours) return [ours[0]];
  const path = SAVED_TO.exec(text.slice(0, 1000))?.[1];
  return path === undefined ? null : [`[offloaded to ${path}]`];
}

const pointers = new WeakMap<Message, readonly string[]>();
const NONE: readonly string[] = [];

/** A summary passes on the references that it carries. */
const CARRIED = /^\[offloaded [^\]\n]{1,500}\]$/gm;

/** Live references in a message, in the form in which summaries carry them. Searched for once per message. */
export function pointersOf(message: Message): readonly string[] {
  if (message.role === 'assistant') return NONE;
  let found = pointers.get(message);
  if (!found) {
    found = message.parts.flatMap((part): readonly string[] => {
      if (part.type === 'tool-result') return pointerIn(part) ?? NONE;
      if (part.type !== 'text') return NONE;
      return part.text.includes(REFERENCES_TAG) ? (part.text.match(CARRIED) ?? NONE) : (pointerIn(part) ?? NONE);
    });
    pointers.set(message, found);
  }
  return found;
}

/** Whether the part is a placeholder already. */
export function isPlaceholderPart(part: ResultPart): boolean {
  return isPlaceholderText(textOf(part));
}

/** Called tools by call id. Reused ids: the last call counts; the result's own name wins. */
const toolNames = perTranscript(({ messages }): ReadonlyMap<string, string> => {
  const names = new Map<string, string>();
  for (const { parts } of messages) for (const part of parts) if (part.type === 'tool-call') names.set(part.id, part.name);
  return names;
});

/** Name of the tool behind a result, without characters that could break the placeholder's brackets. */
export function toolOf(input: OfTranscript, part: ResultPart): string {
  const name = part.type === 'text' ? 'tool' : (part.name ?? toolNames(input).get(part.callId) ?? 'tool');
  return name.replace(/[^\w.:-]/g, '').slice(0, 60) || 'tool';
}
