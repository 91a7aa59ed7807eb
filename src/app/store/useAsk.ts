/** What a part of the page asks the worker, or anything else that answers later: the last answer, and whether a newer one is on its way. */
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { Reason } from '../../engine/strategies/contract.ts';
import type { Result } from '../../engine/transcript/types.ts';
import { i18n, type Language, LANGUAGES, type NumberFormats, numbers, t } from '../../i18n/index.ts';
import { languageOf, loadLanguage } from '../../i18n/languages.ts';
import type { Progress } from '../../worker/protocol.ts';
import type { Kind } from '../../worker/tickets.ts';
import { client } from './engine.ts';
import { readStored, writeStored } from './storage.ts';
import { during, patch } from './store.ts';

type Failure = { readonly code?: string; readonly message: string };

export interface AskState<T> {
  /** The last answer. It stays until the next one is there; null = nothing has been answered, or nothing is asked. */
  readonly answer: T | null;
  readonly late: boolean;
  readonly loading: boolean;
  readonly failed: Reason | null;
  readonly progress: Progress | null;
  readonly again: () => void;
}

type Ask<A extends readonly unknown[], T> = (...args: A) => Promise<Result<T, Failure>>;

interface Question<A extends readonly unknown[], T> {
  readonly ask: Ask<A, T>;
  readonly args: A;
  readonly of: readonly unknown[];
  readonly attempt: number;
}

interface Settlement<T> {
  readonly question: object | null;
  readonly answered: { readonly ask: unknown; readonly args: readonly unknown[] } | null;
  readonly answer: T | null;
  readonly failed: Reason | null;
}

const NOTHING: Omit<AskState<never>, 'again'> = { answer: null, late: false, loading: false, failed: null, progress: null };
const UNSETTLED: Settlement<never> = { question: null, answered: null, answer: null, failed: null };

let restarts = 0;
client.onRestart(() => {
  restarts += 1;
});
const restartsNow = (): number => restarts;

const sameValues = (a: readonly unknown[], b: readonly unknown[]): boolean => a.length === b.length && a.every((value, i) => Object.is(value, b[i]));

function useSame<A extends readonly unknown[], T>(now: Question<A, T> | null): Question<A, T> | null {
  const [known, setKnown] = useState(now);
  if (now === known) return known;
  const same =
    now && known && now.ask === known.ask && now.attempt === known.attempt && sameValues(now.of, known.of) && sameValues(now.args, known.args);
  if (same) return known;
  setKnown(now);
  return now;
}

/**
 * Asks `ask(...args)` whenever one of them is another, and again when a worker took over. Answers to older questions, and those that come when nobody
 * looks any more, are thrown away.
 * @param args null = nothing is asked
 * @param kind of a long call: it is told who listens to its progress, and cancelled when nobody waits for it any more
 */
export function useAsk<A extends readonly unknown[], T>(ask: Ask<A, T>, args: A | null, of: readonly unknown[], kind?: Kind): AskState<T> {
  const taken = useSyncExternalStore(client.onRestart, restartsNow);
  const [wishes, setWishes] = useState(0);
  const again = useCallback(() => setWishes((before) => before + 1), []);
  const question = useSame(args && { ask, args, of, attempt: taken + wishes });
  const [settled, setSettled] = useState<Settlement<T>>(UNSETTLED);
  const [told, setTold] = useState<{ readonly question: object; readonly progress: Progress } | null>(null);
  useEffect(() => {
    if (!question) return setSettled(UNSETTLED);
    let live = true;
    const listener = (progress: Progress): void => {
      if (live) setTold({ question, progress });
    };
    const call = question.ask as Ask<readonly unknown[], T>;
    void during(call(...question.args, ...(kind ? [listener] : []))).then((reply) => {
      if (!live) return;
      live = false;
      if (reply.ok) return setSettled({ question, answered: question, answer: reply.value, failed: null });
      const { code, message } = reply.error;
      const failed = code === 'cancelled' ? null : { key: 'error', values: { message } };
      setSettled((before) => ({ ...before, question, failed }));
    });
    return () => {
      if (live && kind) client.cancel(kind);
      live = false;
    };
  }, [question, kind]);
  if (!question) return { ...NOTHING, again };
  const { answered, answer } = settled;
  const loading = settled.question !== question;
  return {
    answer,
    late: answered !== null && !(answered.ask === question.ask && sameValues(answered.args, question.args)),
    loading,
    failed: loading ? null : settled.failed,
    progress: loading && told?.question === question ? told.progress : null,
    again,
  };
}

const STORED = 'language';

let version = 0;
const bump = (): void => {
  version += 1;
};
i18n.on('languageChanged', bump);
i18n.store.on('added', bump);

function subscribe(listener: () => void): () => void {
  i18n.on('languageChanged', listener);
  i18n.store.on('added', listener);
  return () => {
    i18n.off('languageChanged', listener);
    i18n.store.off('added', listener);
  };
}

const language = (): Language => (LANGUAGES.some((l) => l.id === i18n.language) ? (i18n.language as Language) : 'en');

export function useText(): { readonly t: typeof t; readonly n: NumberFormats; readonly language: Language } {
  useSyncExternalStore(subscribe, () => version);
  return { t, n: numbers(), language: language() };
}

let wanted: Language = 'en';

/** Switches page and document to a language once its words are loaded; the last call wins. False = they could not be loaded. */
async function show(next: Language): Promise<boolean> {
  wanted = next;
  try {
    await during(loadLanguage(next));
  } catch {
    return false;
  }
  if (wanted !== next) return true;
  await i18n.changeLanguage(next);
  document.documentElement.lang = next;
  return true;
}

export async function setLanguage(next: Language): Promise<void> {
  const shown = await show(next);
  if (shown && wanted === next) writeStored(STORED, next);
  if (!shown)
    patch({ notice: { key: 'notice.languageMissing', values: { language: LANGUAGES.find((l) => l.id === next)?.title ?? next }, tone: 'bad' } });
}

export async function restoreLanguage(): Promise<void> {
  const stored = readStored(STORED);
  await show(LANGUAGES.find((l) => l.id === stored)?.id ?? languageOf(navigator.language) ?? 'en');
}
