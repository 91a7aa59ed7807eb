/** Task lists of agents: in calls of tools made for them, and as checkboxes in text. */
import { readJson } from '../transcript/transcript-json.ts';

export interface TaskItem {
  readonly text: string;
  readonly state: 'open' | 'running' | 'done';
}

const TASK_TOOL = /todo|plan|task_?list/i;
export const isTaskTool = (name: string): boolean => TASK_TOOL.test(name);

const CHECKBOX = /^[ \t]*[-*+][ \t]+\[([ xX])\][ \t]+(\S.*)$/gm;

export function checkboxes(text: string): TaskItem[] {
  if (!text.includes('[ ]') && !/\[[xX]\]/.test(text)) return [];
  return Array.from(text.matchAll(CHECKBOX), ([, mark, words]) => ({
    text: words!.trimEnd(),
    state: mark === ' ' ? 'open' : 'done',
  }));
}

const TEXT_FIELDS = ['content', 'step', 'text', 'title', 'task', 'description'];
const DONE = /^(?:completed?|done)$/i;
const RUNNING = /^(?:in[-_ ]?progress|active|running)$/i;
const CANCELLED = /^cancell?ed$/i;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The list in a call's arguments, without cancelled items; null where there is none (another shape, free-form or cut arguments). */
export function tasksOfCall(args: string): TaskItem[] | null {
  const parsed = readJson(args);
  const list = isRecord(parsed) ? Object.values(parsed).find(Array.isArray) : parsed;
  if (!Array.isArray(list)) return null;
  return list.flatMap((item: unknown): TaskItem[] => {
    if (!isRecord(item)) return [];
    const field = TEXT_FIELDS.find((name) => typeof item[name] === 'string');
    const status = String(item.status);
    if (field === undefined || CANCELLED.test(status)) return [];
    const done = item.done === true || item.completed === true || DONE.test(status);
    return [{ text: String(item[field]), state: done ? 'done' : RUNNING.test(status) ? 'running' : 'open' }];
  });
}
