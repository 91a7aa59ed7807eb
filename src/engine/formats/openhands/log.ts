/** Gathers the messages of a log of events; both generations of OpenHands do it alike. */
import type { Part, RecordedCompaction, ToolCallPart, ToolDefinition, ToolResultPart, Transcript } from '../../transcript/types.ts';
import type { Report } from '../contract.ts';
import { finishTranscript, type Draft } from '../finish.ts';
import { filled, isObject, listOf, textOf, type JsonObject } from '../json.ts';
import { imagePart } from '../format-parts.ts';

export interface Event {
  readonly value: JsonObject;
  readonly line?: number;
  readonly path: string;
}

export type Facts = Partial<Pick<Draft, 'ts' | 'model' | 'usage' | 'origin' | 'synthetic'>>;

export const textPart = (text: string | undefined): Part[] => (text ? [{ type: 'text', text }] : []);
export const imagesIn = (urls: unknown): Part[] => listOf(urls).flatMap((url) => (typeof url === 'string' && url !== '' ? [imagePart(url)] : []));

export class Log {
  readonly tools: ToolDefinition[] = [];
  readonly messages: Draft[] = [];
  private readonly compactions: RecordedCompaction[] = [];
  private readonly holders = new Map<string, string>();
  private readonly calls = new Map<string, string>();
  private readonly answers = new Map<string, Draft>();
  model: string | undefined;

  add(event: string, role: Draft['role'], parts: readonly Part[], facts: Facts): Draft {
    const draft: Draft = { id: event, role, parts, ...facts };
    this.messages.push(draft);
    this.holders.set(event, event);
    return draft;
  }

  call(event: string, call: ToolCallPart, text: readonly Part[], facts: Facts, response: string | undefined): void {
    this.calls.set(event, call.id);
    const answer = response === undefined ? undefined : this.answers.get(response);
    if (answer) {
      answer.parts = [...answer.parts, call];
      this.holders.set(event, answer.id);
      return;
    }
    const draft = this.add(event, 'assistant', [...text, call], facts);
    if (response !== undefined) this.answers.set(response, draft);
  }

  callOf(event: string): string | undefined {
    return this.calls.get(event);
  }

  result(event: string, part: ToolResultPart, facts: Facts): void {
    this.add(event, 'tool', [part], facts);
  }

  compacted(event: string, forgotten: readonly string[], summary: string | undefined, facts: Facts): void {
    const gone = new Set(forgotten.map((id) => this.holders.get(id)));
    const last = this.messages.findLastIndex(({ id }) => gone.has(id));
    const keptFrom = last < 0 ? undefined : this.messages[last + 1]?.id;
    const kept = keptFrom === undefined ? {} : { keptFrom };
    const at = this.messages.length;
    if (summary === undefined) {
      this.compactions.push({ at, ...kept });
      return;
    }
    const draft = this.add(event, 'user', textPart(summary), { ...facts, synthetic: true });
    draft.compaction = { kind: 'summary', ...kept };
    this.compactions.push({ at, summaryId: draft.id, ...kept });
  }

  transcript(id: string, title: string | undefined, extra: JsonObject, report: Report): Transcript {
    const model = this.model ?? this.messages.findLast((message) => message.model !== undefined)?.model;
    return finishTranscript(
      {
        id,
        ...(title && { title }),
        format: 'openhands',
        ...(model && { model }),
        tools: this.tools,
        messages: this.messages,
        compactions: this.compactions,
        branches: [],
        subagents: [],
        ...(Object.keys(extra).length > 0 && { extra }),
      },
      report,
    );
  }
}

export const definitionsIn = (tools: unknown): readonly ToolDefinition[] =>
  listOf(tools).flatMap((tool): readonly ToolDefinition[] => {
    if (!isObject(tool)) return [];
    const inner = isObject(tool.function) ? tool.function : tool;
    const name = filled(inner.name) ?? filled(inner.title);
    const schema = inner.parameters ?? inner.inputSchema ?? inner.input_schema;
    const description = textOf(inner.description);
    return name === undefined ? [] : [{ name, ...(description && { description }), ...(schema !== undefined && schema !== null && { schema }) }];
  });
