/**
 * S0 7: what stands beside a summary so that it is never lost: the original task, the state of the task list, and what was
 * changed in files as far as the transcript shows diffs.
 */
import type { Message, Part, Transcript } from '../../transcript/types.ts';
import type { Prepared } from '../../signals/contract.ts';

export interface TaskItem {
  readonly text: string;
  readonly state: 'open' | 'running' | 'done';
}
export interface FileChange {
  readonly path: string;
  readonly added: number;
  readonly removed: number;
}
export interface KeyInformation {
  /** Latest task list of the transcript; empty without one. */
  readonly tasks: readonly TaskItem[];
  /** By file, in order of appearance; the last diff shown of a file counts. */
  readonly changes: readonly FileChange[];
}

/** Longer lists, and longer items (characters), are cut: the summary must stay one. */
const MOST_ITEMS = 50;
const LONGEST_ITEM = 300;

/** The words of a message: its text parts, as they are. */
export function wordsOf(message: Message): string {
  return message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
}

/** Index of the first user message with words (the original task), −1 without one. */
export function originalTask(input: Prepared): number {
  return input.turn.indexOf(0);
}

const cache = new WeakMap<Transcript, KeyInformation>();

/** Looked for once per transcript: one pass over its text. */
export function keyInformationOf(transcript: Transcript): KeyInformation {
  let found = cache.get(transcript);
  if (!found) {
    found = { tasks: latestTasks(transcript.messages), changes: changesOf(transcript.messages) };
    cache.set(transcript, found);
  }
  return found;
}

function latestTasks(messages: readonly Message[]): TaskItem[] {
  for (let i = messages.length - 1; i >= 0; i--) {
    const { parts, role } = messages[i]!;
    if (role === 'system') continue;
    for (let p = parts.length - 1; p >= 0; p--) {
      const found = tasksOf(parts[p]!);
      if (found.length > 0) return found.slice(0, MOST_ITEMS);
    }
  }
  return [];
}

function tasksOf(part: Part): TaskItem[] {
  if (part.type === 'text') return checkboxes(part.text);
  if (part.type === 'tool-call' && TASK_TOOL.test(part.name)) return tasksOfCall(part.args);
  return [];
}

const CHECKBOX = /^[ \t]*[-*+][ \t]+\[([ xX])\][ \t]+(\S.*)$/gm;

function checkboxes(text: string): TaskItem[] {
  if (!text.includes('[ ]') && !/\[[xX]\]/.test(text)) return [];
  return Array.from(text.matchAll(CHECKBOX), ([, mark, words]) => ({
    text: words!.trimEnd(),
    state: mark === ' ' ? 'open' : 'done',
  }));
}

/** Tools that carry a whole list in every call: TodoWrite, todo_write, update_plan, write_todos … */
const TASK_TOOL = /todo|plan|task_?list/i;
const TEXT_FIELDS = ['content', 'step', 'text', 'title', 'task', 'description'];
const STATES: Readonly<Record<string, TaskItem['state']>> = {
  completed: 'done',
  complete: 'done',
  done: 'done',
  in_progress: 'running',
  'in-progress': 'running',
  active: 'running',
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

function tasksOfCall(args: string): TaskItem[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(args);
  } catch {
    // Free-form or cut arguments hold no list that could be read.
    return [];
  }
  const list = isRecord(parsed) ? Object.values(parsed).find(Array.isArray) : parsed;
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown): TaskItem[] => {
    if (!isRecord(item)) return [];
    const field = TEXT_FIELDS.find((name) => typeof item[name] === 'string');
    if (field === undefined) return [];
    const state = item.done === true || item.completed === true ? 'done' : (STATES[String(item.status)] ?? 'open');
    return [{ text: String(item[field]), state }];
  });
}

function textsOf(part: Part): readonly string[] {
  if (part.type === 'text') return [part.text];
  if (part.type === 'tool-result') return part.content.flatMap((inner) => (inner.type === 'text' ? [inner.text] : []));
  return [];
}

function changesOf(messages: readonly Message[]): FileChange[] {
  const byPath = new Map<string, FileChange>();
  for (const { parts, role } of messages) {
    if (role === 'system') continue;
    for (const part of parts) {
      for (const text of textsOf(part)) {
        if (text.includes('+++ ') && text.includes('@@')) for (const change of unifiedDiffs(text)) byPath.set(change.path, change);
      }
    }
  }
  return [...byPath.values()];
}

/** Added and removed lines of each file in a unified diff; other text around and between is ignored. */
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

/** The task list as Markdown checkboxes, one a line. */
export function taskLines(tasks: readonly TaskItem[]): string {
  return tasks.map(({ text, state }) => BOX[state] + (text.length > LONGEST_ITEM ? `${text.slice(0, LONGEST_ITEM)}…` : text)).join('\n');
}

/** `2 files, +12 −3`, then a line for each file. */
export function changeLines(changes: readonly FileChange[]): string {
  const sum = (of: 'added' | 'removed'): number => changes.reduce((total, change) => total + change[of], 0);
  const head = `${changes.length} ${changes.length === 1 ? 'file' : 'files'}, +${sum('added')} −${sum('removed')}`;
  return [head, ...changes.slice(0, MOST_ITEMS).map(({ path, added, removed }) => `${path} +${added} −${removed}`)].join('\n');
}
