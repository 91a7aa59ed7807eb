/** How the answer came about: what decides, the best of the others, and what bars the rest. */
import { type Answer, BARS } from '../../engine/answer/contract.ts';
import { barText } from '../../i18n/answer-words.ts';
import { Button } from '../components/Button.tsx';
import { Popover } from '../components/Popover.tsx';
import { showRow } from '../compare/linked.ts';
import type { TableRow } from '../compare/rows.ts';
import { useText } from '../store/index.ts';
import styles from './answer.module.css';

/** Rows that are listed, the answer among them. */
const MOST = 5;

interface Props {
  readonly answer: Answer;
  readonly rows: ReadonlyMap<string, TableRow>;
  readonly opened: boolean;
  onChange(opened: boolean): void;
}

export function Why({ answer, rows, opened, onChange }: Props) {
  const { t, n } = useText();
  const { row: best } = answer;
  const share = (key: string): string => {
    const kept = answer.kept[key];
    return kept ? n.percent(kept.share) : '—';
  };
  const free = answer.order.filter((key) => !(key in answer.barred)).slice(0, MOST);
  return (
    <Popover
      opened={opened}
      onChange={onChange}
      position="bottom-end"
      label={t('answer.why.title')}
      target={
        <Button aria-expanded={opened} onClick={() => onChange(!opened)}>
          {t('answer.why')}
        </Button>
      }
    >
      <div role="note" className={styles.why}>
        <h2>{t('answer.why.title')}</h2>
        <p>{t('answer.why.how')}</p>
        <p>{t('answer.sure.help')}</p>
        <h3>{t('answer.why.order')}</h3>
        <ol className={styles.order}>
          {free.map((key) => (
            <li key={key}>
              <span>{rows.get(key)?.title ?? key}</span>
              <span>{share(key)}</span>
            </li>
          ))}
        </ol>
        {Object.keys(answer.bars).length > 0 && <h3>{t('answer.why.barred')}</h3>}
        <ul className={styles.order}>
          {BARS.filter((bar) => answer.bars[bar] !== undefined).map((bar) => (
            <li key={bar}>{barText(bar, answer.bars[bar]!)}</li>
          ))}
        </ul>
        {best && (
          <Button
            kind="link"
            onClick={() => {
              onChange(false);
              showRow(best.key);
            }}
          >
            {t('answer.why.open', { title: rows.get(best.key)?.title ?? best.key })}
          </Button>
        )}
      </div>
    </Popover>
  );
}
