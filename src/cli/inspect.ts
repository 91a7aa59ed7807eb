/** `inspect`: what was recognised in a file. */
import { open } from '../engine/api.ts';
import { broughtLevels } from '../engine/compaction/history.ts';
import type { Warning } from '../engine/transcript/types.ts';
import type { Args } from './args.ts';
import { out } from './output.ts';
import { numbers, t, warningLine, words } from './words.ts';
import { readInput } from './reading.ts';

export async function runInspect(args: Args): Promise<void> {
  const input = await readInput(args);
  const conversations = [];
  const stored: Warning[] = [];
  for (const [index, conversation] of input.conversations.entries()) {
    const { transcript, parent } = conversation;
    const { levels, warning } = broughtLevels(conversation, index, input.parsed.format);
    if (warning) stored.push(warning);
    const { prepared } = await open(transcript, args);
    let toolCalls = 0;
    let toolResults = 0;
    for (const message of transcript.messages) {
      for (const part of message.parts) {
        if (part.type === 'tool-call') toolCalls++;
        else if (part.type === 'tool-result') toolResults++;
      }
    }
    conversations.push({
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
  const { format, confidence } = input.parsed;
  const warnings = [...input.parsed.warnings, ...stored];
  if (args.json) {
    out(JSON.stringify({ format, confidence, conversations, warnings }, null, 2));
    return;
  }
  const n = numbers();
  out(t('cli.inspect.head', { file: input.name, format, confidence }));
  conversations.forEach((c, i) => {
    const title = t('cli.inspect.conversation', { number: i + 1, title: c.title || t('cli.inspect.untitled') });
    out(`\n${title}${c.parent === null ? '' : ` · ${t('cli.inspect.subagent', { number: c.parent + 1 })}`}`);
    out(
      `   ${t('cli.inspect.facts', { messages: c.messages, calls: c.toolCalls, results: c.toolResults, tokens: `${c.exact ? '' : '≈ '}${n.whole(c.tokens)}`, compactions: c.compactions })}`,
    );
    c.levels.forEach((level, k) => {
      const { messagesBefore, messagesAfter, tokensBefore, tokensAfter } = level;
      const values = { level: k + 1, title: words.title(level.strategy), messagesBefore, messagesAfter, tokensBefore, tokensAfter };
      out(`   ${t('cli.inspect.level', values)}`);
    });
  });
  if (warnings.length) out('');
  for (const warning of warnings) out(warningLine(warning));
}
