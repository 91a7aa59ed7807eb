/** An open row of a sent run: where its tokens went, and its settings. */
import '../../i18n/sent-words.ts';
import { FateTokens } from '../rows/FateTokens.tsx';
import { paramText, recallWords, type TableRow } from '../rows/compare-rows.ts';
import { lookup } from '../../i18n/index.ts';
import { useText } from '../store/index.ts';
import theme from '../theme/shared.module.css';
import styles from '../rows/details.module.css';

export function SentDetails({ row }: { readonly row: TableRow }) {
  const { t, n } = useText();
  const { result, info } = row;
  const params = Object.entries(result?.params ?? {});
  const words = recallWords(row);
  return (
    <div className={styles.sent}>
      <div>
        <p>
          <span className={styles.need}>{t('diff.part.text')}</span> {t('sent.details')}
        </p>
        {row.note && <p>{row.note.title}</p>}
        {words.length > 0 && (
          <ul className={theme.bullets}>
            {words.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        {params.length > 0 && (
          <dl className={theme.row}>
            {params.map(([name, value]) => (
              <div key={name}>
                <dt className={theme.muted}>{lookup(`param.${name}`) ?? name}</dt>
                <dd className="num">{typeof value === 'object' ? JSON.stringify(value) : paramText(info, name, value, n)}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      {result && result.outcome !== 'failed' && <FateTokens result={result} />}
    </div>
  );
}
