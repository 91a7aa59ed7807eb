/** Turns a list of Responses items into messages. An answer is several sibling items; they become one message. */
import type { Origin, Part, RecordedCompaction, ToolDefinition } from '../../transcript/types.ts';
import type { Report } from '../contract.ts';
import type { Draft } from '../finish.ts';
import { filled, isObject, objectsOf, textOf, type JsonObject } from '../json.ts';
import { type Item, readItem } from './items.ts';

// Tool definitions of Responses requests: functions, and tools that the provider or a remote server runs.

const isFunction = (tool: JsonObject): boolean => tool.type === 'function' || (tool.type === undefined && filled(tool.name) !== undefined);

export function readToolList(tools: unknown): readonly ToolDefinition[] {
  return objectsOf(tools).flatMap((tool): readonly ToolDefinition[] => {
    if (Array.isArray(tool.tools) && tool.type !== 'mcp') return readToolList(tool.tools);
    const inner = isObject(tool.function) ? tool.function : tool;
    const name = filled(inner.name) ?? filled(inner.server_label) ?? filled(inner.type);
    const description = filled(inner.description) ?? filled(inner.server_description);
    const schema = inner.parameters ?? inner.input_schema;
    return name === undefined ? [] : [{ name, ...(description !== undefined && { description }), ...(isObject(schema) && { schema }) }];
  });
}

export const otherTools = (tools: unknown): readonly JsonObject[] => objectsOf(tools).filter((tool) => !isFunction(tool));

export const COMPACTION_ITEMS: ReadonlySet<string> = new Set(['compaction', 'compaction_summary', 'context_compaction']);

/** What items say. Messages are not finished: ids may repeat and results are not paired yet. */
export interface ReadItems {
  readonly messages: Draft[];
  readonly compactions: readonly RecordedCompaction[];
  readonly tools: readonly ToolDefinition[];
}

/** Messages of a list of items, in order. */
export function readResponsesItems(items: unknown, report: Report, place: Origin = {}): ReadItems {
  const reader = new ItemReader(report, place);
  reader.read(items);
  return reader;
}

export class ItemReader implements ReadItems {
  readonly messages: Draft[] = [];
  readonly compactions: RecordedCompaction[] = [];
  readonly tools: ToolDefinition[] = [];
  readonly #report: Report;
  #place: Origin;
  #answer: Draft | undefined;
  readonly #seen = new Set<string>();

  constructor(report: Report, place: Origin = {}) {
    this.#report = report;
    this.#place = place;
  }

  read(items: unknown, place: Origin = this.#place, model?: string): readonly Draft[] {
    this.#place = place;
    this.#answer = undefined;
    const from = this.messages.length;
    const list = typeof items === 'string' ? [{ role: 'user', content: items }] : Array.isArray(items) ? (items as readonly unknown[]) : [];
    for (const [i, item] of list.entries()) this.#item(item, i, model);
    return this.messages.slice(from);
  }

  #origin(index: number): Origin {
    return { ...this.#place, ...(this.#place.path !== undefined && { path: `${this.#place.path}[${index}]` }) };
  }

  #item(item: unknown, index: number, model: string | undefined): void {
    const origin = this.#origin(index);
    if (!isObject(item)) {
      this.#report({ code: 'unread-message', message: 'Entries that are not messages were skipped.', ...origin });
      return;
    }
    const type = textOf(item.type) ?? '';
    const id = filled(item.id);
    if (COMPACTION_ITEMS.has(type)) this.#compaction(item, origin);
    else if (type === 'item_reference') this.#reference(id, origin);
    else if (type === 'mcp_list_tools') this.tools.push(...readToolList(item.tools));
    else {
      const read = readItem(item, (warning) => this.#report({ ...origin, ...warning }));
      if (read)
        this.#add(
          read,
          id ?? `item-${this.messages.length + 1}`,
          { origin, ...(item.role === 'developer' && { extra: { role: 'developer' } }) },
          model,
        );
      else this.#report({ code: 'unknown-entry', message: `Items of the type "${type.slice(0, 40)}" were left out.`, ...origin });
    }
    if (id !== undefined) this.#seen.add(id);
  }

  /** The provider has an item that the file may not have. */
  #reference(id: string | undefined, origin: Origin): void {
    if (id !== undefined && this.#seen.has(id)) return;
    this.#report({
      code: 'missing-history',
      message: 'Items that only the provider has are referred to by their id; they are missing here.',
      ...origin,
    });
  }

  /** Only the provider can read the summary. It is a message of its own, so that an export can give it back. */
  #compaction(item: JsonObject, origin: Origin): void {
    this.#answer = undefined;
    const encrypted = filled(item.encrypted_content);
    this.compactions.push({ at: this.messages.length });
    if (encrypted === undefined) return;
    this.messages.push({
      id: filled(item.id) ?? `compaction-${this.compactions.length}`,
      role: 'user',
      parts: [{ type: 'reasoning', text: '', encrypted }],
      synthetic: true,
      compaction: { kind: 'summary' },
      origin,
    });
  }

  #add(item: Item, id: string, place: Pick<Draft, 'origin' | 'extra'>, model: string | undefined): void {
    if (item.kind === 'answer') this.#answered(item.parts, id, place, model);
    else if (item.kind === 'hosted') {
      this.#answered([item.call], id, place, model);
      this.#said({ id: `${id}-result`, role: 'tool', parts: [item.result], ...place });
    } else if (item.kind === 'result') this.#said({ id, role: 'tool', parts: [item.part], ...place });
    else this.#said({ id, role: item.role, parts: item.parts, ...place, ...(item.synthetic && { synthetic: true }) });
  }

  #answered(parts: readonly Part[], id: string, place: Pick<Draft, 'origin' | 'extra'>, model: string | undefined): void {
    if (this.#answer) {
      this.#answer.parts = [...this.#answer.parts, ...parts];
      return;
    }
    this.#answer = { id, role: 'assistant', parts, ...place, ...(model !== undefined && { model }) };
    this.messages.push(this.#answer);
  }

  #said(message: Draft): void {
    this.#answer = undefined;
    this.messages.push(message);
  }
}

export function readInstructions(instructions: unknown, report: Report, place: Origin): readonly Draft[] {
  const text = filled(instructions);
  if (text !== undefined) return [{ id: 'instructions', role: 'system', parts: [{ type: 'text', text }], origin: place }];
  return objectsOf(instructions).length === 0 ? [] : readResponsesItems(instructions, report, place).messages;
}
