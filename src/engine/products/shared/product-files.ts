import { argumentsOf, type ChatCall, type ChatMessage, quarter } from './chat.ts';
import type { Fate, Outcome, ProductInsertion, ProductSummary } from './product.ts';
import { remembered } from '../../signals/remember.ts';

const PATHS = ['file_path', 'filePath', 'absolute_path', 'path', 'filename'];
const CONTENTS = ['content', 'file_text', 'contents'];
const WRITES = /write|edit|create|replace|patch|insert/i;
const READS = /read|view|open|cat/i;

/** A file that the conversation touched, as it was last seen whole; null where its content never was. */
interface TouchedFile {
  readonly path: string;
  readonly content: string | null;
}

const field = (args: unknown, names: readonly string[]): string | null => {
  if (typeof args !== 'object' || args === null) return null;
  const found = names.map((name) => (args as Readonly<Record<string, unknown>>)[name]).find((value) => typeof value === 'string');
  return typeof found === 'string' && found !== '' ? found : null;
};

function find(messages: readonly ChatMessage[]): readonly TouchedFile[] {
  const results = new Map(messages.flatMap(({ callId, text }) => (callId === undefined ? [] : [[callId, text] as const])));
  const contents = new Map<string, string>();
  const order = new Map<string, number>();
  messages.forEach(({ calls }, i) => {
    for (const call of calls) {
      const args = argumentsOf(call);
      const path = field(args, PATHS);
      if (path === null) continue;
      const writes = WRITES.test(call.name);
      const reads = !writes && READS.test(call.name);
      const content = writes ? field(args, CONTENTS) : reads ? (results.get(call.id) ?? null) : null;
      if (content !== null) contents.set(path, content);
      if (writes || reads) order.set(path, i);
    }
  });
  return [...order].sort((a, b) => b[1] - a[1]).map(([path]) => ({ path, content: contents.get(path) ?? null }));
}

/**
 * Files by the calls that name them, the last touched first. A product would read them from the disk again; a recording has only what calls
 * wrote and what reads returned, so a file that was edited since stands as it was before.
 */
const touchedFiles = remembered(find);

/** Results of calls that read a file, in the order of the calls. */
export const fileReads = (messages: readonly ChatMessage[]): readonly { readonly path: string; readonly result: number }[] => {
  const results = new Map(messages.flatMap(({ callId }, i) => (callId === undefined ? [] : [[callId, i] as const])));
  return messages.flatMap(({ calls }) =>
    calls.flatMap((call) => {
      const path = field(argumentsOf(call), PATHS);
      const result = results.get(call.id);
      return path !== null && result !== undefined && READS.test(call.name) && !WRITES.test(call.name) ? [{ path, result }] : [];
    }),
  );
};

interface FileRule extends Omit<ProductSummary, 'of'> {
  readonly files: number;
  /** Files with more tokens (characters ÷ 4) come back as their path. */
  readonly fileTokens: number;
}

export function summaryAndFiles(messages: readonly ChatMessage[], { files, fileTokens, ...wanted }: FileRule): Outcome {
  const fates = messages.map(({ role }): Fate => (role === 'system' ? 'keep' : 'summarise'));
  const of = fates.flatMap((fate, i) => (fate === 'summarise' ? [i] : []));
  const before = messages.length;
  const again = touchedFiles(messages)
    .slice(0, files)
    .map(({ path, content }): ProductInsertion => {
      const whole = content !== null && quarter(content.length) <= fileTokens;
      return { before, role: 'user', content: { text: whole ? `${path}\n${content}` : path } };
    });
  const summary: ProductInsertion = { before, role: 'user', content: { summary: { of, ...wanted } } };
  return { fates, edits: new Map(), inserted: of.length > 0 ? [summary, ...again] : [] };
}

export interface AgentEvent {
  /** Index of the message that it comes from; null = a summary that was put in. */
  readonly message: number | null;
  readonly kind: 'message' | 'action' | 'observation' | 'summary';
  readonly call?: ChatCall;
}

/** What a condenser wants of a view: these events go, and a summary of them is at this place in what is left (null = none). */
export interface Condensation {
  readonly forgotten: readonly AgentEvent[];
  readonly summaryAt: number | null;
}

export const eventsOf = remembered((messages: readonly ChatMessage[]): readonly AgentEvent[] =>
  messages.flatMap(({ role, calls }, message): AgentEvent[] => {
    if (role === 'tool') return [{ message, kind: 'observation' }];
    return calls.length > 0 ? calls.map((call) => ({ message, kind: 'action', call })) : [{ message, kind: 'message' }];
  }),
);

function applied(view: readonly AgentEvent[], condensation: Condensation | null): readonly AgentEvent[] {
  if (!condensation) return view;
  const forgotten = new Set(condensation.forgotten);
  const left = view.filter((event) => !forgotten.has(event));
  return condensation.summaryAt === null ? left : left.toSpliced(condensation.summaryAt, 0, { message: null, kind: 'summary' });
}

export function condensed(
  messages: readonly ChatMessage[],
  replay: boolean,
  condense: (view: readonly AgentEvent[]) => Condensation | null,
): readonly AgentEvent[] {
  const events = eventsOf(messages);
  if (!replay) return applied(events, condense(events));
  let view: readonly AgentEvent[] = [];
  for (let i = 0; i < events.length; ) {
    const { message } = events[i]!;
    if (i > 0 && messages[message!]!.role === 'assistant') view = applied(view, condense(view));
    let end = i;
    while (end < events.length && events[end]!.message === message) end++;
    view = [...view, ...events.slice(i, end)];
    i = end;
  }
  return view;
}

function remains(message: ChatMessage, calls: readonly ChatCall[]): ChatMessage {
  if (calls[0] === message.calls[0]) return { ...message, calls };
  const { reasoning: _, ...rest } = message;
  return { ...rest, text: '', calls };
}

function byMessage(events: readonly AgentEvent[]): ReadonlyMap<number | null, readonly AgentEvent[]> {
  const groups = new Map<number | null, AgentEvent[]>();
  for (const event of events) {
    const group = groups.get(event.message);
    if (group) group.push(event);
    else groups.set(event.message, [event]);
  }
  return groups;
}

export function outcomeOf(
  messages: readonly ChatMessage[],
  left: readonly AgentEvent[],
  sections: readonly string[],
  shown: readonly AgentEvent[] = left,
): Outcome {
  const at = shown.findIndex(({ kind }) => kind === 'summary');
  const [kept, alive] = [byMessage(left), byMessage(shown)];
  const edits = new Map<number, ChatMessage>();
  const fates = messages.map((message, i): Fate => {
    const events = alive.get(i) ?? [];
    const all = Math.max(1, message.calls.length);
    if (events.length === all) return 'keep';
    if (events.length > 0) {
      edits.set(
        i,
        remains(
          message,
          message.calls.filter((call) => events.some((event) => event.call === call)),
        ),
      );
      return 'edit';
    }
    return at >= 0 && (kept.get(i)?.length ?? 0) < all ? 'summarise' : 'drop';
  });
  if (at < 0) return { fates, edits, inserted: [] };
  const of = fates.flatMap((fate, i) => (fate === 'summarise' ? [i] : []));
  const before = shown[at + 1]?.message ?? messages.length;
  return { fates, edits, inserted: [{ before, role: 'user', content: { summary: { of, sections } } }] };
}

export const SECTIONS = [
  'USER_CONTEXT',
  'TASK_TRACKING',
  'COMPLETED',
  'PENDING',
  'CURRENT_STATE',
  'CODE_STATE',
  'TESTS',
  'CHANGES',
  'DEPS',
  'VERSION_CONTROL_STATUS',
];
