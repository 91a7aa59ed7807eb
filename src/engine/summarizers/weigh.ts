/** Weights of lines within a range: by kind, position, and what was said and done after them. */
import type { PreparedTranscript } from '../signals/contract.ts';
import { itemTypeOf } from '../signals/structure.ts';
import type { Message } from '../transcript/types.ts';
import type { Quotes } from './contract.ts';
import type { Candidate, Digest } from './digest.ts';
import { type CarriedLine, flat, LANGUAGES, quotedAgain } from './merge.ts';
import { type Language, type Section, WORDS } from './summary-statements.ts';
import { MENDED_WITHIN, type Survey } from './survey.ts';

// What follows a message in the context that is compacted. It decides whether something is still open; the range of the summary does not.
// The recording beyond the context is never read.

export interface LaterEvents {
  readonly acted: Int32Array;
  readonly answered: Int32Array;
  readonly spoken: Int32Array;
  readonly asked: Int32Array;
  readonly listed: Int32Array;
  readonly tested: Int32Array;
}

/** Whether the assistant says or calls something; an answer aborted before it began does not count. */
const acts = ({ role }: Message, { final, calls, candidates }: Digest): boolean =>
  role === 'assistant' && (final || calls.length > 0 || candidates.length > 0);

const speaks = (message: Message): boolean =>
  message.role === 'user' &&
  message.synthetic !== true &&
  itemTypeOf(message) === 'USER_MESSAGE' &&
  message.parts.some((part) => part.type === 'image' || part.type === 'file' || (part.type === 'text' && part.text.trim() !== ''));

function nextOf(n: number, holds: (i: number) => boolean): Int32Array {
  const next = new Int32Array(n + 1);
  next[n] = n;
  for (let i = n - 1; i >= 0; i--) next[i] = holds(i) ? i : next[i + 1]!;
  return next;
}

const known = new WeakMap<Survey, LaterEvents>();

export function laterIn(survey: Survey, messages: readonly Message[]): LaterEvents {
  let later = known.get(survey);
  if (!later) {
    const { digests, taskLists } = survey;
    const n = digests.length;
    later = {
      acted: nextOf(n, (i) => acts(messages[i]!, digests[i]!)),
      answered: nextOf(n, (i) => messages[i]!.role === 'assistant' && digests[i]!.final),
      spoken: nextOf(n, (i) => speaks(messages[i]!)),
      asked: nextOf(n, (i) => digests[i]!.asks),
      listed: nextOf(n, (i) => taskLists.has(i)),
      tested: nextOf(n, (i) => digests[i]!.testRun !== ''),
    };
    known.set(survey, later);
  }
  return later;
}

/** Messages after a range that are considered. */
export const LOOKS_AHEAD = MENDED_WITHIN;

export interface LookAhead {
  readonly now: boolean;
  after(what: keyof LaterEvents, i: number): boolean;
  back(i: number): number;
}

export function aheadOf(survey: Survey, messages: readonly Message[], last: number): LookAhead {
  const later = laterIn(survey, messages);
  const n = messages.length;
  const end = Math.min(n - 1, last + LOOKS_AHEAD);
  return {
    now: n - 1 - last < LOOKS_AHEAD,
    after: (what, i) => later[what][i + 1]! <= end,
    back: (i) => end - i,
  };
}

// Which lines of earlier summaries no longer hold, and how past states are worded.

const OPEN = ['unanswered', 'doing', 'asked', 'lastCall', 'lastRequest', 'broken'] as const;
const startsWith = (text: string, keys: readonly ('open' | 'failing' | 'tests' | 'proposed' | (typeof OPEN)[number])[]): boolean =>
  LANGUAGES.some((language) => keys.some((key) => text.startsWith(WORDS[language][key])));

const goesOn = (i: number, ahead: LookAhead): boolean => !ahead.now || ahead.after('acted', i) || ahead.after('spoken', i);

export function isStale(text: string, i: number, ahead: LookAhead): boolean {
  if (goesOn(i, ahead) && startsWith(text, [...OPEN, 'proposed'])) return true;
  return (
    (ahead.after('listed', i) && startsWith(text, ['open'])) || ((ahead.after('tested', i) || !ahead.now) && startsWith(text, ['failing', 'tests']))
  );
}

export function toldThen(text: string, i: number, ahead: LookAhead): string {
  if (!goesOn(i, ahead)) return text;
  for (const language of LANGUAGES) {
    const { open, planned, fails, failsThen, commands } = WORDS[language];
    if (text.startsWith(open) && !ahead.now) return planned + text.slice(open.length);
    if (text.startsWith(commands)) return text.replaceAll(`(${fails})`, `(${failsThen})`);
  }
  return text;
}

export function carriedThen(line: CarriedLine, ahead: LookAhead, language: Language): CarriedLine {
  const { source, section } = line;
  const text = toldThen(line.text, source, ahead);
  const isPlan = section === 'next' && !startsWith(text, ['open', 'failing']);
  if (!isPlan || !(ahead.after('asked', source) || ahead.after('answered', source) || !ahead.now))
    return text === line.text ? line : { ...line, text };
  const { planned } = WORDS[language];
  return { source, section: 'state', text: text.startsWith(planned) ? text : planned + text };
}

export interface WeighedLine {
  readonly text: string;
  readonly section: Section;
  readonly weight: number;
  readonly source: number;
  readonly short?: string;
  readonly terms: Int32Array;
  readonly facts: Int32Array;
}

const NEXT_WITHIN = 30;
const RECENT = 0.85;

export interface RangeRoles {
  readonly opening: number;
  readonly lastAsked: number;
  readonly lastSpoken: number;
  readonly lastActed: number;
  readonly lastSaid: number;
  readonly lastFinal: number;
  readonly lastTaskList: number;
  readonly lastTestRun: number;
  readonly isMember: Uint8Array;
  readonly isSummary: (i: number) => boolean;
  readonly ahead: LookAhead;
  readonly quotes: Quotes;
  readonly isQuoted: (text: string, i: number) => boolean;
}

export function placeOf(survey: Survey, { messages, itemType }: PreparedTranscript, members: readonly number[], quotes: Quotes): RangeRoles {
  const { digests, taskLists } = survey;
  const again: (string | undefined)[] = [];
  const isMember = new Uint8Array(digests.length);
  let [opening, lastAsked, lastSpoken, lastActed, lastSaid, lastFinal, lastTaskList, lastTestRun] = [-1, -1, -1, -1, -1, -1, -1, -1];
  for (const i of members) {
    isMember[i] = 1;
    const { asks, spoken, candidates, final, testRun } = digests[i]!;
    if (testRun !== '') lastTestRun = i;
    if (spoken !== '') lastSpoken = i;
    // After a summary of earlier messages, the first request is one of many.
    if (itemType[i] === 'COMPACTION_SUMMARY' && opening < 0) opening = i;
    if (asks) {
      lastAsked = i;
      if (opening < 0) opening = i;
    }
    if (acts(messages[i]!, digests[i]!)) {
      lastActed = i;
      if (final) lastFinal = i;
      if (candidates.length > 0) lastSaid = i;
    }
    if (taskLists.has(i)) lastTaskList = i;
  }
  return {
    opening,
    lastAsked,
    lastSpoken,
    lastActed,
    lastSaid,
    lastFinal,
    lastTaskList,
    lastTestRun,
    isMember,
    isSummary: (i) => itemType[i] === 'COMPACTION_SUMMARY',
    ahead: aheadOf(survey, messages, members.at(-1) ?? 0),
    quotes,
    isQuoted: (text, i) => {
      if (itemType[i] !== 'COMPACTION_SUMMARY') return i === quotes.task || i === quotes.lastUser;
      again[i] ??= flat(quotedAgain(wordsOf(messages[i]!), i, quotes));
      return again[i] !== '' && again[i]!.includes(flat(text));
    },
  };
}

export const wordsOf = ({ parts }: Message): string => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');

const isUnanswered = ({ lastSpoken, lastActed, ahead }: RangeRoles): boolean =>
  ahead.now && lastSpoken > lastActed && !ahead.after('acted', lastSpoken) && !ahead.after('spoken', lastSpoken);

const OUT = Number.NEGATIVE_INFINITY;
const PLANNED_ONCE = 0.8;

const stillNext = (i: number, { ahead }: RangeRoles): boolean => ahead.now && !ahead.after('asked', i) && !ahead.after('answered', i);

function weightAt(line: Candidate, i: number, at: number, back: number, place: RangeRoles, explained: boolean): number {
  // Tests have run since.
  if (line.tests && place.ahead.after('tested', i)) return OUT;
  if (place.isSummary(i) && isStale(line.text, i, place.ahead)) return OUT;
  switch (line.kind) {
    case 'request':
      if (i === place.opening) return line.weight + 4;
      if (i !== place.lastAsked) return line.weight + 0.8 * at;
      // A request that nobody has begun to answer belongs to the next steps.
      return i === place.lastSpoken && isUnanswered(place) ? OUT : line.weight + 1.5;
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
      return back > NEXT_WITHIN ? OUT : line.weight + (stillNext(i, place) ? 1.2 * (1 - back / NEXT_WITHIN) : -PLANNED_ONCE);
    case 'output':
      return line.weight + 0.3 * at;
    case 'question':
    case 'doing':
    case 'todo':
      return OUT;
  }
}

function isSolved({ explained, mended, sourceOf }: Survey, { isMember }: RangeRoles, l: number): boolean {
  return (explained[l]! >= 0 && isMember[sourceOf[explained[l]!]!] === 1) || (explained[l]! < 0 && mended[l]! >= 0 && isMember[mended[l]!] === 1);
}

const SECTION_INDEX: Readonly<Record<Section, number>> = { task: 0, state: 1, discoveries: 2, next: 3, context: 4 };
/** Weights are bucketed in steps of 1/64 from 0 to 16, which finds the heaviest without a full sort. */
const STEPS = 1024;
const step = (weight: number): number => Math.min(STEPS - 1, Math.max(0, Math.floor(weight * 64)));

export function heaviestLines(survey: Survey, members: readonly number[], place: RangeRoles, most: number, language: Language): WeighedLine[] {
  const { first, lines, quotes, joined, nextSame, sourceOf } = survey;
  const sectionOf = (line: Candidate, i: number): Section => (line.kind === 'next' && !stillNext(i, place) ? 'state' : line.section);
  const isMember = (message: number): boolean => place.isMember[message] === 1;
  const solved = (l: number): boolean => isSolved(survey, place, l);
  const weights: number[] = [];
  const histogram = new Uint32Array(5 * STEPS);
  const count = members.length;
  members.forEach((i, k) => {
    const at = count < 2 ? 1 : k / (count - 1);
    for (let l = first[i]!; l < first[i + 1]!; l++) {
      const line = lines[l]!;
      // Of repeated statements the last one counts; the request that opens the range keeps its place.
      const repeated = nextSame[l]! >= 0 && i !== place.opening && isMember(sourceOf[nextSame[l]!]!);
      const unquotable = quotes[l]! >= 0 && !isMember(quotes[l]!);
      const quoted = quotes[l]! < 0 && place.isQuoted(line.text, i);
      const weight = repeated || unquotable || quoted ? OUT : weightAt(line, i, at, count - 1 - k, place, line.kind === 'error' && solved(l));
      weights.push(weight);
      if (weight !== OUT) histogram[SECTION_INDEX[sectionOf(line, i)] * STEPS + step(weight)]! += 1;
    }
  });
  const least = Array.from({ length: 5 }, (_, section) => {
    let left = most;
    let at = STEPS;
    while (at > 0 && left > 0) left -= histogram[section * STEPS + --at]!;
    return at;
  });
  const heaviest: WeighedLine[] = [];
  const figureless: string[] = [];
  let met = 0;
  for (const i of members) {
    for (let l = first[i]!; l < first[i + 1]!; l++) {
      const weight = weights[met++]!;
      const line = lines[l]!;
      const section = sectionOf(line, i);
      if (weight === OUT || step(weight) < least[SECTION_INDEX[section]]!) continue;
      const opens = line.kind === 'request' && (i === place.opening || i === place.lastAsked);
      const long = opens ? line.full : line.kind === 'error' && solved(l) ? joined(l) : undefined;
      const said = long ?? line.text;
      const text = section !== line.section ? WORDS[language].planned + said : place.isSummary(i) ? toldThen(said, i, place.ahead) : said;
      const short = long !== undefined ? line.text : line.kind === 'output' ? '' : undefined;
      const terms = long === undefined ? survey.termsOf(l) : survey.termsIn(long);
      heaviest.push({
        text,
        section,
        weight,
        source: i,
        terms,
        facts: survey.factsOf(l),
        ...(short !== undefined && { short }),
      });
      figureless.push(line.section === 'task' ? '' : long === undefined ? survey.figureless(l) : survey.withoutFigures(long));
    }
  }
  return withoutOutdated(heaviest, figureless);
}

function withoutOutdated(lines: readonly WeighedLine[], keys: readonly string[]): WeighedLine[] {
  const latest = new Map<string, number>();
  keys.forEach((key, k) => {
    if (key !== '') latest.set(key, Math.max(latest.get(key) ?? 0, lines[k]!.source));
  });
  return lines.filter(({ source }, k) => keys[k] === '' || latest.get(keys[k]!) === source);
}

const OPEN_ERROR_WITHIN = 8;
const FAILING = /(?:^|\D)[1-9]\d* (?:tests? )?fail/i;
const NO_FACTS = new Int32Array(0);

export function* ownLines(survey: Survey, members: readonly number[], place: RangeRoles, language: Language): Iterable<WeighedLine> {
  const { digests, taskLists, first, lines } = survey;
  const words = WORDS[language];
  const line = (label: string, text: string, weight: number, source: number): WeighedLine => ({
    text: label + text,
    section: 'next',
    weight,
    source,
    short: text,
    terms: survey.termsIn(text),
    facts: NO_FACTS,
  });
  const { lastAsked, lastSpoken, lastActed, lastSaid, lastFinal, lastTaskList, lastTestRun, opening, isMember, ahead, quotes } = place;
  if (lastTaskList >= 0 && lastTaskList !== quotes.tasks && !ahead.after('listed', lastTaskList)) {
    for (const task of taskLists.get(lastTaskList)!.open)
      yield ahead.now ? line(words.open, task, 4, lastTaskList) : { ...line(words.planned, task, 2, lastTaskList), section: 'state', short: '' };
  }
  if (!ahead.now) return;
  const isQuoted = lastSpoken === quotes.lastUser || lastSpoken === quotes.task;
  const unanswered = isUnanswered(place) && (lastSpoken !== opening || isQuoted);
  if (unanswered && isQuoted) yield line('', words.quotedUnanswered, 6, lastSpoken);
  else if (unanswered)
    yield line(
      words.unanswered,
      digests[lastSpoken]!.candidates.find((c) => c.kind === 'request')?.text ?? digests[lastSpoken]!.spoken,
      6,
      lastSpoken,
    );
  if (lastTestRun >= 0 && !ahead.after('tested', lastTestRun) && FAILING.test(digests[lastTestRun]!.testRun))
    yield line(words.failing, digests[lastTestRun]!.testRun, 3.4, lastTestRun);

  const since = members[Math.max(0, members.length - OPEN_ERROR_WITHIN)] ?? 0;
  for (let i = members.at(-1) ?? -1; i >= since && i > lastFinal && !unanswered; i--) {
    if (isMember[i] === 0) continue;
    const error = lastOf(lines, first[i]!, first[i + 1]!, 'error');
    if (error < 0) continue;
    // A few messages later it is settled or abandoned, even if nobody said so.
    const dealtWith = survey.explained[error]! >= 0 || survey.mended[error]! >= 0 || ahead.after('answered', i) || ahead.back(i) >= OPEN_ERROR_WITHIN;
    if (!dealtWith) yield line(words.broken, lines[error]!.text, 3, i);
    break;
  }

  // A new request supersedes the assistant's proposal; `yes, do it` does not.
  if (lastSaid < 0 || lastAsked > lastSaid || (lastSpoken > lastSaid && !unanswered)) return;
  if (ahead.after('acted', lastSaid) || (!unanswered && ahead.after('spoken', lastSaid))) return;
  for (let l = first[lastSaid]!; l < first[lastSaid + 1]!; l++) {
    const { kind, text } = lines[l]!;
    if (kind === 'question') yield line(unanswered ? words.proposed : words.asked, text, 3.5, lastSaid);
    else if (kind === 'doing' && lastActed === lastSaid) yield line(unanswered ? words.proposed : words.doing, text, 3.2, lastSaid);
  }
}

export function spokenLine({ digests, termsIn }: Survey, { lastSpoken, lastActed, isQuoted }: RangeRoles): WeighedLine | null {
  if (lastSpoken < 0 || lastActed < lastSpoken || isQuoted('', lastSpoken)) return null;
  const text = digests[lastSpoken]!.spoken;
  return { text, section: 'task', weight: 2, source: lastSpoken, terms: termsIn(text), facts: NO_FACTS };
}

/** Without a stated next step: the work in progress at the end of the range, unless it ends with an answer or something was done since. */
export function unfinished(survey: Survey, members: readonly number[], place: RangeRoles, language: Language): WeighedLine | null {
  const { digests, first, lines, labels } = survey;
  const { lastActed, lastFinal, lastSaid, lastAsked, lastSpoken, ahead } = place;
  if (lastActed < 0 || lastActed === lastFinal || !ahead.now) return null;
  const latest = Math.max(lastActed, lastSpoken);
  if (ahead.after('acted', latest) || ahead.after('spoken', latest)) return null;
  const words = WORDS[language];
  const line = (label: string, text: string, source: number): WeighedLine => ({
    text: label + text,
    section: 'next',
    weight: 2.5,
    source,
    short: text,
    terms: survey.termsIn(text),
    facts: NO_FACTS,
  });
  const announced = lastSaid >= 0 && lastSaid > lastAsked ? lastOf(lines, first[lastSaid]!, first[lastSaid + 1]!, 'doing') : -1;
  if (announced >= 0) return line(words.lastCall, lines[announced]!.text, lastSaid);
  for (let k = members.length - 1; k >= 0 && members[k]! > lastFinal; k--) {
    const label = labels.get(members[k]!);
    if (label !== undefined) return line(words.lastCall, label, members[k]!);
  }
  return lastAsked >= 0 && !place.isQuoted('', lastAsked)
    ? line(words.lastRequest, digests[lastAsked]!.candidates.find((c) => c.kind === 'request')!.text, lastAsked)
    : null;
}

function lastOf(lines: readonly Candidate[], from: number, to: number, kind: Candidate['kind']): number {
  let at = to - 1;
  while (at >= from && lines[at]!.kind !== kind) at--;
  return at >= from ? at : -1;
}
