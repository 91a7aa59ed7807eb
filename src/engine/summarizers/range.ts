/** What a range of messages offers to its summary: lines with their weight in this range, and lists of files, commands and the like. */
import type { Message } from '../transcript/types.ts';
import type { Prepared } from '../signals/contract.ts';
import type { Candidate, Section } from './digest.ts';
import { type Survey, surveyOf } from './survey.ts';
import type { FileOperation } from './calls.ts';
import { type Language, WORDS } from './words.ts';

/** One line that may stand in the summary. */
export interface Line {
  readonly text: string;
  readonly section: Section;
  readonly weight: number;
  /** Index of the message that it comes from. */
  readonly source: number;
  /** Where there is little room: the same, said shorter. */
  readonly short?: string;
}

/** A list that is one line of the summary: as many items as its share of the room holds, the most important first. */
export interface List {
  readonly section: Section;
  readonly label: string;
  readonly items: readonly { readonly text: string; readonly source: number }[];
  /** Part of the summary's room. */
  readonly share: number;
}

export interface Range {
  /** Lines that weigh enough to be looked at, heaviest first. */
  readonly lines: readonly Line[];
  readonly lists: readonly List[];
  /** Names of things by how often they occur, most often first. */
  readonly names: readonly string[];
  readonly language: Language;
}

/** Chinese writing among the letters from which on headings are Chinese. */
const HAN_SHARE = 0.2;
/** What was to be done next is stale this many messages later. */
const NEXT_WITHIN = 30;
/** An error that nobody explained is old news after this part of the range. */
const RECENT = 0.85;
const MIN_NAME_USES = 3;
const MOST_NAMES = 40;
const MOST_FILES = 60;

/** Offers of messages `members` (indexes, ascending). `most`: lines wanted of each section. A few passes over flat arrays. */
export function rangeOf(input: Prepared, members: readonly number[], most: number): Range {
  const survey = surveyOf(input.messages);
  const language = languageOf(survey, members);
  const place = placeOf(survey, input.messages, members);
  return {
    lines: [...heaviestLines(survey, members, place, most), ...ownLines(survey, place, language)].sort(
      (a, b) => b.weight - a.weight || a.source - b.source,
    ),
    lists: listsOf(survey, members, language),
    names: namesOf(survey, members),
    language,
  };
}

function languageOf({ digests }: Survey, members: readonly number[]): Language {
  let han = 0;
  let letters = 0;
  for (const i of members) {
    han += digests[i]!.han;
    letters += digests[i]!.letters;
  }
  return letters > 0 && han / letters >= HAN_SHARE ? 'zh' : 'en';
}

/** Messages of a range that have a part of their own. −1 = there is none. */
interface Place {
  readonly opening: number;
  readonly lastAsked: number;
  /** The last message of the person, also `yes, do it`. */
  readonly lastSpoken: number;
  /** The last message of the assistant, and the last in which it said something. */
  readonly lastActed: number;
  readonly lastSaid: number;
  /** The last answer at the end of a turn. */
  readonly lastFinal: number;
  readonly lastTaskList: number;
  readonly isMember: Uint8Array;
}

function placeOf({ digests, taskLists }: Survey, messages: readonly Message[], members: readonly number[]): Place {
  const isMember = new Uint8Array(digests.length);
  let [opening, lastAsked, lastSpoken, lastActed, lastSaid, lastFinal, lastTaskList] = [-1, -1, -1, -1, -1, -1, -1];
  for (const i of members) {
    isMember[i] = 1;
    const { asks, spoken, candidates, final } = digests[i]!;
    if (spoken !== '') lastSpoken = i;
    // After a summary of what came before, the first request is one of many.
    if (messages[i]!.compaction && opening < 0) opening = i;
    if (asks) {
      lastAsked = i;
      if (opening < 0) opening = i;
    }
    if (messages[i]!.role === 'assistant') {
      lastActed = i;
      if (final) lastFinal = i;
      if (candidates.length > 0) lastSaid = i;
    }
    if (taskLists.has(i)) lastTaskList = i;
  }
  return { opening, lastAsked, lastSpoken, lastActed, lastSaid, lastFinal, lastTaskList, isMember };
}

const OUT = Number.NEGATIVE_INFINITY;

/** Weight of a line at `at` (0 first, 1 last) in its range, `back` messages before the range's end. */
function weightAt(line: Candidate, i: number, at: number, back: number, place: Place, explained: boolean): number {
  switch (line.kind) {
    case 'request':
      if (i === place.opening) return line.weight + 4;
      if (i !== place.lastAsked) return line.weight + 0.8 * at;
      // What nobody has begun to answer stands under the next steps.
      return place.lastActed > i ? line.weight + 1.5 : OUT;
    case 'rule':
    case 'earlier':
      return line.weight;
    case 'decision':
      return line.weight + 0.3 * at;
    case 'finding':
      return line.weight + 0.5 * at;
    case 'error':
      return line.weight + (explained ? 0.6 + 0.4 * at : at > RECENT ? 0.6 : -0.8);
    case 'done':
    case 'said':
      return line.weight + at + (i === place.lastFinal ? 0.5 : 0);
    case 'next':
      return back > NEXT_WITHIN ? OUT : line.weight + 1.2 * (1 - back / NEXT_WITHIN);
    case 'question':
    case 'doing':
    case 'todo':
      return OUT;
  }
}

const SECTION_INDEX: Readonly<Record<Section, number>> = { task: 0, state: 1, discoveries: 2, next: 3, context: 4 };
/** Weights are sorted into steps of 1/64 from 0 to 16: enough to find the heaviest without sorting all. */
const STEPS = 1024;
const step = (weight: number): number => Math.min(STEPS - 1, Math.max(0, Math.floor(weight * 64)));

/** The heaviest lines of each section. Two passes: how many there are of each weight, then those above the threshold. */
function heaviestLines(survey: Survey, members: readonly number[], place: Place, most: number): Line[] {
  const { first, lines, explained, sourceOf, joined } = survey;
  const weights = new Float64Array(lines.length);
  const histogram = new Uint32Array(5 * STEPS);
  const count = members.length;
  members.forEach((i, k) => {
    const at = count < 2 ? 1 : k / (count - 1);
    for (let l = first[i]!; l < first[i + 1]!; l++) {
      const line = lines[l]!;
      const cause = explained[l]!;
      const weight = weightAt(line, i, at, count - 1 - k, place, cause >= 0 && place.isMember[sourceOf[cause]!] === 1);
      weights[l] = weight;
      if (weight !== OUT) histogram[SECTION_INDEX[line.section] * STEPS + step(weight)]! += 1;
    }
  });
  const least = Array.from({ length: 5 }, (_, section) => {
    let left = most;
    let at = STEPS;
    while (at > 0 && left > 0) left -= histogram[section * STEPS + --at]!;
    return at;
  });
  const heaviest: Line[] = [];
  for (const i of members) {
    for (let l = first[i]!; l < first[i + 1]!; l++) {
      const weight = weights[l]!;
      const line = lines[l]!;
      if (weight === OUT || step(weight) < least[SECTION_INDEX[line.section]]!) continue;
      const cause = explained[l]!;
      const long =
        line.kind === 'request' && (i === place.opening || i === place.lastAsked)
          ? line.full
          : cause >= 0 && place.isMember[sourceOf[cause]!] === 1
            ? joined(l)
            : undefined;
      heaviest.push({ text: long ?? line.text, section: line.section, weight, source: i, ...(long !== undefined && { short: line.text }) });
    }
  }
  return heaviest;
}

/** What is open at the end of the range. */
function* ownLines({ digests, taskLists, first, lines }: Survey, place: Place, language: Language): Generator<Line> {
  const words = WORDS[language];
  const line = (label: string, text: string, weight: number, source: number): Line => ({
    text: label + text,
    section: 'next',
    weight,
    source,
    short: text,
  });
  const { lastAsked, lastSpoken, lastActed, lastSaid, lastTaskList, opening } = place;
  const unanswered = lastSpoken > lastActed && lastSpoken !== opening;
  if (unanswered)
    yield line(
      words.unanswered,
      digests[lastSpoken]!.candidates.find((c) => c.kind === 'request')?.text ?? digests[lastSpoken]!.spoken,
      6,
      lastSpoken,
    );
  if (lastTaskList >= 0) for (const task of taskLists.get(lastTaskList)!) yield line(words.open, task, 4, lastTaskList);
  // A new request takes the place of what the assistant proposed; `yes, do it` does not.
  if (lastSaid < 0 || lastAsked > lastSaid) return;
  for (let l = first[lastSaid]!; l < first[lastSaid + 1]!; l++) {
    const { kind, text } = lines[l]!;
    if (kind === 'question') yield line(unanswered ? words.proposed : words.asked, text, 3.5, lastSaid);
    // A step that was announced and whose result is still in the range has been taken.
    else if (kind === 'doing' && lastActed === lastSaid) yield line(unanswered ? words.proposed : words.doing, text, 3.2, lastSaid);
  }
}

function listsOf(survey: Survey, members: readonly number[], language: Language): List[] {
  const words = WORDS[language];
  const lists: List[] = [];
  const { root, changed, read } = filesOf(survey, members);
  const put = (section: Section, label: string, items: List['items'], share: number): void => {
    if (items.length > 0) lists.push({ section, label, items, share });
  };
  const inRoot = (path: string): string => (root !== '' && path.startsWith(root) ? path.slice(root.length) : path);
  const total = changed.length;
  for (const operation of ['created', 'modified', 'deleted'] as const) {
    const mine = changed.filter((file) => file.operation === operation);
    put(
      'state',
      words[operation],
      mine.map(({ path, source }) => ({ text: inRoot(path), source })),
      0.03 + (0.11 * mine.length) / total,
    );
  }
  if (root !== '') put('context', words.root, [{ text: root.slice(0, -1), source: changed[0]!.source }], 0.05);

  const commits: { text: string; source: number }[] = [];
  const ran: { text: string; source: number }[] = [];
  const called: { text: string; source: number }[] = [];
  const branches = new Map<string, number>();
  for (const i of members) {
    for (const { verb, text } of survey.actions.get(i) ?? []) {
      if (verb === 'branch') branches.set(text, i);
      else (verb === 'committed' ? commits : verb === 'ran' ? ran : called).push({ text, source: i });
    }
  }
  // What was done last counts most; the items stand in the order of the transcript again when they are written.
  put('state', words.commits, commits.reverse(), 0.08);
  put('state', words.ran, ran.reverse(), 0.05);
  put('state', words.called, called.reverse(), 0.14);
  put(
    'context',
    words.branch,
    [...branches]
      .map(([text, source]) => ({ text, source }))
      .reverse()
      .slice(0, 3),
    0.03,
  );
  put('context', words.commands, commandsOf(survey, members, words.fails), 0.06);
  if (total === 0)
    put(
      'state',
      words.read,
      read.map(({ path, source }) => ({ text: path, source })),
      0.08,
    );
  return lists;
}

interface KnownFile {
  readonly path: string;
  readonly operation: FileOperation;
  readonly count: number;
  readonly source: number;
}

/** Files of the range, those that were touched most first, and the directory that most of them are in (with `/`). */
function filesOf(survey: Survey, members: readonly number[]): { root: string; changed: readonly KnownFile[]; read: readonly KnownFile[] } {
  const known = new Map<number, { operation: FileOperation; count: number; source: number }>();
  for (const i of members) {
    for (const { file, operation } of survey.touches.get(i) ?? []) {
      const before = known.get(file);
      // The last operation tells what became of a file, but reading changes nothing, and an edit after creation is still new.
      const stands = before && (operation === 'read' || (before.operation === 'created' && operation !== 'deleted')) ? before.operation : operation;
      known.set(file, { operation: stands, count: (before?.count ?? 0) + (operation === 'read' ? 0.2 : 1), source: i });
    }
  }
  const all = Array.from(known, ([file, about]): KnownFile => ({ path: survey.files[file]!, ...about })).sort(
    (a, b) => b.count - a.count || a.source - b.source,
  );
  const changed = all.filter((file) => file.operation !== 'read').slice(0, MOST_FILES);
  return { root: rootOf(changed), changed, read: all.filter((file) => file.operation === 'read').slice(0, MOST_FILES) };
}

/** The directory (with `/`) to say once so that all paths together are shortest; empty where it saves nothing. */
function rootOf(files: readonly KnownFile[]): string {
  const paths = files.map((file) => file.path);
  let root = '';
  let saved = 0;
  const tried = new Set<string>();
  for (const path of paths.slice(0, 8)) {
    if (!/^(?:\/|~\/|[A-Za-z]:[\\/])/.test(path)) continue;
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end + 1);
      if (tried.has(folder)) break;
      tried.add(folder);
      const saves = folder.length * (paths.filter((other) => other.startsWith(folder)).length - 1);
      if (saves > saved) [root, saved] = [folder, saves];
    }
  }
  return root;
}

function commandsOf(survey: Survey, members: readonly number[], fails: string): List['items'] {
  const known = new Map<number, { count: number; failed: boolean; source: number }>();
  for (const i of members) {
    for (const { command, failed } of survey.runs.get(i) ?? [])
      known.set(command, { count: (known.get(command)?.count ?? 0) + 1, failed, source: i });
  }
  return [...known]
    .sort(([, a], [, b]) => b.count - a.count || b.source - a.source)
    .slice(0, 12)
    .map(([command, { failed, source }]) => ({ text: `\`${survey.commands[command]!}\`${failed ? ` (${fails})` : ''}`, source }));
}

function namesOf(survey: Survey, members: readonly number[]): string[] {
  const uses = new Uint32Array(survey.names.length);
  const { firstName, nameOf } = survey;
  for (const i of members) for (let k = firstName[i]!; k < firstName[i + 1]!; k++) uses[nameOf[k]!]! += 1;
  const often: number[] = [];
  for (let name = 0; name < uses.length; name++) if (uses[name]! >= MIN_NAME_USES) often.push(name);
  return often
    .sort((a, b) => uses[b]! - uses[a]! || a - b)
    .slice(0, MOST_NAMES)
    .map((name) => survey.names[name]!);
}
