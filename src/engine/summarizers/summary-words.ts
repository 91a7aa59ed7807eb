/** The sections of a summary and the built-in summariser's own words, in the language of the text. */

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
