/**
 * Parses text copied from the terminal of Claude Code, as far as the measurement of summaries needs it: speakers, tool calls, and
 * compactions. Results are shortened there by the program itself.
 */

const COMPACTED = /^=+ Previous Conversation Compacted =+$/;
const CONTINUED = /^> This session is being continued from a previous conversation/;
const CALL = /^⏺ ([A-Z]\w{2,30})\((.*?)\)?…?$/;
/** The first argument of a tool, as its calls name it. */
const ARGUMENT = { Bash: 'command', Task: 'description' };
const NAMES = { Update: 'Edit' };

/** Blocks of a copy in order: a mark at the start of a line begins one, indented lines belong to it. */
function blocksOf(text) {
  const blocks = [];
  for (const line of text.split('\n')) {
    if (/^(?:[>⏺✻·╭│╰]\s?|=+ Previous)/.test(line)) blocks.push([line]);
    else if (/^ {2}⎿/.test(line)) blocks.push([line]);
    else blocks.at(-1)?.push(line);
  }
  return blocks.map((lines) => ({
    first: lines[0],
    text: lines
      .map((line) => line.replace(/^(?:[>⏺✻] ?| {2}⎿ {0,2}| {2})/, ''))
      .join('\n')
      .trim(),
  }));
}

/** The conversation of a copy, and each summary with the indexes of the messages that it covers. */
export function openTerminalCopy(e, text) {
  const messages = [];
  const found = [];
  let from = 0;
  let calls = 0;
  let waiting = null;
  for (const { first, text: said } of blocksOf(text)) {
    const call = CALL.exec(first);
    if (COMPACTED.test(first) || /^[✻·╭│╰]/.test(first)) continue;
    if (CONTINUED.test(first)) {
      found.push({ from, to: messages.length, real: said.slice(said.indexOf('\n') + 1) });
      from = messages.length;
      messages.push({ role: 'user', content: said });
    } else if (first.startsWith('>')) messages.push({ role: 'user', content: said });
    else if (call) {
      const [, name, argument] = call;
      waiting = `call-${++calls}`;
      const args = JSON.stringify({ [ARGUMENT[name] ?? 'file_path']: argument });
      messages.push({
        role: 'assistant',
        content: null,
        tool_calls: [{ id: waiting, type: 'function', function: { name: NAMES[name] ?? name, arguments: args } }],
      });
    } else if (first.startsWith('⏺')) messages.push({ role: 'assistant', content: said });
    else if (waiting) {
      messages.push({ role: 'tool', tool_call_id: waiting, content: said });
      waiting = null;
    }
  }
  const parsed = e.parseTranscript(new TextEncoder().encode(JSON.stringify({ messages })), { name: 'copy.json' });
  if (!parsed.ok) throw new Error('the copy of a terminal gave no conversation');
  const [transcript] = parsed.value.conversations;
  return {
    transcript,
    summaries: found.map(({ from: a, to, real }) => ({ members: Array.from({ length: to - a }, (_, k) => a + k), real })),
  };
}
