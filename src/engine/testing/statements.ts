/**
 * Compares a summary's statements about a state with the later messages: an independent judge, which reads messages directly and shares
 * nothing with the summariser but its output.
 */
import type { SummaryOutcome } from '../summarizers/contract.ts';
import type { Message } from '../transcript/types.ts';

/** A statement that does not hold. */
export interface FalseStatement {
  readonly statement: string;
  /** The message (index) that makes it false. */
  readonly by: number;
  readonly why: string;
}

type Success = Extract<SummaryOutcome, { ok: true }>;

const textOf = ({ parts }: Message): string => parts.flatMap((p) => (p.type === 'text' ? [p.text] : [])).join('\n');
const calls = (m: Message) => m.parts.flatMap((p) => (p.type === 'tool-call' ? [p] : []));
const outputs = (m: Message): string[] =>
  m.parts.flatMap((p) => (p.type === 'tool-result' ? [p.content.flatMap((c) => (c.type === 'text' ? [c.text] : [])).join('\n')] : []));

/** The assistant says or calls something. */
const acts = (m: Message): boolean => m.role === 'assistant' && (calls(m).length > 0 || textOf(m).trim() !== '');
/** … and ends its turn. */
const ends = (m: Message): boolean => m.role === 'assistant' && calls(m).length === 0 && textOf(m).trim() !== '';
/** A person writes, as far as can be told: no tag, no tool output, no summary. */
const writes = (m: Message): boolean =>
  m.role === 'user' && !m.synthetic && !m.compaction && outputs(m).length === 0 && /^[^<[\s{#]/.test(textOf(m).trim()) && textOf(m).length < 2000;

const listsTasks = (m: Message): boolean =>
  calls(m).some(({ name, args }) => /todo|update_plan/i.test(name) && /"status"\s*:/.test(args)) ||
  (m.role !== 'tool' && /^\s*[-*+] \[ \] \S/m.test(textOf(m)));
const countsTests = (m: Message): boolean =>
  outputs(m).some((text) =>
    text
      .split('\n')
      .slice(-30)
      .some((line) => line.length < 200 && /\b\d+ (?:tests? )?(?:passed|failed|passing|failing)\b/.test(line)),
  );
/** The commands of a message's calls, without preceding ones such as `cd`. */
const commandsOf = (m: Message): string[] =>
  calls(m).flatMap(({ args }) => {
    try {
      const fields = JSON.parse(args) as Record<string, unknown>;
      const given = fields.command ?? fields.cmd;
      return typeof given === 'string' ? given.split(/&&|\|\|?|;|\n/).map((one) => one.replace(/\s+\d?>.*$/, '').trim()) : [];
    } catch {
      return [];
    }
  });

interface Rule {
  readonly label: RegExp;
  /** What must not come after the message that the statement is about, or after the last member. */
  readonly since: 'source' | 'members';
  readonly never: readonly [why: string, holds: (m: Message, statement: string) => boolean][];
}

const ANSWERED: Rule['never'][number] = ['the assistant went on', acts];
const SPOKEN: Rule['never'][number] = ['a person wrote', writes];

/** Every label about the present, in both languages. */
const RULES: readonly Rule[] = [
  {
    label: /^(?:Asked last, not answered yet: |最后的请求，尚未回答：|The last message of the user, quoted|用户的最后一条消息（)/,
    since: 'source',
    never: [ANSWERED, SPOKEN],
  },
  { label: /^(?:In progress: |进行中：)/, since: 'source', never: [ANSWERED] },
  { label: /^(?:In the middle of: |正在执行：)/, since: 'members', never: [ANSWERED, SPOKEN] },
  { label: /^(?:Waiting for the user: |等待用户回答：)/, since: 'source', never: [SPOKEN, ANSWERED] },
  { label: /^(?:Asked last: |最后的请求：)/, since: 'source', never: [SPOKEN] },
  { label: /^(?:To do: |待办：)/, since: 'source', never: [['a newer task list', listsTasks]] },
  { label: /^(?:Tests still fail: |测试仍未通过：|Last test run: |最近一次测试：)/, since: 'source', never: [['tests ran again', countsTests]] },
  { label: /^(?:Not solved yet: |尚未解决：)/, since: 'source', never: [['a turn ended', ends]] },
  {
    label: /^`.+` \((?:last run failed|最近一次失败)\)$/,
    since: 'source',
    never: [['the command ran again', (m, statement) => commandsOf(m).includes(statement.slice(1, statement.lastIndexOf('`')))]],
  },
];

/** Statements of a summary that later messages of its context make false. `members` = the messages that it replaces, ascending. */
export function untrueIn(context: readonly Message[], members: readonly number[], { spans }: Pick<Success, 'spans'>): readonly FalseStatement[] {
  const found: FalseStatement[] = [];
  const last = members.at(-1) ?? 0;
  const after = (from: number, statement: string, never: Rule['never']): void => {
    for (let i = from + 1; i < context.length; i++) {
      const broken = never.find(([, holds]) => holds(context[i]!, statement));
      if (broken) {
        found.push({ statement, by: i, why: broken[0] });
        return;
      }
    }
  };
  for (const { text, section, source = last } of spans) {
    const rule = RULES.find(({ label }) => label.test(text));
    if (rule) after(rule.since === 'source' ? source : last, text, rule.never);
    // Everything under the next steps is stated as still to do.
    else if (section === 'next' && !/^(?:Proposed before: |此前提议：)/.test(text)) after(source, text, [['a turn ended', ends]]);
  }
  return found;
}

/** … and texts that strategies themselves write beside a summary, or instead of one. */
export function untrueBeside(context: readonly Message[], members: readonly number[], text: string): readonly FalseStatement[] {
  const found: FalseStatement[] = [];
  const lastWith = (holds: (m: Message) => boolean, from = context.length - 1): number => {
    let i = from;
    while (i >= 0 && !holds(context[i]!)) i--;
    return i;
  };
  const shows = (m: Message, words: string): boolean => outputs(m).some((output) => output.replace(/[=─━\s]+/g, ' ').includes(words));
  for (const line of text.split('\n')) {
    const tests = /^- Last test run: (.{5,})$/.exec(line)?.[1];
    if (tests !== undefined) {
      const source = members.findLast((i) => shows(context[i]!, tests)) ?? -1;
      const by = lastWith(countsTests);
      if (source >= 0 && by > source) found.push({ statement: line, by, why: 'tests ran again' });
    }
    const run = /^- `(.+)` → (?:ok|failed)(?:, last of \d+ runs)?$/.exec(line)?.[1];
    if (run !== undefined) {
      const runs = (m: Message): boolean => commandsOf(m).includes(run);
      const by = lastWith(runs);
      if (by > (members.findLast((i) => runs(context[i]!)) ?? by)) found.push({ statement: line, by, why: 'the command ran again' });
    }
  }
  // The list beside a summary is the newest one of the context.
  const open = /<task_list>\n([\s\S]*?)\n<\/task_list>/.exec(text)?.[1];
  const newest = lastWith(listsTasks);
  for (const [, task] of (open ?? '').matchAll(/^- \[ \] (?:\(in progress\) )?(.{3,40})/gm)) {
    const all =
      newest < 0 ? '' : JSON.stringify(context[newest]!.parts.map((p) => (p.type === 'tool-call' ? p.args : p.type === 'text' ? p.text : '')));
    const said = JSON.stringify(JSON.stringify(task)).slice(3, -3);
    if (newest >= 0 && !all.includes(said) && !all.includes(task!)) found.push({ statement: task!, by: newest, why: 'a newer task list' });
  }
  return found;
}

/** How many statements about a state a summary makes: a test without any would prove nothing. */
export const statementsIn = ({ spans }: Pick<Success, 'spans'>): number =>
  spans.filter(({ text, section }) => section === 'next' || RULES.some(({ label }) => label.test(text))).length;
