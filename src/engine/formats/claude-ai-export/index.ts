import type { FilePart, Part, ToolResultPart, Transcript } from '../../transcript/types.ts';
import type { Format, Report, Source } from '../contract.ts';
import { type Draft, finishTranscript } from '../finish.ts';
import { filled, isObject, isoTime, type JsonObject, listOf, objectsOf, textOf } from '../json.ts';
import { branchesOf, chatsIn, holdsChat, linesOf, type Node, type SourceObject } from '../lists.ts';
import { callOf, type ContentPiece, fromAnthropicSource, resultOf, texts, thoughts, unknownPart } from '../format-parts.ts';

interface ChatNode extends Node {
  readonly value: JsonObject;
  readonly path: string;
}

/** What the page shows in place of a block that it does not know. */
const FILLER = /(?:```\n?)?This block is not supported on your current device yet\.(?:\n?```)?/g;
const UNSPOKEN: ReadonlySet<string> = new Set(['token_budget', 'flag']);

const isChat = (value: JsonObject): boolean => Array.isArray(value.chat_messages);

const detect = (source: Source): number => (holdsChat(source, isChat) ? 0.97 : 0);

function nodesOf({ value, path }: SourceObject): readonly ChatNode[] {
  const messages = listOf(value.chat_messages).flatMap((message, i) => (isObject(message) ? [{ message, path: `${path}.chat_messages[${i}]` }] : []));
  const isTree = messages.some(({ message }) => filled(message.parent_message_uuid) !== undefined);
  let before: string | null = null;
  return messages.map(({ message, path: place }, i): ChatNode => {
    const id = filled(message.uuid) ?? `m${i + 1}`;
    const parent: string | null = isTree ? (filled(message.parent_message_uuid) ?? null) : before;
    before = id;
    return { id, parent, value: message, path: place };
  });
}

class Blocks {
  private readonly report: Report;
  private readonly node: ChatNode;
  private readonly common: Pick<Draft, 'ts' | 'origin'>;
  private readonly drafts: Draft[] = [];

  constructor(node: ChatNode, line: number | undefined, report: Report) {
    this.node = node;
    this.report = report;
    const ts = isoTime(node.value.created_at);
    this.common = { origin: { ...(line !== undefined && { line }), path: node.path }, ...(ts && { ts }) };
  }

  read(): Draft[] {
    const { value } = this.node;
    const role = value.sender === 'human' ? 'user' : 'assistant';
    if (value.sender !== 'human' && value.sender !== 'assistant')
      this.report({ code: 'unknown-role', message: 'Messages of an unknown sender were read as answers.', ...this.common.origin });
    this.add(role, []);
    for (const part of this.attached()) this.add(role, [part]);
    const blocks = objectsOf(value.content);
    for (const block of blocks) this.block(block, role);
    if (blocks.length === 0) this.add(role, texts((textOf(value.text) ?? '').replace(FILLER, '').trim()));
    return this.drafts;
  }

  private add(role: Draft['role'], parts: readonly Part[]): void {
    const last = this.drafts.at(-1);
    if (last?.role === role) last.parts = [...last.parts, ...parts];
    else this.drafts.push({ ...this.common, id: this.drafts.length === 0 ? this.node.id : `${this.node.id}-${this.drafts.length + 1}`, role, parts });
  }

  private attached(): readonly Part[] {
    const attached = objectsOf(this.node.value.attachments).flatMap((file): readonly Part[] => {
      const text = filled(file.extracted_content);
      return text === undefined ? filePart(file) : texts(`${filled(file.file_name) ?? 'attachment'}:\n${text}`);
    });
    return [...attached, ...objectsOf(this.node.value.files).flatMap(filePart)];
  }

  private block(block: JsonObject, role: Draft['role']): void {
    const type = textOf(block.type) ?? '';
    if (type === 'text') this.add(role, texts(block.text));
    else if (type === 'thinking') {
      const thought = thoughts(block.thinking);
      if (thought.length > 0) this.add(role, thought);
    } else if (type === 'tool_use') this.add('assistant', [callOf(block.id, block.name, block.input)]);
    else if (type === 'tool_result') this.add('tool', [this.result(block)]);
    else if (!UNSPOKEN.has(type)) this.report({ ...unknownPart(type), ...this.common.origin });
  }

  private result(block: JsonObject): ToolResultPart {
    return resultOf(block.tool_use_id, this.resultContent(block.content), { name: block.name, isError: block.is_error === true });
  }

  private resultContent(content: unknown): readonly ContentPiece[] {
    if (typeof content === 'string') return texts(content);
    return objectsOf(content).flatMap((part): readonly ContentPiece[] => {
      const source = part.type === 'image' ? fromAnthropicSource(part.source) : undefined;
      if (source) return [{ type: 'image', ...source }];
      const text = textOf(part.text) ?? (part.type === 'knowledge' ? [part.title, part.url].filter((line) => filled(line)).join('\n') : undefined);
      if (text === undefined) this.report({ ...unknownPart(String(part.type)), ...this.common.origin });
      return texts(text);
    });
  }
}

const filePart = (file: JsonObject): readonly FilePart[] => {
  const name = filled(file.file_name);
  const mime = filled(file.file_type);
  return name === undefined ? [] : [{ type: 'file', name, ...(mime && { mime }) }];
};

function readChat(placed: SourceObject, index: number, report: Report): Transcript {
  const { value, line } = placed;
  const nodes = nodesOf(placed);
  const leaf = nodes.find(({ id }) => id === value.current_leaf_message_uuid) ?? nodes.at(-1);
  const { main, branches } = linesOf(nodes, leaf);
  const read = (own: readonly ChatNode[]): Draft[] => own.flatMap((node) => new Blocks(node, line, report).read());
  const title = filled(value.name);
  const model = filled(value.model);
  return finishTranscript(
    {
      id: filled(value.uuid) ?? `conversation-${index + 1}`,
      title,
      format: 'claude-ai-export',
      model,
      messages: read(main),
      branches: branchesOf(branches, read),
    },
    report,
  );
}

export const claudeAiExport: Format = {
  id: 'claude-ai-export',
  evidence: 'recorded',
  extension: 'json',
  detect,
  parse: (source, report) => chatsIn(source, isChat).map((chat, i) => readChat(chat, i, report)),
};
