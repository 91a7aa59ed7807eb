import type { Violation } from '../../engine/measures/contract.ts';
import { useText } from '../store/index.ts';
import { rulesName } from './rows.ts';
import shared from '../theme/shared.module.css';
import cells from './cells.module.css';

/** ✓, or how many rules are broken: red what the strategy broke, grey what the original breaks as well. */
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
  if (violations.length === 0) {
    const words = t('compare.valid.ok', { provider: name });
    return (
      <span className={shared.second} role="img" aria-label={words} title={words}>
        ✓
      </span>
    );
  }
  const words = [
    own > 0 ? t('compare.valid.own', { count: own, provider: name }) : '',
    violations.length > own ? t('compare.valid.original', { count: violations.length - own }) : '',
  ]
    .filter(Boolean)
    .join('; ');
  const mark = `${own > 0 ? own : violations.length} ✕`;
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
