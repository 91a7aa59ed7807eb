/** One `<tool-use>` block: its name, what it was given as far as SpecStory shows it, and its output. */

export interface ToolUse {
  readonly name: string;
  readonly args: Readonly<Record<string, string>>;
  readonly result: string;
}

const ATTRIBUTE = (name: string): RegExp => new RegExp(`data-tool-${name}="([^"]*)"`);

/** Arguments that SpecStory shows as one line of code, by the type of the tool. */
const SHOWN_AS: Readonly<Record<string, string>> = { shell: 'command', read: 'file_path', write: 'file_path' };

export function readTool(block: string): ToolUse {
  const head = block.slice(0, block.indexOf('\n') < 0 ? block.length : block.indexOf('\n'));
  const name = ATTRIBUTE('name').exec(head)?.[1] ?? 'tool';
  const type = ATTRIBUTE('type').exec(head)?.[1] ?? '';
  const body = block
    .replace(/^<tool-use[^\n]*?>(?:<details>)?/, '')
    .replace(/(?:<\/details>)?<\/tool-use>$/, '')
    .replace(/^\s*<summary>.*?<\/summary>/, '');
  const { before, output } = lastFence(body);
  return { name, args: argsOf(before.replace(/\n*\**(?:Output|Result):?\**\s*$/, '').trim(), type), result: output };
}

/**
 * The output stands in the last fence, which closes at the end of the block: fences inside the output are part of it. It opens at the first
 * line of code that follows the arguments.
 */
function lastFence(body: string): { readonly before: string; readonly output: string } {
  const lines = body.trimEnd().split('\n');
  if (!/^`{3,}$/.test(lines.at(-1) ?? '')) return { before: body, output: '' };
  const opens = lines.findIndex((line, i) => i < lines.length - 1 && /^`{3,}\w*$/.test(line));
  // The arguments of a script are a fence of their own: the output then opens after it.
  const closes = opens < 0 ? -1 : lines.findIndex((line, i) => i > opens && /^`{3,}$/.test(line));
  const next = closes < 0 ? -1 : lines.findIndex((line, i) => i > closes && /^`{3,}text$/.test(line));
  const isScript = opens >= 0 && !/^`{3,}text$/.test(lines[opens]!) && next > 0;
  const from = isScript ? next : opens;
  return from < 0 ? { before: body, output: '' } : { before: lines.slice(0, from).join('\n'), output: lines.slice(from + 1, -1).join('\n') };
}

function argsOf(text: string, type: string): ToolUse['args'] {
  if (text === '') return {};
  const code = /^(?:([\s\S]*?)\n\s*)?`([^`\n]+)`$/.exec(text);
  const field = SHOWN_AS[type];
  if (!code || !field) return { input: text };
  const description = code[1]?.trim();
  return { ...(description && { description }), [field]: code[2]! };
}
