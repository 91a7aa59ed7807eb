/** All terminal output goes through here. */

import { styleText } from 'node:util';
import { printable } from '../engine/lib/strings.ts';
import stringWidth from 'string-width';

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
