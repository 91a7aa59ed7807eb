import type { Format, Report, Source } from '../contract.ts';
import { readBlocks } from '../claude-code-terminal/index.ts';
import { screenLines } from '../claude-code-terminal/screen.ts';
import { codexBlocks } from './blocks.ts';

/** A bullet is in every text: only with the marks of a prompt, or the greeting, is it an answer. */
function detect(source: Source): number {
  if (source.container !== 'text' || !source.text.includes('•')) return 0;
  const text = screenLines(source.text).join('\n');
  if (!/^• /m.test(text)) return 0;
  if (/^│ *>_ OpenAI Codex/m.test(text)) return 0.95;
  return /^› /m.test(text) || (/^▌ /m.test(text) && /^ {2}[└⎿] /m.test(text)) ? 0.92 : 0;
}

/** What somebody copied from the terminal of Codex. */
export const codexTerminal: Format = {
  id: 'codex-terminal',
  evidence: 'source',
  extension: 'txt',
  detect,
  parse: (source: Source, report: Report) => readBlocks('codex-terminal', codexBlocks(screenLines(source.text)), report),
};
