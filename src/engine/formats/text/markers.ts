import type { Role } from '../../transcript/types.ts';

/** Speaker names in the languages that people paste; lower case. */
const NAMES: Readonly<Record<Role, readonly string[]>> = {
  user: [
    'user',
    'human',
    'you',
    'me',
    'customer',
    '用户',
    '人类',
    '我',
    '使用者',
    'ユーザー',
    '사용자',
    'utilisateur',
    'nutzer',
    'benutzer',
    'usuario',
    'usuário',
    'пользователь',
  ],
  assistant: [
    'assistant',
    'ai',
    'bot',
    'agent',
    'model',
    'chatgpt',
    'gpt',
    'gpt-4',
    'claude',
    'gemini',
    'copilot',
    '助手',
    '助理',
    '机器人',
    '模型',
    'アシスタント',
    '어시스턴트',
    'asistente',
    'assistent',
    'ассистент',
  ],
  system: ['system', 'instructions', '系统', '系統', 'システム', '시스템', 'система'],
  tool: ['tool', 'function', 'observation', 'tool result', '工具'],
};

const ROLE_OF = new Map<string, Role>(Object.entries(NAMES).flatMap(([role, names]) => names.map((name) => [name, role as Role] as const)));

/** Styles of speaker markers. A text is read in the one it uses most. */
type Style = 'chatml' | 'said' | 'heading' | 'instruction' | 'bracket' | 'bold' | 'colon';

interface Marker {
  readonly style: Style;
  readonly role: Role;
  /** Text on the marker's own line. */
  readonly rest: string;
}

const NAME = String.raw`[\p{L}][\p{L}\p{N} _-]{0,20}`;
const PATTERNS: Readonly<Record<Style, RegExp>> = {
  chatml: /^<\|im_start\|>\s*(?<name>\w+)\s*(?<rest>.*)$/u,
  said: /^(?:#{1,6}\s*)?(?:\*\*)?(?<name>You|ChatGPT|Claude|Gemini|User|Assistant) said:(?:\*\*)?\s*(?<rest>.*)$/iu,
  heading: new RegExp(
    String.raw`^#{1,6}\s*(?:[\p{Extended_Pictographic}\u{FE0F}\u{200D}]+\s*)?(?:\*\*)?(?<name>${NAME}?)(?:\*\*)?\s*(?:\([^()]{0,60}\))?\s*[:：]?\s*(?<rest>)$`,
    'u',
  ),
  instruction: /^#{1,6}\s*(?<name>Instruction|Response|Input|Output)\s*:\s*(?<rest>.*)$/iu,
  bracket: new RegExp(String.raw`^\[(?<name>${NAME}?)\]\s*[:：]?\s*(?<rest>.*)$`, 'u'),
  bold: new RegExp(
    String.raw`^\*\*(?:[\p{Extended_Pictographic}\u{FE0F}\u{200D}]+\s*)?(?<name>${NAME}?)\s*(?:\([^()]{0,80}\))?\s*[:：]?\*\*\s*[:：]?\s*(?<rest>.*)$`,
    'u',
  ),
  colon: new RegExp(String.raw`^(?<name>${NAME}?)\s*[:：]\s*(?<rest>.*)$`, 'u'),
};

const INSTRUCTION: Readonly<Record<string, Role>> = { instruction: 'user', input: 'user', response: 'assistant', output: 'assistant' };

/** The marker on a line in a style, or undefined. Cheap on ordinary lines: they fail at the first characters. */
function markerIn(style: Style, line: string): Marker | undefined {
  const head = line.length > 400 ? line.slice(0, 400) : line;
  const found = PATTERNS[style].exec(head);
  const name = found?.groups?.name?.trim().toLowerCase();
  if (!found || !name) return undefined;
  const role = style === 'instruction' ? INSTRUCTION[name] : ROLE_OF.get(name);
  if (!role) return undefined;
  const rest = found.groups?.rest ?? '';
  return { style, role, rest: head.length < line.length ? rest + line.slice(400) : rest };
}

/** Styles whose markers can begin with a character; a quick test excludes most lines. */
function stylesFor(line: string): readonly Style[] {
  switch (line[0]) {
    case '<':
      return ['chatml'];
    case '#':
      return ['said', 'heading', 'instruction'];
    case '[':
      return ['bracket'];
    case '*':
      return ['said', 'bold'];
    default: {
      const head = line.slice(0, 40);
      return /[:：]/.test(head) ? ['said', 'colon'] : [];
    }
  }
}

interface Marked {
  readonly line: number;
  readonly marker: Marker;
}

/** Every marker of a text outside fenced code and quotes, by style. */
export function findMarkers(lines: readonly string[]): ReadonlyMap<Style, readonly Marked[]> {
  const found = new Map<Style, Marked[]>();
  let fence: string | undefined;
  lines.forEach((line, i) => {
    const opened = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      if (opened?.startsWith(fence) && line.trim() === opened) fence = undefined;
      return;
    }
    if (opened !== undefined) {
      fence = opened;
      return;
    }
    if (line === '' || line.startsWith('>') || line.startsWith('    ')) return;
    for (const style of stylesFor(line)) {
      const marker = markerIn(style, line);
      if (!marker) continue;
      const own = found.get(style);
      if (own) own.push({ line: i, marker });
      else found.set(style, [{ line: i, marker }]);
      break;
    }
  });
  return found;
}

/** The style that shows a dialogue: the one with the most changes of speaker, at least one. */
export function bestStyle(found: ReadonlyMap<Style, readonly Marked[]>): { readonly marks: readonly Marked[]; readonly changes: number } | undefined {
  let best: { readonly marks: readonly Marked[]; readonly changes: number } | undefined;
  for (const marks of found.values()) {
    const changes = marks.filter(({ marker }, i) => i > 0 && marker.role !== marks[i - 1]!.marker.role).length;
    const speakers = new Set(marks.map(({ marker }) => marker.role));
    if (!speakers.has('user') && !speakers.has('assistant')) continue;
    if (changes > 0 && (!best || changes > best.changes)) best = { marks, changes };
  }
  return best;
}
