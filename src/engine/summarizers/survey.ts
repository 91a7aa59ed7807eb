/**
 * The digests of a whole transcript in flat arrays, so that summarising any range takes a few passes over numbers: lines per message,
 * errors with their explanation and the next success of their command, files and names. Built once per transcript.
 */
import { remembered } from '../signals/remember.ts';
import { BoundedMap } from '../lib/bounded-map.ts';
import { upperBound } from '../lib/arrays.ts';
import type { Message } from '../transcript/types.ts';
import { maskSecrets } from '../signals/secrets.ts';
import type { CallDigest, FileOperation } from './calls.ts';
import {
  type Candidate,
  type Digest,
  digestOf,
  factKey,
  factsIn,
  HAN,
  numbering,
  type Reading,
  readingOf,
  vocabularyOf,
  withoutFigures,
  wordsIn,
} from './digest.ts';
import { WORDS } from './summary-statements.ts';

export interface Touch {
  readonly file: number;
  readonly operation: FileOperation;
}
export interface CommandRun {
  readonly command: number;
  readonly failed: boolean;
}
export interface Action {
  readonly verb: 'committed' | 'branch' | 'ran' | 'called';
  readonly text: string;
}

export interface Survey {
  readonly digests: readonly Digest[];
  readonly first: Int32Array;
  readonly lines: readonly Candidate[];
  readonly explained: Int32Array;
  readonly sourceOf: Int32Array;
  readonly nextSame: Int32Array;
  /** By line: a message that it quotes and cannot be used without; −1 for most. */
  readonly quotes: Int32Array;
  readonly mended: Int32Array;
  joined(line: number): string;
  termsOf(line: number): Int32Array;
  factsOf(line: number): Int32Array;
  termsIn(text: string): Int32Array;
  factNumber(text: string): number;
  factOfFile(file: number): number;
  withoutFigures(text: string): string;
  figureless(line: number): string;
  readonly files: readonly string[];
  readonly touches: ReadonlyMap<number, readonly Touch[]>;
  readonly commands: readonly string[];
  readonly runs: ReadonlyMap<number, readonly CommandRun[]>;
  readonly lastRun: ReadonlyMap<string, number>;
  readonly actions: ReadonlyMap<number, readonly Action[]>;
  readonly names: readonly string[];
  readonly firstName: Int32Array;
  readonly nameOf: Int32Array;
  readonly taskLists: ReadonlyMap<number, TaskList>;
  readonly defined: ReadonlyMap<number, readonly { readonly file: number; readonly names: readonly string[] }[]>;
  readonly labels: ReadonlyMap<number, string>;
}
interface TaskList {
  readonly open: readonly string[];
  readonly ticked: readonly string[];
}

const SHORT_REPLY_WEIGHT = 1.9;
const GIST_WEIGHT = 0.5;
const FACT_WEIGHT = 0.15;
const MOST_FACTS_OF_GIST = 4;

type Result = Digest['results'][number];
const shown = new WeakMap<Result, { readonly label: string; readonly line: Candidate }>();

function shownBy(result: Result, label: string): Candidate {
  const known = shown.get(result);
  if (known?.label === label) return known.line;
  const facts = factsIn(result.gist);
  const weight = GIST_WEIGHT + FACT_WEIGHT * Math.min(MOST_FACTS_OF_GIST, facts.length);
  const line: Candidate = { text: maskSecrets(`${label} → ${result.gist}`).text, kind: 'output', section: 'discoveries', weight, facts };
  shown.set(result, { label, line });
  return line;
}

export const surveyOf = remembered(make);

function make(messages: readonly Message[]): Survey {
  const digests: Digest[] = [];
  for (const message of messages) {
    digests.push(digestOf(message));
  }
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
  const runs = new Map<number, CommandRun[]>();
  const lastRun = new Map<string, number>();
  const actions = new Map<number, Action[]>();
  const taskLists = new Map<number, TaskList>();
  const defined = new Map<number, { file: number; names: readonly string[] }[]>();
  const labels = new Map<number, string>();
  const callOf = new Map<string, { readonly message: number; readonly digest: CallDigest }>();
  const brokenRun = new Map<number, number>();
  const put = <T>(into: Map<number, T[]>, i: number, value: T): void => {
    const list = into.get(i);
    if (list) list.push(value);
    else into.set(i, [value]);
  };
  for (let i = 0; i < digests.length; i++) {
    const { candidates, calls, results, names: said } = digests[i]!;
    first[i] = lines.length;
    firstName[i] = nameOf.length;
    lines.push(...candidates);
    const question = asked(digests, i);
    if (question) {
      quoted.set(lines.length, i - 1);
      lines.push({ text: `${question} → ${digests[i]!.spoken}`, kind: 'decision', section: 'context', weight: SHORT_REPLY_WEIGHT });
    }
    for (const name of said) nameOf.push(names.number(name));
    for (const result of results) {
      const { callId, failed: wrong, gist } = result;
      const call = callOf.get(callId);
      if (!call) continue;
      if (wrong && call.digest.check !== undefined) {
        for (let l = first[i]!; l < lines.length; l++) if (lines[l]!.kind === 'error') brokenRun.set(l, commands.number(call.digest.check));
      }
      if (gist === '' || call.digest.label === undefined) continue;
      quoted.set(lines.length, call.message);
      lines.push(shownBy(result, call.digest.label));
    }
    for (const { id, digest } of calls) {
      const wrong = failed.has(id);
      callOf.set(id, { message: i, digest });
      const label = digest.label ?? digest.files.at(-1)?.path;
      if (label !== undefined) labels.set(i, label);
      if (digest.check !== undefined) put(runs, i, { command: commands.number(digest.check), failed: wrong });
      if (digest.check !== undefined) lastRun.set(digest.check, i);
      for (const command of digest.within ?? []) lastRun.set(command, i);
      if (digest.open && digest.ticked) taskLists.set(i, { open: digest.open, ticked: digest.ticked });
      if (wrong) continue;
      for (const { operation, path } of digest.files) put(touches, i, { file: files.number(path), operation });
      if (digest.defines) put(defined, i, { file: files.number(digest.files[0]!.path), names: digest.defines });
      if (digest.action) put(actions, i, digest.action);
    }
    const boxes = candidates.filter((c) => c.kind === 'todo');
    if (boxes.length > 0) taskLists.set(i, { open: boxes.map((c) => c.text), ticked: [] });
  }
  first[messages.length] = lines.length;
  firstName[messages.length] = nameOf.length;
  const { explained, sourceOf } = explanations(digests, first, lines);
  const { mended, changes } = mendings(brokenRun, runs, touches, lines.length, sourceOf);
  const words = vocabularyOf(messages);
  const reading = (l: number): Reading => readingOf(lines[l]!, words);
  const factsOf = perKey((l: number) => Int32Array.from(reading(l).facts, names.number));
  const wordNumbers = perKey((text: string) => Int32Array.from(wordsIn(text), words.number), MOST_TEXTS);
  const quotes = new Int32Array(lines.length).fill(-1);
  for (const [line, message] of quoted) quotes[line] = message;
  const together = new Map<number, string>();
  return {
    digests,
    first,
    lines,
    explained,
    sourceOf,
    nextSame: repetitions(lines),
    quotes,
    mended,
    termsOf: (l) => reading(l).terms,
    factsOf,
    termsIn: wordNumbers,
    factNumber: (text) => names.number(factKey(text)),
    factOfFile: perKey((file: number) => names.number(factKey(files.texts[file]!))),
    withoutFigures: perKey(withoutFigures, MOST_TEXTS),
    figureless: (l) => reading(l).figureless,
    joined(l) {
      let text = together.get(l);
      if (text === undefined) {
        const error = lines[l]!.text;
        const why = lines[explained[l]!]?.text;
        if (why !== undefined) text = `${error}${WORDS[HAN.test(why) ? 'zh' : 'en'].cause}${why}`;
        else {
          const changed = (changes.get(l) ?? []).map((file) => factKey(files.texts[file]!));
          text = `${error}${WORDS[HAN.test(error) ? 'zh' : 'en'].mended(commands.texts[brokenRun.get(l)!]!, changed.join(', '))}`;
        }
        together.set(l, text);
      }
      return text;
    },
    files: files.texts,
    touches,
    commands: commands.texts,
    runs,
    lastRun,
    actions,
    names: names.texts,
    firstName,
    nameOf: Int32Array.from(nameOf),
    taskLists,
    defined,
    labels,
  };
}

function repetitions(lines: readonly Candidate[]): Int32Array {
  const next = new Int32Array(lines.length).fill(-1);
  const last = new Map<string, number>();
  lines.forEach(({ text }, l) => {
    const before = last.get(text);
    if (before !== undefined) next[before] = l;
    last.set(text, l);
  });
  return next;
}

const MOST_TEXTS = 10_000;

function perKey<K, T>(of: (key: K) => T, most = Number.POSITIVE_INFINITY): (key: K) => T {
  const known = new BoundedMap<K, T>(most);
  return (key) => known.getOrMake(key, () => of(key));
}

const MOST_CHANGES = 3;

/**
 * An error of a build or test is gone when the same command runs again without failing; the changes in between are the fix. By the runs of
 * each command from last to first, so linear.
 */
function mendings(
  brokenRun: ReadonlyMap<number, number>,
  runs: Survey['runs'],
  touches: Survey['touches'],
  count: number,
  sourceOf: Int32Array,
): { mended: Int32Array; changes: ReadonlyMap<number, readonly number[]> } {
  const mended = new Int32Array(count).fill(-1);
  const changes = new Map<number, readonly number[]>();
  const works = new Map<number, number[]>();
  for (const [message, all] of runs) {
    for (const { command, failed } of all) {
      if (failed) continue;
      const known = works.get(command);
      if (known) known.push(message);
      else works.set(command, [message]);
    }
  }
  for (const [line, command] of brokenRun) {
    const from = sourceOf[line]!;
    const worked = firstAfter(works.get(command) ?? [], from);
    if (worked === undefined || worked - from > MENDED_WITHIN) continue;
    const changed: number[] = [];
    for (let i = from + 1; i < worked; i++)
      for (const { file, operation } of touches.get(i) ?? []) if (operation !== 'read' && !changed.includes(file)) changed.push(file);
    mended[line] = worked;
    changes.set(line, changed.slice(0, MOST_CHANGES));
  }
  return { mended, changes };
}

function asked(digests: readonly Digest[], i: number): string | undefined {
  const { spoken, asks } = digests[i]!;
  return spoken === '' || asks ? undefined : digests[i - 1]?.candidates.findLast((c) => c.kind === 'question')?.text;
}

/** After this many messages nobody discusses an error any more. */
const EXPLAINED_WITHIN = 10;
const firstAfter = (numbers: readonly number[], than: number): number | undefined => numbers[upperBound(numbers, than)];

export const MENDED_WITHIN = 60;
const CAUSE_WEIGHT = 1;

/** An error is explained by the heaviest finding in the messages after it, until the person speaks. */
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
