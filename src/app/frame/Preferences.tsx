import { LANGUAGES } from '../../i18n/index.ts';
import { Button } from '../components/Button.tsx';
import type { IconName } from '../components/Icon.tsx';
import { setLanguage, useText } from '../store/useText.ts';
import { SCHEMES, setScheme, useScheme, type Scheme } from '../theme/scheme.ts';

const THEME_ICON: Record<Scheme, IconName> = { light: 'sun', dark: 'moon', auto: 'system' };

/** Cycles light, dark, as the system. */
export function ThemeButton() {
  const { t } = useText();
  const scheme = useScheme((s) => s.scheme);
  const next = SCHEMES[(SCHEMES.indexOf(scheme) + 1) % SCHEMES.length]!;
  const label = t('theme.label', { theme: t(`theme.${scheme}`), next: t(`theme.${next}`) });
  return <Button kind="ghost" icon={THEME_ICON[scheme]} aria-label={label} title={label} onClick={() => setScheme(next)} />;
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
