import type { ClineBlock, ClineItem } from './cline-items.ts';
import { remembered } from './remembered.ts';

/** What a notice tells of the messages that went. */
interface Work {
  readonly read: string[];
  readonly edited: string[];
  readonly ran: string[];
}

/** Characters of a command that the notice shows. */
const COMMAND = 100;
const PATHS = ['path', 'file_path', 'target_file', 'new_file_path', 'old_file_path'];
/** Numbers of lines in the difference that an edit returns. */
const CHANGED_LINE = /(?:^|\n|\\n)[-+](\d+): /g;

type Fields = Readonly<Record<string, unknown>>;
const fields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function paths(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value];
  if (Array.isArray(value)) return value.flatMap(paths);
  if (typeof value !== 'object' || value === null) return [];
  const named = fields(value);
  const files = list(named.files).flatMap((file) => paths(fields(file).path));
  return [...PATHS.flatMap((name) => paths(named[name])), ...files, ...list(named.file_paths).flatMap(paths)];
}

function add(to: string[], text: string): void {
  if (text.trim() !== '' && !to.includes(text.trim())) to.push(text.trim());
}

/** Paths of a read with their lines, where the call names them. */
function readPaths(input: unknown): string[] {
  const { files } = fields(input);
  if (!Array.isArray(files)) return paths(input);
  return files.map(fields).flatMap(({ path, start_line: start, end_line: end }) => {
    if (typeof path !== 'string' || path.trim() === '') return [];
    return [typeof start === 'number' && typeof end === 'number' ? `${path.trim()}:${start}-${end}` : path.trim()];
  });
}

function resultText(content: string): string {
  try {
    const { result } = fields(JSON.parse(content));
    return typeof result === 'string' ? result : content;
  } catch {
    return content;
  }
}

function editedRange(content: string): string {
  const lines = [...resultText(content).matchAll(CHANGED_LINE)].map(([, line]) => Number(line));
  return lines.length > 0 ? `:${lines.reduce((a, b) => Math.min(a, b))}-${lines.reduce((a, b) => Math.max(a, b))}` : '';
}

const READS = 'read_files';
const EDITS: ReadonlySet<string> = new Set(['editor', 'apply_patch']);
const RUNS = 'run_commands';

/** Whether an item asks for one of the tools that a notice tells of. */
const works = remembered(({ blocks }: ClineItem): boolean =>
  blocks.some((block) => block.type === 'tool_use' && (block.name === READS || block.name === RUNS || EDITS.has(block.name))),
);

function workOf(items: readonly ClineItem[]): Work {
  const work: Work = { read: [], edited: [], ran: [] };
  const edits = new Map<string, string>();
  const called = (block: ClineBlock & { type: 'tool_use' }): void => {
    if (block.name === READS) for (const path of readPaths(block.input)) add(work.read, path);
    const [path] = EDITS.has(block.name) ? paths(block.input) : [];
    if (path !== undefined) edits.set(block.id, path);
    const commands = block.name === RUNS ? list(fields(block.input).commands) : [];
    for (const command of commands) {
      const shown = typeof command === 'string' ? command.trim() : '';
      add(work.ran, shown.length > COMMAND ? `${shown.slice(0, COMMAND)}...` : shown);
    }
  };
  for (const item of items) {
    if (edits.size === 0 && !works(item)) continue;
    for (const block of item.blocks) {
      if (block.type === 'tool_use') called(block);
      const path = block.type === 'tool_result' ? edits.get(block.tool_use_id) : undefined;
      if (block.type !== 'tool_result' || path === undefined) continue;
      add(work.edited, `${path}${editedRange(block.content)}`);
      edits.delete(block.tool_use_id);
    }
  }
  for (const path of edits.values()) add(work.edited, path);
  return work;
}

/** What the agent said in an item, or nothing. */
export const spoken = remembered(({ kind, blocks }: ClineItem): string => {
  if (kind !== 'answer') return '';
  return blocks
    .flatMap((block) => (block.type === 'text' ? [block.text.trim()] : []))
    .filter((text) => text !== '')
    .join('\n');
});

/** Files read, files edited, commands run, and what the agent said in messages that went; nothing where there is none of it. */
export function clineNotice(gone: readonly ClineItem[], recent: ReadonlySet<ClineItem>): ClineBlock[] {
  const { read, edited, ran } = workOf(gone);
  const said = gone.filter((item) => recent.has(item)).map(spoken);
  if (read.length + edited.length + ran.length + said.length === 0) return [];
  const sections = [
    ['Files read', read],
    ['Files edited', edited],
    ['Commands ran', ran],
  ] as const;
  const parts = sections.map(([title, entries]) => `${title}:\n${entries.join('\n')}`);
  const answers = said.length > 0 ? [`Your recent responses:\n${said.join('\n---\n')}`] : [];
  const text = ['Messages were removed here. What you did in them:', ...parts, ...answers].join('\n\n');
  return [{ type: 'text', text: `<SYSTEM_NOTICE>\n${text}</SYSTEM_NOTICE>` }];
}
