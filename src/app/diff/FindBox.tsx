import { Search } from '../components/NumberField.tsx';
import { ACTS } from '../components/acts.ts';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { patternOf } from '../../engine/lib/strings.ts';
import type { View } from '../../scenario/schema.ts';
import { Icon, Tap } from '../components/Button.tsx';
import { begin, soon, useText } from '../store/index.ts';
import styles from './diff.module.css';
import { nextStop } from './model.ts';

export interface TextLine {
  readonly text: string;
  readonly op?: ' ' | '-' | '+' | '@';
}

/** Longer lines are split into pieces of this many characters, so that one cannot fill the page. */
const WRAP = 4_000;

export function toLines(text: string): TextLine[] {
  return text.split('\n').flatMap((line) => {
    if (line.length <= WRAP) return [{ text: line }];
    const pieces: TextLine[] = [];
    for (let at = 0; at < line.length; at += WRAP) pieces.push({ text: line.slice(at, at + WRAP) });
    return pieces;
  });
}

const NONE: readonly number[] = [];
/** Time for one slice of a search in the page, ms. */
const SLICE_MS = 8;
const LINES = 64;

interface Hits {
  readonly hits: readonly number[];
  /** The hit in the middle of the view; a new object brings it there again. null = there is none. */
  readonly at: { readonly index: number } | null;
  readonly searching: boolean;
}

export interface Find extends Hits {
  readonly words: string;
  look(words: string): void;
  found(hits: readonly number[], from: number): void;
  search(): void;
  go(direction: 1 | -1): void;
}

const NOTHING: Hits = { hits: NONE, at: null, searching: false };

export function firstHit(hits: readonly number[], at: number | null, from: number): number | null {
  if (at !== null && hits.includes(at)) return at;
  return hits.find((hit) => hit >= from) ?? hits[0] ?? null;
}

export function nextHit(hits: readonly number[], at: number | null, direction: 1 | -1): number | null {
  return (at === null ? null : nextStop(hits, at, direction)) ?? (direction === 1 ? hits[0] : hits.at(-1)) ?? null;
}

export function useFind(view: string): Find {
  const [words, look] = useState('');
  const [state, setState] = useState<Hits & { readonly of: string }>({ ...NOTHING, of: '' });
  const of = `${view} ${words}`;
  const found = useCallback(
    (hits: readonly number[], from: number) =>
      setState((before) => {
        const index = firstHit(hits, before.at?.index ?? null, from);
        const same = before.of === of && before.at?.index === index;
        return { of, hits, searching: false, at: same ? before.at : index === null ? null : { index } };
      }),
    [of],
  );
  const search = useCallback(() => setState((before) => ({ ...before, searching: true })), []);
  const current = words !== '' && state.of === of ? state : NOTHING;
  const go = useCallback(
    (direction: 1 | -1) =>
      setState((before) => {
        const index = nextHit(before.hits, before.at?.index ?? null, direction);
        return index === null ? before : { ...before, at: { index } };
      }),
    [],
  );
  return useMemo(
    () => ({ words, look, found, search, go, hits: current.hits, at: current.at, searching: words !== '' && (state.of !== of || state.searching) }),
    [words, found, search, go, current, state, of],
  );
}

/** Numbers of the lines that contain the words, found in slices: a request may have a million lines. null = not yet, or nothing is looked for. */
export function useLineHits(lines: readonly TextLine[], words: string): readonly number[] | null {
  const [known, setKnown] = useState<{ readonly lines: readonly TextLine[]; readonly words: string; readonly hits: readonly number[] } | null>(null);
  useEffect(() => {
    if (words === '') return;
    const pattern = patternOf(words);
    const hits: number[] = [];
    let at = 0;
    let timer = 0;
    const end = begin();
    const slice = (): void => {
      const until = performance.now() + SLICE_MS;
      do {
        for (const stop = Math.min(lines.length, at + LINES); at < stop; at++) if (pattern.test(lines[at]!.text)) hits.push(at);
      } while (at < lines.length && performance.now() < until);
      if (at < lines.length) timer = window.setTimeout(slice);
      else {
        setKnown({ lines, words, hits });
        end();
      }
    };
    timer = window.setTimeout(slice);
    return () => {
      window.clearTimeout(timer);
      end();
    };
  }, [lines, words]);
  return words !== '' && known?.lines === lines && known.words === words ? known.hits : null;
}

const PAUSE_MS = 120;

export function FindBox({ find, layout, onLeave }: { readonly find: Find; readonly layout: View['layout']; onLeave(): void }) {
  const { t } = useText();
  const [text, setText] = useState('');
  const { look, go, hits, at, searching, words } = find;
  useEffect(() => soon(() => look(text.trim()), PAUSE_MS), [text, look]);
  const keys: Readonly<Record<string, (() => void) | undefined>> = {
    ArrowDown: () => go(1),
    ArrowUp: () => go(-1),
    Escape: () => (text === '' ? onLeave() : setText('')),
  };
  return (
    <search className="inline gap4">
      <Search
        className={`wide150 ${styles.findInput}`}
        label={t('diff.find')}
        aria-keyshortcuts={ACTS.find.keys!.toReversed().join(' ').replace('mod', 'Control')}
        title={t(`diff.find.${layout}`)}
        data-find
        value={text}
        onChange={setText}
        onKeyDown={(e) => {
          const act = e.key === 'Enter' ? () => go(e.shiftKey ? -1 : 1) : keys[e.key];
          if (!act) return;
          e.preventDefault();
          act();
        }}
      />
      {text.trim() && (
        <>
          <span
            className={`small muted num toRight ${styles.findCount}`}
            data-none={(words !== '' && !searching && hits.length === 0) || undefined}
            role="status"
          >
            {searching || words === ''
              ? '…'
              : hits.length
                ? t('diff.find.hits', { at: at === null ? 0 : hits.indexOf(at.index) + 1, count: hits.length })
                : t('diff.find.none')}
          </span>
          {([-1, 1] as const).map((direction) => {
            const name = t(direction === 1 ? 'diff.find.next' : 'diff.find.previous');
            return (
              <Tap key={direction} className="icon" disabled={!hits.length} aria-label={name} title={name} onClick={() => go(direction)}>
                <Icon name={direction === 1 ? 'down' : 'up'} />
              </Tap>
            );
          })}
        </>
      )}
    </search>
  );
}

interface Piece {
  readonly text: string;
  readonly marked: boolean;
}

const MOST = 200;

/** The first of the wanted texts that some part contains; null if none does. */
export function wordsIn(parts: readonly { readonly text: string }[], texts: readonly string[]): string | null {
  for (const text of texts) {
    for (const form of new Set([text, text.trim(), firstLine(text)])) {
      if (form !== '' && parts.some((part) => part.text.includes(form))) return form;
    }
  }
  return null;
}

const firstLine = (text: string): string => text.trim().split('\n', 1)[0]!.trim();

export function piecesOf(text: string, words: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (let at = text.indexOf(words); at >= 0 && pieces.length < 2 * MOST; at = text.indexOf(words, from)) {
    if (at > from) pieces.push({ text: text.slice(from, at), marked: false });
    pieces.push({ text: words, marked: true });
    from = at + words.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), marked: false });
  return pieces;
}

/** The same for words that somebody looks for: in capitals or not. */
export function foundIn(text: string, words: string): readonly Piece[] {
  const pattern = new RegExp(patternOf(words), 'giu');
  const pieces: Piece[] = [];
  let from = 0;
  for (const { 0: match, index } of text.matchAll(pattern)) {
    if (pieces.length >= 2 * MOST) break;
    if (index > from) pieces.push({ text: text.slice(from, index), marked: false });
    pieces.push({ text: match, marked: true });
    from = index + match.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), marked: false });
  return pieces;
}

export function Marked({ pieces }: { readonly pieces: readonly Piece[] }) {
  return pieces.map((piece, i) =>
    piece.marked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
      <mark key={i} className={`edge plainText ${styles.marked}`}>
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}

/** Text with the words marked that somebody looks for; '' = nobody does. */
export function Found({ text, words }: { readonly text: string; readonly words: string }) {
  return words === '' ? text : <Marked pieces={foundIn(text, words)} />;
}
