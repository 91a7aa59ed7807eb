import type {
  Branch,
  FilePart,
  ImagePart,
  Message,
  Origin,
  Part,
  RecordedCompaction,
  Role,
  TextPart,
  ToolDefinition,
  Transcript,
  Usage,
} from '../../transcript/types.ts';
import type { Report } from '../contract.ts';
import { finishTranscript, UniqueIds } from '../finish.ts';
import { filled, isObject, listOf, numberOf, textOf, windowOf, type JsonObject } from '../json.ts';

import { isTokenCount, tokenCount } from '../usage.ts';

/**
 * Reads the normal form from untrusted JSON: every field is validated, invalid ones are omitted and reported with their path, valid ones
 * come back exactly, in their original order.
 */
export class NormalFormReader {
  private readonly report: Report;

  constructor(report: Report) {
    this.report = report;
  }

  transcript(value: JsonObject, path: string, depth = 0): Transcript {
    const read = like<Transcript>(value, {
      id: filled(value.id) ?? 'transcript',
      title: textOf(value.title),
      format: filled(value.format) ?? 'playground',
      model: textOf(value.model),
      window: windowOf(value.window),
      tools: this.list(value.tools, `${path}.tools`, (item) => this.tool(item)),
      messages: this.messages(value.messages, `${path}.messages`),
      compactions: this.list(value.compactions, `${path}.compactions`, (item, at) => this.recorded(item, at)),
      branches: this.list(value.branches, `${path}.branches`, (item, at) => this.branch(item, at)),
      subagents: depth > 20 ? [] : this.list(value.subagents, `${path}.subagents`, (item, at) => this.transcript(item, at, depth + 1)),
      extra: isObject(value.extra) ? value.extra : undefined,
    });
    if (!repeatsId(read)) return read;
    this.report({ code: 'repeated-id', message: 'Messages or calls had the id of an earlier one and got ids of their own.', path });
    return finishTranscript(read, () => undefined);
  }

  /** Ids are kept, unless two messages share one. */
  messages(value: unknown, path: string): readonly Message[] {
    const ids = new UniqueIds();
    return this.list(value, path, (item, at) => {
      const message = this.message(item, at);
      const id = message && ids.take(message.id);
      return message && id !== message.id ? { ...message, id: id! } : message;
    });
  }

  private list<T>(value: unknown, path: string, read: (item: JsonObject, path: string) => T | undefined): T[] {
    if (value !== undefined && !Array.isArray(value)) this.refuse(path);
    const out: T[] = [];
    listOf(value).forEach((item, i) => {
      const at = `${path}[${i}]`;
      const got = isObject(item) ? read(item, at) : undefined;
      if (got === undefined) this.refuse(at);
      else out.push(got);
    });
    return out;
  }

  private refuse(path: string): undefined {
    this.report({ code: 'invalid-field', message: 'Parts of the file do not have the shape of a transcript and were left out.', path });
    return undefined;
  }

  private message(value: JsonObject, path: string): Message | undefined {
    const role = textOf(value.role);
    const id = filled(value.id);
    if (!isRole(role) || id === undefined || !Array.isArray(value.parts)) return undefined;
    return like<Message>(value, {
      id,
      role,
      parts: this.list(value.parts, `${path}.parts`, (item, at) => this.part(item, at)),
      ts: textOf(value.ts),
      model: textOf(value.model),
      usage: this.usage(value.usage, `${path}.usage`),
      parentId: textOf(value.parentId),
      synthetic: typeof value.synthetic === 'boolean' ? value.synthetic : undefined,
      cacheHint: value.cacheHint === true ? true : undefined,
      compaction: this.compaction(value.compaction, path),
      name: textOf(value.name),
      origin: this.origin(value.origin),
      extra: isObject(value.extra) ? value.extra : undefined,
    });
  }

  private part(value: JsonObject, path: string): Part | undefined {
    switch (value.type) {
      case 'reasoning': {
        const text = textOf(value.text);
        return text === undefined
          ? undefined
          : like<Part>(value, { type: 'reasoning', text, signature: textOf(value.signature), encrypted: textOf(value.encrypted) });
      }
      case 'tool-call': {
        const [id, name, args] = [textOf(value.id), textOf(value.name), textOf(value.args)];
        return id === undefined || name === undefined || args === undefined ? undefined : like<Part>(value, { type: 'tool-call', id, name, args });
      }
      case 'tool-result': {
        const callId = textOf(value.callId);
        if (callId === undefined) return undefined;
        const content = this.list(value.content, `${path}.content`, (item) => this.content(item));
        return like<Part>(value, {
          type: 'tool-result',
          callId,
          name: textOf(value.name),
          content,
          isError: typeof value.isError === 'boolean' ? value.isError : undefined,
        });
      }
      default:
        return this.content(value);
    }
  }

  private content(value: JsonObject): TextPart | ImagePart | FilePart | undefined {
    if (value.type === 'text') {
      const text = textOf(value.text);
      return text === undefined ? undefined : like<TextPart>(value, { type: 'text', text, document: documentOf(value.document) });
    }
    const media = { mime: textOf(value.mime), bytes: numberOf(value.bytes), data: textOf(value.data), url: textOf(value.url) };
    if (value.type === 'image') return like<ImagePart>(value, { type: 'image', ...media });
    return value.type === 'file' ? like<FilePart>(value, { type: 'file', name: textOf(value.name), ...media }) : undefined;
  }

  private usage(value: unknown, path: string): Usage | undefined {
    if (!isObject(value) || value.input === undefined || value.output === undefined) return undefined;
    const { input, output, cacheRead = 0, cacheWrite = 0 } = value;
    const counts = [input, output, cacheRead, cacheWrite].map((count) => tokenCount(count, this.report, { path }));
    if (!counts.every(isTokenCount)) return undefined;
    const hour = tokenCount(value.cacheWriteHour, this.report, { path });
    return like<Usage>(value, { input: counts[0]!, output: counts[1]!, cacheRead: counts[2]!, cacheWrite: counts[3]!, cacheWriteHour: hour });
  }

  private origin(value: unknown): Origin | undefined {
    return isObject(value) ? like<Origin>(value, { line: numberOf(value.line), path: textOf(value.path) }) : undefined;
  }

  private compaction(value: unknown, path: string): Message['compaction'] {
    if (!isObject(value)) return undefined;
    return like<NonNullable<Message['compaction']>>(value, {
      kind: 'summary',
      tokensBefore: tokenCount(value.tokensBefore, this.report, { path }),
      keptFrom: textOf(value.keptFrom),
      trigger: textOf(value.trigger),
      generation: numberOf(value.generation),
    });
  }

  private recorded(value: JsonObject, path: string): RecordedCompaction | undefined {
    const at = numberOf(value.at);
    return at === undefined
      ? undefined
      : like<RecordedCompaction>(value, {
          at,
          tokensBefore: tokenCount(value.tokensBefore, this.report, { path }),
          tokensAfter: tokenCount(value.tokensAfter, this.report, { path }),
          trigger: textOf(value.trigger),
          summaryId: textOf(value.summaryId),
          keptFrom: textOf(value.keptFrom),
          usage: this.usage(value.usage, `${path}.usage`),
          kept: Array.isArray(value.kept) ? value.kept.filter((id) => typeof id === 'string') : undefined,
        });
  }

  private branch(value: JsonObject, path: string): Branch | undefined {
    const id = filled(value.id);
    return id === undefined
      ? undefined
      : like<Branch>(value, { id, forkedFrom: textOf(value.forkedFrom), messages: this.messages(value.messages, `${path}.messages`) });
  }

  private tool(value: JsonObject): ToolDefinition | undefined {
    const name = filled(value.name);
    return name === undefined ? undefined : like<ToolDefinition>(value, { name, description: textOf(value.description), schema: value.schema });
  }
}

function repeatsId({ messages, branches }: Transcript): boolean {
  const ids = new Set<string>();
  const isTaken = (id: string): boolean => ids.size === ids.add(id).size;
  const repeats = (list: readonly Message[]): boolean => {
    const calls = new Set<string>();
    return list.some(({ id, parts }) => isTaken(id) || parts.some((part) => part.type === 'tool-call' && calls.size === calls.add(part.id).size));
  };
  return [messages, ...branches.map((branch) => branch.messages)].some(repeats);
}

/** The fields that were read, in file order, without undefined ones. */
function like<T extends object>(source: JsonObject, read: { readonly [K in keyof T]: T[K] | undefined }): T {
  const fields: Readonly<Record<string, unknown>> = { ...read };
  const order = new Set([...Object.keys(source), ...Object.keys(fields)]);
  return Object.fromEntries(
    [...order].filter((key) => Object.hasOwn(fields, key) && fields[key] !== undefined).map((key) => [key, fields[key]]),
  ) as T;
}

const isRole = (value: string | undefined): value is Role => value === 'system' || value === 'user' || value === 'assistant' || value === 'tool';

const documentOf = (value: unknown): TextPart['document'] =>
  isObject(value) ? { ...(filled(value.title) && { title: filled(value.title)! }), ...(value.blocks === true && { blocks: true }) } : undefined;
