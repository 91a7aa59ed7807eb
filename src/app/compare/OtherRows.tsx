/** The line below the table: shows the rows that the short list leaves out, and products of which few ask for a row; or that list again. */
import { Tap } from '../components/Button.tsx';
import { allRows, productsOnDemand, shownRows } from '../../scenario/scenario-rows.ts';
import { actions, type AppState, isSent, recordedIn, useApp, useText } from '../store/index.ts';
import styles from './compare.module.css';

function othersIn(state: AppState): number {
  const { scenario, description } = state;
  const strategies = description?.strategies ?? [];
  const compactions = recordedIn(state);
  const short = { ...scenario, view: { ...scenario.view, allRows: false, tables: {} } };
  return allRows(scenario.rows, strategies, compactions).length - shownRows(short, strategies, compactions).length;
}

const NONE: readonly never[] = [];

function Products() {
  const { t } = useText();
  const strategies = useApp((s) => s.description?.strategies ?? NONE);
  const rows = useApp((s) => s.scenario.rows);
  const ids = productsOnDemand(strategies);
  const there = ids.every((id) => rows.some(({ key }) => key === id));
  return (
    <Tap
      className={`accent medium rounded leastHigh24 pad0-4 ${styles.link}`}
      aria-expanded={there}
      onClick={() => actions.setRowsOf(ids, !there)}
      text={there ? t('products.less', { count: ids.length }) : t('products.more', { count: ids.length })}
    />
  );
}

export function OtherRows({ shown }: { readonly shown: number }) {
  const { t } = useText();
  const others = useApp(othersIn);
  const every = useApp((s) => s.scenario.view.allRows);
  // What was not sent cannot be shown.
  const sent = useApp(isSent);
  if (others === 0 || shown === 0 || sent) return null;
  return (
    <p className="row wrap sticky pad4-12 left0 gap0-8 mostWideRoom">
      <Tap
        className={`accent medium rounded leastHigh24 pad0-4 ${styles.link}`}
        aria-expanded={every}
        onClick={() => actions.setView('allRows', !every)}
        text={every ? t('compare.others.less', { count: others }) : t('compare.more', { count: others })}
      />
      <small>{t('compare.others.help')}</small>
      <Products />
    </p>
  );
}
