import { type ChatCall, type ChatMessage, codePoints, quarter, textPoints } from './shared/chat.ts';
import { defineProduct, events, flag, share, tokens } from './shared/product.ts';
import { messagesTrigger } from '../triggers/watch.ts';
import { remembered } from '../signals/remember.ts';
import { type AgentEvent, type Condensation, condensed, outcomeOf, SECTIONS } from './shared/product-files.ts';

type Params = {
  readonly max_size: number;
  readonly keep_first: number;
  readonly max_tokens: number;
  /** Share of the events that must go, 0 to 1; otherwise nothing happens. */
  readonly minimum_progress: number;
  /** Condense because the user or a request that was too long asked for it, to half of the events. */
  readonly request: boolean;
  /** Condense before every answer, as the agent does, instead of once at the end. */
  readonly replay: boolean;
};

function withoutBroken(messages: readonly ChatMessage[], events: readonly AgentEvent[]): readonly AgentEvent[] {
  const answered = (event: AgentEvent | undefined): string | undefined =>
    event?.kind === 'observation' ? messages[event.message!]!.callId : undefined;
  const actions = new Map<number, number>();
  for (const { kind, message } of events) if (kind === 'action') actions.set(message!, (actions.get(message!) ?? 0) + 1);
  const whole = ({ kind, message }: AgentEvent): boolean => kind !== 'action' || actions.get(message!) === messages[message!]!.calls.length;
  const calls = new Set(events.flatMap(({ call }) => (call ? [call.id] : [])));
  const results = new Set(events.map(answered));
  const left = events.filter((event, i) => {
    const result = answered(event);
    if (event.call) return whole(event) && results.has(event.call.id);
    return result === undefined || (calls.has(result) && result !== answered(events[i + 1]));
  });
  return left.length === events.length ? left : withoutBroken(messages, left);
}

const viewsOf = remembered((messages: readonly ChatMessage[]) => ({
  valid: remembered((events: readonly AgentEvent[]) => withoutBroken(messages, events)),
  places: remembered((view: readonly AgentEvent[]) => placesOf(messages, view)),
  tokens: remembered((events: readonly AgentEvent[]) => tokensOf(messages, events)),
}));

/** Places where a view may be cut, in order: not between the calls of one message, not while a call waits for its result. */
function placesOf(messages: readonly ChatMessage[], view: readonly AgentEvent[]): readonly number[] {
  const open = new Set<string>();
  const places = [0];
  view.forEach((event, i) => {
    if (event.call) open.add(event.call.id);
    if (event.kind === 'observation') open.delete(messages[event.message!]!.callId ?? '');
    const next = view[i + 1];
    const together = event.kind === 'action' && next?.kind === 'action' && next.message === event.message;
    if (open.size === 0 && !together) places.push(i + 1);
  });
  return places;
}

const callPoints = remembered(({ name, args }: ChatCall): number => codePoints(name) + codePoints(args || '{}'));

/** Tokens of every beginning of the events, by the number of events: a message's calls are counted together, a summary not at all. */
function tokensOf(messages: readonly ChatMessage[], events: readonly AgentEvent[]): readonly number[] {
  let closed = 0;
  let characters = 0;
  return [
    0,
    ...events.map(({ message, call }, i) => {
      const said = message === null ? null : messages[message]!;
      if (!call || events[i - 1]?.message !== message) {
        closed += quarter(characters);
        characters = 0;
      }
      if (said && call === said.calls[0]) characters += textPoints(said);
      if (call) characters += callPoints(call);
      return closed + quarter(characters);
    }),
  ];
}

function tailsOf(messages: readonly ChatMessage[], view: readonly AgentEvent[], params: Params, window: number): readonly number[] {
  const { max_size, keep_first, max_tokens, request } = params;
  const beside = (size: number): number => Math.floor(size / 2) - keep_first - 1;
  const tails = [...(request ? [beside(view.length)] : []), ...(view.length > max_size ? [beside(max_size)] : [])];
  const limit = Math.min(max_tokens || Number.POSITIVE_INFINITY, window);
  const total = viewsOf(messages).tokens(view).at(-1)!;
  if (total <= limit) return tails;
  const rest = view.slice(keep_first);
  const gone = tokensOf(messages, rest).findIndex((tokens) => tokens > total - Math.floor(limit / 2));
  return [...tails, gone < 0 ? 0 : rest.length - gone];
}

function condensationOf(messages: readonly ChatMessage[], all: readonly AgentEvent[], params: Params, window: number): Condensation | null {
  const { valid, places: placesIn } = viewsOf(messages);
  const view = valid(all);
  const tails = tailsOf(messages, view, params, window);
  if (tails.length === 0) return null;
  const places = placesIn(view);
  const from = places.find((place) => place >= params.keep_first);
  const to = places.find((place) => place >= view.length - Math.min(...tails));
  const forgotten = from === undefined || to === undefined ? [] : view.slice(from, to);
  if (forgotten.length > 0 && forgotten.length >= view.length * params.minimum_progress) return { forgotten, summaryAt: from! };
  // What was asked for must happen: everything becomes the summary.
  return params.request && view.length > 0 ? { forgotten: view, summaryAt: 0 } : null;
}

/** Over 240 events, or over the window in tokens, the first 2 events and the newest stay, half in all with a summary between them. */
export const openhandsSdk = defineProduct<Params>({
  id: 'openhands-sdk',
  source: {
    product: 'OpenHands SDK',
    version: '1.43.1',
    where: 'openhands/sdk/context/condenser/llm_summarizing_condenser.py, LLMSummarizingCondenser',
    evidence: 'checked',
  },
  peers: {
    'openhands-sdk-llm': { window: Number.POSITIVE_INFINITY },
    'openhands-sdk-llm@20k': { params: { max_size: 100_000, max_tokens: 20_000 }, window: Number.POSITIVE_INFINITY },
    'openhands-sdk-llm@40': { params: { max_size: 40 }, window: Number.POSITIVE_INFINITY },
    'openhands-sdk-llm@40-replay': { params: { max_size: 40, replay: true }, window: Number.POSITIVE_INFINITY },
    'openhands-sdk-llm@replay': { params: { replay: true }, window: Number.POSITIVE_INFINITY },
    'openhands-sdk-llm@request': { params: { max_size: 100_000, request: true }, window: Number.POSITIVE_INFINITY },
  },
  params: {
    max_size: events(240, { knob: 'up', min: 10 }),
    keep_first: events(2, { min: 0 }),
    max_tokens: tokens(0),
    minimum_progress: share(0.1),
    request: flag(false),
    replay: flag(false),
  },
  summaries: Number.POSITIVE_INFINITY,
  trigger: ({ max_size }) => messagesTrigger(max_size + 1),
  compact(messages, params, window) {
    const left = condensed(messages, params.replay, (view) => condensationOf(messages, view, params, window));
    return outcomeOf(messages, left, SECTIONS, viewsOf(messages).valid(left));
  },
});
