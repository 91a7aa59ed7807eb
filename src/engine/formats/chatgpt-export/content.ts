/** Contents of ChatGPT's messages, by their type. */
import type { FilePart, ImagePart, Part, ReasoningPart, TextPart } from '../../transcript/types.ts';
import type { Report } from '../contract.ts';
import { filled, isObject, listOf, numberOf, objectsOf, textOf, type JsonObject } from '../json.ts';
import { unknownPart } from '../any-part.ts';

type Said = TextPart | ReasoningPart | ImagePart | FilePart;

const said = (text: unknown): Said[] => (typeof text === 'string' && text !== '' ? [{ type: 'text', text }] : []);
const lines = (...texts: readonly unknown[]): Said[] => said(texts.filter((text) => filled(text) !== undefined).join('\n'));

/** What a message says; `call` = its text goes to a tool. Notes of the page ("Thought for 8 seconds") are no content. */
export function contentOf(content: unknown, report: Report, place: { readonly path: string }): readonly Said[] {
  if (typeof content === 'string') return said(content);
  if (!isObject(content)) return [];
  switch (content.content_type) {
    case 'text':
    case 'multimodal_text':
      return listOf(content.parts).flatMap((part) => partOf(part, report, place));
    case 'thoughts':
      return objectsOf(content.thoughts).flatMap((thought): Said[] => {
        const text = [filled(thought.summary), filled(thought.content)].filter((part) => part !== undefined).join('\n');
        return text === '' ? [] : [{ type: 'reasoning', text }];
      });
    case 'reasoning_recap':
      return [];
    case 'tether_quote':
    case 'sonic_webpage':
      return lines(content.title, content.url, content.text);
    case 'tether_browsing_display':
      return lines(content.summary, content.result);
    case 'user_editable_context':
      return lines(content.user_profile, content.user_instructions);
    case 'model_editable_context':
      return said(content.model_set_context);
    case 'system_error':
      return lines(content.name, content.text);
    case 'computer_output':
      return partOf(content.screenshot, report, place);
    default: {
      const text = textOf(content.text) ?? textOf(content.output_str) ?? textOf(content.content) ?? textOf(content.result);
      if (text === undefined) unknown(content.content_type, report, place);
      return said(text);
    }
  }
}

function unknown(type: unknown, report: Report, place: { readonly path: string }): void {
  report({ ...unknownPart(String(type)), ...place });
}

/** Parts are texts, or objects that point to an image or a recording. */
function partOf(part: unknown, report: Report, place: { readonly path: string }): Said[] {
  if (typeof part === 'string') return said(part);
  if (!isObject(part)) return [];
  const pointer = filled(part.asset_pointer) ?? (isObject(part.audio_asset_pointer) ? filled(part.audio_asset_pointer.asset_pointer) : undefined);
  if (pointer !== undefined) return [asset(part, pointer)];
  const text = textOf(part.text);
  if (text === undefined) unknown(part.content_type ?? 'object', report, place);
  return said(text);
}

function asset(part: JsonObject, url: string): ImagePart | FilePart {
  const bytes = numberOf(part.size_bytes);
  const image = textOf(part.content_type)?.startsWith('image') === true;
  return { type: image ? 'image' : 'file', url, ...(bytes !== undefined && bytes >= 0 && { bytes }) };
}

/** Text parts as one text. */
export const textIn = (parts: readonly Part[]): string => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
