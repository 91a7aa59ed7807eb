/**
 * S0 19: structured content of some messages: requests and rules of the user, decisions, state, findings, errors, files, commands, results of calls.
 */
import type { PreparedTranscript } from '../../../signals/contract.ts';
import { cutAtSentence } from '../../../signals/sentences.ts';
import { perTranscript } from '../../../signals/remember.ts';
import type { FileOperation } from '../../../summarizers/calls.ts';
import { type LaterEvents, laterIn } from '../../../summarizers/later.ts';
import type { LineKind } from '../../../summarizers/offers.ts';
import { type Survey, surveyOf } from '../../../summarizers/survey.ts';
import { rootOf } from './tool-lines.ts';

export const EXTRACT_SECTIONS = [
  'tasks',
  'requests',
  'constraints',
  'decisions',
  'state',
  'findings',
  'errors',
  'files',
  'commands',
  'results',
  'open',
] as const;
export type ExtractSection = (typeof EXTRACT_SECTIONS)[number];

const SHARE: Readonly<Record<ExtractSection, number>> = {
  tasks: 0.1,
  requests: 0.12,
  constraints: 0.12,
  decisions: 0.14,
  state: 0.12,
  findings: 0.11,
  errors: 0.08,
  files: 0.1,
  commands: 0.06,
  results: 0.03,
  open: 0.02,
};

const SECTION_OF: Partial<Readonly<Record<LineKind, ExtractSection>>> = {
  request: 'requests',
  rule: 'constraints',
  decision: 'decisions',
  done: 'state',
  finding: 'findings',
  error: 'errors',
  output: 'results',
};

interface Item {
  readonly text: string;
  readonly weight: number;
  readonly at: number;
  readonly group?: string;
}

/** Kinds of lines that make a message structured; its other content would be lost. */
const TELLING: ReadonlySet<LineKind> = new Set<LineKind>(['request', 'rule', 'decision', 'done', 'todo', 'error']);

/** By unit: 1 where it has structured content: tool blocks, a person's words, and messages with such a line. */
export const structuredUnits = perTranscript((input): Uint8Array => {
  const { digests } = surveyOf(input.messages);
  return Uint8Array.from(input.units, ({ isBlock, members }) =>
    isBlock || members.some((i) => digests[i]!.spoken !== '' || digests[i]!.candidates.some(({ kind }) => TELLING.has(kind))) ? 1 : 0,
  );
});

const RECENCY = 0.3;
const MAX_REQUEST = 160;
const SPOKEN_WEIGHT = 0.5;

interface AdjacentQuotes {
  readonly quoted: number;
  readonly taskList: boolean;
}

export type Extraction = Readonly<Record<ExtractSection, readonly Item[]>>;

export function extractFrom(input: PreparedTranscript, members: readonly number[], { quoted, taskList }: AdjacentQuotes): Extraction {
  const survey = surveyOf(input.messages);
  const found = Object.fromEntries(EXTRACT_SECTIONS.map((section) => [section, [] as Item[]])) as Record<ExtractSection, Item[]>;
  const isMember = new Uint8Array(input.n);
  for (const i of members) isMember[i] = 1;
  const later = laterIn(survey, input.messages);
  const lastTests = members.findLast((i) => survey.digests[i]!.testRun !== '') ?? -1;
  const said = new Set<string>();
  const last = Math.max(1, members.length - 1);
  members.forEach((i, k) => {
    if (i === quoted) return;
    const add = ({ section, text, weight }: SectionLine, at: number): void => {
      if (said.has(text)) return;
      said.add(text);
      found[section].push({ text, weight: weight + (RECENCY * k) / last, at });
    };
    const { spoken, candidates } = survey.digests[i]!;
    const rules = candidates.filter(({ kind }) => kind === 'rule').map(({ text }) => text);
    let asks = false;
    for (let l = survey.first[i]!; l < survey.first[i + 1]!; l++) {
      // Tests have run since.
      if (survey.lines[l]!.tests && later.tested[i + 1]! < input.n) continue;
      const line = lineOf(survey, l, isMember);
      if (!line) continue;
      if (line.section === 'requests') asks = true;
      const text = line.section === 'requests' ? requestWithout(line.text, rules) : line.text;
      if (text !== '') add({ ...line, text }, l);
    }
    if (!asks && spoken !== '') add({ section: 'requests', text: spoken, weight: SPOKEN_WEIGHT }, survey.first[i]!);
  });
  found.files.push(...filesOf(input, survey, members));
  found.commands.push(...commandsOf(survey, members));
  if (!taskList) found.tasks.push(...tasksOf(survey, members, later));
  const label = lastTests >= 0 && later.tested[lastTests + 1]! < input.n ? 'Test run' : 'Last test run';
  if (lastTests >= 0) found.state.push({ text: `${label}: ${survey.digests[lastTests]!.testRun}`, weight: 9, at: Number.MAX_SAFE_INTEGER });
  return found;
}

function requestWithout(request: string, rules: readonly string[]): string {
  const text = rules
    .reduce((left, rule) => left.replace(rule, ' '), request)
    .replace(/\s+/g, ' ')
    .trim();
  return text.length > MAX_REQUEST ? `${cutAtSentence(text, MAX_REQUEST)} …` : text;
}

interface SectionLine {
  readonly section: ExtractSection;
  readonly text: string;
  readonly weight: number;
}

function lineOf(survey: Survey, l: number, isMember: Uint8Array): SectionLine | null {
  const { lines, quotes, explained, mended, sourceOf } = survey;
  const { kind, text, weight } = lines[l]!;
  const section = SECTION_OF[kind];
  if (!section || (quotes[l]! >= 0 && isMember[quotes[l]!] === 0)) return null;
  if (kind !== 'error') return { section, text, weight };
  const cause = explained[l]!;
  const told = (cause >= 0 && isMember[sourceOf[cause]!] === 1) || (cause < 0 && mended[l]! >= 0 && isMember[mended[l]!] === 1);
  return { section, text: told ? survey.joined(l) : text, weight: weight + (told ? 1 : 0) };
}

const OPERATIONS: readonly FileOperation[] = ['created', 'modified', 'deleted', 'read'];

function filesOf(input: PreparedTranscript, { files, touches }: Survey, members: readonly number[]): Item[] {
  const root = rootOf(input);
  const state = new Map<number, { operation: FileOperation; times: number }>();
  for (const i of members) {
    for (const { file, operation } of touches.get(i) ?? []) {
      const known = state.get(file);
      if (!known) state.set(file, { operation, times: operation === 'read' ? 0 : 1 });
      else if (operation !== 'read') {
        known.operation = known.operation === 'created' && operation === 'modified' ? 'created' : operation;
        known.times += 1;
      }
    }
  }
  const items = Array.from(state, ([file, { operation, times }]): Item => {
    const path = files[file]!;
    const shown = root !== '' && path.startsWith(root) ? path.slice(root.length) : path;
    return {
      text: times > 1 ? `${shown} (${times} times)` : shown,
      weight: operation === 'read' ? 0 : 1 + Math.min(times, 50) / 10,
      at: OPERATIONS.indexOf(operation),
      group: operation,
    };
  });
  return root !== '' && items.length > 0 ? [{ text: `below ${root}`, weight: 9, at: -1 }, ...items] : items;
}

/**
 * Checks with the number of runs and the last outcome, as of then if they ran again since; commits, branches and other actions in order.
 */
function commandsOf({ commands, runs, lastRun, actions }: Survey, members: readonly number[]): Item[] {
  const ran = new Map<number, { times: number; failed: boolean; last: number }>();
  const items: Item[] = [];
  for (const i of members) {
    for (const { command, failed } of runs.get(i) ?? []) ran.set(command, { times: (ran.get(command)?.times ?? 0) + 1, failed, last: i });
    for (const { verb, text } of actions.get(i) ?? [])
      items.push({ text: verb === 'called' ? text : `${verb}: ${text}`, weight: verb === 'committed' ? 3 : 2, at: i });
  }
  for (const [command, { times, failed, last }] of ran)
    items.push({
      text: `\`${commands[command]!}\` → ${failed ? 'failed' : 'ok'}${lastRun.get(commands[command]!)! > last ? ' then, run again since' : times > 1 ? `, last of ${times} runs` : ''}`,
      weight: 1 + Math.min(1, times / 10),
      at: last,
    });
  return items;
}

function tasksOf({ taskLists, digests }: Survey, members: readonly number[], { listed }: LaterEvents): Item[] {
  const source = members.findLast((i) => taskLists.has(i));
  if (source === undefined || listed[source + 1]! < digests.length) return [];
  const { open, ticked } = taskLists.get(source)!;
  return [...ticked.map((text) => `[x] ${text}`), ...open.map((text) => `[ ] ${text}`)].map((text, at) => ({ text, weight: 9, at }));
}

const NOTHING = 'Nothing with a place of its own was said or done.';

/**
 * The lines as one structured text of at most `maxTokens` by `count`: a section for each kind, with its heaviest lines in the order of the
 * conversation.
 */
export function structuredText(found: Extraction, maxTokens: number, count: (text: string) => number): string {
  const heaviest = new Map(EXTRACT_SECTIONS.map((section) => [section, found[section].toSorted((a, b) => b.weight - a.weight || b.at - a.at)]));
  const taken = new Map<ExtractSection, Item[]>();
  let left = maxTokens;
  /** Takes lines of a section until one does not fit into `room`. */
  const take = (section: ExtractSection, room: number): void => {
    const mine = taken.get(section) ?? [];
    const rest = heaviest.get(section)!;
    for (let spent = 0; rest.length > 0; rest.shift()) {
      const item = rest[0]!;
      const heading = mine.length === 0 ? count(`${section}:\n`) + 1 : 0;
      const joins = item.group !== undefined && mine.some(({ group }) => group === item.group);
      const tokens = heading + count(joins ? `, ${item.text}` : `- ${item.group === undefined ? '' : `${item.group}: `}${item.text}\n`) + 1;
      if (spent + tokens > room || tokens > left) return;
      spent += tokens;
      left -= tokens;
      mine.push(item);
      taken.set(section, mine);
    }
  };
  for (const section of EXTRACT_SECTIONS) take(section, SHARE[section] * maxTokens);
  for (const section of EXTRACT_SECTIONS.toSorted((a, b) => SHARE[b] - SHARE[a])) take(section, left);
  const parts = EXTRACT_SECTIONS.flatMap((section) => {
    const mine = taken.get(section);
    return mine ? [`${section}:\n${linesOf(mine).join('\n')}`] : [];
  });
  return parts.length > 0 ? parts.join('\n') : NOTHING;
}

function linesOf(items: readonly Item[]): readonly string[] {
  const lines = new Map<string, string>();
  for (const { text, group, at } of items.toSorted((a, b) => a.at - b.at)) {
    const key = group ?? `${at} ${text}`;
    const before = lines.get(key);
    lines.set(key, before === undefined ? `- ${group === undefined ? '' : `${group}: `}${text}` : `${before}, ${text}`);
  }
  return [...lines.values()];
}
