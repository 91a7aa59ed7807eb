import { remembered } from '../signals/remember.ts';
import { CHARACTERS, type ChatMessage, geminiContents, geminiResponse, geminiTool } from './shared/chat.ts';
import { defineProduct, editing, flag, tokens as tokensParam, unchanged } from './shared/product.ts';
import { tokensTrigger } from '../triggers/watch.ts';

type Params = {
  readonly protect: number;
  /** Tokens that the older outputs must have together, else nothing is masked. */
  readonly minPrunable: number;
  /** The latest message stays and does not count. */
  readonly protectLatestTurn: boolean;
};

const EXEMPT = new Set(['activate_skill', 'ask_user', 'enter_plan_mode', 'exit_plan_mode']);
const SHELL = 'run_shell_command';
const TAG = 'tool_output_masked';
const EDGE = 250;
const LINES = 10;
/** The product writes each output to a file; its path counts, so a mask has one of usual length. */
const FOLDER = '/home/me/.gemini/tmp/project/tool-outputs/session-01/';
const SECTION = /^(Output|Error|Exit Code|Signal|Background PIDs|Process Group PGID): /m;

const tokens = remembered((message: ChatMessage): number =>
  Math.floor((geminiTool(message).length + JSON.stringify(geminiResponse(message.text)).length) / CHARACTERS),
);

const exempt = (message: ChatMessage): boolean => EXEMPT.has(geminiTool(message)) || message.text.includes(`<${TAG}`);

function edgeLines(text: string): string {
  const lines = text.split('\n');
  if (lines.length <= 2 * LINES) return text;
  const omitted = lines.length - 2 * LINES;
  return [...lines.slice(0, LINES), '', `... [${omitted} lines omitted] ...`, '', ...lines.slice(-LINES)].join('\n');
}

function shellPreview(text: string): string {
  const [before, ...sections] = text.split(SECTION);
  if (sections.length === 0) return edgeLines(text);
  const lead = before!.trim() === '' ? [] : [edgeLines(before!.trim())];
  const named = sections.flatMap((name, k) => {
    if (k % 2 === 1) return [];
    const content = sections[k + 1]!.trim();
    return [`${name}: ${name === 'Output' ? edgeLines(content) : content}`];
  });
  return [...lead, ...named].join('\n');
}

function preview(tool: string, text: string): string {
  if (tool === SHELL) return shellPreview(text);
  const shown = JSON.stringify(geminiResponse(text), null, 2);
  return shown.length <= 2 * EDGE ? shown : `${shown.slice(0, EDGE)}\n... [TRUNCATED] ...\n${shown.slice(-EDGE)}`;
}

const inName = (text: string): string => text.replace(/[^\w-]/g, '_').toLowerCase();

/** What stands for an output; null where it would not be shorter. */
const masked = remembered((message: ChatMessage): ChatMessage | null => {
  const tool = geminiTool(message);
  const file = `${FOLDER}${inName(tool)}_${inName(message.callId!)}_masked.txt`;
  const mask = { ...message, text: `<${TAG}>\n${preview(tool, message.text)}\n\nOutput too large. Full output available at: ${file}\n</${TAG}>` };
  return tokens(mask) < tokens(message) ? mask : null;
});

/**
 * Tool output before the newest 50,000 tokens becomes a preview and the path of a file, if it has at least 30,000 tokens together; the output
 * that crosses the border goes too. Masks that would be longer than the output are left out.
 */
export const geminiCliMasking = defineProduct<Params>({
  id: 'gemini-cli-masking',
  source: { product: 'Gemini CLI', version: '0.61.0', where: '@google/gemini-cli-core, ToolOutputMaskingService', evidence: 'checked' },
  peers: {
    'gemini-mask': {},
    'gemini-mask@5k': { params: { protect: 5000, minPrunable: 3000 } },
  },
  params: { protect: tokensParam(50_000, { knob: 'up' }), minPrunable: tokensParam(30_000), protectLatestTurn: flag(true) },
  trigger: ({ protect, minPrunable }) => tokensTrigger(protect + minPrunable),
  compact(messages, { protect, minPrunable, protectLatestTurn }) {
    const contents = geminiContents(messages);
    const outputs = contents.slice(0, protectLatestTurn ? -1 : undefined).flatMap(({ answers, of }) => (answers ? of : []));
    const old: { readonly i: number; readonly size: number }[] = [];
    let seen = 0;
    for (const i of outputs.reverse()) {
      if (exempt(messages[i]!)) continue;
      const size = tokens(messages[i]!);
      seen += size;
      if (seen > protect) old.push({ i, size });
    }
    if (old.reduce((sum, { size }) => sum + size, 0) < minPrunable) return unchanged(messages);
    const changed = new Map<number, ChatMessage>();
    for (const { i } of old) {
      const mask = masked(messages[i]!);
      if (mask) changed.set(i, mask);
    }
    return editing(messages, changed);
  },
});
