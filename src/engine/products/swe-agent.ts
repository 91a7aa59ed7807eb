import { remembered } from '../signals/remember.ts';
import type { ChatMessage } from './shared/chat.ts';
import { choice, defineProduct, editing, messages, type Source } from './shared/product.ts';
import { EACH_REQUEST } from '../triggers/watch.ts';

const source = (where: string): Source => ({
  product: 'SWE-agent',
  version: '1.1.0',
  where: `sweagent/agent/history_processors.py, ${where}`,
  evidence: 'checked',
});

const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

const lines = (text: string): number => (text === '' ? 0 : text.split(LINE_END).length - (LINE_END.test(text.at(-1)!) ? 1 : 0));

/** What stands for an old observation; null where it says the same. */
const omitted = remembered((message: ChatMessage): ChatMessage | null => {
  const { text, images } = message;
  const line = `Old environment output: (${lines(text)} lines omitted)${images > 0 ? ` (${images} images omitted)` : ''}`;
  return line === text ? null : { ...message, text: line, images: 0 };
});

type LastObservations = {
  readonly n: number;
  /** The border moves only every so many observations, so that the prompt's cache lives longer. */
  readonly polling: number;
  readonly users: 'first' | 'all';
};

/** Results of tools and the task are observations; all but the first and the newest n become one line with their number of lines. */
export const sweAgentObservations = defineProduct<LastObservations>({
  id: 'swe-agent-observations',
  source: source('LastNObservations'),
  // n has no default of its own; 5 is that of the product's paper.
  peers: {
    'sweagent-last5': {},
    'sweagent-last5@polling5': { params: { polling: 5 } },
    'sweagent-last5@users': { params: { users: 'all' } },
  },
  params: { n: messages(5, { knob: 'up' }), polling: messages(1), users: choice('first', ['first', 'all']) },
  trigger: () => EACH_REQUEST,
  compact(messages, { n, polling, users }) {
    const task = messages.findIndex(({ role }) => role === 'user');
    const observed = messages.flatMap(({ role }, i) => (role === 'tool' || (role === 'user' && (users === 'all' || i === task)) ? [i] : []));
    const end = Math.max(0, Math.floor(observed.length / polling) * polling - n);
    const changed = new Map<number, ChatMessage>();
    for (let k = 1; k < end; k++) {
      const shorter = omitted(messages[observed[k]!]!);
      if (shorter) changed.set(observed[k]!, shorter);
    }
    return editing(messages, changed);
  },
});

type ClosedWindow = {
  readonly tools: 'tool' | 'user';
};

const NUMBERED = /(?<![^\n])\p{Nd}+:[^\n]*(?:\n|$)/gu;
const VIEWED = /\[File:\s+([^\n]*)\s+\(\p{Nd}+\s+lines total\)\]/u;

/** The numbered lines of a file stay where the file was last shown; where it was shown before, one line stands for them. */
export const sweAgentWindows = defineProduct<ClosedWindow>({
  id: 'swe-agent-windows',
  source: source('ClosedWindowHistoryProcessor'),
  peers: {
    'sweagent-closed-window': {},
    'sweagent-closed-window@text': { params: { tools: 'user' } },
  },
  params: { tools: choice('tool', ['tool', 'user']) },
  onDemand: true,
  trigger: () => EACH_REQUEST,
  compact(messages, { tools }) {
    const shown = new Set<string>();
    const changed = new Map<number, ChatMessage | null>();
    for (let i = messages.length - 1; i >= 0; i--) {
      const { role, text } = messages[i]!;
      if (role !== 'user' && !(role === 'tool' && tools === 'user')) continue;
      const found = [...text.matchAll(NUMBERED)];
      const [first, last] = [found[0], found.at(-1)];
      if (!first || !last) continue;
      const file = VIEWED.exec(text)?.[1];
      if (file === undefined) {
        changed.set(i, null);
        continue;
      }
      if (shown.has(file)) {
        const rest = text.slice(last.index + last[0].length);
        const short = `${text.slice(0, first.index)}Outdated window with ${found.length} lines omitted...\n${rest}`;
        if (short !== text) changed.set(i, { ...messages[i]!, text: short, images: 0 });
      }
      shown.add(file);
    }
    return editing(messages, changed);
  },
});
