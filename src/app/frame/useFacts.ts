import { formatTitle } from '../../i18n/index.ts';
import { isSent } from '../store/store-state.ts';
import { useApp } from '../store/store.ts';

export interface Facts {
  readonly format: string;
  readonly messages: number;
  /** null while they are being counted. */
  readonly tokens: number | null;
  readonly exact: boolean;
  readonly toolCalls: number;
  readonly turns: number | null;
}

/** Known numbers of the current transcript, each as soon as it is known; null before the first. */
export function useFacts(): Facts | null {
  const loaded = useApp((s) => s.loaded);
  const index = useApp((s) => s.scenario.conversation);
  const view = useApp((s) => (s.current ? (s.comparison?.transcript ?? null) : null));
  const conversation = loaded?.reply.conversations[index];
  const sent = useApp((s) => (isSent(s) ? s.sent : null));
  if (sent) {
    const { format, messages, tokens, exact, toolCalls, turns } = sent.snapshot.original;
    return { format: formatTitle(format), messages, tokens, exact, toolCalls, turns };
  }
  if (!loaded || !conversation) return null;
  return {
    format: formatTitle(loaded.reply.format),
    messages: view?.n ?? conversation.messages,
    tokens: view?.total ?? null,
    exact: view?.exact ?? true,
    toolCalls: view?.toolCalls ?? conversation.toolCalls,
    turns: view?.turns ?? null,
  };
}
