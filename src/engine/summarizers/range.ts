/** What a range of messages offers to its summary: lines with their weight in this range, and lists of files, commands and the like. */
import type { Prepared } from '../signals/contract.ts';
import { type Survey, surveyOf } from './survey.ts';
import type { FileOperation } from './calls.ts';
import { heaviestLines, type Line, ownLines, placeOf } from './weigh.ts';
import { type Language, type Section, WORDS } from './words.ts';

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
/** Messages that a name must stand in to count as recurring. */
const MIN_NAME_USES = 3;
const MIN_ID_USES = 2;
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
    lists: listsOf(survey, members, place.lastTestRun, language),
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

function listsOf(survey: Survey, members: readonly number[], lastTestRun: number, language: Language): List[] {
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

  if (lastTestRun >= 0) put('state', words.tests, [{ text: survey.digests[lastTestRun]!.testRun, source: lastTestRun }], 0.06);
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
  put('state', words.ran, ran.reverse(), 0.04);
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
  put('context', words.commands, commandsOf(survey, members, words.fails), 0.05);
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

/** Tickets, orders, bookings: the names that nobody finds again by guessing. */
const ID = /^(?=.*\d)(?:#|[A-Z][A-Z0-9]*-)?[A-Z0-9-]+$/;

function namesOf(survey: Survey, members: readonly number[]): string[] {
  const uses = new Uint32Array(survey.names.length);
  const { firstName, nameOf } = survey;
  for (const i of members) for (let k = firstName[i]!; k < firstName[i + 1]!; k++) uses[nameOf[k]!]! += 1;
  const often: { readonly name: string; readonly rank: number }[] = [];
  for (let k = 0; k < uses.length; k++) {
    if (uses[k]! < MIN_ID_USES) continue;
    const name = survey.names[k]!;
    const id = ID.test(name);
    if (id || uses[k]! >= MIN_NAME_USES) often.push({ name, rank: uses[k]! * (id ? 3 : 1) });
  }
  return often
    .sort((a, b) => b.rank - a.rank)
    .slice(0, MOST_NAMES)
    .map(({ name }) => name);
}
