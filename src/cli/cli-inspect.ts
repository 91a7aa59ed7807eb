/** `inspect`: what was recognised in a file. */
import { broughtLevels } from '../engine/compaction/history.ts';
import type { Warning } from '../engine/transcript/types.ts';
import type { Args } from './args.ts';
import { type Column, columnLines, INSPECT_COLUMNS } from './cli-columns.ts';
import { err, inline, numbers, out, say, t, warningLine, words } from './cli-words.ts';
import { progressOn } from './progress.ts';
import { type Input, readInput } from './reading.ts';
import { InterruptError, isStopped, opened, pause } from './stop.ts';

export async function runInspect(args: Args): Promise<number> {
  const input = await readInput(args);
  const stored: Warning[] = [];
  const conversations = await conversationsIn(input, args, (warning) => stored.push(warning));
  if (isStopped() && conversations.length === 0) throw new InterruptError();
  const { format, confidence } = input.parsed;
  const warnings = [...input.parsed.warnings, ...stored];
  const stopped = isStopped() ? { conversations: conversations.length, of: input.conversations.length } : null;
  if (args.json) out(JSON.stringify({ format, confidence, ...(stopped && { stopped }), conversations, warnings }, null, 2));
  else {
    say(t('cli.inspect.head', { file: input.name, format, confidence }));
    out('');
    print(conversations, args);
    if (warnings.length) out('');
    for (const warning of warnings) say(warningLine(warning));
  }
  if (stopped) err(t('cli.stopped.part', { done: stopped.conversations, of: stopped.of }));
  return 0;
}

async function conversationsIn(input: Input, args: Args, warned: (warning: Warning) => void) {
  const progress = progressOn();
  const found = [];
  const parts = input.conversations.length;
  for (const [part, conversation] of input.conversations.entries()) {
    if (!(await pause())) break;
    const { transcript, parent } = conversation;
    const { levels, warning } = broughtLevels(conversation, part, input.parsed.format);
    const one = await opened(transcript, args, { progress, part, parts }).catch((error: unknown) => {
      if (error instanceof InterruptError) return null;
      throw error;
    });
    if (!one) break;
    if (warning) warned(warning);
    const { prepared } = one;
    let toolCalls = 0;
    let toolResults = 0;
    for (const message of transcript.messages) {
      for (const item of message.parts) {
        if (item.type === 'tool-call') toolCalls++;
        else if (item.type === 'tool-result') toolResults++;
      }
    }
    found.push({
      id: transcript.id,
      title: transcript.title ?? '',
      parent,
      messages: prepared.n,
      toolCalls,
      toolResults,
      tokens: prepared.counts.total,
      tokenizer: prepared.counts.tokenizer,
      exact: prepared.counts.exact,
      compactions: transcript.compactions.length,
      levels: levels.map(({ record: { strategy, messagesBefore, messagesAfter, tokensBefore, tokensAfter, ts } }) => ({
        strategy,
        messagesBefore,
        messagesAfter,
        tokensBefore,
        tokensAfter,
        ...(ts !== undefined && { ts }),
      })),
    });
  }
  return found;
}

type ConversationRow = Awaited<ReturnType<typeof conversationsIn>>[number];
type InspectColumn = (typeof INSPECT_COLUMNS)[number];

function print(conversations: readonly ConversationRow[], asked: Args): void {
  const numbered = conversations.map((one, index) => ({ ...one, number: index + 1 }));
  const n = numbers();
  const column = (name: InspectColumn): { head: string; align: 'right' } => ({ head: t(`cli.inspect.column.${name}`), align: 'right' });
  const title = ({ number, title: own }: (typeof numbered)[number]): string => inline(`${number}. ${own || t('cli.inspect.untitled')}`);
  const columns: Record<InspectColumn, Column<(typeof numbered)[number]>> = {
    name: { ...column('name'), align: 'left', cell: title, rank: ({ title: own }) => own },
    messages: { ...column('messages'), cell: ({ messages }) => n.whole(messages), rank: ({ messages }) => -messages },
    calls: { ...column('calls'), leaves: 2, cell: ({ toolCalls }) => n.whole(toolCalls), rank: ({ toolCalls }) => -toolCalls },
    results: { ...column('results'), leaves: 1, cell: ({ toolResults }) => n.whole(toolResults), rank: ({ toolResults }) => -toolResults },
    tokens: { ...column('tokens'), cell: ({ exact, tokens }) => `${exact ? '' : '≈ '}${n.whole(tokens)}`, rank: ({ tokens }) => -tokens },
    compactions: { ...column('compactions'), leaves: 3, cell: ({ compactions }) => n.whole(compactions), rank: ({ compactions }) => -compactions },
    parent: { ...column('parent'), leaves: 4, cell: ({ parent }) => (parent === null ? '' : n.whole(parent + 1)) },
  };
  const usual = INSPECT_COLUMNS.filter((name) => name !== 'parent' || conversations.some(({ parent }) => parent !== null));
  for (const line of columnLines(columns, numbered, { usual, asked })) say(line);
  for (const { number, levels } of numbered)
    for (const [k, { strategy, messagesBefore, messagesAfter, tokensBefore, tokensAfter }] of levels.entries()) {
      const values = { level: k + 1, title: words.title(strategy), messagesBefore, messagesAfter, tokensBefore, tokensAfter };
      if (k === 0) out('');
      say(`${number}. ${t('cli.inspect.level', values)}`);
    }
}
