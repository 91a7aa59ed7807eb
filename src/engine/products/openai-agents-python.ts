import { type ChatMessage, codePoints, firstCodePoints, textPoints } from './shared/chat.ts';
import { characters, defineProduct, editing, messages, rounds, type Source } from './shared/product.ts';
import { EACH_REQUEST, messagesTrigger } from '../triggers/watch.ts';

const source = (where: string): Source => ({
  product: 'OpenAI Agents SDK',
  version: '0.22.0 (Python)',
  where: `agents/${where}`,
  evidence: 'checked',
});

type Trimmer = {
  /** Newest user messages; with what follows them they are never touched. */
  readonly recent_turns: number;
  readonly max_output_chars: number;
  readonly preview_chars: number;
};

/** A result as its first characters with a note; null where that would not be shorter. */
const cutTo = (message: ChatMessage, preview: number): ChatMessage | null => {
  const length = textPoints(message);
  const shown = firstCodePoints(message.text, preview);
  const text = `[Trimmed: ${message.tool ?? 'unknown_tool'} output — ${length} chars → ${preview} char preview]\n${shown}...`;
  return codePoints(text) >= length ? null : { ...message, text };
};

/** Outputs of more than 500 characters before the last two user messages become their first 200 with a note, if that is shorter. */
export const openaiAgentsTrimmer = defineProduct<Trimmer>({
  id: 'openai-agents-tool-output-trimmer',
  source: source('extensions/tool_output_trimmer.py, ToolOutputTrimmer'),
  peers: { 'openai-agents-py-trimmer': {} },
  params: { recent_turns: rounds(2), max_output_chars: characters(500, { knob: 'up' }), preview_chars: characters(200) },
  onDemand: true,
  trigger: () => EACH_REQUEST,
  compact(messages, { recent_turns, max_output_chars, preview_chars }) {
    const border = messages.flatMap(({ role }, i) => (role === 'user' ? [i] : [])).at(-recent_turns) ?? 0;
    const cut = new Map<number, ChatMessage>();
    for (let i = 0; i < border; i++) {
      const message = messages[i]!;
      const shorter = message.role === 'tool' && textPoints(message) > max_output_chars ? cutTo(message, preview_chars) : null;
      if (shorter) cut.set(i, shorter);
    }
    return editing(messages, cut);
  },
});

type Session = {
  readonly limit: number;
};

/** The newest items of the session are read, whatever they are: a message may lose its text or some of its calls, a result its call. */
export const openaiAgentsSession = defineProduct<Session>({
  id: 'openai-agents-session-limit',
  source: source('memory/sqlite_session.py, SQLiteSession.get_items'),
  peers: { 'openai-agents-py-session': {} },
  params: { limit: messages(40, { knob: 'up' }) },
  onDemand: true,
  trigger: ({ limit }) => messagesTrigger(limit + 1),
  compact(messages, { limit }) {
    let left = limit;
    const changed = new Map<number, ChatMessage | null>();
    for (let i = messages.length - 1; i >= 0; i--) {
      const message = messages[i]!;
      if (message.role === 'system') continue;
      const { text, calls } = message;
      const items = calls.length + (text !== '' || calls.length === 0 ? 1 : 0);
      if (left <= 0) changed.set(i, null);
      else if (left < items) changed.set(i, { ...message, text: '', calls: calls.slice(-left) });
      left -= items;
    }
    return editing(messages, changed);
  },
});
