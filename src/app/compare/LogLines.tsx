/** What the original system would have logged and sent for this run: level, event, sentence, fields. */
import type { LogLine } from '../../engine/strategies/contract.ts';
import { formatReason, numbers } from '../../i18n/index.ts';
import { useText } from '../store/index.ts';
import styles from './details.module.css';
import { Lines, Section } from './Lines.tsx';

/** The fields by the system's own names, as in its log. */
function fieldsOf({ reason }: LogLine): string {
  const n = numbers();
  return Object.entries(reason.values ?? {})
    .map(([name, value]) => `${name} ${typeof value === 'number' ? n.plain(value) : value}`)
    .join(' · ');
}

export function LogLines({ log }: { readonly log: readonly LogLine[] }) {
  const { t } = useText();
  return (
    <Section title={t('row.log')}>
      <Lines
        items={log.map((line, i) => ({
          key: `${i} ${line.event ?? line.reason.key}`,
          line: (
            <div className={styles.log} data-level={line.level}>
              <b>{line.level}</b>
              <span>
                {line.event && <code>{line.event}</code>} {formatReason(line.reason)}
                <small>{fieldsOf(line)}</small>
              </span>
            </div>
          ),
        }))}
      />
    </Section>
  );
}
