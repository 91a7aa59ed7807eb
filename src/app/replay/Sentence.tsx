/** What the replay says above its table, and what to do with it. */
import { Fragment, useMemo } from 'react';
import type { Piece } from '../../i18n/pieces.ts';
import type { ReplayReply } from '../../worker/replay-protocol.ts';
import { ZoomButtons } from '../charts/Zoom.tsx';
import { ToolButton } from '../charts/ToolButton.tsx';
import { Button } from '../components/Button.tsx';
import { Popover } from '../components/Popover.tsx';
import { Segmented } from '../components/Segmented.tsx';
import { usePopover } from '../components/usePopover.ts';
import { useApp, useText } from '../store/index.ts';
import { agentIn, isTheirs } from '../store/state.ts';
import { openDialog } from '../store/ui.ts';
import { Letter } from './Letter.tsx';
import { type RunLine, wholeOf } from './lines.ts';
import { Difference } from './Reference.tsx';
import styles from './replay.module.css';
import shared from '../theme/shared.module.css';
import { SaveLanes } from './SaveLanes.tsx';
import { sayDoubts, sayReplay } from './sentence.ts';
import { show, useReplay } from './state.ts';
import { StrategyPicker } from './StrategyPicker.tsx';
import { RunColumns } from './SummaryTable.tsx';

function Pieces({ pieces, lines }: { readonly pieces: readonly Piece[]; readonly lines: readonly RunLine[] }) {
  return pieces.map((piece, i) => {
    const line = piece.kind === 'row' ? lines.find(({ key }) => key === piece.key) : undefined;
    return (
      // A sentence has no other identity than its place.
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces are made again together
      <Fragment key={i}>
        {line?.pinned && (
          <>
            <Letter letter={line.letter} color={line.color} pinned />{' '}
          </>
        )}
        {piece.kind === 'text' ? piece.text : <b data-kind={piece.kind}>{piece.text}</b>}
      </Fragment>
    );
  });
}

interface Props {
  readonly reply: ReplayReply;
  readonly lines: readonly RunLine[];
}

export function Sentence({ reply, lines }: Props) {
  const { t, language } = useText();
  const misses = useReplay((s) => s.misses);
  const agent = useApp((s) => (isTheirs(s) ? null : agentIn(s)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: words change with the language
  const said = useMemo(() => sayReplay(reply, lines), [reply, lines, language]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: words change with the language
  const doubts = useMemo(() => sayDoubts(reply, lines, misses, agent), [reply, lines, misses, agent, language]);
  return (
    <section className={styles.answer} aria-label={t('replay.answer.title')}>
      <div className={styles.words} aria-live="polite">
        <p className={styles.say}>
          <Pieces pieces={said} lines={lines} />
        </p>
        <p className={styles.doubt}>
          <Pieces pieces={doubts} lines={lines} /> <Why reply={reply} />
        </p>
      </div>
      <Acts reply={reply} />
    </section>
  );
}

/** What the recording and the runs differ by. */
function Why({ reply }: Pick<Props, 'reply'>) {
  const { t } = useText();
  const { popover, button } = usePopover();
  const unsendable = reply.baseline.overLimit.length;
  if ((reply.recorded?.why.length ?? 0) === 0 && unsendable === 0) return null;
  return (
    <Popover
      {...popover}
      position="bottom-start"
      label={t('replay.why')}
      target={
        <Button kind="link" {...button}>
          {t('replay.why')}
        </Button>
      }
    >
      <div className={styles.why}>
        <Difference reply={reply} />
        {unsendable > 0 && (
          <p>
            {t(reply.recorded?.cost && reply.recorded.comparable ? 'replay.unsendable.recorded' : 'replay.unsendable', {
              count: unsendable,
              of: reply.requests,
              window: reply.window,
            })}
          </p>
        )}
      </div>
    </Popover>
  );
}

function Acts({ reply }: Pick<Props, 'reply'>) {
  const { t } = useText();
  const replay = useApp((s) => s.scenario.replay);
  const overlay = useReplay((s) => s.overlay);
  const range = useReplay((s) => s.range);
  return (
    <div className={styles.acts}>
      <span className={`${shared.row} ${shared.gap6} ${shared.wrap}`}>
        <Segmented
          label={t('replay.view')}
          value={overlay ? 'overlay' : 'lanes'}
          options={[
            { value: 'lanes', label: t('replay.view.lanes') },
            { value: 'overlay', label: t('replay.view.overlay') },
          ]}
          onChange={(view) => show({ overlay: view === 'overlay' })}
        />
        <StrategyPicker replay={replay} />
        <Button icon="export" onClick={() => openDialog('report')}>
          {t('header.report')}
        </Button>
      </span>
      <span className={`${shared.row} ${shared.gap6} ${shared.wrap}`}>
        <ZoomButtons view={useReplay} whole={wholeOf(reply)}>
          <TallButton />
        </ZoomButtons>
        <RunColumns reply={reply} />
        {!overlay && <SaveLanes range={range ?? wholeOf(reply)} />}
      </span>
    </div>
  );
}

/** The axis extends to the highest line, or slightly above the window. */
function TallButton() {
  const { t } = useText();
  const tall = useReplay((s) => s.tall);
  return (
    <ToolButton label={t('replay.zoom.tall')} pressed={tall} onClick={() => show({ tall: !tall })}>
      ↕
    </ToolButton>
  );
}
