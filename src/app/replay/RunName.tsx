/** What names a row of the table: its letter and title, and below them when it compacts. */
import { useApp, useText } from '../store/index.ts';
import { agentIn, isTheirs } from '../store/state.ts';
import { changeTable } from '../table/useDataTable.ts';
import { levelsOf, RECORDED } from './lanes.ts';
import { Letter } from './Letter.tsx';
import styles from './panels.module.css';
import { show, useReplay } from './state.ts';
import type { RunRow } from './summary.ts';
import { triggerWords } from './triggerWords.ts';

/** Shows the compactions of a run, of it alone. */
function select(key: string): void {
  changeTable('compactions', { filters: { strategy: key } });
  show({ key, panel: 'compactions' });
}

export function RunName({ row: { key, title, line } }: { readonly row: RunRow }) {
  const { t } = useText();
  const agent = useApp(agentIn);
  const theirs = useApp(isTheirs);
  if (!line) {
    const what = t(key === RECORDED ? 'replay.row.recorded.what' : 'replay.row.baseline.what');
    return (
      <span className={styles.runName} data-run>
        <b>{title}</b>
        <small title={what}>{what}</small>
      </span>
    );
  }
  return (
    <span className={styles.runName} data-run data-pinned={line.pinned || undefined}>
      <Letter letter={line.letter} color={line.color} pinned={line.pinned} />
      <button type="button" className={styles.select} title={t('replay.select', { title })} onClick={() => select(key)}>
        {title}
      </button>
      {line.series.strategy === agent && <em>{t(theirs ? 'compare.agent.theirs' : 'compare.agent')}</em>}
      <Fires row={line.series} />
    </span>
  );
}

/** When it compacts: at how many tokens or, where its trigger looks at something else, in the words of that. */
function Fires({ row }: { readonly row: NonNullable<RunRow['line']>['series'] }) {
  const { t, n } = useText();
  const window = useReplay((s) => s.reply?.window ?? 0);
  const listed = row.trigger.triggers.filter(({ kind }) => kind !== 'hand');
  const words = listed.length === 0 ? t('replay.triggers.never') : listed.map(triggerWords).join(' · ');
  const [level, ...others] = levelsOf(row, window);
  const short = level !== undefined && others.length === 0 && listed.length === 1 ? t('replay.fires', { tokens: n.whole(level) }) : words;
  return <small title={short === words ? words : `${short} (${words})`}>{short}</small>;
}
