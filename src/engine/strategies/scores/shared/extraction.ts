/**
 * S0 19: structured content of some messages: requests and rules of the user, decisions, state, findings, errors, files, commands, results of calls.
 */
import type { PreparedTranscript } from '../../../signals/contract.ts';
import { findErrorLines } from '../../../signals/facts/index.ts';
import { exitCodeIn, hasFailed, resultText } from '../../../signals/outcomes.ts';
import { perTranscript, type TranscriptInput, remembered } from '../../../signals/remember.ts';
import { maskSecrets } from '../../../signals/secrets.ts';
import { cutAtSentence, headOf, safeCut, splitSentences } from '../../../signals/sentences.ts';
import { type CallDigest, digestCall, type FileOperation } from '../../../summarizers/calls.ts';
import { gistOf, type LineKind } from '../../../summarizers/digest.ts';
import { type LaterEvents, laterIn } from '../../../summarizers/weigh.ts';
import { type Survey, surveyOf } from '../../../summarizers/survey.ts';
import { readJson } from '../../../transcript/transcript-json.ts';
import type { Message, ToolCallPart, ToolResultPart } from '../../../transcript/types.ts';

const MAX_TARGET = 120;
const MAX_OUTCOME = 140;
const MAX_SAID = 160;
/** Shorter sentences only announce a step. */
const MIN_SAID = 25;
const MAX_SHORT = 80;
/** Longer arguments are not parsed. */
const PARSE_LIMIT = 20_000;
const COUNT_LINES = 15;
const COUNTS = /\b\d+ (?:tests? )?(?:passed|failed|passing|failing)\b/;
const ANNOUNCES = /^(?:(?:now|ok|okay|great|good|perfect)[,.! ]+)?(?:let me|let's|i'll|i will|now i|let us|让我|我来|我先|现在)/i;

const MARKS = /^(?:[-*+#>]+\s+|\d+[.)]\s+|\*\*)+/;

const oneLine = (text: string, most: number): string => {
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat.length > most ? `${flat.slice(0, safeCut(flat, most - 1)).trimEnd()}…` : flat;
};

function commandOf(args: string): string | undefined {
  if (args.length > PARSE_LIMIT) return undefined;
  const fields = readJson(args);
  if (typeof fields !== 'object' || fields === null) return undefined;
  const { command, cmd, script, code } = fields as Readonly<Record<string, unknown>>;
  const given = command ?? cmd ?? script ?? code;
  return Array.isArray(given) ? String(given.at(-1)) : typeof given === 'string' ? given : undefined;
}

const digestOf = remembered(digestCall);

const ROOT_FILES = 3;

/** The common directory, with its slash, of all files in the transcript's calls by absolute path; empty without a meaningful one. */
export const rootOf = perTranscript(({ messages }: TranscriptInput): string => {
  let root: string[] | undefined;
  let count = 0;
  for (const { parts } of messages) {
    for (const part of parts) {
      if (part.type !== 'tool-call') continue;
      for (const { path } of digestOf(part).files) {
        if (!path.startsWith('/')) continue;
        const folders = path.split('/').slice(0, -1);
        count += 1;
        const differs = root?.findIndex((folder, k) => folder !== folders[k]) ?? -1;
        root = root ? (differs < 0 ? root : root.slice(0, differs)) : folders;
      }
    }
  }
  // Below a home or a mount: two folders at least.
  return root && count >= ROOT_FILES && root.length > 2 ? `${root.join('/')}/` : '';
});

function targetOf(call: ToolCallPart, { files, action, open, ticked, label }: CallDigest, root: string): string {
  const { name, args } = call;
  const short = (path: string): string => (root !== '' && path.startsWith(root) ? path.slice(root.length) : path);
  if (files.length > 0) return `${name} ${oneLine(files.map(({ path }) => short(path)).join(', '), MAX_TARGET)}`;
  if (action?.verb === 'called') return oneLine(action.text, MAX_TARGET);
  if (open) return `${name} ${open.length} open, ${ticked?.length ?? 0} done`;
  const command = commandOf(args);
  if (command !== undefined) return `${name} \`${oneLine(command, MAX_TARGET)}\``;
  return label ?? oneLine(`${name} ${args === '{}' ? '' : args}`, MAX_TARGET);
}

const lineCount = (text: string): number => (text.trim() === '' ? 0 : text.trimEnd().split('\n').length);

function outcomeOf(result: ToolResultPart | undefined, quiet: boolean): string {
  if (!result) return 'no result';
  const text = resultText(result);
  if (hasFailed(result, text)) {
    const code = exitCodeIn(text);
    const errors = findErrorLines(text).filter(({ bare }) => !bare);
    const others = text.split('\n').filter((line) => /[\p{L}\d]/u.test(line) && !line.startsWith('> ') && exitCodeIn(line) === undefined);
    const said = errors[0]?.text ?? others.find((line) => COUNTS.test(line)) ?? others[0] ?? '';
    const why = said === '' ? '' : `: ${oneLine(said.replace(/<\/?\w+>/g, ''), MAX_OUTCOME)}`;
    return `failed${code === undefined ? '' : ` (exit ${code})`}${why}`;
  }
  const counted = text
    .split('\n')
    .slice(-COUNT_LINES)
    .findLast((line) => COUNTS.test(line));
  if (counted !== undefined) return oneLine(counted.replace(/[=─━]+/g, ' '), MAX_OUTCOME);
  if (quiet) return 'ok';
  const gist = gistOf(text);
  if (gist !== '') return oneLine(gist, MAX_OUTCOME);
  const lines = lineCount(text);
  if (lines > 1) return `${lines} lines`;
  if (lines === 1) return text.length > MAX_SHORT ? '1 line' : 'ok';
  return result.content.some((part) => part.type !== 'text') ? 'an image or file' : 'ok';
}

function saidIn(text: string): string {
  const head = headOf(text, 4 * MAX_SAID);
  const sentence = splitSentences(head)
    .map(({ start, end }) => head.slice(start, end).replace(MARKS, ''))
    .find((one) => one.length >= MIN_SAID && !ANNOUNCES.test(one));
  return sentence === undefined ? '' : oneLine(sentence, MAX_SAID);
}

interface ToolLine {
  readonly messages: readonly Message[];
  readonly root: string;
  readonly text: string;
}

const lines = new WeakMap<Message, ToolLine>();

export function toolLine(input: TranscriptInput, unit: number): string {
  const messages = input.units[unit]!.members.map((i) => input.messages[i]!);
  const root = rootOf(input);
  const known = lines.get(messages[0]!);
  if (known?.root === root && known.messages.length === messages.length && known.messages.every((message, k) => message === messages[k]))
    return known.text;
  const text = writeLine(messages, root);
  lines.set(messages[0]!, { messages, root, text });
  return text;
}

function writeLine(messages: readonly Message[], root: string): string {
  const results = new Map<string, ToolResultPart>();
  const calls: ToolCallPart[] = [];
  let said = '';
  for (const { role, parts } of messages) {
    for (const part of parts) {
      if (part.type === 'tool-call') calls.push(part);
      else if (part.type === 'tool-result') results.set(part.callId, part);
      else if (part.type === 'text' && role === 'assistant') said ||= saidIn(part.text);
    }
  }
  // Consecutive identical outcomes are told once: five edits of a file.
  const told: { readonly text: string; times: number }[] = [];
  for (const call of calls) {
    const digest = digestOf(call);
    const quiet = digest.open !== undefined || digest.files.some(({ operation }) => operation !== 'read');
    const text = `${targetOf(call, digest, root)} → ${outcomeOf(results.get(call.id), quiet)}`;
    const last = told.at(-1);
    if (last?.text === text) last.times += 1;
    else told.push({ text, times: 1 });
  }
  const line = told.map(({ text, times }) => (times > 1 ? `${text} (${times} times)` : text)).join('; ');
  return maskSecrets(`${said === '' ? '' : `“${said}” `}${line}`).text;
}

const EXTRACT_SECTIONS = [
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
type ExtractSection = (typeof EXTRACT_SECTIONS)[number];

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
export const structuredUnits = perTranscript((input: TranscriptInput): Uint8Array => {
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

type Extraction = Readonly<Record<ExtractSection, readonly Item[]>>;

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
