/** Outcome of a tool call, as far as its result shows: the exit code, and whether it failed. */
import type { ToolResultPart } from '../transcript/types.ts';
import type { Reason } from './contract.ts';

/** Text of a result; images and files do not count. */
export const resultText = (part: ToolResultPart): string => part.content.map((c) => (c.type === 'text' ? c.text : '')).join('\n');

const HEAD = 300;
const TAIL = 200;
/** `exited with code 1`, `Exit code: 1`, `"exit_code":1`, `<returncode>1</returncode>`. */
const EXIT =
  /(?:\bexit(?:ed)?(?: with)?(?: code| status)?|\b(?:process|command) finished with exit code|\bexit_?code"?|<returncode)\s{0,2}[:=>]?\s{0,2}(-?\d{1,3})\b/gi;
const FAILS = /^(?:Traceback|Error:|error:|\s*\{\s*"error"\s*:\s*["{])/;

/** The exit code at the beginning or end of a result; undefined without one. */
export function exitCodeIn(text: string): number | undefined {
  const code = (part: string): string | undefined => Array.from(part.matchAll(EXIT), ([, digits]) => digits).at(-1);
  const found = text.length <= HEAD + TAIL ? code(text) : (code(text.slice(-TAIL)) ?? code(text.slice(0, HEAD)));
  return found === undefined ? undefined : Number(found);
}

export function hasFailed(part: ToolResultPart, text: string): boolean {
  if (part.isError === true) return true;
  const code = exitCodeIn(text);
  return code === undefined ? FAILS.test(text.slice(0, 60)) : code !== 0;
}

export class ReasonError extends RangeError {
  readonly reason: Reason;

  constructor(message: string, reason: Reason) {
    super(message);
    this.reason = reason;
  }
}

export const errorOf = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

export const reasonOfError = (thrown: unknown): Reason =>
  thrown instanceof ReasonError ? thrown.reason : { key: 'error', values: { message: errorOf(thrown).message } };
