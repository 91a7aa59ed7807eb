/** Words in components: re-renders when the language changes. */
import { useSyncExternalStore } from 'react';
import type { NumberFormats } from '../../i18n/format.ts';
import { i18n, LANGUAGES, numbers, t, type Language } from '../../i18n/index.ts';
import { languageOf, loadLanguage } from '../../i18n/languages.ts';
import { during } from './idle.ts';
import { readStored, writeStored } from './storage.ts';
import { patch } from './store.ts';

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
