/** Words of the terminal: the common dictionary and its own, in English or the terminal's language. */
import { wrapped } from './grid.ts';
import { inline, out, outPainted, type PaintedText, printable, screenColumns } from './output.ts';
import '../i18n/engine-words.ts';
import { addDictionary, formatReason, formatWarning, i18n, type KeyOf, type Language, lookup, numbers, type Values } from '../i18n/index.ts';
import { languageOf, loadLanguage } from '../i18n/languages.ts';
import { cli } from '../i18n/en/cli.ts';
import type { InUse } from '../engine/api.ts';
import type { Words } from '../engine/report.ts';
import { BUILT_IN_TITLE } from '../engine/summarizers/built-in.ts';
import type { Warning } from '../engine/transcript/types.ts';

// Sentences and tables on a screen: what is longer than a line goes on in the next.

export function say(line: string | PaintedText): void {
  const columns = screenColumns();
  if (typeof line !== 'string') outPainted(line.painted);
  else if (columns === Number.POSITIVE_INFINITY) out(line);
  else for (const fits of wrapped(printable(line), columns)) out(fits);
}

addDictionary('en', cli);

export function languageOfTerminal(argv: readonly string[], environment: Readonly<Record<string, string | undefined>>): Language {
  const at = argv.findIndex((arg) => arg === '--lang' || arg.startsWith('--lang='));
  const chosen = at < 0 ? undefined : argv[at]!.startsWith('--lang=') ? argv[at]!.slice('--lang='.length) : argv[at + 1];
  const { LC_ALL, LC_MESSAGES, LANG } = environment;
  return (chosen && languageOf(chosen)) || languageOf(LC_ALL || LC_MESSAGES || LANG || '') || 'en';
}

export async function speak(language: Language): Promise<void> {
  await loadLanguage(language);
  if (language === 'zh-CN') addDictionary(language, (await import('../i18n/zh-CN/cli.ts')).cli);
  await i18n.changeLanguage(language);
}

export function t(key: KeyOf<typeof cli>, values?: Values): string {
  return i18n.t(
    key,
    Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [name, typeof value === 'string' ? inline(value) : value])),
  );
}

export const words: Words = {
  title: (strategy) => lookup(`strategy.${strategy}.title`) ?? strategy,
  reason: (reason) => inline(formatReason(reason)),
};

export const windowText = ({ window, windowFrom }: Pick<InUse, 'window' | 'windowFrom'>): string => t(`cli.window.${windowFrom}`, { window });

export function warningLine(warning: Warning): string {
  const place =
    warning.line !== undefined
      ? t('cli.warning.line', { line: warning.line })
      : warning.path !== undefined
        ? t('cli.warning.path', { path: warning.path })
        : '';
  return t('cli.warning', { text: formatWarning(warning) + place });
}

export const summarizerText = (title: string): string => (title === BUILT_IN_TITLE ? i18n.t('row.summarizer.built-in') : title);

export { numbers };
