/** Plans that only shorten: untouchable messages, choices remembered by the knob, and the plan around them. */
import { BoundedMap } from '../../../lib/bounded-map.ts';
import type { PreparedTranscript } from '../../../signals/contract.ts';
import { findErrorLines } from '../../../signals/facts/index.ts';
import { perProtection, type ProtectionInput } from '../../../signals/remember.ts';
import { safeCut, splitSentences } from '../../../signals/sentences.ts';
import { CAUSE, DECISION, DONE, FINDING, NEXT, TEST_OUTCOME } from '../../../summarizers/merge.ts';
import { isOutputLine } from '../../../summarizers/summary-statements.ts';
import type { Splicer } from '../../../tokens/splice.ts';
import { type CutBuilder, type CutKind, type Cutter, cutterOf } from '../../../truncation/truncation.ts';
import { allowances, type Gap, Rungs, type TextCuts } from '../../../truncation/texts.ts';
import { DROP, EDIT, type Edits, type Plan, type PlanContext, type Reason } from '../../contract.ts';
import { isLastResult, planOf, protectionReason, unchangedPlan, withinEqualTarget } from '../../shared/plans.ts';
import { keptForKeyInformation, keyInformationReason } from '../../shared/strategy-key-information.ts';

/** By message: 1 where nothing may be shortened, because it is protected (results of the last block are not) or holds key information (S0 7). */
export const untouchable = (input: ProtectionInput, keyInformation: number): Uint8Array => {
  const kept = keptForKeyInformation(input, keyInformation === 1);
  return input.protection.map((_, i) => (isProtected(input, i) || kept[input.unitOf[i]!] !== 0 ? 1 : 0));
};

const isProtected = (input: ProtectionInput, i: number): boolean => input.protection[i] !== 0 && !isLastResult(input, i);

/** Why a message may not be shortened; undefined where it may. */
export function untouchableReason(input: PreparedTranscript, i: number, keyInformation: boolean): Reason | undefined {
  return isProtected(input, i) ? protectionReason(input, i) : keyInformationReason(input, i, keyInformation);
}

export interface Choice {
  readonly fates: Uint8Array;
  readonly rungs: Int16Array;
  readonly cutMessages: number;
  readonly dropped: number;
}

export class ChoiceBuilder implements Choice {
  readonly fates: Uint8Array;
  readonly rungs: Int16Array;
  cutMessages = 0;
  dropped = 0;

  constructor(n: number) {
    this.fates = new Uint8Array(n);
    this.rungs = new Int16Array(n).fill(-1);
  }

  cut(i: number, rung: number): void {
    if (rung < 0) return;
    this.fates[i] = EDIT;
    this.rungs[i] = rung;
    this.cutMessages++;
  }

  drop(i: number): void {
    this.fates[i] = DROP;
    this.dropped++;
  }
}

const REMEMBERED_BYTES = 1 << 22;
const LEAST_REMEMBERED = 16;
const BYTES_PER_MESSAGE = 3;

/** Remembers choices by parameters, so that a slider finds earlier positions again. */
export function rememberChoices<Args extends readonly (string | number)[]>(
  choose: (input: ProtectionInput, ...args: Args) => Choice,
): (input: ProtectionInput, ...args: Args) => Choice {
  const memoryOf = perProtection(
    ({ n }) => new BoundedMap<string, Choice>(Math.max(LEAST_REMEMBERED, REMEMBERED_BYTES / (BYTES_PER_MESSAGE * (n + 1)))),
  );
  return (input, ...args) => memoryOf(input).getOrMake(args.join('/'), () => choose(input, ...args));
}

export function cutEdits(cutter: Cutter, { rungs, cutMessages }: Choice): Edits {
  return {
    size: cutMessages,
    get: (i) => (rungs[i]! >= 0 ? cutter.parts(i, rungs[i]!) : undefined),
    tokens: (i) => cutter.tokens(i, rungs[i]!),
    gaps(i, found) {
      if (rungs[i]! < 0) return false;
      cutter.gaps(i, rungs[i]!, found);
      return true;
    },
    keepsShape: true,
  };
}

export interface CutRule {
  readonly kind: CutKind;
  readonly keyInformation: boolean;
  /** The choice at the knob's value; called unless the transcript is within an equal target. */
  choose(): Choice;
  nothing(): Reason;
  cut(i: number, after: number): Reason;
  /** Why message i stays although the rule may change it. */
  kept(i: number): Reason;
}

export function cuttingPlan(input: PreparedTranscript, ctx: PlanContext, { kind, keyInformation, choose, nothing, cut, kept }: CutRule): Plan {
  const within = withinEqualTarget(input, ctx);
  if (within) return within;
  const choice = choose();
  if (choice.cutMessages === 0) return unchangedPlan(input, nothing());
  const cutter = cutterOf(input, kind);
  return planOf({
    fates: choice.fates,
    edits: cutEdits(cutter, choice),
    reason: (i) => (choice.fates[i] === EDIT ? cut(i, cutter.tokens(i, choice.rungs[i]!)) : (untouchableReason(input, i, keyInformation) ?? kept(i))),
  });
}

interface Statement {
  readonly start: number;
  readonly end: number;
  readonly weight: number;
}

/** Longer ones (UTF-16 units) are split, or one of them would be all or nothing. */
const LONGEST = 400;
const MOST_KEYS = 12;
/** A rung is counted at every n-th allowance, because these cuts have many gaps each. */
const EVERY = 2;
/** A gap of fewer base tokens is kept: the mark would cost as much. */
const SMALLEST_GAP = 16;

function addStatement(into: Statement[], text: string, start: number, end: number, weight: number): void {
  let from = start;
  while (end - from > LONGEST) {
    let to = from + LONGEST / 2;
    while (to < from + LONGEST && !/\s/.test(text[to]!)) to++;
    to = safeCut(text, to);
    into.push({ start: from, end: to, weight: from === start ? weight : 0 });
    from = to;
  }
  into.push({ start: from, end, weight: from === start ? weight : 0 });
}

function orderOf(statements: readonly Statement[]): Int32Array {
  const keys: number[] = [];
  for (let k = 0; k < statements.length; k++) if (statements[k]!.weight > 0) keys.push(k);
  keys.sort((a, b) => statements[b]!.weight - statements[a]!.weight || a - b);
  if (keys.length > MOST_KEYS) keys.length = MOST_KEYS;
  const order = new Int32Array(statements.length);
  const taken = new Uint8Array(statements.length);
  let n = 0;
  const take = (k: number): void => {
    if (taken[k] === 1) return;
    taken[k] = 1;
    order[n++] = k;
  };
  for (const k of keys) take(k);
  for (let low = 0, high = statements.length - 1; low <= high; low++, high--) {
    take(low);
    take(high);
  }
  return order;
}

function keyCuts(splicer: Splicer, factor: number, statements: readonly Statement[]): TextCuts {
  const { text } = splicer;
  const rungs = new Rungs(splicer, factor);
  const order = orderOf(statements);
  const kept = new Uint8Array(statements.length);
  let used = 0;
  let next = 0;
  const allowed = allowances(text.length);
  for (let a = 0; a < allowed.length; a += EVERY) {
    const before = next;
    for (; next < order.length; next++) {
      const { start, end } = statements[order[next]!]!;
      if (used + end - start > allowed[a]!) break;
      used += end - start + 1;
      kept[order[next]!] = 1;
    }
    if (next > before) rungs.add(gapsOf(rungs, text, statements, kept));
  }
  return rungs.done();
}

/** The runs of dropped statements; a small run is kept, because its mark would take as much room. */
function gapsOf(rungs: Rungs, text: string, statements: readonly Statement[], kept: Uint8Array): Gap[] {
  const gaps: Gap[] = [];
  let from = 0;
  for (let k = 0; k <= statements.length; k++) {
    if (k < statements.length && kept[k] === 0) continue;
    const to = k < statements.length ? statements[k]!.start : text.length;
    // Something is cut where a statement lies between this kept one, or the end, and the last.
    if (k > 0 && kept[k - 1] === 0 && to > from) {
      const gone = rungs.countOnce(from, to);
      if (gone >= SMALLEST_GAP) gaps.push({ from, to, gone, of: rungs.whole, raw: false });
    }
    if (k < statements.length) from = statements[k]!.end;
  }
  return gaps;
}

const EXIT_CODE = /\bexit(?:ed)?(?: with)?(?: code| status)?:? -?\d{1,3}\b|<returncode>/i;
const DIFF_STATS = /^\s*\d+ files? changed|^\s*\S.{0,200} \| +\d+ [+-]+$|\b\d+ insertions?\(\+\)/;
/** Lines without any of these are ordinary. Words and signs apart, because an expression without short alternatives skips faster. */
const KEY_WORD =
  /error|err!|fail|pass|exit|returncode|fatal|critical|panic|exception|traceback|not found|no such|denied|segmentation|files? changed|insertion/i;
const KEY_SIGN = /[✗✕✖❌]|\b[45]\d\d [A-Z]|\| +\d|错误|失败|异常|报错/i;

function weightOfLine(line: string): number {
  if (!KEY_WORD.test(line) && !KEY_SIGN.test(line)) return 0;
  const [error] = findErrorLines(line);
  if (error && !error.bare) return 4;
  if (TEST_OUTCOME.test(line) || EXIT_CODE.test(line)) return 3;
  if (error) return 2;
  return DIFF_STATS.test(line) ? 1 : 0;
}

function linesOf(text: string): Statement[] {
  const statements: Statement[] = [];
  for (let start = 0; start < text.length; ) {
    const stop = text.indexOf('\n', start);
    const end = stop < 0 ? text.length : stop;
    addStatement(statements, text, start, end, weightOfLine(text.slice(start, Math.min(end, start + LONGEST))));
    start = end + 1;
  }
  return statements;
}

const FENCE = /^(?:```|~~~)/;

function sentencesOf(text: string): Statement[] {
  const sentences = splitSentences(text);
  let fenced = false;
  const statements: Statement[] = [];
  sentences.forEach(({ start, end }, k) => {
    const said = text.slice(start, Math.min(end, start + LONGEST));
    if (FENCE.test(said)) fenced = !fenced;
    const weight = fenced || isOutputLine(said) ? 0 : weightOf(said);
    addStatement(statements, text, start, end, k === sentences.length - 1 ? Math.max(weight, 2) : weight);
  });
  return statements;
}

function weightOf(said: string): number {
  if (DECISION.test(said)) return 4;
  if (CAUSE.test(said)) return 3;
  if (FINDING.test(said) || NEXT.test(said)) return 2;
  return DONE.test(said) ? 1 : 0;
}

export const KEY_LINES: CutBuilder = { id: 'key-lines', cuts: (text, counts, factor) => keyCuts(counts(), factor, linesOf(text)) };

export const KEY_SENTENCES: CutBuilder = { id: 'key-sentences', cuts: (text, counts, factor) => keyCuts(counts(), factor, sentencesOf(text)) };
