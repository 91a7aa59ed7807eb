/** The receiver's view of a run without its file: what it is, rows and plot as sent, messages without texts, and where to drop the file. */
import '../../i18n/sent-words.ts';
import { Suspense, useState } from 'react';
import { ComparePane } from '../compare/ComparePane.tsx';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Icon } from '../components/Icon.tsx';
import { part } from '../components/part.ts';
import { Region } from '../frame/Region.tsx';
import { useTab } from '../frame/TabBar.tsx';
import { NotUnderstood } from '../import/NotUnderstood.tsx';
import { isShare } from '../settings/numbers.ts';
import { useApp, useText } from '../store/index.ts';
import type { Sent } from '../store/state.ts';
import theme from '../theme/shared.module.css';
import { SentCells } from './SentCells.tsx';
import { SentZone } from './SentZone.tsx';
import styles from './snapshot.module.css';

const Verdict = part(
  () => import('../answer/Verdict.tsx'),
  (m) => m.Verdict,
);
const Plot = part(
  () => import('../compare/ParetoPanel.tsx'),
  (m) => m.ParetoPanel,
);

function NeedsText() {
  const { t } = useText();
  return <span className={styles.need}>{t('sent.text')}</span>;
}

function Holds({ sent, onClose }: { readonly sent: Sent; readonly onClose: () => void }) {
  const { t, n } = useText();
  const { original, cells, rows, day, engine } = sent.snapshot;
  const { name, hash, bytes } = sent.transcript;
  const { budget, target } = useApp((s) => s.scenario.settings);
  const targetText = isShare(target) ? n.percent(target) : t('tokens.count', { count: target });
  return (
    <Dialog title={t('sent.holds')} onClose={onClose}>
      <ul className={theme.bullets}>
        <li>{t('sent.holds.file', { name, size: n.bytes(bytes), hash: hash.slice(0, 8) })}</li>
        <li>{t('sent.holds.original', { messages: original.messages, tokens: original.tokens })}</li>
        <li>{cells.counts.length < original.messages ? t('sent.holds.cells.runs', { count: cells.counts.length }) : t('sent.holds.cells')}</li>
        <li>{t('sent.holds.rows', { count: rows.length })}</li>
        <li>{budget === 'own' ? t('sent.holds.settings', { target: targetText }) : t(`sent.holds.settings.${budget}`)}</li>
      </ul>
      <p>{t('sent.holds.not')}</p>
      <p className={theme.muted}>{t('sent.day', { day, version: engine })}</p>
    </Dialog>
  );
}

function Line({ sent }: { readonly sent: Sent }) {
  const { t } = useText();
  const [open, setOpen] = useState(false);
  const from = sent.length === null ? 'file' : 'link';
  return (
    <div className={styles.line}>
      <Icon name="share" />
      <p>
        {t('sent.line.link')} <b>{t(`sent.line.none.${from}`)}</b> {t('sent.line.rest')} <NeedsText />
      </p>
      <Button kind="link" onClick={() => setOpen(true)}>
        {t(`sent.what.${from}`)}
      </Button>
      {open && <Holds sent={sent} onClose={() => setOpen(false)} />}
    </div>
  );
}

export function SentPane() {
  const { t } = useText();
  const sent = useApp((s) => s.sent);
  const failed = useApp((s) => s.load.phase === 'failed');
  const visible = useApp((s) => s.visible);
  const tab = useTab();
  if (!sent) return null;
  const { starts, snapshot } = sent;
  const { messages } = snapshot.original;
  return (
    <div role="tabpanel" aria-labelledby={`tab-${tab}`} className={styles.pane}>
      <Line sent={sent} />
      {failed && <NotUnderstood />}
      {tab !== 'replay' ? (
        <>
          <Region name={t('tab.answer')}>
            <Suspense>
              <Verdict />
            </Suspense>
          </Region>
          <div className={styles.upper}>
            <div className={styles.compare}>
              <Region name={t('tab.answer')}>
                <ComparePane />
              </Region>
            </div>
            <div className={styles.plot}>
              <Region name={t('plot.title')}>
                <Suspense fallback={<div className={theme.fill} />}>
                  <Plot />
                </Suspense>
              </Region>
            </div>
          </div>
          <div className={styles.lower}>
            <div className={styles.bar}>
              <h2>{t('diff.title')}</h2>
              {visible && (
                <span className="num">
                  {t('sent.side.range', {
                    first: (starts[visible[0]] ?? 0) + 1,
                    last: starts[visible[1] + 1] ?? messages,
                    count: messages,
                  })}
                </span>
              )}
              <NeedsText />
              <span>{t('sent.side.only')}</span>
            </div>
            <div className={styles.body}>
              <SentCells />
              <SentZone />
            </div>
          </div>
        </>
      ) : (
        <div className={styles.alone}>
          <p>
            <NeedsText /> {t('sent.tab')}
          </p>
          <SentZone />
        </div>
      )}
    </div>
  );
}
