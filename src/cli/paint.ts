/** Colour, where the output is a screen that shows it. Every coloured character says the same without its colour. */
import { styleText } from 'node:util';

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

export interface Screen {
  readonly isTTY: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** `--no-color`. */
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
/** For all that is painted from now on. */
export const colour = (wanted: boolean): void => {
  on = wanted;
};

/** The text in its style. It must be printable: nothing is escaped after this. */
export const paint = (style: Style, text: string): string => (on && text !== '' ? styleText(STYLES[style], text, { validateStream: false }) : text);
