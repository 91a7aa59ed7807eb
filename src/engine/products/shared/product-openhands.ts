/** Conversations as OpenHands holds them: one event for each message without calls, for each call and for each result. */
import type { ChatCall, ChatMessage } from './chat.ts';
import type { Fate, Outcome } from './contract.ts';
import { remembered } from './remembered.ts';

export interface AgentEvent {
  /** Index of the message that it comes from; null = a summary that was put in. */
  readonly message: number | null;
  readonly kind: 'message' | 'action' | 'observation' | 'summary';
  readonly call?: ChatCall;
}

/** What a condenser wants of a view: these events go, and a summary of them stands at this place in what is left (null = none). */
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
