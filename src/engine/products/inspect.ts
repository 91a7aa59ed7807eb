import { argumentsOf, type ChatCall, type ChatMessage } from './shared/chat.ts';
import { blocks, defineProduct, editing, flag, rounds, share, type Source } from './shared/product.ts';

const source = (where: string): Source => ({ product: 'Inspect', version: '0.3.260', where, evidence: 'checked' });

interface Entry {
  readonly index: number;
  readonly message: ChatMessage;
}

const entriesOf = (messages: readonly ChatMessage[]): Entry[] => messages.map((message, index) => ({ index, message }));

const isAnswer = (entry: Entry | undefined): boolean => entry?.message.role === 'assistant';

const WRITTEN = ['file_text', 'insert_text', 'new_str'];

const withoutMemory = (call: ChatCall): ChatCall => {
  if (call.name !== 'memory') return call;
  const args = argumentsOf(call);
  if (args === null || typeof args !== 'object' || !WRITTEN.some((name) => name in args)) return call;
  const cleared = Object.entries(args).map(([name, value]) => [name, WRITTEN.includes(name) ? '(content saved to memory)' : value]);
  return { ...call, args: JSON.stringify(Object.fromEntries(cleared)) };
};

function left(messages: readonly ChatMessage[], kept: readonly Entry[]) {
  const stays = messages.map((): ChatMessage | null => null);
  for (const { index, message } of kept)
    stays[index] = message.calls.every((call) => withoutMemory(call) === call) ? message : { ...message, calls: message.calls.map(withoutMemory) };
  const changed = new Map<number, ChatMessage | null>();
  for (const [i, message] of stays.entries()) if (message !== messages[i]) changed.set(i, message);
  return editing(messages, changed);
}

type Edit = {
  readonly keep_tool_uses: number;
  readonly keep_thinking_turns: number;
  readonly keep_tool_inputs: boolean;
};

function withoutThinking(entries: Entry[], turns: number): void {
  let seen = 0;
  for (let i = entries.length - 1; i >= 0; i--) {
    const { index, message } = entries[i]!;
    if (message.role !== 'assistant' || ++seen <= turns || message.reasoning === undefined) continue;
    const { reasoning: _, ...rest } = message;
    entries[i] = { index, message: rest };
  }
}

function resultOf(messages: readonly ChatMessage[], at: number, id: string): number {
  let i = at + 1;
  while (i < messages.length && !(messages[i]!.role === 'tool' && messages[i]!.callId === id)) i++;
  return i < messages.length ? i : -1;
}

const usesOf = (messages: readonly ChatMessage[]) =>
  messages.flatMap(({ calls }, at) =>
    calls.map((call) => ({ at, call, result: resultOf(messages, at, call.id) })).filter(({ result }) => result >= 0),
  );

const withoutResult = (message: ChatMessage): ChatMessage => ({ ...message, text: '(Tool result removed)', images: 0 });

function withoutCall(message: ChatMessage, call: ChatCall): ChatMessage {
  const mark = `[Tool call: ${call.name} (parameters and results removed from history)]`;
  return { ...message, calls: message.calls.filter(({ id }) => id !== call.id), text: message.text ? `${message.text}\n${mark}` : mark };
}

/** Results of all but the newest 3 uses of tools become a mark (or go with their calls), thinking before the last turn goes. */
export const inspectEdit = defineProduct<Edit>({
  id: 'inspect-edit',
  source: source('inspect_ai/model/_compaction/edit.py, CompactionEdit.compact'),
  peers: {
    'inspect-edit': {},
    'inspect-edit@inputs': { params: { keep_tool_uses: 10, keep_tool_inputs: false } },
  },
  params: { keep_tool_uses: blocks(3, { knob: 'up' }), keep_thinking_turns: rounds(1, { min: 0 }), keep_tool_inputs: flag(true) },
  onDemand: true,
  compact(messages, { keep_tool_uses, keep_thinking_turns, keep_tool_inputs }) {
    const entries = entriesOf(messages);
    withoutThinking(entries, keep_thinking_turns);
    const uses = usesOf(messages);
    for (const { at, call, result } of uses.slice(0, Math.max(0, uses.length - keep_tool_uses)).reverse()) {
      if (keep_tool_inputs) {
        const { index, message } = entries[result]!;
        entries[result] = { index, message: withoutResult(message) };
      } else {
        // From the newest to the oldest: where results are in another order than their calls, places have moved, as in the product.
        entries.splice(result, 1);
        const { index, message } = entries[at]!;
        entries[at] = { index, message: withoutCall(message, call) };
      }
    }
    while (isAnswer(entries.at(-1))) entries.pop();
    return left(messages, entries);
  },
});

type Trim = {
  /** Share of the messages after the first user message that stays, 0 to 1. */
  readonly preserve: number;
};

function answered(entries: readonly Entry[]): Entry[] {
  let open = new Set<string>();
  return entries.filter(({ message: { role, calls, callId } }) => {
    if (role === 'tool') return open.has(callId ?? '');
    open = new Set(calls.map(({ id }) => id));
    return true;
  });
}

/**
 * System messages and all up to the first user message stay, then the newest 80 % of the rest; there, results without calls and calls without
 * results go.
 */
export const inspectTrim = defineProduct<Trim>({
  id: 'inspect-trim',
  source: source('inspect_ai/model/_trim.py, trim_messages'),
  peers: {
    'inspect-trim': {},
    'inspect-trim@0.3': { params: { preserve: 0.3 } },
  },
  params: { preserve: share(0.8, { knob: 'up' }) },
  onDemand: true,
  compact(messages, { preserve }) {
    const entries = entriesOf(messages);
    const first = messages.findIndex(({ role }) => role === 'user');
    const input = entries.filter(({ index, message }) => message.role === 'system' || first < 0 || index <= first);
    const talk = entries.filter(({ index, message }) => message.role !== 'system' && first >= 0 && index > first);
    const recent = answered(talk.slice(Math.floor(talk.length * (1 - preserve))));
    const results = new Set(recent.flatMap(({ message }) => (message.role === 'tool' ? [message.callId] : [])));
    const asked = recent.map((entry): Entry => {
      const calls = entry.message.calls.filter(({ id }) => results.has(id));
      return calls.length === entry.message.calls.length ? entry : { ...entry, message: { ...entry.message, calls } };
    });
    // Only one: where two are at the end, the request still ends on an assistant message.
    if (isAnswer(asked.at(-1))) asked.pop();
    return left(messages, [...input, ...asked]);
  },
});
