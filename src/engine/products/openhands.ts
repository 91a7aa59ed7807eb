import { argumentsOf, type ChatMessage } from './shared/chat.ts';
import { defineProduct, editing, events, flag, type Source, unchanged } from './shared/product.ts';
import { EACH_REQUEST, HARD_LIMIT, messagesTrigger } from '../triggers/watch.ts';
import { type AgentEvent, condensed, eventsOf, outcomeOf, SECTIONS } from './shared/product-files.ts';

const source = (file: string, condenser: string): Source => ({
  product: 'OpenHands',
  version: '0.62.0',
  where: `openhands/memory/condenser/impl/${file}.py, ${condenser}`,
  evidence: 'checked',
});

type Window = {
  readonly attention_window: number;
};

/** Observations before the newest 100 events become a mark. */
export const openhandsMasking = defineProduct<Window>({
  id: 'openhands-masking',
  source: source('observation_masking_condenser', 'ObservationMaskingCondenser'),
  peers: {
    'openhands-masking': {},
    'openhands-masking@10': { params: { attention_window: 10 } },
  },
  params: { attention_window: events(100, { knob: 'up' }) },
  onDemand: true,
  trigger: ({ attention_window }) => messagesTrigger(attention_window + 1),
  compact(messages, { attention_window }) {
    const events = eventsOf(messages);
    const old = events.slice(0, Math.max(0, events.length - attention_window)).filter(({ kind }) => kind === 'observation');
    return editing(messages, new Map(old.map(({ message }) => [message!, { ...messages[message!]!, text: '<MASKED>', images: 0 }])));
  },
});

/** Names of tools whose results are pages. The product's own tool is `browser`; these are how others call theirs. */
const BROWSER = /brows|navigate|web_?fetch|goto/i;

/** Outputs of the browser before the newest become a line with their address. */
export const openhandsBrowser = defineProduct<Window>({
  id: 'openhands-browser',
  source: source('browser_output_condenser', 'BrowserOutputCondenser'),
  peers: { 'openhands-browser': {} },
  params: { attention_window: events(1, { knob: 'up' }) },
  onDemand: true,
  trigger: () => EACH_REQUEST,
  compact(messages, { attention_window }) {
    const calls = new Map(messages.flatMap((message) => message.calls.map((call) => [call.id, call] as const)));
    const pages = messages.flatMap(({ role, callId }, i) => {
      const call = role === 'tool' ? calls.get(callId ?? '') : undefined;
      return call && BROWSER.test(call.name) ? [{ i, args: argumentsOf(call) }] : [];
    });
    const masked = pages.slice(0, Math.max(0, pages.length - attention_window)).map(({ i, args }): [number, ChatMessage] => {
      const url = args !== null && typeof args === 'object' && 'url' in args ? args.url : undefined;
      return [i, { ...messages[i]!, text: `Visited ${typeof url === 'string' ? url : 'a page'}, its content is left out`, images: 0 }];
    });
    return editing(messages, new Map(masked));
  },
});

type RecentParams = {
  readonly keep_first: number;
  readonly max_events: number;
};

/** The first event and the newest stay, 100 in all. While fewer than 100 are there, the first is twice. */
export const openhandsRecent = defineProduct<RecentParams>({
  id: 'openhands-recent',
  source: source('recent_events_condenser', 'RecentEventsCondenser'),
  peers: {
    'openhands-recent': {},
    'openhands-recent@10': { params: { max_events: 10 } },
  },
  params: { keep_first: events(1, { min: 0 }), max_events: events(100, { knob: 'up' }) },
  onDemand: true,
  trigger: ({ max_events }) => messagesTrigger(max_events + 1),
  compact(messages, { keep_first, max_events }) {
    const events = eventsOf(messages);
    const head = events.slice(0, keep_first);
    const tail = events.slice(-Math.max(0, max_events - head.length));
    const outcome = outcomeOf(messages, [...new Set([...head, ...tail])], []);
    const before = events[head.length]?.message ?? messages.length;
    const twice = head.filter((event) => event.kind === 'message' && tail.includes(event)).map(({ message }) => messages[message!]!);
    return {
      ...outcome,
      inserted: twice.flatMap(({ role, text }) => (role === 'tool' ? [] : [{ before, role, content: { text } }])),
    };
  },
});

type RollingParams = {
  readonly max_size: number;
  readonly keep_first: number;
  /** Condense before every answer, as the agent does, instead of once at the end. */
  readonly replay: boolean;
};

/** The events that go when a view over its largest size shrinks to half of it; `room` more make place for a summary. null = none. */
function beyondHalf(view: readonly AgentEvent[], { max_size, keep_first }: RollingParams, room: number): readonly AgentEvent[] | null {
  if (view.length <= max_size) return null;
  const forgotten = view.slice(keep_first, -(Math.floor(max_size / 2) - Math.min(keep_first, view.length) - room));
  return forgotten.length > 0 ? forgotten : null;
}

/** Over 100 events, the first and the newest stay, 50 in all; the others are forgotten. */
export const openhandsAmortized = defineProduct<RollingParams>({
  id: 'openhands-amortized',
  source: source('amortized_forgetting_condenser', 'AmortizedForgettingCondenser'),
  peers: {
    'openhands-amortized': {},
    'openhands-amortized@replay': { params: { replay: true } },
  },
  params: { max_size: events(100, { knob: 'up', min: 10 }), keep_first: events(1, { min: 0 }), replay: flag(false) },
  onDemand: true,
  trigger: ({ max_size }) => messagesTrigger(max_size + 1),
  compact(messages, params) {
    const left = condensed(messages, params.replay, (view) => {
      const forgotten = beyondHalf(view, params, 0);
      return forgotten && { forgotten, summaryAt: null };
    });
    return outcomeOf(messages, left, []);
  },
});

/** Over 100 events, the first and the newest stay, 50 in all with a summary between them. Each summary continues the former. */
export const openhandsSummarizing = defineProduct<RollingParams>({
  id: 'openhands-summarizing',
  source: source('llm_summarizing_condenser', 'LLMSummarizingCondenser'),
  peers: {
    'openhands-llm': {},
    'openhands-llm@20': { params: { max_size: 20, keep_first: 4 } },
    'openhands-llm@20-replay': { params: { max_size: 20, keep_first: 4, replay: true } },
    'openhands-llm@replay': { params: { replay: true } },
  },
  params: { max_size: events(100, { knob: 'up', min: 10 }), keep_first: events(1, { min: 0 }), replay: flag(false) },
  summaries: Number.POSITIVE_INFINITY,
  trigger: ({ max_size }) => messagesTrigger(max_size + 1),
  compact(messages, params) {
    const left = condensed(messages, params.replay, (view) => {
      const forgotten = beyondHalf(view, params, 1);
      return forgotten && { forgotten, summaryAt: params.keep_first };
    });
    return outcomeOf(messages, left, SECTIONS);
  },
});

/** The system message and the first user message stay, and the newest half of the rest without observations at its beginning. */
export const openhandsWindow = defineProduct<Record<string, never>>({
  id: 'openhands-window',
  source: source('conversation_window_condenser', 'ConversationWindowCondenser'),
  peers: { 'openhands-window': {} },
  params: {},
  onDemand: true,
  trigger: () => HARD_LIMIT,
  compact(messages) {
    const events = eventsOf(messages);
    const first = (role: ChatMessage['role']): AgentEvent | undefined => events.find(({ message }) => messages[message!]!.role === role);
    const task = first('user');
    if (!task) return unchanged(messages);
    const essential = [first('system'), task].filter((event) => event !== undefined);
    const newest = events.slice(-Math.max(1, Math.floor((events.length - essential.length) / 2)));
    const from = newest.findIndex(({ kind }) => kind !== 'observation');
    return outcomeOf(messages, [...new Set([...essential, ...(from < 0 ? [] : newest.slice(from))])], []);
  },
});
