/** Content of a range for its summary: lines weighted within this range, and lists of files, commands and so on. */
import type { PreparedTranscript } from '../signals/contract.ts';
import type { Message } from '../transcript/types.ts';
import type { Quotes } from './contract.ts';
import {
  aheadOf,
  carriedThen,
  heaviestLines,
  isStale,
  ownLines,
  placeOf,
  type RangeRoles,
  spokenLine,
  unfinished,
  type WeighedLine,
  wordsOf,
} from './weigh.ts';
import { type CarriedLine, carriedFrom, flat, listIn, quotedAgain, withoutRepeats } from './merge.ts';
import { type Survey, surveyOf } from './survey.ts';
import type { FileOperation } from './calls.ts';
import { type Language, type ListKey, type Section, WORDS } from './summary-statements.ts';

export interface List {
  readonly section: Section;
  readonly key: ListKey;
  readonly label: string;
  readonly items: readonly { readonly text: string; readonly source: number }[];
  readonly share: number;
  readonly carried?: number;
}

export interface Range {
  readonly lines: readonly WeighedLine[];
  readonly lists: readonly List[];
  readonly carried: readonly CarriedLine[];
  readonly prose: boolean;
  readonly fresh: boolean;
  readonly names: readonly string[];
  readonly language: Language;
  readonly quoted: boolean;
  readonly uses: Uint32Array;
  readonly survey: Survey;
}

const HAN_SHARE = 0.2;
/** Messages that must contain a name for it to count as recurring. */
const MIN_NAME_USES = 3;
const MIN_ID_USES = 2;
const MOST_NAMES = 40;
const MOST_FILES = 60;

/** Content of messages `given` (indexes, ascending). */
export function rangeOf(input: PreparedTranscript, given: readonly number[], most: number, merge: boolean, quotes: Quotes = NO_QUOTES): Range {
  const survey = surveyOf(input.messages);
  const isEarlier = (i: number): boolean => merge && input.itemType[i] === 'COMPACTION_SUMMARY';
  const earlier = given.filter(isEarlier);
  const members = earlier.length > 0 ? given.filter((i) => !isEarlier(i)) : given;
  const carried = earlier.map((i) => carriedFrom(wordsOf(input.messages[i]!), i));
  const language = (members.length === 0 ? carried.at(-1)?.language : null) ?? languageOf(survey, input.messages, given);
  const found = placeOf(survey, input, members, quotes);
  // Summaries cover what came before, so the first request after them is one of many.
  const place = carried.length > 0 ? { ...found, opening: -1 } : found;
  const lines = [...heaviestLines(survey, members, place, most, language), ...ownLines(survey, members, place, language)];
  const spoken = lines.some((line) => line.section === 'task') ? null : spokenLine(survey, place);
  if (spoken) lines.push(spoken);
  const lists = listsOf(survey, members, place, language);
  const kept = withoutRepeats(carried.flatMap((summary) => summary.lines));
  const ahead = aheadOf(survey, input.messages, given.at(-1) ?? 0);
  const again = new Map(earlier.map((i) => [i, flat(quotedAgain(wordsOf(input.messages[i]!), i, quotes))]));
  const standing = kept
    .filter((line) => !isStale(line.text, line.source, ahead) && !again.get(line.source)!.includes(flat(line.text)))
    .map((line) => carriedThen(line, ahead, language));
  const open = lines.some((line) => line.section === 'next') ? null : unfinished(survey, members, place, language);
  if (open) lines.push(open);
  const uses = usesOf(survey, members);
  return {
    lines: lines.sort((a, b) => b.weight - a.weight || a.source - b.source),
    ...(members.length === 0 ? { carried: standing, lists } : mergedLists(standing, lists, language)),
    prose: carried.at(-1)?.prose === true,
    fresh: members.length > 0,
    names: namesOf(survey, uses),
    language,
    quoted: given.includes(quotes.task) || given.includes(quotes.lastUser),
    uses,
    survey,
  };
}

const NO_QUOTES: Quotes = { task: -1, lastUser: -1, tasks: -1 };

/** Valid only until the next one: the later list replaces the earlier. */
const REPLACED: ReadonlySet<ListKey> = new Set(['tests', 'testsThen', 'ticked', 'root']);
const FILES: ReadonlySet<ListKey> = new Set(['created', 'modified', 'deleted', 'read']);
const sameFile = (a: string, b: string): boolean => a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`);
const CARRIED_LIST = 0.08;

function mergedLists(
  lines: readonly CarriedLine[],
  fresh: readonly List[],
  language: Language,
): { carried: readonly CarriedLine[]; lists: readonly List[] } {
  const lists = new Map(fresh.map((list) => [list.key, list]));
  const touched = fresh.filter((list) => FILES.has(list.key) && list.key !== 'read').flatMap((list) => list.items);
  const carried: CarriedLine[] = [];
  for (const line of lines) {
    const list = listIn(line.text);
    if (!list || list.key === 'names') {
      if (!list) carried.push(line);
      continue;
    }
    const now = lists.get(list.key);
    if (REPLACED.has(list.key) && now) continue;
    const gone = (text: string): boolean => FILES.has(list.key) && touched.some((item) => sameFile(item.text, text));
    const before = list.items
      .filter((text) => !gone(text) && !now?.items.some((item) => item.text === text))
      .map((text) => ({ text, source: line.source }));
    if (before.length === 0) continue;
    lists.set(list.key, {
      section: line.section,
      key: list.key,
      label: WORDS[language][list.key],
      items: [...before, ...(now?.items ?? [])],
      share: now?.share ?? 0,
      carried: CARRIED_LIST,
    });
  }
  return { carried, lists: [...lists.values()] };
}

function usesOf(survey: Survey, members: readonly number[]): Uint32Array {
  const { firstName, nameOf, touches, factOfFile } = survey;
  for (const i of members) for (const { file } of touches.get(i) ?? []) factOfFile(file);
  const uses = new Uint32Array(survey.names.length);
  for (const i of members) {
    for (let k = firstName[i]!; k < firstName[i + 1]!; k++) uses[nameOf[k]!]! += 1;
    for (const { file } of touches.get(i) ?? []) uses[factOfFile(file)]! += 1;
  }
  return uses;
}

const PERSON = 3;

function languageOf({ digests }: Survey, messages: readonly Message[], members: readonly number[]): Language {
  let han = 0;
  let letters = 0;
  for (const i of members) {
    const factor = messages[i]!.role === 'user' && !messages[i]!.synthetic ? PERSON : 1;
    han += factor * digests[i]!.han;
    letters += factor * digests[i]!.letters;
  }
  return letters > 0 && han / letters >= HAN_SHARE ? 'zh' : 'en';
}

function listsOf(survey: Survey, members: readonly number[], { lastTestRun, lastTaskList, ahead, quotes }: RangeRoles, language: Language): List[] {
  const words = WORDS[language];
  const lists: List[] = [];
  const { root, changed, read } = filesOf(survey, members);
  const put = (section: Section, key: ListKey, items: List['items'], share: number): void => {
    if (items.length > 0) lists.push({ section, key, label: words[key], items, share });
  };
  const inRoot = (path: string): string => (root !== '' && path.startsWith(root) ? path.slice(root.length) : path);
  const total = changed.length;
  for (const operation of ['created', 'modified', 'deleted'] as const) {
    const mine = changed.filter((file) => file.operation === operation);
    put(
      'state',
      operation,
      mine.map(({ path, source }) => ({ text: inRoot(path), source })),
      0.03 + (0.11 * mine.length) / total,
    );
  }
  if (root !== '') put('context', 'root', [{ text: root.slice(0, -1), source: changed[0]!.source }], 0.05);

  const isLast = ahead.now && !ahead.after('tested', lastTestRun);
  if (lastTestRun >= 0) put('state', isLast ? 'tests' : 'testsThen', [{ text: survey.digests[lastTestRun]!.testRun, source: lastTestRun }], 0.06);
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
  // The latest counts most; items are written in transcript order.
  put('state', 'commits', commits.reverse(), 0.08);
  put('state', 'ran', ran.reverse(), 0.04);
  put('state', 'called', called.reverse(), 0.14);
  put(
    'context',
    'branch',
    [...branches]
      .map(([text, source]) => ({ text, source }))
      .reverse()
      .slice(0, 3),
    0.03,
  );
  put(
    'context',
    'commands',
    commandsOf(survey, members, (command, i) => (ahead.now && !runsAgain(survey, command, i) ? words.fails : words.failsThen)),
    0.05,
  );
  const ticked = lastTaskList >= 0 && lastTaskList !== quotes.tasks ? survey.taskLists.get(lastTaskList)!.ticked : [];
  put(
    'state',
    'ticked',
    ticked.map((text) => ({ text, source: lastTaskList })),
    0.06,
  );
  put('context', 'defined', definedIn(survey, members), 0.08);
  // A file that was only read can be read again, but its path must be known.
  put(
    'context',
    'read',
    read.map(({ path, source }) => ({ text: inRoot(path), source })),
    total === 0 ? 0.08 : 0.04,
  );
  return lists;
}

const MOST_DEFINED = 12;
function definedIn(survey: Survey, members: readonly number[]): List['items'] {
  const byFile = new Map<number, { names: Set<string>; source: number }>();
  for (const i of members) {
    for (const { file, names } of survey.defined.get(i) ?? []) {
      const known = byFile.get(file) ?? { names: new Set<string>(), source: i };
      for (const name of names) known.names.add(name);
      known.source = i;
      byFile.set(file, known);
    }
  }
  return [...byFile]
    .sort(([, a], [, b]) => b.names.size - a.names.size || b.source - a.source)
    .map(([file, { names, source }]) => ({
      text: `${survey.files[file]!.split(/[/\\]/).at(-1)}: ${[...names].slice(0, MOST_DEFINED).join(', ')}`,
      source,
    }));
}

interface KnownFile {
  readonly path: string;
  readonly operation: FileOperation;
  readonly count: number;
  readonly source: number;
}

function filesOf(survey: Survey, members: readonly number[]): { root: string; changed: readonly KnownFile[]; read: readonly KnownFile[] } {
  const known = new Map<number, { operation: FileOperation; count: number; source: number }>();
  for (const i of members) {
    for (const { file, operation } of survey.touches.get(i) ?? []) {
      const before = known.get(file);
      // The last operation determines the state of a file, but reading changes nothing, and an edited new file is still new.
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

const runsAgain = ({ runs }: Survey, command: number, i: number): boolean => {
  for (const [at, all] of runs) if (at > i && all.some((run) => run.command === command)) return true;
  return false;
};

function commandsOf(survey: Survey, members: readonly number[], fails: (command: number, i: number) => string): List['items'] {
  const known = new Map<number, { count: number; failed: boolean; source: number }>();
  for (const i of members) {
    for (const { command, failed } of survey.runs.get(i) ?? [])
      known.set(command, { count: (known.get(command)?.count ?? 0) + 1, failed, source: i });
  }
  return [...known]
    .sort(([, a], [, b]) => b.count - a.count || b.source - a.source)
    .slice(0, 12)
    .map(([command, { failed, source }]) => ({ text: `\`${survey.commands[command]!}\`${failed ? ` (${fails(command, source)})` : ''}`, source }));
}

/** Tickets, orders, bookings: names that cannot be guessed. */
const ID = /^(?=.*\d)(?:#|[A-Z][A-Z0-9]*-)?[A-Z0-9-]+$/;

function namesOf(survey: Survey, uses: Uint32Array): string[] {
  const often: { readonly name: string; readonly rank: number }[] = [];
  for (let k = 0; k < uses.length; k++) {
    if (uses[k]! < MIN_ID_USES) continue;
    const name = survey.names[k]!;
    if (/\.[a-z]\w{0,4}$/i.test(name)) continue;
    const id = ID.test(name);
    if (id || uses[k]! >= MIN_NAME_USES) often.push({ name, rank: uses[k]! * (id ? 3 : 1) });
  }
  return often
    .sort((a, b) => b.rank - a.rank)
    .slice(0, MOST_NAMES)
    .map(({ name }) => name);
}
