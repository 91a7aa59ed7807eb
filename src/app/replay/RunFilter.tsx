/** Which of the runs a table lists: all, or one. */
import { useText } from '../store/index.ts';
import type { RunLine } from './lines.ts';

interface Props {
  readonly lines: readonly RunLine[];
  /** Key of the run; '' = all. */
  readonly value: string;
  /** Behind the title. */
  after?(line: RunLine): string;
  onChange(key: string): void;
}

export function RunFilter({ lines, value, after, onChange }: Props) {
  const { t } = useText();
  return (
    <select aria-label={t('replay.log.strategy')} value={value} onChange={(e) => onChange(e.currentTarget.value)}>
      <option value="">{t('replay.log.strategy.all')}</option>
      {lines.map((line) => (
        <option key={line.key} value={line.key}>
          {line.letter} {line.title} {after?.(line)}
        </option>
      ))}
    </select>
  );
}
