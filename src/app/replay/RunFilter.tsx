/** Which of the runs a table lists: all, or one. A few stand beside each other, more are a list. */
import { Segmented } from '../components/Segmented.tsx';
import { useText } from '../store/index.ts';
import type { RunLine } from './lines.ts';

/** Runs that have room beside each other. */
const BESIDE = 5;

interface Props {
  readonly lines: readonly RunLine[];
  /** Key of the run; '' = all. */
  readonly value: string;
  /** Behind the title. */
  after?(line: RunLine): string;
  /** Number that stands behind the letter of a run; with it, a few runs stand beside each other. */
  count?(line: RunLine): number;
  onChange(key: string): void;
}

export function RunFilter({ lines, value, after, count, onChange }: Props) {
  const { t, n } = useText();
  if (count && lines.length <= BESIDE) {
    const title = (line: RunLine): string => (line.key === value || lines.length === 1 ? `${line.letter} ${line.title}` : line.letter);
    return (
      <Segmented
        label={t('replay.log.strategy')}
        value={value}
        options={[
          { value: '', label: t('replay.filter.all') },
          ...lines.map((line) => ({ value: line.key, label: `${title(line)} · ${n.whole(count(line))}` })),
        ]}
        onChange={onChange}
      />
    );
  }
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
