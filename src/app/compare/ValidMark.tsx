import type { Violation } from '../../engine/measures/contract.ts';
import { useText } from '../store/index.ts';
import { rulesName } from '../rows/compare-rows.ts';
import shared from '../theme/shared.module.css';
import cells from './cells.module.css';

export function ValidMark({
  violations,
  rules,
  expanded,
  onOpen,
}: {
  readonly violations: readonly Violation[];
  readonly rules: string;
  readonly expanded?: boolean;
  readonly onOpen?: () => void;
}) {
  const { t } = useText();
  const own = violations.filter((v) => !v.original).length;
  const name = rulesName(rules);
  const kept = violations.length - own;
  const inherited = kept > 0 ? t('compare.valid.original', { count: kept }) : '';
  if (own === 0 && !(kept > 0 && onOpen)) {
    const words = [t('compare.valid.ok', { provider: name }), inherited].filter(Boolean).join('; ');
    return (
      <span className={shared.second} role="img" aria-label={words} title={words}>
        ✓
      </span>
    );
  }
  const words = [own > 0 ? t('compare.valid.own', { count: own, provider: name }) : t('compare.valid.ok', { provider: name }), inherited]
    .filter(Boolean)
    .join('; ');
  const mark = own > 0 ? `${own} ✕` : '✓';
  const className = own > 0 ? cells.invalid : cells.inherited;
  if (!onOpen)
    return (
      <span className={className} role="img" aria-label={words} title={words}>
        {mark}
      </span>
    );
  return (
    <button type="button" className={className} aria-label={words} aria-expanded={expanded} title={words} onClick={onOpen}>
      {mark}
    </button>
  );
}
