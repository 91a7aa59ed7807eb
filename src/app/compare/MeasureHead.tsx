/** Head of a column: name, unit, sort by a click, definition by Alt-click or ⓘ. */
import { DefinitionBox } from '../components/Definition.tsx';
import { Popover } from '../components/Popover.tsx';
import { DocumentLink } from '../documents/DocumentLink.tsx';
import { memo, useState } from 'react';
import { lookup } from '../../i18n/index.ts';
import { useApp, useText } from '../store/index.ts';
import type { AnyColumn } from '../table/features.ts';
import { PairButton, SortButton } from '../table/Head.tsx';
import { type MeasureColumn, measureDocument, pairOf } from './measures.ts';
import { LETTERS } from './rows.ts';
import { useHead } from './shared.ts';
import cells from './cells.module.css';
import shared from '../theme/shared.module.css';

/** Tokens carry ≈ if the count is an estimate; validity names the rules applied. */
function Unit({ head, text, delta }: { readonly head: MeasureColumn['head']; readonly text: string; readonly delta: string | null }) {
  const { t } = useText();
  const tokenizer = useApp((s) => (s.comparison && !s.comparison.transcript.exact ? s.comparison.transcript.tokenizer : null));
  const rules = useApp((s) => s.comparison?.transcript.rules ?? null);
  const recalling = useApp((s) => (head === 'recall' ? s.recalling : null));
  if (recalling !== null) return <>{t('compare.unit.coming', { share: Math.floor(recalling * 100) / 100 })}</>;
  if (head === 'rules') return <>{rules === null ? '' : (lookup(`rules.${rules}.short`) ?? rules)}</>;
  if (delta) return <>{t('compare.unit.delta', { letter: delta })}</>;
  if (head !== 'tokenizer' || tokenizer === null) return <>{text}</>;
  return (
    <>
      {text},{' '}
      <abbr className={`${shared.warn} ${shared.strong}`} title={t('compare.definition.approx', { tokenizer })}>
        ≈
      </abbr>
    </>
  );
}

/** The model whose prices are used, and the date of the list. */
function PricesUsed() {
  const prices = useApp((s) => s.measured?.prices ?? null);
  return prices && <p>{lookup('measure.cost.by', { ...prices })}</p>;
}

export const MeasureHead = memo(function MeasureHead({ column, measure }: { readonly column: AnyColumn; readonly measure: MeasureColumn }) {
  const { t } = useText();
  const { deltas, baseline } = useHead();
  const [opened, setOpened] = useState(false);
  const title = t(measure.title);
  const definition = lookup(`measure.${measure.measure}.definition`);
  const limits = lookup(`measure.${measure.measure}.limits`);
  const other = pairOf(measure);
  const text = definition && other ? `${definition} ${t('compare.pair.help')}` : definition;
  const unit = <Unit head={measure.head} text={t(measure.unit)} delta={deltas.has(measure.id) && baseline ? LETTERS[0] : null} />;
  return (
    <>
      <SortButton column={column} help={text ?? undefined} onAltClick={text ? () => setOpened(true) : undefined}>
        {!other && <small>{unit}</small>}
      </SortButton>
      {other && (
        <small>
          {t('compare.pair.own')}{' '}
          <PairButton column={column} other={other.id} label={t('compare.pair.short')} title={t('compare.pair.sort', { title: t(other.title) })} />{' '}
          {unit}
        </small>
      )}
      {text && (
        <Popover
          opened={opened}
          onChange={setOpened}
          position="bottom-end"
          target={
            <button
              type="button"
              className={cells.info}
              aria-label={t('compare.definition.open', { title })}
              aria-expanded={opened}
              onClick={() => setOpened(!opened)}
            >
              <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.2">
                <circle cx="6" cy="6" r="5" />
                <path d="M6 5.4v3.2M6 3.4v.2" />
              </svg>
            </button>
          }
        >
          <DefinitionBox title={title} text={[text, ...(limits ? [limits] : []), ...(measure.better === 'none' ? [] : [t('compare.best')])]}>
            {measure.head === 'prices' && <PricesUsed />}
            <p>
              <DocumentLink id={measureDocument(measure.measure)}>{t('compare.definition.docs')}</DocumentLink>
            </p>
          </DefinitionBox>
        </Popover>
      )}
    </>
  );
});
