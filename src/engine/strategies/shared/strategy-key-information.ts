/**
 * S0 7: what no summary of S0 loses. The original task, the state of the task list, recent memories and what was changed in files are
 * beside the summary of the messages that held them; pins and memories of the header are protected anyway.
 *
 * One shared way for every strategy that puts a summary in the place of messages:
 *
 *   const key = keyInformationBeside(input, fates, 'Summary of the earlier conversation:', params.keyInformation);
 *   summaryPlan(fates, { maxTokens, style: 'sections', ...key }, { reason: (i) => quotedReason(input, fates, i, on) ?? … });
 *
 * Of several summaries the first takes `before`, the last `after` and `spare`. Call it when the fates are final. A strategy that
 * chooses single messages (by score, rank or cluster) keeps the original task itself instead: `originalTask(input)`.
 */
import type { PreparedTranscript, Reason } from '../../signals/contract.ts';
import { hasFailed, resultText } from '../../signals/outcomes.ts';
import { perProtection, type ProtectionInput, type TranscriptInput, remembered } from '../../signals/remember.ts';
import { maskSecrets } from '../../signals/secrets.ts';
import { headOf } from '../../signals/sentences.ts';
import { checkboxes, isTaskTool, type TaskItem, tasksOfCall } from '../../signals/task-type.ts';
import { type CallChange, changesOfCall, type FileChange, memoryOfCall } from '../../summarizers/calls.ts';
import type { SummaryRequest } from '../../summarizers/contract.ts';
import type { Message, Part, ToolCallPart, ToolResultPart, Transcript } from '../../transcript/types.ts';
import { KEEP } from '../contract.ts';

interface KeyInformation {
  readonly tasks: readonly TaskItem[];
  readonly tasksIn: number;
  readonly changes: readonly SourceItem<CallChange>[];
  readonly memories: readonly SourceItem<{ readonly text: string }>[];
}
type SourceItem<T> = T & { readonly source: number };

/** Longer lists, and longer items (characters), are cut: the summary must stay one. */
const MOST_ITEMS = 50;
const LONGEST_ITEM = 300;
const MOST_MEMORIES = 10;

function wordsOf(message: Message): string {
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

export function lastWordsOf(message: Message): string {
  return quotedIn(message, 'last_user_message') ?? quotedIn(message, 'original_task') ?? maskedWords(message);
}

/** Part by part, so that a quote holds each part as it is masked alone. */
const maskedWords = ({ parts }: Message): string => parts.flatMap((part) => (part.type === 'text' ? [masked(part.text)] : [])).join('\n\n');
const masked = (text: string): string => maskSecrets(text).text;

/**
 * Index of the message with the original task: the first user message with words, or in a compacted context the summary that quotes it. −1
 * without one.
 */
export const originalTask = (input: TranscriptInput): number => {
  const quoting = input.itemType.findIndex((type, i) => type === 'COMPACTION_SUMMARY' && quotedIn(input.messages[i]!, 'original_task') !== undefined);
  return quoting >= 0 ? quoting : input.turn.indexOf(0);
};

export const keyInformationOf = remembered(
  (transcript: Transcript): KeyInformation => ({ ...latestTasks(transcript.messages), ...carriedOut(transcript.messages) }),
);

function latestTasks(messages: readonly Message[]): Pick<KeyInformation, 'tasks' | 'tasksIn'> {
  for (let i = messages.length - 1; i >= 0; i--) {
    const { tasks } = toldBy(messages[i]!);
    if (tasks.length > 0) return { tasks, tasksIn: i };
  }
  return { tasks: [], tasksIn: -1 };
}

interface MessageInformation extends CallEffects {
  readonly tasks: readonly TaskItem[];
  readonly calls: ReadonlyMap<string, CallEffects>;
}
interface CallEffects {
  readonly changes: readonly CallChange[];
  readonly memories: readonly string[];
}

const NOTHING_TOLD: MessageInformation = { tasks: [], changes: [], memories: [], calls: new Map() };
const toldBy = remembered((message: Message): MessageInformation => {
  if (message.role === 'system') return NOTHING_TOLD;
  const tasks = message.parts.map(tasksOf).findLast((list) => list.length > 0) ?? [];
  const changes = quotedChanges(quotedIn(message, 'diff_statistics'));
  const memories = (quotedIn(message, 'recent_memories') ?? '').split('\n').flatMap((line) => (line.startsWith('- ') ? [line.slice(2)] : []));
  const calls = new Map(message.parts.flatMap((part) => (part.type === 'tool-call' ? doingOf(part) : [])));
  const isEmpty = tasks.length + changes.length + memories.length + calls.size === 0;
  return isEmpty ? NOTHING_TOLD : { tasks: tasks.slice(0, MOST_ITEMS), changes, memories, calls };
});

function doingOf(call: ToolCallPart): [string, CallEffects][] {
  const changes = changesOfCall(call);
  const memory = memoryOfCall(call);
  return changes.length > 0 || memory !== null ? [[call.id, { changes, memories: memory === null ? [] : [memory] }]] : [];
}

function tasksOf(part: Part): readonly TaskItem[] {
  if (part.type === 'text') return checkboxes(part.text);
  return part.type === 'tool-call' && isTaskTool(part.name) ? (tasksOfCall(part.args) ?? []) : [];
}

/** Results that tell of an edit that was not carried out, in words alone. */
const NOT_DONE = /^\s*(?:failed to|could not|cannot|no (?:replacement|match|changes?)\b|invalid )/i;

function isDone(result: ToolResultPart): boolean {
  const text = resultText(result);
  return !hasFailed(result, text) && !NOT_DONE.test(text);
}

function carriedOut(messages: readonly Message[]): Pick<KeyInformation, 'changes' | 'memories'> {
  const changes: SourceItem<CallChange>[] = [];
  const memories: SourceItem<{ readonly text: string }>[] = [];
  const add = (doing: CallEffects, source: number): void => {
    for (const change of doing.changes) changes.push({ ...change, source });
    for (const text of doing.memories) memories.push({ text, source });
  };
  const waiting = new Map<string, { readonly doing: CallEffects; readonly source: number }>();
  messages.forEach((message, source) => {
    const said = toldBy(message);
    add(said, source);
    for (const [id, doing] of said.calls) waiting.set(id, { doing, source });
    if (waiting.size === 0) return;
    for (const part of message.parts) {
      const call = part.type === 'tool-result' ? waiting.get(part.callId) : undefined;
      if (part.type !== 'tool-result' || !call) continue;
      waiting.delete(part.callId);
      if (isDone(part)) add(call.doing, call.source);
    }
  });
  return { changes, memories: memories.slice(-MOST_MEMORIES) };
}

const isSameFile = (known: string, now: string): boolean => known.endsWith(`/${now}`) || (known.includes('/') && now.endsWith(`/${known}`));

/** The changes by file, in order of appearance; lines of later edits are added, a whole write replaces what was added before. */
export function changesByFile(changes: readonly CallChange[]): readonly FileChange[] {
  const byPath = new Map<string, FileChange>();
  for (const { path: named, added, removed, whole } of changes) {
    const plain = named.replace(/^\.\//, '');
    const known = byPath.has(plain) ? [plain] : [...byPath.keys()].filter((one) => isSameFile(one, plain));
    const path = known.length === 1 ? known[0]! : plain;
    const before = byPath.get(path);
    byPath.set(path, { path, added: (whole ? 0 : (before?.added ?? 0)) + added, removed: (before?.removed ?? 0) + removed });
  }
  return [...byPath.values()];
}

function quotedChanges(text: string | undefined): FileChange[] {
  const found = (text ?? '').matchAll(/^(.+) \+(\d+) −(\d+)$/gm);
  return Array.from(found, ([, path, added, removed]) => ({ path: path!, added: Number(added), removed: Number(removed) })).slice(1);
}

const BOX = { open: '- [ ] ', running: '- [ ] (in progress) ', done: '- [x] ' } as const;

export function taskLines(tasks: readonly TaskItem[]): string {
  return tasks.map(({ text, state }) => BOX[state] + shortened(text)).join('\n');
}

function shortened(item: string): string {
  const text = masked(item);
  return text.length > LONGEST_ITEM ? `${headOf(text, LONGEST_ITEM)}…` : text;
}

export function changeLines(changes: readonly FileChange[]): string {
  const sum = (of: 'added' | 'removed'): number => changes.reduce((total, change) => total + change[of], 0);
  const head = `${changes.length} ${changes.length === 1 ? 'file' : 'files'}, +${sum('added')} −${sum('removed')}`;
  return [head, ...changes.slice(0, MOST_ITEMS).map(({ path, added, removed }) => `${shortened(path)} +${added} −${removed}`)].join('\n');
}

const tagged = (tag: string, text: string): string => `<${tag}>\n${text}\n</${tag}>`;
const SAME = 'The original task above is also the last message of the user.';

interface Pieces {
  readonly task: number;
  readonly taskAgain: readonly number[];
  readonly tasksIn: number;
  readonly taskList: string;
  readonly taskListTokens: number;
  readonly heldTokens: number;
  readonly taskTokens: number;
  readonly frames: Map<string, SummaryFrame>;
}

const quotedTask = ({ messages }: Pick<PreparedTranscript, 'messages'>, task: number): string => tagged('original_task', taskWords(messages[task]!));
const taskWords = (message: Message): string => quotedIn(message, 'original_task') ?? maskedWords(message);

const againIn = (input: Pick<PreparedTranscript, 'messages'>, task: number): readonly number[] => {
  const words = task < 0 ? '' : (quotedIn(input.messages[task]!, 'original_task') ?? wordsOf(input.messages[task]!)).trim();
  if (words === '') return [];
  return [...input.messages.keys()].filter(
    (i) => i !== task && /^(?:user|system)$/.test(input.messages[i]!.role) && wordsOf(input.messages[i]!).includes(words),
  );
};

const loses = ({ task, taskAgain }: Pieces, fates: Uint8Array): boolean =>
  task >= 0 && fates[task] !== KEEP && !taskAgain.some((i) => fates[i] === KEEP);

const tokensIn = ({ counts }: ProtectionInput, text: string): number => (text === '' ? 0 : counts.text(`\n\n${text}`) + 1);

const joined = (texts: readonly string[]): string => texts.map((text) => `\n\n${text}`).join('');

const piecesOf = perProtection((input): Pieces => {
  const { tasks, tasksIn } = keyInformationOf(input.transcript);
  const taskList = tasks.length > 0 ? tagged('task_list', taskLines(tasks)) : '';
  const task = originalTask(input);
  return {
    task,
    taskAgain: againIn(input, task),
    taskTokens: task >= 0 && input.protection[task] === 0 ? tokensIn(input, quotedTask(input, task)) : 0,
    tasksIn,
    taskList,
    taskListTokens: tokensIn(input, taskList),
    heldTokens: tokensIn(input, joined(heldBy(input, () => true))),
    frames: new Map(),
  };
});

function heldBy(input: Pick<PreparedTranscript, 'transcript'>, isGone: (i: number) => boolean): readonly string[] {
  const { changes, memories } = keyInformationOf(input.transcript);
  const gone = <T>(all: readonly SourceItem<T>[]): readonly SourceItem<T>[] => all.filter(({ source }) => isGone(source));
  const [lost, files] = [gone(memories), changesByFile(gone(changes))];
  return [
    ...(lost.length > 0 ? [tagged('recent_memories', lost.map(({ text }) => `- ${shortened(text)}`).join('\n'))] : []),
    ...(files.length > 0 ? [tagged('diff_statistics', changeLines(files))] : []),
  ];
}

export type SummaryFrame = Required<Pick<SummaryRequest, 'before' | 'after' | 'spare' | 'quotes'>>;

/**
 * The introduction, and the key information of the removed messages: the original task before the summary, task list, memories and diff statistics
 * after it, and the last user message if that is gone too. `taskStays`: the strategy never removes the message with the original task
 * (`keptForKeyInformation`), so that nothing is planned for quoting it.
 */
export function keyInformationBeside(
  input: PreparedTranscript,
  fates: Uint8Array,
  introduction: string,
  on: boolean,
  taskStays = false,
): SummaryFrame {
  const pieces = piecesOf(input);
  const gone = (i: number): boolean => i >= 0 && fates[i] !== KEEP;
  const task = on && loses(pieces, fates);
  const list = on && gone(pieces.tasksIn);
  const held = on ? heldBy(input, gone) : [];
  const lastUser = gone(input.lastUser);
  const key = `${Number(on)}${Number(task)}${Number(list)}${Number(lastUser)}${Number(taskStays)}${introduction}\n${held.join('\n')}`;
  let found = pieces.frames.get(key);
  if (!found) {
    const before = [introduction];
    const words = lastUser ? lastWordsOf(input.messages[input.lastUser]!) : '';
    if (task) before.push(quotedTask(input, pieces.task));
    const after: string[] = [];
    if (list) after.push(pieces.taskList);
    after.push(...held);
    if (lastUser) after.push(task && words === taskWords(input.messages[pieces.task]!) ? SAME : tagged('last_user_message', words));
    found = {
      before: `${before.join('\n\n')}\n\n`,
      after: joined(after),
      quotes: { task: task ? pieces.task : -1, lastUser: lastUser ? input.lastUser : -1, tasks: list ? pieces.tasksIn : -1 },
      // A stricter knob may quote what is kept now, and must not be planned to take more for it.
      spare: on
        ? (task || taskStays ? 0 : pieces.taskTokens) +
          (list ? 0 : pieces.taskListTokens) +
          Math.max(0, pieces.heldTokens - tokensIn(input, joined(held)))
        : 0,
    };
    pieces.frames.set(key, found);
  }
  return found;
}

/** Why a message that is quoted beside the summary is gone; undefined for all others. */
export function quotedReason(input: PreparedTranscript, fates: Uint8Array, i: number, on: boolean): Reason | undefined {
  if (fates[i] === KEEP) return undefined;
  if (i === input.lastUser) return { key: 'quoted' };
  return on && i === originalTask(input) && loses(piecesOf(input), fates) ? { key: 'quoted' } : undefined;
}

// S0 7 for strategies without a summary, or with many: the units with key information stay. Quoting it beside a summary could cost more
// than it saves, and then a stricter knob would keep more.

/** By unit: 1 where the strategy must keep it for its key information; all 0 with `on` false. */
export function keptForKeyInformation(input: TranscriptInput, on: boolean): Uint8Array {
  const found = new Uint8Array(input.units.length);
  if (!on) return found;
  const { memories, tasksIn } = keyInformationOf(input.transcript);
  for (const i of [...memories.map(({ source }) => source), tasksIn, originalTask(input)]) if (i >= input.header) found[input.unitOf[i]!] = 1;
  return found;
}

/** Why a message with key information stays; undefined for all others. */
export function keyInformationReason(input: TranscriptInput, i: number, on: boolean): Reason | undefined {
  if (!on || i < input.header) return undefined;
  const { memories, tasksIn } = keyInformationOf(input.transcript);
  const isBeside = (k: number): boolean => k >= input.header && input.unitOf[k] === input.unitOf[i];
  if (isBeside(originalTask(input))) return { key: 'keep-original-task' };
  if (isBeside(tasksIn)) return { key: 'keep-task-list' };
  return memories.some(({ source }) => isBeside(source)) ? { key: 'keep-memory' } : undefined;
}
