/** Words of the terminal: the common dictionary and its own. English; the language of a terminal has no switch yet. */
import { addDictionary, formatReason, formatWarning, i18n, lookup, numbers, type KeyOf, type Values } from '../i18n/index.ts';
import { cli } from '../i18n/en/cli.ts';
import type { Words } from '../engine/report.ts';
import type { Warning } from '../engine/transcript/types.ts';

addDictionary('en', cli);

export function t(key: KeyOf<typeof cli>, values?: Values): string {
  return i18n.t(key, { ...values });
}

export const words: Words = {
  title: (strategy) => lookup(`strategy.${strategy}.title`) ?? strategy,
  reason: formatReason,
};

/** A warning as one line, with its place. */
export function warningLine(warning: Warning): string {
  const place =
    warning.line !== undefined
      ? t('cli.warning.line', { line: warning.line })
      : warning.path !== undefined
        ? t('cli.warning.path', { path: warning.path })
        : '';
  return t('cli.warning', { text: formatWarning(warning) + place });
}

export { numbers };
