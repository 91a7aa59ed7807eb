/** Words in components: re-renders when the language changes. */
import { useSyncExternalStore } from 'react';
import { addDictionary, i18n, LANGUAGES, numbers, t, type Language } from '../../i18n/index.ts';
import type { NumberFormats } from '../../i18n/format.ts';

const STORED = 'language';

function subscribe(listener: () => void): () => void {
  i18n.on('languageChanged', listener);
  i18n.store.on('added', listener);
  return () => {
    i18n.off('languageChanged', listener);
    i18n.store.off('added', listener);
  };
}

const language = (): Language => (LANGUAGES.some((l) => l.id === i18n.language) ? (i18n.language as Language) : 'en');

/** `const { t, n, language } = useText()`: words, number formats, and the language in use. */
export function useText(): { readonly t: typeof t; readonly n: NumberFormats; readonly language: Language } {
  const current = useSyncExternalStore(subscribe, language);
  return { t, n: numbers(), language: current };
}

/** Switches the language, tells the document and remembers it in this browser. */
export async function setLanguage(next: Language): Promise<void> {
  const words = await LANGUAGES.find((l) => l.id === next)?.load?.();
  if (words) addDictionary(next, words);
  await i18n.changeLanguage(next);
  document.documentElement.lang = next;
  localStorage.setItem(STORED, next);
}

/** The language of the last visit, where this build has it. */
export async function restoreLanguage(): Promise<void> {
  const stored = LANGUAGES.find((l) => l.id === localStorage.getItem(STORED));
  if (stored) await setLanguage(stored.id);
}
