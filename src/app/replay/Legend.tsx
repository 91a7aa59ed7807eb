/** What the marks of the lanes mean. */
import { useText } from '../store/index.ts';
import lanes from './lanes.module.css';
import styles from './replay.module.css';
import { useReplay } from './state.ts';

const MARKS = ['context', 'recorded', 'trigger', 'compaction', 'refused'] as const;

/** As the lanes draw it, small. */
function Sign({ of }: { readonly of: (typeof MARKS)[number] | 'missed' }) {
  switch (of) {
    case 'context':
      return <path className={lanes.line} d="M0 8L8 2V8L18 3" />;
    case 'recorded':
      return <path className={lanes.reference} d="M0 5H18" />;
    case 'trigger':
      return <path className={lanes.trigger} d="M0 5H18" />;
    case 'compaction':
      return <path className={lanes.compaction} d="M9 0l5 5-5 5-5-5z" />;
    case 'refused':
      return <path className={lanes.refused} d="M5 1l8 8m0 -8l-8 8" />;
    case 'missed':
      return <path className={lanes.missed} d="M5 3v5M9 3v5M13 3v5" />;
  }
}

export function Legend() {
  const { t } = useText();
  const missed = useReplay((s) => [...s.misses.values()].some((list) => list.length > 0));
  return (
    <ul className={styles.marks} aria-label={t('replay.marks')} data-marks>
      {[...MARKS, ...(missed ? (['missed'] as const) : [])].map((one) => (
        <li key={one}>
          <svg width={18} height={10} aria-hidden="true">
            <Sign of={one} />
          </svg>
          {one === 'missed' ? t('replay.missed') : t(`replay.mark.${one}`)}
        </li>
      ))}
    </ul>
  );
}
