/** Contents of Inspect's messages. Large texts are kept once per sample as attachments. */
import type { FilePart, ImagePart, Part, TextPart } from '../../transcript/types.ts';
import type { Report } from '../contract.ts';
import { filled, isObject, jsonText, listOf, textOf, type JsonObject } from '../json.ts';
import { filePart, imagePart } from '../media.ts';
import { unknownPart } from '../any-part.ts';

const PROTOCOL = 'attachment://';

/** Puts the attachments of a sample in place of their references. */
export class Attachments {
  private readonly texts: JsonObject;
  private readonly report: Report;

  constructor(texts: unknown, report: Report) {
    this.texts = isObject(texts) ? texts : {};
    this.report = report;
  }

  text(value: string): string {
    if (!value.startsWith(PROTOCOL)) return value;
    const name = value.slice(PROTOCOL.length);
    const found = Object.hasOwn(this.texts, name) ? this.texts[name] : undefined;
    if (typeof found === 'string') return found;
    this.report({ code: 'missing-attachment', message: 'Attachments that the log refers to are not in it; the references stay.' });
    return value;
  }

  /** The value with every reference in it resolved. Depth is bounded: values of a file are flattened before. */
  resolve(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.resolve(item));
    return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.resolve(item)])) : value;
  }

  /** Parts of a message's content: a text, or a list of blocks. */
  parts(content: unknown, report: Report, path: string): readonly Part[] {
    if (typeof content === 'string') return textPart(this.text(content));
    return listOf(content).flatMap((block): readonly Part[] => {
      if (typeof block === 'string') return textPart(this.text(block));
      if (!isObject(block)) return [];
      const parts = this.block(block);
      if (!parts) report({ ...unknownPart(String(block.type)), path });
      return parts ?? [];
    });
  }

  private block(block: JsonObject): readonly Part[] | undefined {
    const media = (key: string): string => this.text(textOf(block[key]) ?? '');
    switch (block.type) {
      case 'text':
        return textPart(media('text'));
      case 'reasoning':
        return [this.reasoning(block)];
      case 'image':
        return [imagePart(media('image'))];
      case 'audio':
      case 'video':
        return [filePart(media(block.type), `${block.type}/${filled(block.format) ?? '*'}`)];
      case 'document':
        return [filePart(media('document'), filled(block.mime_type), filled(block.filename))];
      case 'data':
        return [];
      // A tool that ran at the provider: call and result are one block.
      case 'tool_use':
        return [...textPart(`${textOf(block.name) ?? 'tool'} ${media('arguments')}`.trim()), ...textPart(media('result'))];
      default:
        return undefined;
    }
  }

  private reasoning(block: JsonObject): Part {
    const text = this.text(textOf(block.reasoning) ?? '');
    const signature = filled(block.signature);
    return block.redacted === true
      ? { type: 'reasoning', text: this.text(textOf(block.summary) ?? ''), encrypted: text }
      : { type: 'reasoning', text, ...(signature && { signature }) };
  }
}

export const textPart = (text: string): TextPart[] => (text === '' ? [] : [{ type: 'text', text }]);

export const isShown = (part: Part): part is TextPart | ImagePart | FilePart => part.type === 'text' || part.type === 'image' || part.type === 'file';

/** Arguments of a call: an object, or the text that was no JSON. */
export const argsOf = (args: unknown): string => (typeof args === 'string' ? args : jsonText(args ?? {}));
