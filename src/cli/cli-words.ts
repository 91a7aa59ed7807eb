/** Words of the terminal: the common dictionary and its own, in English or the terminal's language. */
import { styleText } from 'node:util';
import stringWidth from 'string-width';
import { closest, distance } from 'fastest-levenshtein';
import type { InUse } from '../engine/api.ts';
import { printable } from '../engine/lib/strings.ts';
import type { Words } from '../engine/report.ts';
import { BUILT_IN_TITLE } from '../engine/summarizers/built-in.ts';
import type { Warning } from '../engine/transcript/types.ts';
import { cli } from '../i18n/en/cli.ts';
import '../i18n/en/engine.ts';
import {
  addDictionary,
  formatReason,
  formatWarning,
  i18n,
  type KeyOf,
  type Language,
  lookup,
  numbers,
  type TextKey,
  type Values,
} from '../i18n/index.ts';
import { languageOf, loadLanguage } from '../i18n/languages.ts';

const graphemes = new Intl.Segmenter();

export const widthOf = (text: string): number => stringWidth(text);

export function fitted(text: string, most: number): string {
  if (widthOf(text) <= most) return text;
  let cut = '';
  let width = 0;
  for (const { segment } of graphemes.segment(text)) {
    width += widthOf(segment);
    if (width > most - 1) break;
    cut += segment;
  }
  return `${cut.trimEnd()}…`;
}

const STYLES = {
  head: 'bold',
  best: 'bold',
  quiet: 'dim',
  warn: 'yellow',
  bad: 'red',
  edited: 'yellow',
  summarized: 'magenta',
  offloaded: 'cyan',
} as const;
export type Style = keyof typeof STYLES;

interface Screen {
  readonly isTTY: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly refused: boolean;
}

/**
 * Whether to colour: never with `--no-color` or NO_COLOR (https://no-color.org), always with FORCE_COLOR (but 0), else on a terminal that
 * is not dumb.
 */
export function hasColour({ isTTY, environment: { NO_COLOR, FORCE_COLOR, TERM }, refused }: Screen): boolean {
  if (refused || (NO_COLOR !== undefined && NO_COLOR !== '')) return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return isTTY && TERM !== 'dumb';
}

let on = false;
export const colour = (wanted: boolean): void => {
  on = wanted;
};

/** The text in its style. It must be printable: nothing is escaped after this. */
export const paint = (style: Style, text: string): string => (on && text !== '' ? styleText(STYLES[style], text, { validateStream: false }) : text);

export { printable };

/** The same on one line: text inside a sentence or a cell cannot start a line of its own. */
export const inline = (text: string): string => text.replace(/\s*[\r\n]+\s*/g, ' ');

let status = false;
const ERASE = '\r\u001b[2K';
/** Takes the line of progress away, so that what comes begins a line. */
export function clearStatus(): void {
  if (!status) return;
  status = false;
  process.stderr.write(ERASE);
}

export function showStatus(text: string): void {
  // A line that wraps could not be taken away.
  const room = (process.stderr.columns || 80) - 1;
  process.stderr.write(`${ERASE}${fitted(printable(inline(text)), room)}`);
  status = true;
}

const write = (to: NodeJS.WriteStream, text: string): void => {
  clearStatus();
  to.write(text);
};

export const out = (text: string): void => write(process.stdout, `${printable(text)}\n`);
export const outPainted = (line: string): void => write(process.stdout, `${line}\n`);
/** Such a line, apart from texts that are not printable yet. */
export interface PaintedText {
  readonly painted: string;
}
export const err = (text: string): void => write(process.stderr, `${printable(text)}\n`);

/** Columns of the screen that the output goes to: COLUMNS, else those of the terminal; infinity for a file or a pipe. */
export function screenColumns(): number {
  const asked = Number(process.env.COLUMNS);
  if (asked >= 1) return asked;
  return (process.stdout.isTTY && process.stdout.columns) || Number.POSITIVE_INFINITY;
}

export function outFile(text: string): void {
  const whole = text.endsWith('\n') ? text : `${text}\n`;
  write(process.stdout, process.stdout.isTTY ? printable(whole) : whole);
}

let guarded = false;

export function guardOutput(cannotWrite: (message: string) => string): void {
  if (guarded) return;
  guarded = true;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    err(cannotWrite(error.message));
    process.exit(1);
  });
  process.stderr.on('error', () => {});
}

/** Behind a Chinese character a line may end, but not before a mark that closes. */
const BETWEEN_CHARACTERS = /(?<=[\u2e80-\ua4cf\uff00-\uff60])(?![，。；：、）》！？…])/u;

export function wrapped(text: string, columns: number): string[] {
  if (text.includes('\n')) return text.split('\n').flatMap((line) => wrapped(line, columns));
  const lines: string[] = [];
  let width = 0;
  for (const word of text.split(' ')) {
    for (const [i, piece] of word.split(BETWEEN_CHARACTERS).entries()) {
      const last = lines.at(-1);
      const space = i === 0 ? ' ' : '';
      const more = widthOf(piece);
      if (last !== undefined && width + space.length + more <= columns) {
        lines[lines.length - 1] = last + space + piece;
        width += space.length + more;
      } else {
        lines.push(piece);
        width = more;
      }
    }
  }
  return lines;
}

interface Look {
  readonly painted?: (text: string) => string;
  /** In the column that grows: drawn at its width, instead of the text. */
  readonly draw?: (width: number) => string;
}

export type Cell = readonly [text: string, align: 'left' | 'right' | 'rest', look?: Look];

const same = (text: string): string => text;

/** Columns that a line's `rest` needs, so that it says something. */
const LEAST_REST = 16;
/** Columns of a title where the table is too wide for the screen, unless told otherwise. */
const LEAST_TITLE = 24;

interface Fit {
  /** Columns of the screen; infinity where the output is no screen. */
  readonly columns: number;
  readonly leaves: readonly number[];
  readonly title?: number;
  readonly grows?: { readonly column: number; readonly least: number; readonly usual: number; readonly most: number };
}

/** Cells in columns, the first row as the head; every text is printable. */
export function grid(
  rows: readonly (readonly Cell[])[],
  { columns, leaves, grows, title: least = LEAST_TITLE }: Fit = { columns: Number.POSITIVE_INFINITY, leaves: [] },
): string[] {
  const safe = rows.map((row) => row.map(([text, align, look = {}]): Required<Cell> => [printable(text), align, look]));
  const widths: number[] = [];
  for (const row of safe)
    for (const [c, [text, align]] of row.entries())
      if (align !== 'rest' || c === safe[0]!.length - 1)
        widths[c] = Math.max(widths[c] ?? 0, align === 'rest' ? Math.min(LEAST_REST, widthOf(text)) : widthOf(text));
  if (grows) widths[grows.column] = columns === Number.POSITIVE_INFINITY ? grows.usual : grows.least;
  const shown = new Set(widths.keys());
  const needed = (): number => [...shown].reduce((sum, c) => sum + widths[c]!, 2 * (shown.size - 1));
  const title = widths[0] ?? 0;
  if (needed() > columns) widths[0] = Math.min(title, least);
  for (const c of leaves) {
    if (needed() <= columns) break;
    shown.delete(c);
  }
  if (columns < Number.POSITIVE_INFINITY) {
    widths[0] = Math.min(title, widths[0]! + Math.max(0, columns - needed()));
    if (grows && shown.has(grows.column)) widths[grows.column] = Math.min(grows.most, grows.least + Math.max(0, columns - needed()));
  }
  return safe.map((row) => {
    const cells = row.flatMap(([full, align, { painted = same, draw }], c) => {
      if (!shown.has(c)) return [];
      return [{ text: draw ? draw(widths[c]!) : align === 'rest' ? full : fitted(full, widths[c]!), align, painted, width: widths[c]! }];
    });
    let line = '';
    let room = columns;
    for (const [i, { text, align, painted, width }] of cells.entries()) {
      const cut = fitted(text, room);
      const space = align === 'rest' ? '' : ' '.repeat(Math.max(0, Math.min(width, room) - widthOf(cut)));
      line += align === 'right' ? space + painted(cut) : painted(cut) + space;
      room -= widthOf(cut) + space.length + 2;
      if (room <= 0 || i === cells.length - 1) break;
      line += '  ';
    }
    return line.trimEnd();
  });
}

// Sentences and tables on a screen: what is longer than a line goes on in the next.

export function say(line: string | PaintedText): void {
  const columns = screenColumns();
  if (typeof line !== 'string') outPainted(line.painted);
  else if (columns === Number.POSITIVE_INFINITY) out(line);
  else for (const fits of wrapped(printable(line), columns)) out(fits);
}

addDictionary('en', cli);

export function languageOfTerminal(argv: readonly string[], environment: Readonly<Record<string, string | undefined>>): Language {
  const at = argv.findIndex((arg) => arg === '--lang' || arg.startsWith('--lang='));
  const chosen = at < 0 ? undefined : argv[at]!.startsWith('--lang=') ? argv[at]!.slice('--lang='.length) : argv[at + 1];
  const { LC_ALL, LC_MESSAGES, LANG } = environment;
  return (chosen && languageOf(chosen)) || languageOf(LC_ALL || LC_MESSAGES || LANG || '') || 'en';
}

export async function speak(language: Language): Promise<void> {
  await loadLanguage(language);
  if (language === 'zh-CN') addDictionary(language, (await import('../i18n/zh-CN/cli.ts')).cli);
  await i18n.changeLanguage(language);
}

export function t(key: KeyOf<typeof cli> | TextKey, values?: Values): string {
  return i18n.t(
    key,
    Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [name, typeof value === 'string' ? inline(value) : value])),
  );
}

export const words: Words = {
  title: (strategy) => lookup(`strategy.${strategy}.title`) ?? strategy,
  reason: (reason) => inline(formatReason(reason)),
};

export const windowText = ({ window, windowFrom, model }: Pick<InUse, 'window' | 'windowFrom' | 'model'>): string =>
  t('cli.window', { window, from: t(windowFrom === 'set' ? 'window.set.default' : `window.${windowFrom}`, { model: model ?? '' }) });

export const placeText = ({ line, path }: Pick<Warning, 'line' | 'path'>): string =>
  line !== undefined ? t('cli.warning.line', { line }) : path !== undefined ? t('cli.warning.path', { path }) : '';

export const warn = (text: string): void => err(t('cli.warning', { text }));

export const warningLine = (warning: Warning): string => t('cli.warning', { text: formatWarning(warning) + placeText(warning) });

export const summarizerText = (title: string): string => (title === BUILT_IN_TITLE ? i18n.t('summarizer.built-in') : title);

export { numbers };

// Wrong use, and input that cannot be read: one line on standard error, exit code 2.

const allowed = (word: string): number => Math.max(2, Math.ceil(word.length / 3));
const LEAST_LETTERS = 3;

/** The nearest of the known words; null where none is near. */
export function nearest(word: string, known: readonly string[]): string | null {
  const asked = word.toLowerCase();
  if (asked.length < LEAST_LETTERS || known.length === 0) return null;
  const words = new Map(known.map((one) => [one.toLowerCase(), one]));
  const near = closest(asked, [...words.keys()]);
  return distance(asked, near) <= allowed(asked) ? words.get(near)! : null;
}

export function didYouMean(word: string, known: readonly string[], written: (name: string) => string = (name) => name): string {
  const name = nearest(word, known);
  return name === null || name === word ? '' : t('cli.meant', { name: written(name) });
}

export const notAmong = (name: string, value: string, known: readonly string[], named = known, written?: (name: string) => string): string =>
  t('cli.error.choice', { name, value, meant: didYouMean(value, known, written), known: named.join(', ') });

/** The error of an option whose value is none of the known; `others` are named in front of them, but never meant. */
export const notOneOf = (name: string, value: string, known: readonly string[], others: readonly string[] = []): string =>
  notAmong(`--${name}`, value, known, [...others, ...known]);

export class UsageError extends Error {}

/** Wrong use, or input that cannot be read: the message says all. */
export const isRefusal = (error: unknown): error is Error => error instanceof UsageError || error instanceof RangeError;

export const unreadable = (file: string, error: unknown): UsageError =>
  new UsageError(t('cli.error.unreadable', { file, message: error instanceof Error ? error.message.replace(/, \w+ '.*$/s, '') : String(error) }));
