/**
 * Every word list used by strategies of S0, in Chinese and English. The Chinese words are those of the running system
 * (docs/systems.md#s0-keyword-lists), the English ones mean the same. A person may replace any list; changed lists travel in the settings.
 *
 * English words match whole words in any case, also inflected (`fix` finds `fixed` and `fixes`); Chinese words match anywhere; names and
 * marks (`edit_file`, `<Pin>`) match as written.
 */
import type { EnglishReason } from '../transcript/english.ts';

export const KEYWORD_LIST_IDS = [
  'important',
  'fixes',
  'completion',
  'task-start',
  'marks',
  'decisions',
  'outcomes',
  'tool-marks',
  'code-words',
  'analysis-words',
  'code-tools',
  'analysis-tools',
] as const;
export type KeywordListId = (typeof KEYWORD_LIST_IDS)[number];

export interface KeywordList {
  readonly id: KeywordListId;
  readonly of: 'text' | 'tools';
  readonly use: 'scoring' | 'events' | 'both' | 'task';
  readonly zh: readonly string[];
  readonly en: readonly string[];
  readonly any: readonly string[];
  readonly off: readonly string[];
}

export type Keywords = Readonly<Record<string, readonly string[]>>;

/** A person's list has at most this many words, each of at most this many characters. */
export const MOST_WORDS = 200;
export const LONGEST_WORD = 60;

const words = (text: string): readonly string[] => (text === '' ? [] : text.split(' '));

const list = (id: KeywordListId, use: KeywordList['use'], parts: Partial<Omit<KeywordList, 'id' | 'use'>>): KeywordList => ({
  id,
  use,
  of: 'text',
  zh: [],
  en: [],
  any: [],
  off: [],
  ...parts,
});

export const KEYWORD_LISTS: readonly KeywordList[] = [
  list('important', 'scoring', {
    zh: words('错误 失败 异常 修复 完成 成功 任务 目标 决策 方案 问题 解决 工具调用 关键 重要 必须 注意 警告'),
    en: words(
      'error fail failure exception fix complete completion success successful successfully succeed task goal decision approach problem issue solve resolve key important must warning caution attention',
    ),
    any: words('bug TOOL_CALL !!!SUMMARY!!! !!!COMPLETE!!!'),
  }),
  list('fixes', 'both', {
    zh: words('错误 失败 异常 修复 解决 问题 调试 排查'),
    en: words('error fail failure exception fix solve resolve problem issue debug troubleshoot investigate crash'),
    any: words('bug'),
  }),
  list('completion', 'both', {
    zh: words('任务完成 已完成 全部完成 完成了 已经完成'),
    en: [
      'task complete',
      'task completed',
      'task is complete',
      'task is done',
      'all done',
      'is complete',
      'is now complete',
      'successfully completed',
      'completed',
      'finished',
    ],
    any: words('!!!COMPLETE!!! !!!SUMMARY!!!'),
  }),
  list('task-start', 'events', {
    zh: words('任务开始 开始任务 新任务'),
    en: ['new task', 'next task', 'task started', 'starting the task', 'start working on'],
  }),
  list('marks', 'both', {
    zh: words('重要 关键 必须 注意'),
    en: words('important importantly key crucial essential must attention remember'),
    any: words('<Pin>'),
  }),
  // Key events: a decision, in a message of more than 100 characters.
  list('decisions', 'events', {
    zh: words('决定 选择 方案 策略 计划 设计 架构 决策 采用'),
    en: words('decide decision choose chose chosen choice option approach strategy plan design architecture opt'),
    off: words('使用 use'),
  }),
  list('outcomes', 'events', {
    zh: words('成功 失败'),
    en: words('success successful successfully succeed fail failure pass'),
    any: words('✅ ❌'),
  }),
  list('tool-marks', 'both', { zh: words('工具调用'), any: words('TOOL_CALL tool_call function_call <tool_use>') }),
  // Task types, by words for work on code and for looking things up. The English words mean no more than the Chinese ones.
  list('code-words', 'task', {
    zh: words('文件 修改 创建 删除'),
    en: words('file modify create delete'),
    any: words('edit_file read_code execute_script git code'),
  }),
  list('analysis-words', 'task', {
    zh: words('分析 检索 查询'),
    en: words('analyze analyse analysis retrieve'),
    any: words('search rg fd grep find query retrieve_memory'),
  }),
  // Task types, by tool names: those of the running system and of today's agents.
  list('code-tools', 'task', {
    of: 'tools',
    any: words(
      'edit_file read_code execute_script Edit MultiEdit Write Read NotebookEdit NotebookRead apply_patch applypatch str_replace_editor str_replace_based_edit_tool replace_in_file write_to_file write_file create_file read_file read_files read_many_files delete_file view_file view create insert str_replace apply_diff editor edit_notebook Bash BashOutput KillBash KillShell shell sh exec exec_command execute_bash execute_command run_command run_commands run_shell_command run_terminal_cmd run_in_terminal local_shell local_shell_call write_stdin terminal powershell execute_ipython_cell python code_interpreter run_code execute_code git text_editor developer__shell developer__text_editor',
    ),
  }),
  list('analysis-tools', 'task', {
    of: 'tools',
    any: words(
      'search rg fd grep find query retrieve_memory Grep Glob LS ls list_dir list_files list_directory glob_file_search codebase_search search_files search_code search_file_content file_search grep_search find_files WebSearch WebFetch web_search web_fetch web_search_call google_web_search file_search_call search_web browser fetch fetch_url read_url sql run_query execute_query search_documents search_docs retrieve',
    ),
  }),
];

export const TEXT_LISTS: readonly KeywordListId[] = KEYWORD_LISTS.filter((one) => one.of === 'text').map((one) => one.id);

const byId = new Map(KEYWORD_LISTS.map((one) => [one.id, one]));

export function defaultWords(id: KeywordListId): readonly string[] {
  const { zh, en, any } = byId.get(id)!;
  return [...zh, ...en, ...any];
}

export function wordsOfList(keywords: Keywords, id: KeywordListId): readonly string[] {
  return keywords[id] ?? defaultWords(id);
}

/** What is wrong with a person's lists, as the place and what was expected; null = nothing. */
export function keywordsError(value: unknown): { readonly path: readonly (string | number)[]; readonly expects: EnglishReason } | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { path: [], expects: { key: 'expects-word-lists' } };
  for (const [id, own] of Object.entries(value)) {
    if (!byId.has(id as KeywordListId)) return { path: [id], expects: { key: 'expects-list-of', values: { list: KEYWORD_LIST_IDS.join(', ') } } };
    if (!Array.isArray(own)) return { path: [id], expects: { key: 'expects-words' } };
    if (own.length > MOST_WORDS) return { path: [id], expects: { key: 'expects-fewer-words', values: { most: MOST_WORDS } } };
    for (const [k, word] of (own as readonly unknown[]).entries()) {
      if (typeof word !== 'string' || word.trim() === '' || word.length > LONGEST_WORD || word !== word.trim())
        return { path: [id, k], expects: { key: 'expects-word', values: { longest: LONGEST_WORD } } };
    }
    if (new Set(own).size !== own.length) return { path: [id], expects: { key: 'expects-different-words' } };
  }
  return null;
}
