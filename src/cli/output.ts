/**
 * Everything that the terminal prints goes through here. Titles, file names, keys and messages come from files of strangers: their
 * control characters would move the cursor, colour the screen or set its title, and marks of direction would reorder a line.
 */

/** Controls of C0 (but tab and line feed), DEL, C1, line and paragraph separators, and the marks that set the direction of text. */
const UNSAFE = /(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** The text with `\u001b` and the like in place of such characters: in JSON that is the same string. */
export const printable = (text: string): string => text.replace(UNSAFE, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The same on one line: what stands inside a sentence or a cell cannot begin a line of its own. */
export const inline = (text: string): string => text.replace(/\s*[\r\n]+\s*/g, ' ');

export const out = (text: string): void => void process.stdout.write(`${printable(text)}\n`);
export const err = (text: string): void => void process.stderr.write(`${printable(text)}\n`);

/** A transcript: byte for byte into a file or a pipe, made printable on a screen. */
export function outFile(text: string): void {
  const whole = text.endsWith('\n') ? text : `${text}\n`;
  process.stdout.write(process.stdout.isTTY ? printable(whole) : whole);
}

let guarded = false;

/** A reader that stops early (`| head`) is no error; what cannot be written otherwise (a full disk) is one line and exit code 1. */
export function guardOutput(cannotWrite: (message: string) => string): void {
  if (guarded) return;
  guarded = true;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    err(cannotWrite(error.message));
    process.exit(1);
  });
  // Where nothing can be said, the exit code still tells.
  process.stderr.on('error', () => {});
}
