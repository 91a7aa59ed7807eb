/**
 * S0 7: what no summary of S0 loses. The original task, the state of the task list and what shown diffs changed in files stand
 * beside the summary of the messages that held them; pins and memories are protected anyway.
 *
 * One shared way for every strategy that puts a summary in the place of messages:
 *
 *   const key = keyInformationBeside(input, fates, 'Summary of the earlier conversation:', params.keyInformation);
 *   summaryPlan(fates, { maxTokens, style: 'sections', ...key }, { reason: (i) => quotedReason(input, fates, i, on) ?? … });
 *
 * Of several summaries the first takes `before`, the last `after` and `spare`. Call it when the fates are final. A strategy that
 * chooses single messages (by score, rank or cluster) keeps the original task itself instead: `originalTask(input)`.
 */
import type { Slice } from '../../lib/steps.ts';
import type { Message, Part, Transcript } from '../../transcript/types.ts';
import type { Prepared, Reason } from '../../signals/contract.ts';
import { checkboxes, isTaskTool, type TaskItem, tasksOfCall } from '../../signals/task-list.ts';
import { headOf } from '../../signals/sentences.ts';
import { perProtection, perTranscript } from '../../signals/remember.ts';
import type { SummaryRequest } from '../../summarizers/contract.ts';
import { KEEP } from '../contract.ts';

export interface FileChange {
  readonly path: string;
  readonly added: number;
  readonly removed: number;
}
export interface KeyInformation {
  /** Latest task list of the transcript; empty without one. */
  readonly tasks: readonly TaskItem[];
  /** Index of the message that holds it, −1 without one. */
  readonly tasksIn: number;
  /** By file, in order of appearance; the last diff shown of a file counts. */
  readonly changes: readonly FileChange[];
  /** Indexes of the messages that show these diffs, ascending. */
  readonly changesIn: readonly number[];
}

/** Longer lists, and longer items (characters), are cut: the summary must stay one. */
const MOST_ITEMS = 50;
const LONGEST_ITEM = 300;

/** The text parts of a message. */
export function wordsOf(message: Message): string {
  return message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
}

/** What an earlier summary of ours quotes between tags; undefined for other messages, and without such a quote. */
function quotedIn(message: Message, tag: string): string | undefined {
  if (!message.compaction) return undefined;
  const text = wordsOf(message);
  const from = text.indexOf(`<${tag}>\n`);
  const to = from < 0 ? -1 : text.indexOf(`\n</${tag}>`, from);
  return to < 0 ? undefined : text.slice(from + tag.length + 3, to);
}

/** The user's words that a message represents: its own, or those that an earlier summary of ours quotes as the last. */
export function lastWordsOf(message: Message): string {
  return quotedIn(message, 'last_user_message') ?? quotedIn(message, 'original_task') ?? wordsOf(message);
}

/**
 * Index of the message with the original task: the first user message with words, or in a compacted context the summary that quotes it. −1
 * without one.
 */
export const originalTask = perTranscript((input): number => {
  const quoting = input.itemType.findIndex((type, i) => type === 'COMPACTION_SUMMARY' && quotedIn(input.messages[i]!, 'original_task') !== undefined);
  return quoting >= 0 ? quoting : input.turn.indexOf(0);
});

const cache = new WeakMap<Transcript, KeyInformation>();

/** Found once per transcript: one pass over its text. */
export function keyInformationOf(transcript: Transcript): KeyInformation {
  let found = cache.get(transcript);
  if (!found) {
    found = { ...latestTasks(transcript.messages), ...changesOf(transcript.messages) };
    cache.set(transcript, found);
  }
  return found;
}

/** Messages between two opportunities to pause: about a millisecond. */
const SLICE = 100;

/** Finds key information in slices; with `on` false there is nothing to find. */
export function* warmKeyInformation({ transcript }: Pick<Prepared, 'transcript'>, on = true): Generator<Slice, void> {
  if (!on || cache.has(transcript)) return;
  for (const [i, message] of transcript.messages.entries()) {
    toldBy(message);
    if (i % SLICE === SLICE - 1) yield { done: i + 1, of: transcript.messages.length };
  }
}

function latestTasks(messages: readonly Message[]): Pick<KeyInformation, 'tasks' | 'tasksIn'> {
  for (let i = messages.length - 1; i >= 0; i--) {
    const { tasks } = toldBy(messages[i]!);
    if (tasks.length > 0) return { tasks, tasksIn: i };
  }
  return { tasks: [], tasksIn: -1 };
}

/** Key information in one message: its last task list, and the changes that it shows or, as a summary, quotes. */
interface Told {
  readonly tasks: readonly TaskItem[];
  readonly changes: readonly FileChange[];
}

const NOTHING_TOLD: Told = { tasks: [], changes: [] };
const told = new WeakMap<Message, Told>();

function toldBy(message: Message): Told {
  if (message.role === 'system') return NOTHING_TOLD;
  let found = told.get(message);
  if (!found) {
    const tasks = message.parts.map(tasksOf).findLast((list) => list.length > 0) ?? [];
    const changes = [
      ...quotedChanges(quotedIn(message, 'diff_statistics')),
      ...message.parts.flatMap(textsOf).flatMap((text) => (text.includes('+++ ') && text.includes('@@') ? unifiedDiffs(text) : [])),
    ];
    found = tasks.length + changes.length === 0 ? NOTHING_TOLD : { tasks: tasks.slice(0, MOST_ITEMS), changes };
    told.set(message, found);
  }
  return found;
}

function tasksOf(part: Part): readonly TaskItem[] {
  if (part.type === 'text') return checkboxes(part.text);
  return part.type === 'tool-call' && isTaskTool(part.name) ? (tasksOfCall(part.args) ?? []) : [];
}

function textsOf(part: Part): readonly string[] {
  if (part.type === 'text') return [part.text];
  if (part.type === 'tool-result') return part.content.flatMap((inner) => (inner.type === 'text' ? [inner.text] : []));
  return [];
}

function changesOf(messages: readonly Message[]): Pick<KeyInformation, 'changes' | 'changesIn'> {
  const byPath = new Map<string, FileChange & { readonly source: number }>();
  messages.forEach((message, source) => {
    for (const change of toldBy(message).changes) byPath.set(change.path, { ...change, source });
  });
  const found = [...byPath.values()];
  return {
    changes: found.map(({ path, added, removed }) => ({ path, added, removed })),
    changesIn: [...new Set(found.map(({ source }) => source))].sort((a, b) => a - b),
  };
}

/** Parses the lines of `changeLines`. */
function quotedChanges(text: string | undefined): FileChange[] {
  const found = (text ?? '').matchAll(/^(.+) \+(\d+) −(\d+)$/gm);
  return Array.from(found, ([, path, added, removed]) => ({ path: path!, added: Number(added), removed: Number(removed) })).slice(1);
}

/** Added and removed lines of each file in a unified diff; other text is ignored. */
export function unifiedDiffs(text: string): FileChange[] {
  const found: { path: string; added: number; removed: number }[] = [];
  const lines = text.split('\n');
  let inHunk = false;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const next = lines[at + 1] ?? '';
    const file = found[found.length - 1];
    if (line.startsWith('--- ') && next.startsWith('+++ ')) {
      const path = pathOf(next);
      found.push({ path: path === '/dev/null' ? pathOf(line) : path, added: 0, removed: 0 });
      inHunk = false;
      at += 1;
    } else if (file && line.startsWith('@@')) {
      inHunk = true;
    } else if (file && inHunk) {
      if (line.startsWith('+')) file.added += 1;
      else if (line.startsWith('-')) file.removed += 1;
      else if (line !== '' && !/^[ \\]/.test(line)) inHunk = false;
    }
  }
  return found.filter(({ added, removed }) => added + removed > 0);
}

/** `+++ b/src/a.ts	2026-01-01` → `src/a.ts`. */
function pathOf(line: string): string {
  const [path = ''] = line.slice(4).split('\t');
  return path.trim().replace(/^[ab]\//, '');
}

const BOX = { open: '- [ ] ', running: '- [ ] (in progress) ', done: '- [x] ' } as const;

/** The task list as Markdown checkboxes, one per line. */
export function taskLines(tasks: readonly TaskItem[]): string {
  return tasks.map(({ text, state }) => BOX[state] + (text.length > LONGEST_ITEM ? `${headOf(text, LONGEST_ITEM)}…` : text)).join('\n');
}

/** `2 files, +12 −3`, then a line for each file. */
export function changeLines(changes: readonly FileChange[]): string {
  const sum = (of: 'added' | 'removed'): number => changes.reduce((total, change) => total + change[of], 0);
  const head = `${changes.length} ${changes.length === 1 ? 'file' : 'files'}, +${sum('added')} −${sum('removed')}`;
  return [head, ...changes.slice(0, MOST_ITEMS).map(({ path, added, removed }) => `${path} +${added} −${removed}`)].join('\n');
}

const tagged = (tag: string, text: string): string => `<${tag}>\n${text}\n</${tag}>`;
const SAME = 'The original task above is also the last message of the user.';

interface Pieces {
  readonly task: number;
  /** Other messages of the user and the header with the words of the task: while one is kept, nothing is quoted. */
  readonly taskAgain: readonly number[];
  readonly tasksIn: number;
  readonly changesIn: readonly number[];
  readonly taskList: string;
  readonly diffs: string;
  readonly taskListTokens: number;
  readonly diffsTokens: number;
  /** For an original task in a removable message: the quote takes more tokens than the message. */
  readonly taskTokens: number;
  /** Finished frames by introduction and content: plans are made many times while a knob is aimed. */
  readonly frames: Map<string, Beside>;
}

/** The words of the original task, which message `task` holds or quotes, in the form for a summary. */
const quotedTask = ({ messages }: Pick<Prepared, 'messages'>, task: number): string => tagged('original_task', taskWords(messages[task]!));
const taskWords = (message: Message): string => quotedIn(message, 'original_task') ?? wordsOf(message);

const againIn = (input: Pick<Prepared, 'messages'>, task: number): readonly number[] => {
  const words = task < 0 ? '' : taskWords(input.messages[task]!).trim();
  if (words === '') return [];
  return [...input.messages.keys()].filter(
    (i) => i !== task && /^(?:user|system)$/.test(input.messages[i]!.role) && wordsOf(input.messages[i]!).includes(words),
  );
};

/** Whether the original task is gone, with all messages that contain its words. */
const loses = ({ task, taskAgain }: Pieces, fates: Uint8Array): boolean =>
  task >= 0 && fates[task] !== KEEP && !taskAgain.some((i) => fates[i] === KEEP);

const piecesOf = perProtection((input): Pieces => {
  const { tasks, tasksIn, changes, changesIn } = keyInformationOf(input.transcript);
  const taskList = tasks.length > 0 ? tagged('task_list', taskLines(tasks)) : '';
  const diffs = changes.length > 0 ? tagged('diff_statistics', changeLines(changes)) : '';
  // One token per joint between texts.
  const tokens = (text: string): number => (text === '' ? 0 : input.counts.text(`\n\n${text}`) + 1);
  const task = originalTask(input);
  return {
    task,
    taskAgain: againIn(input, task),
    taskTokens: task >= 0 && input.protection[task] === 0 ? tokens(quotedTask(input, task)) : 0,
    tasksIn,
    changesIn,
    taskList,
    diffs,
    taskListTokens: tokens(taskList),
    diffsTokens: tokens(diffs),
    frames: new Map(),
  };
});

/** Text before and after a summary, and the additional tokens to plan for (see SummaryRequest). */
export type Beside = Required<Pick<SummaryRequest, 'before' | 'after' | 'spare' | 'quotes'>>;

/**
 * The introduction, and the key information of the removed messages: the original task before the summary, task list and diff statistics
 * after it, and the last user message if that is gone too. `on` false: only the introduction and the last user message. `taskStays`: the
 * strategy never removes the message with the original task (`keptForKeyInformation`), so that nothing is planned for quoting it. A few
 * look-ups in the fates; texts are made once.
 */
export function keyInformationBeside(input: Prepared, fates: Uint8Array, introduction: string, on: boolean, taskStays = false): Beside {
  const pieces = piecesOf(input);
  const gone = (i: number): boolean => i >= 0 && fates[i] !== KEEP;
  const task = on && loses(pieces, fates);
  const list = on && gone(pieces.tasksIn);
  const diffs = on && pieces.changesIn.some(gone);
  const lastUser = gone(input.lastUser);
  const key = `${Number(on)}${Number(task)}${Number(list)}${Number(diffs)}${Number(lastUser)}${Number(taskStays)}${introduction}`;
  let found = pieces.frames.get(key);
  if (!found) {
    const before = [introduction];
    const words = lastUser ? lastWordsOf(input.messages[input.lastUser]!) : '';
    if (task) before.push(quotedTask(input, pieces.task));
    const after: string[] = [];
    if (list) after.push(pieces.taskList);
    if (diffs) after.push(pieces.diffs);
    if (lastUser) after.push(task && words === taskWords(input.messages[pieces.task]!) ? SAME : tagged('last_user_message', words));
    found = {
      before: `${before.join('\n\n')}\n\n`,
      after: after.map((text) => `\n\n${text}`).join(''),
      quotes: { task: task ? pieces.task : -1, lastUser: lastUser ? input.lastUser : -1, tasks: list ? pieces.tasksIn : -1 },
      // A stricter knob may quote what is kept now, and must not be planned to take more for it.
      spare: on ? (task || taskStays ? 0 : pieces.taskTokens) + (list ? 0 : pieces.taskListTokens) + (diffs ? 0 : pieces.diffsTokens) : 0,
    };
    pieces.frames.set(key, found);
  }
  return found;
}

/** Why a message that is quoted beside the summary is gone; undefined for all others. */
export function quotedReason(input: Prepared, fates: Uint8Array, i: number, on: boolean): Reason | undefined {
  if (fates[i] === KEEP) return undefined;
  if (i === input.lastUser) return { key: 'sum-quoted-last-user' };
  return on && i === originalTask(input) && loses(piecesOf(input), fates) ? { key: 'sum-quoted-task' } : undefined;
}
