/** Views of messages, fates and summaries for the page: made for the requested rows, from the last comparison. */
import { cacheHintOf, priorityReason } from '../engine/signals/signal-prepare.ts';
import { patternOf } from '../engine/lib/strings.ts';
import { PRIORITIES, type PreparedTranscript } from '../engine/signals/contract.ts';
import { remembered } from '../engine/signals/remember.ts';
import type { CompactionResult, WrittenSummary } from '../engine/compaction/types.ts';
import { textMessageTokens } from '../engine/compaction/estimate.ts';
import { FATES } from '../engine/strategies/contract.ts';
import type { Message, Part } from '../engine/transcript/types.ts';
import type { CellView, FateView, FullMessage, InsertionView, MessageView, SummaryView } from './protocol.ts';
import { excerpt, outline, partText, wholeEnd } from './text/message.ts';

/** Characters of a preview. */
export const PREVIEW = 600;
/** Characters of one text in an opened message or a diff: more would block the page during layout. */
const SHOWN = 200_000;

/** Beginning and end of a text that is too long to show, with the number of characters between them. */
export function clip(text: string): string {
  if (text.length <= SHOWN) return text;
  const side = SHOWN / 2;
  return `${wholeEnd(text.slice(0, side))}\n… ${text.length - SHOWN} …\n${text.slice(-side)}`;
}

/** Names of tools by call id, for results that do not carry one. */
export const toolNames = remembered((messages: readonly Message[]): ReadonlyMap<string, string> => {
  const names = new Map<string, string>();
  for (const { parts } of messages) for (const part of parts) if (part.type === 'tool-call') names.set(part.id, part.name);
  return names;
});

export function messageView(prepared: PreparedTranscript, index: number, most = PREVIEW): MessageView {
  const message: Message = prepared.messages[index]!;
  const { title, preview, mono, images } = outline(message, most, (id) => toolNames(prepared.messages).get(id));
  return {
    index,
    id: message.id,
    role: message.role,
    name: message.name ?? null,
    ts: message.ts ?? null,
    title,
    preview,
    mono,
    tokens: prepared.counts.messages[index]!,
    priority: PRIORITIES[prepared.priority[index] as 0 | 1 | 2 | 3],
    priorityReason: priorityReason(prepared, index),
    itemType: prepared.itemType[index]!,
    cacheHint: cacheHintOf(prepared, index),
    mark: prepared.settings.marks[message.id] ?? null,
    synthetic: message.synthetic === true,
    summary: message.compaction !== undefined,
    images,
    line: message.origin?.line ?? null,
  };
}

/** Sentences of a summary by their source message. */
const spansByMessage = remembered(({ outcome }: WrittenSummary): ReadonlyMap<number, readonly string[]> => {
  const spans = new Map<number, string[]>();
  for (const { source, text } of outcome.spans) if (source !== undefined) spans.set(source, [...(spans.get(source) ?? []), text]);
  return spans;
});

/** null = the summary does not state its sources. */
function spansOf(summary: WrittenSummary, index: number): readonly string[] | null {
  const spans = spansByMessage(summary);
  return spans.size === 0 ? null : (spans.get(index) ?? []);
}

/** Fate of one message in a result, and why. */
export function fateOf({ plan, left }: CompactionResult, index: number): Omit<FateView, 'key'> {
  const fate = FATES[plan.fates[index] ?? 0]!;
  const request = fate === 'summarize' ? plan.summaries[plan.into?.[index] ?? -1] : undefined;
  return { fate, tokensLeft: left[index] ?? 0, reason: plan.reason(index), summary: request?.id ?? null };
}

export function cellView(result: CompactionResult, index: number): CellView {
  const { summary: id, ...view } = fateOf(result, index);
  const edited = view.fate === 'edit' || view.fate === 'offload' ? result.plan.edits.get(index) : undefined;
  const written = id === null ? undefined : result.summaries.find((s) => s.request.id === id);
  return {
    ...view,
    preview: edited ? excerpt(edited, PREVIEW) : null,
    summary: id === null ? null : { id, spans: written ? spansOf(written, index) : null },
  };
}

const labelOf = (part: Part, prepared: PreparedTranscript): string => {
  switch (part.type) {
    case 'tool-call':
      return part.name;
    case 'tool-result':
      return part.name ?? toolNames(prepared.messages).get(part.callId) ?? part.callId;
    case 'file':
      return part.name ?? part.mime ?? '';
    case 'image':
      return part.mime ?? '';
    default:
      return '';
  }
};

export function fullMessage(prepared: PreparedTranscript, index: number): FullMessage {
  const message = prepared.messages[index]!;
  const tokens = prepared.counts.parts(index);
  return {
    index,
    parts: message.parts.map((part, i) => {
      const text = part.type === 'tool-call' ? part.args : partText(part);
      return {
        kind: part.type,
        label: labelOf(part, prepared),
        text: clip(text),
        tokens: tokens[i] ?? 0,
        ...(part.type === 'tool-result' && part.isError ? { isError: true } : {}),
      };
    }),
  };
}

function summaryView(prepared: PreparedTranscript, { request, outcome, generation }: WrittenSummary): SummaryView {
  const { id, members } = request;
  let sourceTokens = 0;
  for (const member of members) sourceTokens += prepared.counts.messages[member] ?? 0;
  return {
    id,
    first: members[0] ?? 0,
    last: members.at(-1) ?? 0,
    members: members.length,
    sourceTokens,
    summarizer: outcome.summarizer,
    masked: outcome.masked,
    generation,
  };
}

export function insertionViews(prepared: PreparedTranscript, result: CompactionResult): readonly InsertionView[] {
  const { layout, plan, summaries } = result;
  return layout.order.flatMap((index, k): InsertionView[] => {
    const { content, role } = plan.insertions[index]!;
    const before = layout.before[k] ?? 0;
    if ('text' in content) {
      return [{ before, role, tokens: textMessageTokens(prepared.counts, content.text), text: clip(content.text), summary: null }];
    }
    const written = summaries.find((s) => s.request.id === content.summary);
    if (!written) return [];
    return [{ before, role, tokens: written.tokens, text: clip(written.text), summary: summaryView(prepared, written) }];
  });
}

/** Indexes of messages whose text contains the words, ignoring case. Without a limit: one pass over the text. */
export function findMessages(messages: readonly Message[], words: string): readonly number[] {
  if (words === '') return [];
  const pattern = patternOf(words);
  const found: number[] = [];
  messages.forEach((message, i) => {
    if (message.parts.some((part) => pattern.test(partText(part)))) found.push(i);
  });
  return found;
}

/** Where in the file something was noticed. */
export interface Place {
  readonly line?: number | undefined;
  readonly path?: string | undefined;
}

/** The message that a place of the file became: the one that holds it, else the next one on or behind its line; −1 = none. */
export function messageAt(messages: readonly Message[], { line, path }: Place): number {
  let [found, longest] = [-1, 0];
  if (path !== undefined)
    messages.forEach(({ origin }, i) => {
      const own = origin?.path;
      if (own && own.length > longest && path.startsWith(own) && (line === undefined || origin.line === line)) [found, longest] = [i, own.length];
    });
  if (found >= 0 || line === undefined) return found;
  return messages.findIndex(({ origin }) => origin?.line !== undefined && origin.line >= line);
}
