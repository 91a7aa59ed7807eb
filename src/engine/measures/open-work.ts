/** What is not done yet: the task list's open items, what the user asked last, and the step that the agent announced last. */
import { splitSentences } from '../signals/sentences.ts';
import { checkboxes, isTaskTool, tasksOfCall } from '../signals/task-type.ts';
import type { Message } from '../transcript/types.ts';
import { defineMeasure, lossesOf, SHARE } from './shared/define.ts';
import { type Examples, waited } from './shared/example.ts';
import type { FindInput, Statement } from './shared/stands.ts';
import { lostStatements, preservedShare, statementCounts, statementLine, Statements } from './shared/statements.ts';
import { type LostStatement, OPEN_WORK_KINDS, type OpenWorkKind, type OpenWorkValue, type Place } from './types.ts';

export const openWork = defineMeasure({
  id: 'open-work',
  group: 'loss',
  better: 'higher',
  values: [
    {
      from: 'losses',
      name: 'openWork',
      value: ({ losses }) => losses.openWork && preservedShare(losses.openWork.all),
      why: () => ({ key: 'measure-no-open-work' }),
      columns: [{ ...SHARE, id: 'open-work', width: 64, lists: 'open-work', original: () => 1 }],
    },
  ],
  losses: lossesOf<readonly Statement<OpenWorkKind>[], OpenWorkValue, LostStatement>({
    name: 'openWork',
    find: openWorkOf,
    statements: (found) => found,
    count({ found, levels }) {
      const counts = statementCounts(OPEN_WORK_KINDS, found, levels);
      return counts && { all: counts.all, byKind: counts.of };
    },
    parts: ({ all }) => all,
    lost: ({ found, levels }) => lostStatements(found, levels),
    line: statementLine,
  }),
});

const ANNOUNCES =
  /^(?:next|now|then)\b|\bnext step|\b(?:I['’]ll|I will|I['’]m going to|I am going to|let me|let['’]s|let us|we (?:still )?need to|I (?:still )?need to|remaining)\b|接下来|下一步|然后我|我将|我会|让我|还需要|剩下/i;
const SHORTEST = 8;

interface Item {
  readonly text: string;
  readonly open: boolean;
  readonly place: Place;
}

function itemsOf({ role, parts }: Message, i: number): readonly Item[] {
  const items: Item[] = [];
  parts.forEach((part, p) => {
    const list =
      part.type === 'tool-call' && isTaskTool(part.name)
        ? tasksOfCall(part.args)
        : part.type === 'text' && role !== 'system'
          ? checkboxes(part.text)
          : null;
    const text = part.type === 'tool-call' ? part.args : part.type === 'text' ? part.text : '';
    let from = 0;
    for (const { text: words, state } of list ?? []) {
      const written = part.type === 'tool-call' ? JSON.stringify(words).slice(1, -1) : words;
      const at = text.indexOf(written, from);
      if (at >= 0) from = at + written.length;
      const [start, end] = at >= 0 ? [at, from] : [0, text.length];
      items.push({ text: words, open: state !== 'done', place: { message: i, part: p, piece: 0, start, end } });
    }
  });
  return items;
}

export function openWorkOf(input: FindInput): readonly Statement<OpenWorkKind>[] {
  const { messages } = input;
  const found = new Statements<OpenWorkKind>();
  const lists = messages.map(itemsOf);
  const last = lists.findLastIndex((items) => items.length > 0);
  const open = new Set(last < 0 ? [] : lists[last]!.flatMap((item) => (item.open ? [item.text] : [])));
  for (const items of lists) for (const { text, place } of items) if (open.has(text)) found.add(text, 'todo', place);

  const asked = messages.findLastIndex(
    (message, i) => message.role === 'user' && !message.synthetic && input.itemType[i] === 'USER_MESSAGE' && requestIn(message),
  );
  const request = asked < 0 ? null : requestIn(messages[asked]!);
  if (request) found.add(request.text, 'request', { message: asked, part: request.part, piece: 0, start: 0, end: request.text.length });

  for (let i = messages.length - 1; i >= 0; i--) {
    const step = messages[i]!.role === 'assistant' ? stepIn(messages[i]!, i) : null;
    if (!step) continue;
    found.add(step.text, 'next-step', step.place);
    break;
  }
  return found.list();
}

/** The longest text of a message that is not the harness speaking. */
function requestIn({ parts }: Message): { readonly text: string; readonly part: number } | null {
  let found: { text: string; part: number } | null = null;
  parts.forEach((part, p) => {
    if (part.type !== 'text' || part.text.trim() === '' || part.text.trimStart().startsWith('<')) return;
    if (!found || part.text.length > found.text.length) found = { text: part.text, part: p };
  });
  return found;
}

function stepIn({ parts }: Message, i: number): { readonly text: string; readonly place: Place } | null {
  for (let p = parts.length - 1; p >= 0; p--) {
    const part = parts[p]!;
    if (part.type !== 'text') continue;
    const sentence = splitSentences(part.text).findLast(({ start, end }) => end - start >= SHORTEST && ANNOUNCES.test(part.text.slice(start, end)));
    if (sentence) return { text: part.text.slice(sentence.start, sentence.end), place: { message: i, part: p, piece: 0, ...sentence } };
  }
  return null;
}

export const examples: Examples = {
  'open-work': {
    messages: [
      { role: 'user', text: 'Please make the queue try again when a job fails.', fate: 'K' },
      {
        role: 'assistant',
        text: 'Next I will write the changelog.',
        call: {
          name: 'TodoWrite',
          args: {
            todos: [
              { content: 'Read the worker', status: 'completed' },
              { content: 'Add a test for the time-out', status: 'pending' },
              { content: 'Update the manual', status: 'pending' },
            ],
          },
        },
        fate: 'D',
      },
      { role: 'tool', text: 'Todos have been modified.', fate: 'D' },
      ...waited,
      { role: 'user', text: 'Fine, do that.', fate: 'K' },
    ],
    inserted: { before: 1, text: '- [ ] Add a test for the time-out' },
    expected: {
      'measures.openWork': 0.5,
      'values.openWork.byKind.todo.preserved': 1,
      'values.openWork.byKind.todo.lost': 1,
      'values.openWork.byKind.request.preserved': 1,
      'values.openWork.byKind.next-step.lost': 1,
    },
    because:
      'Four items are open: two to-dos, the last request (“Fine, do that.”) and the announced step. The insertion has one to-do, the request is kept: 2 of 4.',
  },
};
