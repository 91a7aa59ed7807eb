/** The receiver's view of a run without its file: what it is, rows and plot as sent, messages without texts, and where to drop the file. */
import { useEffect, useRef, useState } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { EDIT, FATES } from '../../engine/strategies/contract.ts';
import '../../i18n/en/sent.ts';
import { ComparePane } from '../compare/ComparePane.tsx';
import { Button, Icon } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { part, Parts, Region } from '../components/part.tsx';
import { NotUnderstood, pickFile } from '../import/FileStates.tsx';
import { FateChip, PinLetter } from '../rows/Chips.tsx';
import { useTableRows } from '../rows/useTableRows.ts';
import { actions, isShare, openDialog, type SentRun, useApp, useTab, useText, useUi } from '../store/index.ts';
import styles from './snapshot.module.css';

function SentZone() {
  const { t } = useText();
  const sent = useApp((s) => s.sent);
  const wrong = useApp((s) => s.expected?.wrong ?? null);
  if (!sent) return null;
  const { name, hash } = sent.transcript;
  return (
    <section className={`row gap6 second toCenter margin12 rounder centered ${styles.zone}`} aria-label={t('sent.zone', { name })}>
      <Icon name="import" size={22} />
      <h3 className="plainText bold13 breaks">{t('sent.zone', { name })}</h3>
      <p>{t('sent.zone.text', { hash: hash.slice(0, 8) })}</p>
      {wrong && (
        <p role="alert" className="bad">
          {t('expected.wrong', { name: wrong.name, hash: wrong.hash.slice(0, 8) })}
        </p>
      )}
      {wrong ? (
        <Button onClick={() => void actions.openAnyway()} text={t('sent.anyway')} />
      ) : (
        <Button kind="link" onClick={pickFile} text={t('sent.zone.choose')} />
      )}
      <small>{t('compare.strategy.facts', { count: sent.snapshot.rows.length })}</small>
    </section>
  );
}

const ROLES = ['system', 'user', 'assistant', 'tool'] as const;
const ROW = 26;
const HEAD = 28;

function SentCells() {
  const { t, n } = useText();
  const comparison = useApp((s) => s.comparison);
  const sent = useApp((s) => s.sent);
  const selected = useApp((s) => s.scenario.view.selected);
  const rows = useTableRows(comparison);
  const scroller = useRef<HTMLDivElement>(null);
  const count = comparison?.transcript.n ?? 0;
  const list = useVirtualizer({ count, getScrollElement: () => scroller.current, estimateSize: () => ROW, overscan: 12, scrollPaddingStart: HEAD });
  const { scrollToIndex } = list;
  useEffect(() => {
    if (selected !== null) scrollToIndex(selected, { align: 'auto' });
  }, [selected, scrollToIndex]);
  const items = list.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => actions.setVisible(count > 0 ? [first, last] : null), [first, last, count]);
  if (!comparison || !sent) return null;
  const { transcript } = comparison;
  const { counts } = sent.snapshot.cells;
  const pins = rows.filter((row) => row.pin && row.result).sort((a, b) => a.pin!.localeCompare(b.pin!));
  const runs = counts.length < sent.snapshot.original.messages;
  const after = list.getTotalSize() - (items.at(-1)?.end ?? 0);
  const space = (height: number) =>
    height > 0 && (
      <tr aria-hidden>
        <td data-space style={{ height }} colSpan={3 + Number(runs) + pins.length} />
      </tr>
    );
  return (
    // A list that scrolls is reached by the keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the region scrolls
    <div ref={scroller} className={`scrolls thinScrollbar ${styles.cells}`} tabIndex={0} role="region" aria-label={t('diff.title')}>
      <table>
        <colgroup>
          <col className="wide84" />
          <col className="wide84" />
          {runs && <col className={styles.count} />}
          <col className={styles.count} />
          {pins.map(({ key }) => (
            <col key={key} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th className="sticky top0 layer1 high28 pad0-12 bgApp second caption medium ellipsis" scope="col">
              {t('sent.no')}
            </th>
            <th className="sticky top0 layer1 high28 pad0-12 bgApp second caption medium ellipsis" scope="col">
              {t('sent.role')}
            </th>
            {runs && (
              <th scope="col" className={`sticky top0 layer1 high28 pad0-12 bgApp second caption medium ellipsis ${styles.number}`}>
                {t('label.messages')}
              </th>
            )}
            <th scope="col" className={`sticky top0 layer1 high28 pad0-12 bgApp second caption medium ellipsis ${styles.number}`}>
              {t('label.tokens')}
            </th>
            {pins.map(({ key, pin, title }) => (
              <th className="sticky top0 layer1 high28 pad0-12 bgApp second caption medium ellipsis" key={key} scope="col" title={title} data-pin>
                <PinLetter letter={pin!} /> {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {space(items[0]?.start ?? 0)}
          {items.map(({ index }) => (
            <tr key={index} data-selected={index === selected || undefined}>
              <td className="num">
                #{sent.starts[index]! + 1}
                {counts[index]! > 1 && `–${sent.starts[index]! + counts[index]!}`}
              </td>
              <td>{t(`strip.role.${ROLES[transcript.roles[index]!] ?? 'user'}`)}</td>
              {runs && <td className={styles.number}>{n.whole(counts[index]!)}</td>}
              <td className={styles.number}>{n.whole(transcript.tokens[index]!)}</td>
              {pins.map(({ key, result }) => {
                const fate = FATES[result!.fates[index]!] ?? 'keep';
                return (
                  <td key={key}>
                    <span className="inline gap6">
                      <FateChip fate={fate} />
                      {result!.fates[index] === EDIT
                        ? t('sent.left', { left: result!.left[index]!, tokens: transcript.tokens[index]! })
                        : t(`fate.${fate}`)}
                    </span>
                  </td>
                );
              })}
            </tr>
          ))}
          {space(after)}
        </tbody>
      </table>
    </div>
  );
}

const Verdict = part(() => import('../answer/Verdict.tsx'), 'Verdict');
const Plot = part(() => import('../compare/ParetoPanel.tsx'), 'ParetoPanel');

function NeedsText() {
  const { t } = useText();
  return <span className="tiny fixed second oneLine pad0-4 edge framedDashed">{t('diff.part.text')}</span>;
}

function Holds({ sent, onClose }: { readonly sent: SentRun; readonly onClose: () => void }) {
  const { t, n } = useText();
  const { original, cells, rows, day, engine } = sent.snapshot;
  const { name, hash, bytes } = sent.transcript;
  const { budget, target } = useApp((s) => s.scenario.settings);
  const targetText = isShare(target) ? n.percent(target) : t('tokens.count', { count: target });
  return (
    <Dialog title={t('sent.holds')} onClose={onClose}>
      <ul className="bullets">
        <li>{t('sent.holds.file', { name, size: n.bytes(bytes), hash: hash.slice(0, 8) })}</li>
        <li>{t('sent.holds.original', { messages: original.messages, tokens: original.tokens })}</li>
        <li>{cells.counts.length < original.messages ? t('sent.holds.cells.runs', { count: cells.counts.length }) : t('sent.holds.cells')}</li>
        <li>{t('sent.holds.rows', { count: rows.length })}</li>
        <li>{t('sent.holds.settings', { at: budget === 'own' ? t('gauge.target', { value: targetText }) : t(`control.compare.${budget}`) })}</li>
      </ul>
      <p>{t('sent.holds.not')}</p>
      <p className="muted">{t('sent.day', { day, version: engine })}</p>
    </Dialog>
  );
}

function Line({ sent }: { readonly sent: SentRun }) {
  const { t } = useText();
  const [open, setOpen] = useState(false);
  return (
    <div className={`row fixed second ruled pad4-12 wrap leastHigh30 bgSel ${styles.line}`}>
      <Icon name="share" />
      <p>
        {t('sent.line.link')} <b className="plainText">{t('sent.line.none')}</b> {t('sent.line.rest')} <NeedsText />
      </p>
      <Button kind="link" onClick={() => setOpen(true)} text={t('sent.what')} />
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
    <div role="tabpanel" aria-labelledby={`tab-${tab}`} className={`stack fill shrinksHeight narrowBlock ${styles.pane}`}>
      <Line sent={sent} />
      {failed && <NotUnderstood />}
      {tab !== 'replay' ? (
        <>
          <Region name={t('tab.answer')}>
            <Parts>
              <Verdict />
            </Parts>
          </Region>
          <div className={`grid clips leastHigh120 narrowBlock ${styles.upper}`}>
            <div className={`stack surface shrinks shrinksHeight ${styles.compare}`}>
              <Region name={t('tab.answer')}>
                <ComparePane />
              </Region>
            </div>
            <div className={`stack surface shrinksHeight ${styles.plot}`}>
              <Region name={t('plot.title')}>
                <Parts fallback={<div className="fill" />}>
                  <Plot />
                </Parts>
              </Region>
            </div>
          </div>
          <div className={`stack surface narrowBlock ${styles.lower}`}>
            <div className="row gap8 fixed second ruled pad0-12 wrap" style={{ minHeight: 'var(--bar-region)' }}>
              <h2 className="plainText">{t('diff.title')}</h2>
              {visible && (
                <span className="num">
                  {t('diff.range', { first: (starts[visible[0]] ?? 0) + 1, last: starts[visible[1] + 1] ?? messages, count: messages })}
                </span>
              )}
              <NeedsText />
              <span>{t('sent.side.only')}</span>
            </div>
            <div className={`grid grows shrinksHeight narrowBlock ${styles.body}`}>
              <SentCells />
              <SentZone />
            </div>
          </div>
        </>
      ) : (
        <div className="stack fill middle toCenter shrinksHeight">
          <p>
            <NeedsText /> {t('sent.tab')}
          </p>
          <SentZone />
        </div>
      )}
    </div>
  );
}

export function NeedsFile({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const name = useApp((s) => s.sent?.transcript.name ?? '');
  const shares = useUi((s) => s.dialog === 'share');
  const link = useApp((s) => s.sent?.length !== null);
  return (
    <Dialog title={t('sent.needs')} onClose={onClose}>
      {shares && link && <p>{t('sent.needs.share')}</p>}
      <p>{t('sent.needs.text', { name })}</p>
      <SentZone />
    </Dialog>
  );
}

export function SentName() {
  const { t } = useText();
  const name = useApp((s) => s.sent?.transcript.name ?? '');
  const snapshot = useApp((s) => s.sent?.snapshot ?? null);
  return (
    <>
      <b className={`size13 ${styles.name} ellipsis`}>{name}</b>
      <span className={`tiny fixed second oneLine pad0-4 edge ${styles.tag}`}>
        {t('sent.tag')}
        <span className={styles.wider}>
          {', '}
          {snapshot?.day}, {t('sent.engine', { version: snapshot?.engine ?? '' })}
        </span>
      </span>
    </>
  );
}

export function SentStatus() {
  const { t } = useText();
  const sent = useApp((s) => s.sent);
  if (!sent) return null;
  const count = sent.snapshot.rows.length;
  return <span className="num">{sent.length === null ? t('sent.status.file', { count }) : t('sent.status.link', { count, size: sent.length })}</span>;
}

export function SentButtons() {
  const { t } = useText();
  return (
    <>
      <Button kind="primary" icon="import" title={t('sent.drop.help')} onClick={pickFile} text={t('sent.drop')} />
      <Button className={styles.own} onClick={() => openDialog('import')} text={t('sent.own')} />
    </>
  );
}
