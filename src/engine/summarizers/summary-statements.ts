/** Splits text into statements: sentences, list items and table rows, without Markdown marks, each with its heading and announcing line. */
import { headOf, isCodeLine, safeCut, splitSentences } from '../signals/sentences.ts';

export interface Statement {
  readonly text: string;
  readonly lead: string;
  readonly heading: string;
  readonly box?: 'open' | 'ticked';
}

export const MAX_STATEMENT = 260;
/** Items with a shorter average are too short to be alone. */
const SHORT_ITEM = 50;
const MAX_LINE = 4000;

const READ_HEAD = 6000;
const READ_TAIL = 3000;

const INJECTED =
  /^(?:system-reminder|environment_context|environment_details|command-(?:name|message|contents)|local-command-[\w-]+|user_instructions|ide_\w+|bash-(?:input|stdout|stderr)|function_(?:calls|results?))$/;
const OPENING_TAG = /<([a-z][\w-]{2,40})>/g;

/** The text without blocks inserted by a harness. Each closing tag is searched for once, so linear. */
function withoutInjected(given: string): string {
  if (!given.includes('<')) return given;
  const text = given.replace(/<\/?command-args>/g, '\n');
  let kept = '';
  let at = 0;
  const endless = new Set<string>();
  for (const { 0: tag, 1: name, index } of text.matchAll(OPENING_TAG)) {
    if (index < at || !INJECTED.test(name!) || endless.has(name!)) continue;
    const end = text.indexOf(`</${name}>`, index + tag.length);
    if (end < 0) endless.add(name!);
    else {
      kept += `${text.slice(at, index)}\n`;
      at = end + name!.length + 3;
    }
  }
  return kept + text.slice(at);
}

/** The part of a text that is read: all of it, or its beginning and its end, cut between words so that a key stays whole. */
export function readable(text: string): string {
  const plain = withoutInjected(text);
  if (plain.length <= READ_HEAD + READ_TAIL) return plain;
  const head = headOf(plain, READ_HEAD);
  const tail = plain.slice(safeCut(plain, plain.length - READ_TAIL));
  return `${head.slice(0, lastWord(head))}\n\n${tail.slice(tail.search(/\s|$/))}`;
}

function lastWord(text: string): number {
  let at = text.length;
  while (at > 0 && !/\s/.test(text[at - 1]!)) at--;
  return at;
}

function plain(line: string): string {
  let text = line;
  if (text.includes('*') || text.includes('~~')) {
    text = text
      .replace(/\*\*([^*]+)\*\*/g, '$1')
      .replace(/(?<![\w*])\*([^*\s](?:[^*]*[^*\s])?)\*(?![\w*])/g, '$1')
      .replace(/~~([^~]+)~~/g, '$1')
      .replace(/\*{2,}/g, '');
  }
  if (text.includes(']('))
    text = text.replace(/!?\[([^\][]{0,200})\]\(([^()\s]{1,500})\)/g, (_, words: string, url: string) =>
      words && words !== url ? `${words} (${url})` : url,
    );
  return text
    .replace(/[-=_~*#]{4,}|###\w{1,20}###/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const FENCE = /^(?:```|~~~)/;
const HEADING = /^#{1,6}\s+(.+?)\s*#*$/;
const BOLD_LINE = /^\*\*([^*]+)\*\*\s*[:：]?$/;
const TAG_LINE = /^<(\/?)([a-z][\w-]{2,40})>$/;
const ITEM = /^(?:[-*+•‣▪]|\d{1,3}[.)、])\s+(?:\[([ xX])\]\s+)?(.+)$/;
const ROW = /^\|.*\|$/;
const RULE = /^[\s|:+=*_~–—-]+$/;
/** Only marks and numbers, or one long run: a separator, a key, a hash, base64. */
const NOTHING = /^(?:[\p{P}\p{S}\s\d]*|[A-Za-z0-9+/=_-]{60,})$/u;

const OUTPUT =
  /^(?:[➜❯»%$]\s|>>>?\s|\S{1,60}@\S{1,60}[:~][^ ]*[$#%]\s|at\s.{1,200}[:)]|File ".{1,200}", line \d|\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|[+-]\s*\d+\s|\d{1,5}\s*[|│:]|[d-][rwx-]{9}[@+.]?\s|<[A-Za-z][^>]{0,200}>.{0,200}<\/|<[A-Za-z][\w:-]{0,40} [\w-]{1,30}="|\S{1,200}[:(]\d+[:,]\d+|[A-Z]:\\.*>)|^Node\.js v\d|[\u2500-\u259f\u2801-\u28ff]/;

export const isOutputLine = (line: string): boolean => {
  const trimmed = line.trim();
  return OUTPUT.test(trimmed.slice(0, 300)) || isCodeLine(trimmed);
};

/** A person's words around pasted output: everything but the lines from the first to the last line of output. */
export function aroundPaste(text: string): string {
  const lines = text.split('\n');
  const pasted = (line: string): boolean => line.trim() !== '' && (isOutputLine(line) || (lines.length > 4 && /^\s*[\w./-]+\s*$/.test(line)));
  const first = lines.findIndex(pasted);
  if (first < 0) return text;
  const last = lines.findLastIndex(pasted);
  const count = lines.slice(first, last + 1).filter(pasted).length;
  if (count < 3) return lines.filter((line) => !pasted(line)).join('\n');
  return [...lines.slice(0, first), '', ...lines.slice(last + 1)].join('\n');
}

export function statementsOf(text: string): Statement[] {
  const statements: Statement[] = [];
  let heading = '';
  let lead = '';
  let items: string[] = [];
  let paragraph = '';
  let fenced = false;

  const flushItems = (): void => {
    if (items.length > 0) for (const joined of joinItems(lead || heading, items)) statements.push({ text: joined, lead, heading });
    if (items.length > 0) lead = '';
    items = [];
  };
  const flushParagraph = (): void => {
    if (paragraph === '') return;
    for (const { start, end } of splitSentences(paragraph)) {
      const sentence = paragraph.slice(start, end);
      if (/[:：]$/.test(sentence)) lead = sentence.slice(0, -1);
      else if (!NOTHING.test(sentence)) {
        lead = '';
        statements.push({ text: sentence, lead: '', heading });
      }
    }
    paragraph = '';
  };
  const flush = (): void => {
    flushItems();
    flushParagraph();
  };

  const lines = text.split('\n');
  for (let i = 0; i < lines.length; i++) {
    const line = headOf(lines[i]!, MAX_LINE)
      .trim()
      .replace(/^(?:>\s?)+/, '');
    if (FENCE.test(line)) {
      flush();
      fenced = !fenced;
      continue;
    }
    if (fenced) continue;
    if (line === '') {
      flushParagraph();
      continue;
    }
    const title = HEADING.exec(line)?.[1] ?? BOLD_LINE.exec(line)?.[1];
    const tag = TAG_LINE.exec(line);
    if (title !== undefined || tag) {
      flush();
      heading = tag ? (tag[1] ? '' : tag[2]!.replace(/[_-]/g, ' ')) : plain(title!).replace(/^\d+[.)、]\s*|[:：]$/g, '');
      lead = '';
      continue;
    }
    if (RULE.test(line)) continue;
    if (ROW.test(line)) {
      flushParagraph();
      if (!RULE.test(lines[i + 1]?.trim() || 'x')) items.push(row(line));
      continue;
    }
    const item = ITEM.exec(line);
    if (item) {
      flushParagraph();
      const words = plain(item[2]!);
      if (item[1] !== undefined) statements.push({ text: words, lead, heading, box: item[1] === ' ' ? 'open' : 'ticked' });
      else if (/[:：]$/.test(words)) {
        flushItems();
        lead = words.slice(0, -1);
      } else if (!NOTHING.test(words) && !isCodeLine(words)) items.push(words);
      continue;
    }
    if (isOutputLine(line)) {
      flush();
      continue;
    }
    flushItems();
    const words = plain(line);
    if (paragraph !== '' && !(/^\p{Ll}/u.test(words) && !/[.!?:。！？：]$/.test(paragraph))) flushParagraph();
    paragraph += paragraph === '' ? words : ` ${words}`;
  }
  flush();
  return statements;
}

function row(line: string): string {
  return line
    .slice(1, -1)
    .split('|')
    .map(plain)
    .filter((cell) => cell !== '' && cell !== '-')
    .join(' – ');
}

function* joinItems(lead: string, items: readonly string[]): Iterable<string> {
  const total = items.reduce((sum, item) => sum + item.length + 2, lead.length);
  const short = items.every((item) => item.length < 2 * SHORT_ITEM) && total - lead.length < SHORT_ITEM * items.length;
  if (items.length === 1 || (!short && total > MAX_STATEMENT)) {
    yield* items;
    return;
  }
  const start = lead === '' ? '' : /\p{Script=Han}$/u.test(lead) ? `${lead}：` : `${lead}: `;
  let joined = start;
  for (const item of items) {
    const words = item.replace(/[.;,。；，]$/, '');
    if (joined.length > start.length && joined.length + words.length > MAX_STATEMENT) {
      yield joined;
      joined = start;
    }
    joined += joined.length > start.length ? `; ${words}` : words;
  }
  yield joined;
}

/** S3's five sections, in their order. */
export const SECTIONS = ['task', 'state', 'discoveries', 'next', 'context'] as const;
export type Section = (typeof SECTIONS)[number];

export const JSON_KEYS: Readonly<Record<Section, string>> = {
  task: 'task_overview',
  state: 'current_state',
  discoveries: 'important_discoveries',
  next: 'next_steps',
  context: 'context_to_preserve',
};

export type Language = 'en' | 'zh';

export const LIST_KEYS = [
  'created',
  'modified',
  'deleted',
  'read',
  'root',
  'commits',
  'branch',
  'ran',
  'called',
  'commands',
  'tests',
  'testsThen',
  'ticked',
  'defined',
  'names',
] as const;
export type ListKey = (typeof LIST_KEYS)[number];

interface Words {
  readonly headings: Readonly<Record<Section, string>>;
  /** S1's prompt asks for the third person. */
  readonly plain: Readonly<Record<Section, string>>;
  readonly nothing: string;
  readonly created: string;
  readonly modified: string;
  readonly deleted: string;
  readonly read: string;
  readonly root: string;
  readonly commits: string;
  readonly branch: string;
  readonly ran: string;
  readonly called: string;
  readonly commands: string;
  readonly fails: string;
  readonly failsThen: string;
  readonly tests: string;
  readonly testsThen: string;
  readonly names: string;
  readonly unanswered: string;
  readonly quotedUnanswered: string;
  /** Instead of the request, where there is nothing else. */
  readonly quotedTask: string;
  readonly quotedOnly: string;
  readonly open: string;
  readonly planned: string;
  readonly doing: string;
  readonly asked: string;
  readonly proposed: string;
  readonly cause: string;
  readonly mended: (command: string, files: string) => string;
  readonly ticked: string;
  readonly defined: string;
  readonly failing: string;
  readonly broken: string;
  readonly lastCall: string;
  readonly lastRequest: string;
  readonly wordless: (count: number) => string;
  readonly stop: string;
  readonly space: string;
}

export const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    headings: {
      task: 'Task overview',
      state: 'Current state',
      discoveries: 'Important discoveries',
      next: 'Next steps',
      context: 'Context to preserve',
    },
    plain: { task: 'The user asked: ', state: 'The assistant reported: ', discoveries: 'Findings: ', next: 'Next: ', context: 'To keep: ' },
    nothing: 'Nothing recorded.',
    created: 'Created: ',
    modified: 'Modified: ',
    deleted: 'Deleted: ',
    read: 'Read: ',
    root: 'Directory: ',
    commits: 'Committed: ',
    branch: 'Branch made: ',
    ran: 'Ran: ',
    called: 'Called: ',
    commands: 'Commands: ',
    fails: 'last run failed',
    failsThen: 'failed then',
    tests: 'Last test run: ',
    testsThen: 'Test run: ',
    names: 'Names that recur: ',
    unanswered: 'Asked last, not answered yet: ',
    quotedUnanswered: 'The last message of the user, quoted beside this summary, is not answered yet',
    quotedTask: 'Quoted word for word beside this summary.',
    quotedOnly: 'Nothing besides what is quoted.',
    open: 'To do: ',
    planned: 'Planned then: ',
    doing: 'In progress: ',
    asked: 'Waiting for the user: ',
    proposed: 'Proposed before: ',
    cause: ' — cause or fix: ',
    mended: (command, files) => ` — \`${command}\` worked later${files === '' ? '' : `, after changes to ${files}`}`,
    ticked: 'Done of the task list: ',
    defined: 'Defined: ',
    failing: 'Tests still fail: ',
    broken: 'Not solved yet: ',
    lastCall: 'In the middle of: ',
    lastRequest: 'Asked last: ',
    wordless: (count) => (count === 1 ? '1 message without words.' : `${count} messages without words.`),
    stop: '.',
    space: ' ',
  },
  zh: {
    headings: { task: '任务概述', state: '当前状态', discoveries: '重要发现', next: '后续步骤', context: '需要保留的上下文' },
    plain: { task: '用户要求：', state: 'AI 完成了：', discoveries: '发现：', next: '后续：', context: '需保留：' },
    nothing: '无记录。',
    created: '新建：',
    modified: '修改：',
    deleted: '删除：',
    read: '读取：',
    root: '目录：',
    commits: '已提交：',
    branch: '新建分支：',
    ran: '已运行：',
    called: '已调用：',
    commands: '命令：',
    fails: '最近一次失败',
    failsThen: '当时失败',
    tests: '最近一次测试：',
    testsThen: '测试：',
    names: '反复出现的名称：',
    unanswered: '最后的请求，尚未回答：',
    quotedUnanswered: '用户的最后一条消息（原文附在摘要旁）尚未回答',
    quotedTask: '原文附在摘要旁。',
    quotedOnly: '除所附原文外没有其他内容。',
    open: '待办：',
    planned: '当时计划：',
    doing: '进行中：',
    asked: '等待用户回答：',
    proposed: '此前提议：',
    cause: ' —— 原因或修复：',
    mended: (command, files) => ` —— 后来${files === '' ? '' : `修改 ${files} 后，`}\`${command}\` 通过了`,
    ticked: '任务清单中已完成：',
    defined: '定义：',
    failing: '测试仍未通过：',
    broken: '尚未解决：',
    lastCall: '正在执行：',
    lastRequest: '最后的请求：',
    wordless: (count) => `${count} 条没有文字的消息。`,
    stop: '。',
    space: '',
  },
};
