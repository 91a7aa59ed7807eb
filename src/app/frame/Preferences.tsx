import { useMantineColorScheme } from '@mantine/core';
import { LANGUAGES } from '../../i18n/index.ts';
import { Button } from '../components/Button.tsx';
import type { IconName } from '../components/Icon.tsx';
import { setLanguage, useText } from '../store/useText.ts';

const THEMES = ['light', 'dark', 'auto'] as const;
const THEME_ICON: Record<(typeof THEMES)[number], IconName> = { light: 'sun', dark: 'moon', auto: 'system' };

/** Cycles light, dark, as the system. */
export function ThemeButton() {
  const { t } = useText();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const next = THEMES[(THEMES.indexOf(colorScheme) + 1) % THEMES.length]!;
  const label = t('theme.label', { theme: t(`theme.${colorScheme}`), next: t(`theme.${next}`) });
  return <Button kind="ghost" icon={THEME_ICON[colorScheme]} aria-label={label} title={label} onClick={() => setColorScheme(next)} />;
}

/** Switches to the next language; absent while there is only one. */
export function LanguageButton() {
  const { t, language } = useText();
  const at = LANGUAGES.findIndex((l) => l.id === language);
  const now = LANGUAGES[at];
  const next = LANGUAGES[(at + 1) % LANGUAGES.length];
  if (LANGUAGES.length < 2 || !now || !next) return null;
  const label = t('language.label', { language: now.title, next: next.title });
  return (
    <Button kind="ghost" aria-label={label} title={label} onClick={() => void setLanguage(next.id)}>
      {now.short}
    </Button>
  );
}
