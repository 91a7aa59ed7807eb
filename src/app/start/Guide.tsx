/** Five notes beside what they are about. The page stays in use: nothing is behind them, and Escape leaves at any time. docs/start.md */
import { listen } from '../components/elements.ts';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import '../../i18n/en/orientation.ts';
import { Button } from '../components/Button.tsx';
import { actions, isTextField, useTab, useText, useUi } from '../store/index.ts';
import { DocumentLink } from '../documents/DocumentLink.tsx';
import classes from './start.module.css';

// The five steps of the guide, and what on the page each of them is about. docs/start.md

const STEPS = ['answer', 'row', 'number', 'budget', 'own'] as const;
type Step = (typeof STEPS)[number];

const ANCHORS: Record<Step, readonly string[]> = {
  answer: ['[data-guide="answer"]'],
  row: ['[role="tabpanel"] [data-key] [data-strip]', '[role="tabpanel"] [data-key]'],
  number: ['[role="tabpanel"] [data-key] [data-guide="number"]', '[role="tabpanel"] [data-key]'],
  budget: ['[data-setting="target"]', '[data-opens-controls]'],
  own: ['[data-guide="own"]'],
};

const isSeen = (element: Element): boolean => element.getClientRects().length > 0;

function anchorOf(step: Step): Element | null {
  for (const selector of ANCHORS[step]) {
    const found = [...document.querySelectorAll(selector)].find(isSeen);
    if (found) return found;
  }
  return null;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export const GAP = 8;

export function noteAt(anchor: Box | null, note: Pick<Box, 'width' | 'height'>, page: Pick<Box, 'width' | 'height'>): Pick<Box, 'left' | 'top'> {
  const within = (at: number, size: number, room: number) => Math.max(GAP, Math.min(at, room - size - GAP));
  if (!anchor) return { left: within(page.width, note.width, page.width), top: within(page.height, note.height, page.height) };
  const left = within(anchor.left, note.width, page.width);
  const below = anchor.top + anchor.height + GAP;
  const above = anchor.top - GAP - note.height;
  const top =
    below + note.height + GAP <= page.height
      ? Math.max(GAP, below)
      : above >= GAP
        ? within(above, note.height, page.height)
        : within(page.height, note.height, page.height);
  return { left, top };
}

const LOOK_MS = 200;

function useBeside(step: Step) {
  const note = useRef<HTMLElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    let last = '';
    const place = (): void => {
      if (!note.current || !frame.current) return;
      const anchor = anchorOf(step)?.getBoundingClientRect() ?? null;
      const { width, height } = note.current.getBoundingClientRect();
      const now = JSON.stringify([anchor, width, height, innerWidth, innerHeight]);
      if (now === last) return;
      last = now;
      const { left, top } = noteAt(anchor, { width, height }, { width: innerWidth, height: innerHeight });
      note.current.style.translate = `${left}px ${top}px`;
      frame.current.hidden = anchor === null;
      if (!anchor) return;
      frame.current.style.translate = `${anchor.left - GAP / 2}px ${anchor.top - GAP / 2}px`;
      frame.current.style.width = `${anchor.width + GAP}px`;
      frame.current.style.height = `${anchor.height + GAP}px`;
    };
    anchorOf(step)?.scrollIntoView({ block: 'nearest' });
    place();
    const timer = setInterval(place, LOOK_MS);
    const end = listen(window, { resize: place, scroll: place }, { capture: true });
    return () => {
      clearInterval(timer);
      end();
    };
  }, [step]);
  return { note, frame };
}

function Notes({ at }: { readonly at: number }) {
  const { t } = useText();
  const heading = useId();
  const step = STEPS[at] ?? STEPS[0];
  const { note, frame } = useBeside(step);
  const leave = (): void => useUi.setState({ guide: null });
  const go = (by: number): void => useUi.setState({ guide: at + by });
  const last = at === STEPS.length - 1;
  useEffect(() => {
    const key = (e: KeyboardEvent): void => {
      const elsewhere = e.defaultPrevented || isTextField(e.target) || document.querySelector('dialog[open], [popover]:popover-open') !== null;
      if (e.key === 'Escape' && !elsewhere) leave();
    };
    return listen(window, { keydown: key });
  });
  return (
    <>
      <div ref={frame} className="top0 through overPage layerDrop left0 rounder framedStrongAccent" aria-hidden="true" />
      <aside
        ref={note}
        className={`stack gap8 surface size13 top0 floats overPage layerDrop left0 framedAccent r3 line20 ${classes.note}`}
        aria-labelledby={heading}
      >
        <div className="row gap8">
          <h2 id={heading} className="fill">
            {t(`guide.${step}`)}
          </h2>
          <span className="muted num">{t('guide.step', { step: at + 1, of: STEPS.length })}</span>
          <Button kind="ghost" icon="close" aria-label={t('guide.leave')} title={t('guide.leave')} onClick={leave} />
        </div>
        <p className="second" aria-live="polite">
          {t(`guide.${step}.text`)}
        </p>
        {last && (
          <p className="second">
            <DocumentLink id="guide">{t('guide.more')}</DocumentLink>
          </p>
        )}
        <div className="row wrap gap8">
          <span className="fill" />
          {at > 0 && <Button onClick={() => go(-1)} text={t('documents.back')} />}
          <Button kind="primary" onClick={() => (last ? leave() : go(1))} text={last ? t('guide.done') : t('fates.next')} />
        </div>
      </aside>
    </>
  );
}

export function Guide() {
  const at = useUi((s) => s.guide);
  const tab = useTab();
  const begins = at === 0;
  const toCompare = useEffectEvent((): void => {
    if (tab !== 'policies') actions.setView('tab', 'policies');
  });
  // Once, where it begins: who opens another tab meanwhile stays there.
  useEffect(() => {
    if (begins) toCompare();
  }, [begins]);
  return at !== null && <Notes at={at} />;
}
