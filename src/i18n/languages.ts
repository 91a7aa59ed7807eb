/** The reader's language and its words, loaded on demand. English is always available. */
import { addDictionary, i18n, LANGUAGES, type Language } from './index.ts';

/** The language of a tag such as `zh-Hans-CN`, `zh_CN.UTF-8`, `en-GB`; null for unknown ones. */
export function languageOf(tag: string): Language | null {
  const [code] = tag.toLowerCase().split(/[-_.@]/);
  return LANGUAGES.find(({ id }) => id.toLowerCase().split('-')[0] === code)?.id ?? null;
}

/** Loads the words of a language, once. Rejects when they cannot be fetched. */
export async function loadLanguage(language: Language): Promise<void> {
  if (i18n.hasResourceBundle(language, 'translation')) return;
  addDictionary(language, (await import('./zh-CN/index.ts')).dictionary);
}
