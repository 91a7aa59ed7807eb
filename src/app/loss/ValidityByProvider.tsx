/** Whether each provider would accept the compacted request. Violations of the original are listed apart. */
import type { Violation } from '../../engine/measures/contract.ts';
import type { MeasuredRow, ProviderRules } from '../../worker/loss-protocol.ts';
import { Section } from '../compare/Lines.tsx';
import { Violations } from '../compare/Violations.tsx';
import { useText } from '../store/index.ts';
import styles from './measures.module.css';
import { Term } from './Term.tsx';

function Provider({ provider, violations }: { readonly provider: ProviderRules; readonly violations: readonly Violation[] }) {
  const { t } = useText();
  const own = violations.filter(({ original }) => !original).length;
  const inherited = violations.length - own;
  const title = t(`loss.provider.${provider}`);
  if (violations.length === 0)
    return (
      <p className={styles.line}>
        <span aria-hidden>✓</span> {t('loss.validity.line', { title, words: t('loss.validity.ok') })}
      </p>
    );
  const words = [
    ...(own > 0 ? [t('loss.validity.own', { count: own })] : []),
    ...(inherited > 0 ? [t('loss.validity.original', { count: inherited })] : []),
  ].join(' · ');
  return (
    <details className={styles.provider}>
      <summary data-bad={own > 0 || undefined}>
        <span aria-hidden>{own > 0 ? '✕' : '–'}</span> {t('loss.validity.line', { title, words })}
      </summary>
      <Violations name={t('loss.validity.line', { title, words })} violations={violations} />
    </details>
  );
}

export function ValidityByProvider({ measured }: { readonly measured: MeasuredRow }) {
  const { t } = useText();
  const { validity } = measured;
  if (!validity) return null;
  return (
    <Section title={<Term measure="validity">{t('loss.validity')}</Term>}>
      {(Object.entries(validity) as [ProviderRules, readonly Violation[]][]).map(([provider, violations]) => (
        <Provider key={provider} provider={provider} violations={violations} />
      ))}
    </Section>
  );
}
