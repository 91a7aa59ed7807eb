/** How the answer of a session or a set came about: what decides, the best of the others, and what bars the rest. */
import { useState } from 'react';
import { type Answer, BARS } from '../../engine/answer/contract.ts';
import { barText } from '../../i18n/answer-words.ts';
import { Button } from '../components/Button.tsx';
import { Popover } from '../components/Popover.tsx';
import { useText } from '../store/index.ts';
import styles from './answer.module.css';

/** Rows that are listed, the answer among them. */
const MOST = 5;

interface Props {
  readonly answer: Answer;
  /** What was measured, in words: cuts of one session, or of many. */
  readonly how: string;
  titleOf(key: string): string;
  /** What stands beside the share where the price decides; null = nothing. */
  costOf(key: string): number | null;
  /** Shows a row's details, where rows have some. */
  readonly onShow?: (key: string) => void;
}

export function Why({ answer, how, titleOf, costOf, onShow }: Props) {
  const { t, n } = useText();
  const [opened, setOpened] = useState(false);
  const { row: best } = answer;
  const free = answer.order.filter((key) => !(key in answer.barred)).slice(0, MOST);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      label={t('answer.why.title')}
      target={
        <Button data-act="why" aria-expanded={opened} onClick={() => setOpened(!opened)}>
          {t('answer.why')}
        </Button>
      }
    >
      <div role="note" className={styles.why}>
        <h2>{t('answer.why.title')}</h2>
        <p>{how}</p>
        <p>{t('answer.sure.help')}</p>
        <h3>{t('answer.why.order')}</h3>
        <ol className={styles.order}>
          {free.map((key) => {
            const kept = answer.kept[key];
            const cost = costOf(key);
            return (
              <li key={key}>
                <span>{titleOf(key)}</span>
                <span className={styles.values}>
                  {[
                    cost === null ? '' : n.money(cost),
                    kept && best && key !== best.key ? t('answer.why.less', { points: n.shareDelta(kept.share - best.share) }) : '',
                    kept ? n.percent(kept.share) : '—',
                  ]
                    .filter((text) => text !== '')
                    .join(' · ')}
                </span>
              </li>
            );
          })}
        </ol>
        {Object.keys(answer.bars).length > 0 && <h3>{t('answer.why.barred')}</h3>}
        <ul className={styles.order}>
          {BARS.filter((bar) => answer.bars[bar] !== undefined).map((bar) => (
            <li key={bar}>{barText(bar, answer.bars[bar]!)}</li>
          ))}
        </ul>
        {best && onShow && (
          <Button
            kind="link"
            onClick={() => {
              setOpened(false);
              onShow(best.key);
            }}
          >
            {t('answer.why.open', { title: titleOf(best.key) })}
          </Button>
        )}
      </div>
    </Popover>
  );
}
