/**
 * The digests of a whole transcript in flat arrays, so that a summary of any range is a few passes over numbers: which
 * lines each message offers, which error was explained and when its command worked again, which files and names occur.
 * Built once per transcript.
 */
import type { Message } from '../transcript/types.ts';
import type { FileOperation } from './calls.ts';
import { type Digest, digestOf } from './digest.ts';
import type { Candidate } from './offers.ts';
import { WORDS } from './words.ts';

/** A file that a message touched: `file` is the index into Survey.files. */
export interface Touch {
  readonly file: number;
  readonly operation: FileOperation;
}
/** A check (build, test …) that a message started; `command` is the index into Survey.commands. */
export interface Run {
  readonly command: number;
  readonly failed: boolean;
}
export interface Action {
  readonly verb: 'committed' | 'branch' | 'ran' | 'called';
  readonly text: string;
}

export interface Survey {
  readonly digests: readonly Digest[];
  /** Lines of message i: first[i] … first[i + 1] − 1. */
  readonly first: Int32Array;
  readonly lines: readonly Candidate[];
  /** By line: the line that explains an error, in a later message; −1 without one. */
  readonly explained: Int32Array;
  /** By line: the message that offers it. */
  readonly sourceOf: Int32Array;
  /** By line: a message without which the line may not be used, because it quotes it; −1 for most. */
  readonly quotes: Int32Array;
  /** Text of an error together with the line that explains it. */
  joined(line: number): string;
  readonly files: readonly string[];
  readonly touches: ReadonlyMap<number, readonly Touch[]>;
  readonly commands: readonly string[];
  readonly runs: ReadonlyMap<number, readonly Run[]>;
  readonly actions: ReadonlyMap<number, readonly Action[]>;
  readonly names: readonly string[];
  /** Names in message i, as indexes into `names`: firstName[i] … firstName[i + 1] − 1 of nameOf. */
  readonly firstName: Int32Array;
  readonly nameOf: Int32Array;
  /** Open items of a task list that message i wrote. */
  readonly taskLists: ReadonlyMap<number, readonly string[]>;
}

/** An answer this short needs its question. */
const SHORT_REPLY_WEIGHT = 1.9;

const surveys = new WeakMap<readonly Message[], Survey>();

/** The survey of a transcript's messages. Linear; digests are kept with their messages. */
export function surveyOf(messages: readonly Message[]): Survey {
  let survey = surveys.get(messages);
  if (!survey) {
    survey = make(messages);
    surveys.set(messages, survey);
  }
  return survey;
}

/** Numbers texts in the order of their first appearance. */
function numbering(): { readonly texts: string[]; number(text: string): number } {
  const texts: string[] = [];
  const known = new Map<string, number>();
  return {
    texts,
    number(text) {
      let at = known.get(text);
      if (at === undefined) {
        at = texts.push(text) - 1;
        known.set(text, at);
      }
      return at;
    },
  };
}

function make(messages: readonly Message[]): Survey {
  const digests = messages.map(digestOf);
  const failed = new Set<string>();
  for (const { results } of digests) for (const result of results) if (result.failed) failed.add(result.callId);

  const first = new Int32Array(messages.length + 1);
  const firstName = new Int32Array(messages.length + 1);
  const lines: Candidate[] = [];
  const quoted = new Map<number, number>();
  const nameOf: number[] = [];
  const files = numbering();
  const commands = numbering();
  const names = numbering();
  const touches = new Map<number, Touch[]>();
  const runs = new Map<number, Run[]>();
  const actions = new Map<number, Action[]>();
  const taskLists = new Map<number, readonly string[]>();
  const put = <T>(into: Map<number, T[]>, i: number, value: T): void => {
    const list = into.get(i);
    if (list) list.push(value);
    else into.set(i, [value]);
  };
  digests.forEach(({ candidates, calls, names: said }, i) => {
    first[i] = lines.length;
    firstName[i] = nameOf.length;
    lines.push(...candidates);
    const question = asked(digests, i);
    if (question) {
      quoted.set(lines.length, i - 1);
      lines.push({ text: `${question} → ${digests[i]!.spoken}`, kind: 'decision', section: 'context', weight: SHORT_REPLY_WEIGHT });
    }
    for (const name of said) nameOf.push(names.number(name));
    for (const { id, digest } of calls) {
      const wrong = failed.has(id);
      if (digest.check !== undefined) put(runs, i, { command: commands.number(digest.check), failed: wrong });
      if (digest.open) taskLists.set(i, digest.open);
      // What failed changed nothing.
      if (wrong) continue;
      for (const { operation, path } of digest.files) put(touches, i, { file: files.number(path), operation });
      if (digest.action) put(actions, i, digest.action);
    }
    const boxes = candidates.filter((c) => c.kind === 'todo');
    if (boxes.length > 0)
      taskLists.set(
        i,
        boxes.map((c) => c.text),
      );
  });
  first[messages.length] = lines.length;
  firstName[messages.length] = nameOf.length;
  const { explained, sourceOf } = explanations(digests, first, lines);
  const quotes = new Int32Array(lines.length).fill(-1);
  for (const [line, message] of quoted) quotes[line] = message;
  const together = new Map<number, string>();
  return {
    digests,
    first,
    lines,
    explained,
    sourceOf,
    quotes,
    joined(l) {
      let text = together.get(l);
      if (text === undefined) {
        const why = lines[explained[l]!]!.text;
        text = `${lines[l]!.text}${WORDS[/\p{Script=Han}/u.test(why) ? 'zh' : 'en'].cause}${why}`;
        together.set(l, text);
      }
      return text;
    },
    files: files.texts,
    touches,
    commands: commands.texts,
    runs,
    actions,
    names: names.texts,
    firstName,
    nameOf: Int32Array.from(nameOf),
    taskLists,
  };
}

/** The question that message `i`, a short answer of the person, replies to. */
function asked(digests: readonly Digest[], i: number): string | undefined {
  const { spoken, asks } = digests[i]!;
  return spoken === '' || asks ? undefined : digests[i - 1]?.candidates.findLast((c) => c.kind === 'question')?.text;
}

/** Messages after which nobody talks about an error any more. */
const EXPLAINED_WITHIN = 10;
/** What a finding that says why counts more as an explanation. */
const CAUSE_WEIGHT = 1;

/**
 * An error is explained by the finding that says most in the messages after it, until the person speaks. One cause stands
 * with one error: those that the same run dragged along have none.
 */
function explanations(digests: readonly Digest[], first: Int32Array, lines: readonly Candidate[]): { explained: Int32Array; sourceOf: Int32Array } {
  const explained = new Int32Array(lines.length).fill(-1);
  const sourceOf = new Int32Array(lines.length);
  for (let i = 0; i < digests.length; i++) sourceOf.fill(i, first[i], first[i + 1]);
  const used = new Set<number>();
  for (let l = 0; l < lines.length; l++) {
    if (lines[l]!.kind !== 'error') continue;
    const from = sourceOf[l]! + 1;
    let best = -1;
    let most = 0;
    for (let i = from; i < Math.min(digests.length, from + EXPLAINED_WITHIN) && !digests[i]!.asks; i++) {
      for (let k = first[i]!; k < first[i + 1]!; k++) {
        const { kind, weight, cause } = lines[k]!;
        const says = weight + (cause ? CAUSE_WEIGHT : 0);
        if (kind === 'finding' && says > most) [best, most] = [k, says];
      }
    }
    if (best >= 0 && !used.has(best)) explained[l] = best;
    used.add(best);
  }
  return { explained, sourceOf };
}
