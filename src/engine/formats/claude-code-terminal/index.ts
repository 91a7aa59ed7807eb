import type { Part, RecordedCompaction, Result, Transcript } from '../../transcript/types.ts';
import type { Format, ImportError, Report, Source } from '../contract.ts';
import { refused } from '../format-report.ts';
import { type Draft, finishTranscript } from '../finish.ts';
import { jsonText } from '../json.ts';
import { type Block, blocksOf, screenLines } from './blocks.ts';

function detect(source: Source): number {
  if (source.container !== 'text') return 0;
  const text = screenLines(source.text).join('\n');
  const answers = text.match(/^[⏺●] /gm)?.length ?? 0;
  if (answers >= 1 && (/^ {2}⎿/m.test(text) || /Welcome to Claude Code/.test(text) || /^[>❯] /m.test(text))) return 0.95;
  const gemini = text.match(/^✦ /gm)?.length ?? 0;
  return gemini >= 1 && /^(?:│ *)?> /m.test(text) ? 0.9 : 0;
}

interface Session {
  model: string | undefined;
  readonly messages: Draft[];
  readonly compactions: RecordedCompaction[];
}

const SHOWN: Readonly<Record<string, string>> = {
  Bash: 'command',
  Read: 'file_path',
  Write: 'file_path',
  Edit: 'file_path',
  Update: 'file_path',
  MultiEdit: 'file_path',
  ReadFile: 'file_path',
  WriteFile: 'file_path',
  Shell: 'command',
};

function callOf(shown: string): { readonly name: string; readonly args: string } {
  const found = /^([\w:.-]+(?: - [\w:.-]+)*(?: \(MCP\))?)\(([\s\S]*)\)…?$/.exec(shown.trim());
  if (found)
    return {
      name: found[1]!.replace(/ \(MCP\)$/, '').replace(/ - /g, '__'),
      args: found[2]! === '' ? '{}' : jsonText({ [SHOWN[found[1]!] ?? 'input']: found[2]! }),
    };
  return { name: shown.trim().replace(/…$/, '').replace(/\s+/g, '_').slice(0, 64), args: '{}' };
}

class Reader {
  readonly sessions: Session[] = [];
  private thinking: Part[] = [];
  private compacted = false;

  private session(): Session {
    if (this.sessions.length === 0) this.sessions.push({ model: undefined, messages: [], compactions: [] });
    return this.sessions.at(-1)!;
  }

  read(block: Block): void {
    const origin = { line: block.line + 1 };
    const id = `line-${block.line + 1}`;
    const { text } = block;
    if (block.kind === 'welcome') {
      this.flush(id, origin);
      this.compacted = false;
      const model = /Model: (\S+)/.exec(text)?.[1];
      this.sessions.push({ model, messages: [], compactions: [] });
      return;
    }
    const { messages, compactions } = this.session();
    switch (block.kind) {
      case 'compacted':
        this.flush(id, origin);
        this.compacted = true;
        return;
      case 'user': {
        this.flush(id, origin);
        if (this.compacted && text.startsWith('This session is being continued')) {
          compactions.push({ at: messages.length, summaryId: id });
          messages.push({ id, role: 'user', parts: [{ type: 'text', text }], synthetic: true, compaction: { kind: 'summary' }, origin });
        } else messages.push({ id, role: 'user', parts: [{ type: 'text', text }], origin });
        this.compacted = false;
        return;
      }
      case 'thinking':
        this.thinking.push({ type: 'reasoning', text });
        return;
      case 'assistant':
        messages.push({ id, role: 'assistant', parts: [...this.taken(), { type: 'text', text }], origin });
        return;
      case 'call': {
        const call = block.call ?? callOf(text);
        messages.push({ id, role: 'assistant', parts: [...this.taken(), { type: 'tool-call', id, ...call }], origin });
        return;
      }
      case 'output': {
        const last = messages.at(-1);
        const call = last?.parts.at(-1);
        if (call?.type === 'tool-call')
          messages.push({
            id,
            role: 'tool',
            parts: [{ type: 'tool-result', callId: call.id, name: call.name, content: [{ type: 'text', text }] }],
            origin,
          });
        // Of a command that the person typed: it ran in the terminal, not in a call.
        else messages.push({ id, role: 'user', parts: [{ type: 'text', text }], synthetic: true, origin });
        return;
      }
    }
  }

  flush(id: string, origin: { readonly line: number }): void {
    const parts = this.taken();
    if (parts.length > 0) this.session().messages.push({ id: `${id}-thinking`, role: 'assistant', parts, origin });
  }

  private taken(): Part[] {
    const parts = this.thinking;
    this.thinking = [];
    return parts;
  }
}

export function readBlocks(format: string, { blocks, skipped }: ReturnType<typeof blocksOf>, report: Report): Result<Transcript[], ImportError> {
  const reader = new Reader();
  for (const block of blocks) reader.read(block);
  reader.flush('end', { line: 1 });
  const read = reader.sessions.filter(({ messages }) => messages.length > 0);
  if (read.length === 0) return refused('no-messages', { key: 'import-no-message' }, { key: 'expects-content', values: { format } }, { line: 1 });
  if (skipped > 0) report({ code: 'terminal-line', message: 'Lines of the terminal that belong to no message were left out.', count: skipped });
  return {
    ok: true,
    value: read.map(({ model, messages, compactions }, i) =>
      finishTranscript(
        {
          id: `session-${i + 1}`,
          format,
          ...(model && { model }),
          tools: [],
          messages,
          compactions,
          branches: [],
          subagents: [],
        },
        report,
      ),
    ),
  };
}

const parse = (source: Source, report: Report): Result<Transcript[], ImportError> =>
  readBlocks('claude-code-terminal', blocksOf(screenLines(source.text)), report);

export const claudeCodeTerminal: Format = { id: 'claude-code-terminal', evidence: 'recorded', extension: 'txt', detect, parse };
