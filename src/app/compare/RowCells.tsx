/** The first cells of a row: its pin box, its name with its note, its strip. */
import { memo, useId } from 'react';
import { Icon } from '../components/Icon.tsx';
import { actions, useText } from '../store/index.ts';
import { RowTh, Td } from '../table/TableCells.tsx';
import type { AnyColumn } from '../table/features.ts';
import styles from './compare.module.css';
import type { Note, TableRow } from './compare-rows.ts';
import { useRow } from './row-context.ts';
import { FateStrip } from './strip/Strip.tsx';
import cells from './cells.module.css';
import theme from '../theme/shared.module.css';

/** Height of the strip in CSS px. */
const STRIP = 16;
const STRIP_NARROW = 20;

export interface CellProps {
  readonly column: AnyColumn;
  readonly row: TableRow;
}

export function PinCell({ column, row }: CellProps) {
  const { t } = useText();
  const { tabbable } = useRow();
  return (
    <Td column={column} className={styles.pinCell}>
      <button
        type="button"
        className={cells.pin}
        aria-pressed={row.pin !== null}
        aria-label={t('compare.other', { title: row.title })}
        title={t('compare.other.help')}
        tabIndex={tabbable ? 0 : -1}
        onClick={() => actions.compareWith(row.key)}
      >
        <span>{row.pin}</span>
      </button>
    </Td>
  );
}

interface NameProps {
  readonly id: string;
  readonly rowKey: string;
  readonly title: string;
  readonly note: string;
  readonly tone: Note['tone'];
  readonly story: string;
  readonly writer: string | null;
  readonly embedder: string | null;
  readonly isAnswer: boolean;
  readonly expanded: boolean;
  readonly tabbable: boolean;
  onFocus(key: string): void;
  onToggle(key: string): void;
}

/** Plain values only, so that a slider that changes numbers does not redraw it. */
const Name = memo(function Name({
  id,
  rowKey,
  title,
  note,
  tone,
  story,
  writer,
  embedder,
  isAnswer,
  expanded,
  tabbable,
  onFocus,
  onToggle,
}: NameProps) {
  const { t } = useText();
  return (
    <span className={cells.name}>
      <button
        type="button"
        data-name
        aria-expanded={expanded}
        aria-describedby={story ? `${id}-note` : undefined}
        tabIndex={tabbable ? 0 : -1}
        title={title}
        onClick={() => onToggle(rowKey)}
        onFocus={() => onFocus(rowKey)}
      >
        <b id={`${id}-name`} className={theme.medium}>
          {title}
        </b>
      </button>
      {isAnswer && <span className={cells.answer}>{t('compare.answer')}</span>}
      {embedder && (
        <span className={cells.writer} title={t('models.row.embedded', { model: embedder })}>
          {embedder}
        </span>
      )}
      {writer && (
        <span className={cells.writer} title={t('models.row.by', { writer })}>
          {writer}
        </span>
      )}
      {note && (
        <em data-tone={tone} title={story.includes(note) ? story : [note, story].filter(Boolean).join(' · ')}>
          {tone === 'bad' && <Icon name="warning" size={11} />}
          {tone === 'bad' ? note.replace(/^⚠ /u, '') : note}
        </em>
      )}
      {story && (
        <span id={`${id}-note`} hidden>
          {story}
        </span>
      )}
    </span>
  );
});

export function NameCell({ column, row }: CellProps) {
  const id = useId();
  const { expanded, tabbable, onFocus, onToggle } = useRow();
  const { key, title, note, missed, writer, embedder, isAnswer } = row;
  return (
    <RowTh column={column} className={styles.nameCell} aria-labelledby={`${id}-name`}>
      <Name
        id={id}
        rowKey={key}
        title={title}
        note={note?.text ?? ''}
        tone={note?.tone ?? 'plain'}
        story={[note?.title, missed].filter(Boolean).join(' · ')}
        writer={writer}
        embedder={embedder}
        isAnswer={isAnswer}
        expanded={expanded}
        tabbable={tabbable}
        onFocus={onFocus}
        onToggle={onToggle}
      />
    </RowTh>
  );
}

export function StripCell({ column, row }: CellProps) {
  const { shared, painted } = useRow();
  const { frame, narrow } = shared;
  const { state, title } = row;
  const result = row.result ?? row.former;
  return (
    <Td column={column} className={styles.stripCell} data-strip>
      {frame && result && state !== 'failed' && (
        <FateStrip
          frame={frame}
          result={result}
          title={title}
          height={narrow ? STRIP_NARROW : STRIP}
          painted={painted}
          faded={state !== 'compacted' && row.former === null}
          struck={state === 'rejected' || state === 'refused'}
        />
      )}
    </Td>
  );
}
