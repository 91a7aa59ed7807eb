/**
 * S0 20: the kind of work in a conversation, by the tools it calls and the words it uses (docs/systems.md#s0-task-type).
 *
 * A message votes once per family: by the tools it calls, else by its words. A shell votes by its command: one that only searches is
 * analysis. Short messages of the person vote for conversation. If tools were called: both families, with at least 30 % of the votes for
 * the smaller → mixed, else the larger. If none was: code for a coding agent (S0's first cue); conversation where most messages of the
 * person are short; else the families by the same rule; else unknown.
 */
import { readJson } from '../transcript/transcript-json.ts';
import type { Message } from '../transcript/types.ts';
import type { Reason } from './contract.ts';
import { perKeywords, bitOf, keywordHits, toolsIn } from './keyword-hits.ts';
import type { KeywordsInput } from './remember.ts';

export const TASK_TYPES = ['code', 'analysis', 'conversation', 'mixed', 'unknown'] as const;
export type TaskType = (typeof TASK_TYPES)[number];

export interface FamilyCount {
  readonly tools: number;
  readonly words: number;
}

export interface TaskTypeEvidence {
  readonly type: TaskType;
  readonly codingAgent: boolean;
  readonly code: FamilyCount;
  readonly analysis: FamilyCount;
  /** Messages of the person with words, and those under 200 characters. */
  readonly users: number;
  readonly short: number;
  /** The smaller family's share of both, 0–0.5; 0 without any. */
  readonly smaller: number;
}

export const SHORT_MESSAGE = 200;
export const MIXED_FROM = 0.3;

/** Programs that only search; the part before a command (`cd x &&`) is ignored. */
const SEARCHES = /^(?:rg|grep|egrep|ag|ack|fd|find|fzf|curl|wget|sqlite3?|psql|mysql|jq)\b/;
const BEFORE_COMMAND = /^\s*(?:cd\s+\S+\s*(?:&&|;)\s*|[A-Z_]+=\S*\s+)*/;
const COMMAND = /"(?:command|cmd|script)"\s*:\s*(?:\[\s*(?:"(?:bash|sh|zsh)"\s*,\s*"-l?c"\s*,\s*)?)?"((?:[^"\\]|\\.){1,300})/;

function searches(args: string): boolean {
  const command = COMMAND.exec(args.slice(0, 1000))?.[1];
  return command !== undefined && SEARCHES.test(command.replace(BEFORE_COMMAND, ''));
}

/** Formats that only coding agents write. */
const OF_CODING_AGENTS: ReadonlySet<string> = new Set([
  'claude-code',
  'claude-code-stream',
  'codex-rollout',
  'pi',
  'aider',
  'opencode',
  'cline',
  'goose',
  'claude-code-terminal',
  'codex-terminal',
  'gemini-cli',
  'gemini-cli-stream',
  'codex-exec',
]);
const CODING_AGENT = /\bCodeAgent\b|\bcoding (?:agent|assistant)\b|\bClaude Code\b|\bsoftware engineer(?:ing)?\b|(?:代码|编程)(?:智能体|助手|代理)/i;
const INTRODUCTION = 2000;

/** S0 20, first cue for code: the kind of agent. */
function isCodingAgent({ transcript, messages }: Pick<KeywordsInput, 'transcript' | 'messages'>): boolean {
  if (OF_CODING_AGENTS.has(transcript.format)) return true;
  return messages.some(
    ({ role, parts }) => role === 'system' && parts.some((part) => part.type === 'text' && CODING_AGENT.test(part.text.slice(0, INTRODUCTION))),
  );
}

const lengthOf = ({ parts }: Message): number => parts.reduce((sum, part) => sum + (part.type === 'text' ? part.text.trim().length : 0), 0);

export const taskTypeOf = perKeywords((input: KeywordsInput): TaskTypeEvidence => {
  const { messages, settings } = input;
  const hits = keywordHits(input);
  const isCode = toolsIn(settings.keywords, 'code-tools');
  const isAnalysis = toolsIn(settings.keywords, 'analysis-tools');
  const codeWords = bitOf('code-words');
  const analysisWords = bitOf('analysis-words');
  const code = { tools: 0, words: 0 };
  const analysis = { tools: 0, words: 0 };
  let users = 0;
  let short = 0;
  for (let i = input.header; i < messages.length; i++) {
    const message = messages[i]!;
    const { role, synthetic, parts } = message;
    if (role === 'tool' || role === 'system' || (role === 'user' && synthetic)) continue;
    if (role === 'user') {
      const length = lengthOf(message);
      if (length > 0) users += 1;
      if (length > 0 && length < SHORT_MESSAGE) short += 1;
    }
    let byCode = false;
    let byAnalysis = false;
    for (const part of parts) {
      if (part.type !== 'tool-call') continue;
      if (isAnalysis(part.name)) byAnalysis = true;
      else if (isCode(part.name)) {
        if (searches(part.args)) byAnalysis = true;
        else byCode = true;
      }
    }
    if (byCode) code.tools += 1;
    if (byAnalysis) analysis.tools += 1;
    if (byCode || byAnalysis) continue;
    if (hits.lists[i]! & codeWords) code.words += 1;
    if (hits.lists[i]! & analysisWords) analysis.words += 1;
  }
  const codeSum = code.tools + code.words;
  const analysisSum = analysis.tools + analysis.words;
  const sum = codeSum + analysisSum;
  const smaller = sum === 0 ? 0 : Math.min(codeSum, analysisSum) / sum;
  const codingAgent = isCodingAgent(input);
  const called = code.tools + analysis.tools > 0;
  const family: TaskType = smaller >= MIXED_FROM ? 'mixed' : codeSum >= analysisSum ? 'code' : 'analysis';
  const byWords: TaskType = 2 * short > users ? 'conversation' : sum > 0 ? family : 'unknown';
  const type: TaskType = called ? family : codingAgent ? 'code' : byWords;
  return { type, codingAgent, code, analysis, users, short, smaller };
});

export function taskTypeReason({ type, codingAgent, code, analysis, users, short, smaller }: TaskTypeEvidence): Reason {
  return {
    key: 'trace-task-type',
    values: {
      type,
      agent: codingAgent ? 'code' : 'other',
      codeTools: code.tools,
      codeWords: code.words,
      analysisTools: analysis.tools,
      analysisWords: analysis.words,
      users,
      short,
      smaller,
      mixedFrom: MIXED_FROM,
      limit: SHORT_MESSAGE,
    },
  };
}

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
