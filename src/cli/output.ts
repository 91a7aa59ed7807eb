/**
 * All terminal output goes through here. Titles, file names, keys and messages come from untrusted files: their control characters could
 * move the cursor, colour the screen or set its title, and direction marks could reorder a line.
 */

/** C0 controls (except tab and line feed), DEL, C1, line and paragraph separators, and direction marks. */
const UNSAFE = /(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** The text with such characters as `\u001b` and the like; in JSON that is the same string. */
export const printable = (text: string): string => text.replace(UNSAFE, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The same on one line: text inside a sentence or a cell cannot start a line of its own. */
export const inline = (text: string): string => text.replace(/\s*[\r\n]+\s*/g, ' ');

export const out = (text: string): void => void process.stdout.write(`${printable(text)}\n`);
/** A line of a table, whose texts are printable already and may be coloured. */
export const outPainted = (line: string): void => void process.stdout.write(`${line}\n`);
export const err = (text: string): void => void process.stderr.write(`${printable(text)}\n`);

/** Columns of the screen that the output goes to: COLUMNS, else those of the terminal; infinity for a file or a pipe. */
export function screenColumns(): number {
  const asked = Number(process.env.COLUMNS);
  if (asked >= 1) return asked;
  return (process.stdout.isTTY && process.stdout.columns) || Number.POSITIVE_INFINITY;
}

/** A transcript: byte for byte into a file or a pipe, made printable on a screen. */
export function outFile(text: string): void {
  const whole = text.endsWith('\n') ? text : `${text}\n`;
  process.stdout.write(process.stdout.isTTY ? printable(whole) : whole);
}

let guarded = false;

/** A reader that stops early (`| head`) is no error; any other failure to write (a full disk) is one line and exit code 1. */
export function guardOutput(cannotWrite: (message: string) => string): void {
  if (guarded) return;
  guarded = true;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    err(cannotWrite(error.message));
    process.exit(1);
  });
  // Without an output stream, the exit code still reports it.
  process.stderr.on('error', () => {});
}
