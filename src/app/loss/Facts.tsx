/** What was needed later and lost, a line a fact, and beside it the two places of the selected one. */
import { listen } from '../components/elements.ts';
import { keyAt } from '../components/acts.ts';
import '../../i18n/answer-words.ts';
import { Fragment, type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react';
import { client, isTextField, openDialog, showMarked, useApp, useAsk, useText } from '../store/index.ts';
import type { LostFact, Place } from '../../worker/loss-protocol.ts';
import type { FullMessage } from '../../worker/protocol.ts';
import { FateChip } from '../rows/Chips.tsx';
import { LETTERS } from '../rows/compare-rows.ts';
import { Button } from '../components/Button.tsx';
import { Marked, piecesOf } from '../diff/FindBox.tsx';
import styles from './loss.module.css';

const NONE: readonly LostFact[] = [];
const HEAD = 28;
/** Characters around a fact that are shown of its message. */
const AROUND = 420;

/** Facts that A, B or C lost; null while they are not known. */
export function useLost(): readonly LostFact[] | null {
  const comparison = useApp((s) => s.comparison);
  const recalled = useApp((s) => s.recalled);
  const compared = useApp((s) => s.compared);
  const there = comparison !== null && recalled?.of === comparison && compared.every((key) => comparison.rows.some((row) => row.key === key));
  const { answer, failed } = useAsk(client.lostBy, there ? [...compared] : null, [comparison, recalled]);
  return failed ? NONE : answer;
}

export const split = (facts: readonly LostFact[]): { readonly kept: readonly LostFact[]; readonly lost: readonly LostFact[] } => ({
  kept: facts.filter(({ lost: [a = 0, b = 0] }) => a !== null && a > 0 && b === 0),
  lost: facts.filter(({ lost: [a = 0, b = 0] }) => a === 0 && b !== null && b > 0),
});

export const factId = ({ kind, text }: LostFact): string => `${kind} ${text}`;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

function Cell({ letter, lost, cuts }: { readonly letter: string; readonly lost: number | null; readonly cuts: number }) {
  const { t } = useText();
  if (lost === null) return <abbr title={t('reason.measure-hidden')}>—</abbr>;
  return lost === 0 ? (
    <span role="img" aria-label={t('answer.fact.kept', { letter })} title={t('answer.fact.kept', { letter })}>
      ✓
    </span>
  ) : (
    <span
      role="img"
      data-lost
      aria-label={t('answer.fact.lost', { letter, count: lost, cuts })}
      title={t('answer.fact.lost', { letter, count: lost, cuts })}
    >
      ✗ {lost}
    </span>
  );
}

interface ListProps {
  readonly groups: readonly { readonly title: string | null; readonly facts: readonly LostFact[] }[];
  readonly selected: LostFact | null;
  onSelect(fact: LostFact): void;
}

/** One tab stop; J, K and the arrows walk, S and N go to where it was said and needed. */
export function FactList({ groups, selected, onSelect }: ListProps) {
  const { t } = useText();
  const cuts = useApp((s) => s.recalled?.reply.cuts.length ?? 0);
  const list = useRef<HTMLDivElement>(null);
  const all = groups.flatMap(({ facts }) => facts);
  const at = selected ? all.indexOf(selected) : -1;
  const act = (e: Pick<globalThis.KeyboardEvent, 'key' | 'shiftKey'>): boolean => {
    const step = keyAt('facts', e);
    const place = keyAt('places', e);
    const by = step === 0 || e.key === 'ArrowDown' ? 1 : step === 1 || e.key === 'ArrowUp' ? -1 : 0;
    const next = all[at + by];
    if (by !== 0 && next) onSelect(next);
    else if (selected && place >= 0) go(place === 0 ? selected.said : selected.use, selected);
    else return by !== 0;
    return true;
  };
  const anywhere = useEffectEvent((e: globalThis.KeyboardEvent): void => {
    if (e.ctrlKey || e.metaKey || e.altKey || e.defaultPrevented || isTextField(e.target)) return;
    if (e.target instanceof Element && e.target.closest('[role="listbox"], table, dialog, [data-beside]')) return;
    if (!e.key.startsWith('Arrow') && act(e)) e.preventDefault();
  });
  useEffect(() => {
    return listen(window, { keydown: (e: globalThis.KeyboardEvent) => anywhere(e) });
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another line is selected
  useEffect(() => {
    const box = list.current;
    const option = box?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (!box || !option) return;
    // Only the list scrolls: the page stays where it is.
    const [top, low] = [option.offsetTop - HEAD, option.offsetTop + option.offsetHeight - box.clientHeight];
    if (box.scrollTop > top) box.scrollTop = top;
    else if (box.scrollTop < low) box.scrollTop = low;
  }, [at]);
  return (
    <div
      ref={list}
      className="fillHeight relative scrollsDown thinScrollbar"
      role="listbox"
      tabIndex={0}
      aria-label={t('answer.facts')}
      aria-activedescendant={at >= 0 ? `fact-${at}` : undefined}
      onKeyDown={(e: KeyboardEvent) => {
        if (!e.ctrlKey && !e.metaKey && !e.altKey && act(e)) e.preventDefault();
      }}
    >
      <div className={`ruled grid middle high28 pad0-Gutter size12 num pressable ${styles.factLine}`} data-head aria-hidden>
        <span title={t('answer.fact.head')}>{t('answer.fact.head')}</span>
        <span>{t('answer.fact.said')}</span>
        <span>{t('answer.fact.needed')}</span>
        {LETTERS.map((letter) => (
          <span key={letter}>{letter}</span>
        ))}
      </div>
      {groups.map(({ title, facts }) => (
        <div key={title ?? ''} role="group" aria-label={title ?? t('answer.facts')}>
          {title !== null && facts.length > 0 && <p className="caption second ruled bgApp pad4-Gutter">{title}</p>}
          {facts.map((fact) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: a listbox moves its selection by itself
            <div
              key={factId(fact)}
              id={`fact-${all.indexOf(fact)}`}
              role="option"
              tabIndex={-1}
              aria-selected={fact === selected}
              className={`ruled grid middle high28 pad0-Gutter size12 num pressable ${styles.factLine}`}
              onClick={() => onSelect(fact)}
            >
              <code className="ellipsis" title={fact.text}>
                {oneLine(fact.text)}
              </code>
              <span>#{fact.said.recorded + 1}</span>
              <span title={fact.needed.map(({ recorded }) => `#${recorded + 1}`).join(', ')}>
                #{fact.needed[0]!.recorded + 1}
                {fact.needed.length > 1 && <small> {t('answer.fact.times', { count: fact.needed.length })}</small>}
              </span>
              {LETTERS.map((letter, i) => (
                <Cell key={letter} letter={letter} lost={fact.lost[i] === undefined ? 0 : fact.lost[i]} cuts={cuts} />
              ))}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

const go = (place: Place, fact: LostFact): void => {
  if (place.message < 0) return;
  openDialog(null);
  showMarked(place.message, [fact.text]);
};

/** Arguments of a call are JSON: its strings are shown as the text that they are. */
export const asText = ({ kind, text }: FullMessage['parts'][number]): string =>
  kind === 'tool-call' ? text.replace(/\\([nt"\\/])/g, (_, sign: string) => ({ n: '\n', t: '\t' })[sign] ?? sign) : text;

function excerpt(parts: FullMessage['parts'], words: string): string {
  const texts = parts.map(asText);
  const text = texts.find((one) => one.includes(words)) ?? texts[0] ?? '';
  const at = Math.max(0, text.indexOf(words) - AROUND / 3);
  const end = at + AROUND;
  return `${at > 0 ? '… ' : ''}${text.slice(at, end).trim()}${end < text.length ? ' …' : ''}`;
}

function PlaceLink({ place, fact }: { readonly place: Place; readonly fact: LostFact }) {
  const name = `#${place.recorded + 1}`;
  if (place.message < 0) return name;
  return <Button kind="link" onClick={() => go(place, fact)} text={name} />;
}

function Side({ what, place, fact }: { readonly what: 'said' | 'needed'; readonly place: Place; readonly fact: LostFact }) {
  const { t } = useText();
  const comparison = useApp((s) => s.comparison);
  const { answer } = useAsk(client.full, place.message >= 0 ? [place.message] : null, [comparison]);
  const here = answer?.index === place.message ? answer : null;
  return (
    <div className={`stack surface shrinks shrinksHeight framedFaint rounder ${styles.side}`}>
      <p>
        <b>{t(`answer.pair.${what}`)}</b> <PlaceLink place={place} fact={fact} /> {here?.parts[0]?.label}
      </p>
      {/* A region that scrolls is reached by the keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <pre className="pad8-12 scrolls fillHeight" tabIndex={0} role="region" aria-label={t(`answer.pair.${what}`)}>
        {here ? <Marked pieces={piecesOf(excerpt(here.parts, fact.text), fact.text)} /> : place.message < 0 ? t('answer.pair.elsewhere') : ''}
      </pre>
    </div>
  );
}

/** What A, B and C have in its place, where the first of them lost it. */
function Hands({ fact }: { readonly fact: LostFact }) {
  const { t } = useText();
  const comparison = useApp((s) => s.comparison);
  const recalled = useApp((s) => s.recalled);
  const compared = useApp((s) => s.compared);
  const { answer, late } = useAsk(client.inHand, [compared, fact], [comparison, recalled]);
  return (
    <section
      className="grid fixed gap4-12 middle size12"
      style={{ gridTemplateColumns: '16px max-content minmax(0, 1fr)', minHeight: 88 }}
      aria-busy={answer === null || late}
    >
      <p className="whole second caption">{t('answer.hand', { at: fact.cut + 1 })}</p>
      {compared.map((key, i) => {
        const hand = late ? undefined : answer?.find((one) => one.key === key);
        return (
          <Fragment key={key}>
            <b>{LETTERS[i]}</b>
            <span className="ellipsis">
              {hand && <FateChip fate={hand.fate} />} {hand && t(`fate.${hand.fate}`)} {hand?.place && <PlaceLink place={hand.place} fact={fact} />}
            </span>
            <span className="ellipsis" title={hand?.text}>
              {hand?.text ? (
                <q>
                  <Marked pieces={piecesOf(oneLine(hand.text), oneLine(fact.text))} />
                </q>
              ) : answer && !late ? (
                t(hand ? 'answer.hand.nothing' : 'bar.unmeasured')
              ) : (
                ''
              )}
            </span>
          </Fragment>
        );
      })}
    </section>
  );
}

/** Where a fact was said and where it was needed, side by side, and what A, B and C have of it. */
export function Pair({ fact }: { readonly fact: LostFact }) {
  const { t } = useText();
  return (
    <section className={`stack gap8 bgApp shrinksHeight ${styles.pair}`} aria-label={t('answer.pair')}>
      <p className={`row ${styles.pairHead}`} title={`${oneLine(fact.text)}, ${t('answer.fact.times.long', { count: fact.needed.length })}`}>
        <code className="ellipsis">{oneLine(fact.text)}</code>{' '}
        <small className="fixed">{t('answer.fact.times.long', { count: fact.needed.length })}</small>
      </p>
      <div className={`fillHeight grid ${styles.sides}`}>
        <Side key={`s ${fact.said.message}`} what="said" place={fact.said} fact={fact} />
        <Side key={`n ${fact.use.message}`} what="needed" place={fact.use} fact={fact} />
      </div>
      <Hands fact={fact} />
    </section>
  );
}
