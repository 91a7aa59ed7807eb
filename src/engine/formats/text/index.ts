import type { Message, Part, Role, Transcript } from '../../transcript/types.ts';
import type { Format, FormatCapabilities, Report, Source } from '../contract.ts';
import { isControl } from '../encoding.ts';
import { finishTranscript } from '../finish.ts';
import { prepareMessages } from '../prepare.ts';
import { addTo, compact, namesIn } from '../json.ts';
import { REQUEST_CARRIES } from '../contract.ts';

const NAMES: Readonly<Record<Role, Iterable<string>>> = {
  user: namesIn(`
    user human you me customer 用户 人类 我 使用者 ユーザー 사용자 utilisateur nutzer benutzer usuario usuário пользователь
  `),
  assistant: namesIn(`
    assistant ai bot agent model chatgpt gpt gpt-4 claude gemini copilot 助手 助理 机器人 模型 アシスタント 어시스턴트 asistente assistent ассистент
  `),
  system: ['system', 'instructions', '系统', '系統', 'システム', '시스템', 'система'],
  tool: ['tool', 'function', 'observation', 'tool result', '工具'],
};

const ROLE_OF = new Map<string, Role>(Object.entries(NAMES).flatMap(([role, names]) => [...names].map((name) => [name, role as Role] as const)));

type Style = 'chatml' | 'said' | 'heading' | 'instruction' | 'bracket' | 'bold' | 'colon';

interface Marker {
  readonly style: Style;
  readonly role: Role;
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

interface MarkerLine {
  readonly line: number;
  readonly marker: Marker;
}

function findMarkers(lines: readonly string[]): ReadonlyMap<Style, readonly MarkerLine[]> {
  const found = new Map<Style, MarkerLine[]>();
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
      addTo(found, style, { line: i, marker });
      break;
    }
  });
  return found;
}

function bestStyle(
  found: ReadonlyMap<Style, readonly MarkerLine[]>,
): { readonly marks: readonly MarkerLine[]; readonly changes: number } | undefined {
  let best: { readonly marks: readonly MarkerLine[]; readonly changes: number } | undefined;
  for (const marks of found.values()) {
    const changes = marks.filter(({ marker }, i) => i > 0 && marker.role !== marks[i - 1]!.marker.role).length;
    const speakers = new Set(marks.map(({ marker }) => marker.role));
    if (!speakers.has('user') && !speakers.has('assistant')) continue;
    if (changes > 0 && (!best || changes > best.changes)) best = { marks, changes };
  }
  return best;
}

export const TEXT_CARRIES: FormatCapabilities = {
  ...REQUEST_CARRIES,
  tools: false,
  toolText: true,
  toolDefinitions: false,
  reasoning: false,
  family: ['text'],
  media: false,
  isError: false,
  title: true,
  parts: 'separate',
  paired: false,
  blankText: false,
  finalSpace: false,
};

/** First line of our own export: markers are `## Role` only there, and lines of a message that look like one are escaped. */
const OWN = '<!-- transcript: ## System, ## User, ## Assistant, ## Tool -->';
const OWN_MARKER = /^(\\*)## (System|User|Assistant|Tool)$/;
const HEADINGS: Readonly<Record<Role, string>> = { system: 'System', user: 'User', assistant: 'Assistant', tool: 'Tool' };

const isOwn = (text: string): boolean => text.startsWith(OWN);

function detect(source: Source): number {
  if (source.container !== 'text') return 0;
  if (isOwn(source.text)) return 0.99;
  const best = bestStyle(findMarkers(source.text.split(/\r?\n/, 20_000)));
  if (!best) return 0;
  const [first] = best.marks;
  if (first?.marker.style === 'chatml') return 0.95;
  return best.changes >= 3 ? 0.75 : best.changes === 2 ? 0.6 : 0.5;
}

function parse(source: Source, report: Report): Transcript[] {
  if (source.container !== 'text' || source.text.trim() === '') return [];
  // A carriage return inside our own export belongs to what was said; in a file that a program saved with CRLF it ends every line.
  const own = isOwn(source.text) && !source.text.startsWith(`${OWN}\r`);
  const lines = source.text.split(own ? '\n' : /\r?\n/);
  const { title, preamble, messages } = isOwn(source.text) ? readOwn(lines) : readMarked(lines, report);
  return [finishTranscript({ id: 'text', title, format: 'text', messages, extra: compact({ preamble: preamble || undefined }) }, report)];
}

interface TextTranscript {
  readonly title?: string;
  readonly preamble?: string;
  readonly messages: readonly Message[];
}

const textMessage = (role: Role, text: string, line: number, n: number): Message[] => {
  const trimmed = text.replace(/^\s*\n/, '').trimEnd();
  return trimmed.trim() === '' ? [] : [{ id: `m${n}`, role, parts: [{ type: 'text', text: trimmed }], origin: { line } }];
};

function readMarked(lines: readonly string[], report: Report): TextTranscript {
  const best = bestStyle(findMarkers(lines));
  if (!best) {
    report({ code: 'no-role-markers', message: 'The text has no role markers and was read as one user message.', line: 1 });
    return { messages: textMessage('user', lines.join('\n'), 1, 1) };
  }
  const { marks } = best;
  const preamble = lines.slice(0, marks[0]!.line).join('\n').trim();
  if (preamble !== '') report({ code: 'preamble', message: 'Text before the first role marker is no message.', line: 1 });
  const messages = marks.flatMap(({ line, marker }, i) => {
    const body = [...(marker.rest === '' ? [] : [marker.rest]), ...lines.slice(line + 1, marks[i + 1]?.line)].join('\n');
    return textMessage(marker.role, marker.style === 'chatml' ? body.replace(/<\|im_end\|>\s*$/, '') : body, line + 1, i + 1);
  });
  return { ...(preamble !== '' && { preamble }), messages };
}

function readOwn(lines: readonly string[]): TextTranscript {
  const marks = lines.flatMap((line, i) => {
    const found = OWN_MARKER.exec(line);
    return found && found[1] === '' ? [{ line: i, role: found[2]!.toLowerCase() as Role }] : [];
  });
  const title = lines
    .slice(1, marks[0]?.line)
    .find((line) => line.startsWith('# '))
    ?.slice(2);
  const messages = marks.flatMap(({ line, role }, i) => {
    const body = lines.slice(line + 1, marks[i + 1]?.line).map((inner) => (OWN_MARKER.test(inner) ? inner.slice(1) : inner));
    return textMessage(role, body.join('\n'), line + 1, i + 1);
  });
  return { ...(title !== undefined && { title }), messages };
}

function serialize(transcript: Transcript, report: Report): string {
  const messages = prepareMessages(transcript, TEXT_CARRIES, report);
  const { text, count } = printable(body(messages));
  if (count > 0)
    report({ code: 'control-characters', message: 'Control characters were replaced by their pictures: text with them is taken for binary.', count });
  const title = transcript.title ? `# ${printable(transcript.title.replace(/\s+/g, ' ')).text}\n\n` : '';
  return `${OWN}\n\n${title}${text}`;
}

const body = (messages: readonly Message[]): string =>
  messages.map((message) => `## ${HEADINGS[message.role]}\n\n${escaped(message.parts)}\n`).join('\n');

function printable(text: string): { readonly text: string; readonly count: number } {
  let count = 0;
  const replaced = text.replace(/\p{Cc}/gu, (char) => {
    const code = char.charCodeAt(0);
    if (!isControl(code)) return char;
    count++;
    return code === 127 ? '\u2421' : String.fromCharCode(0x2400 + code);
  });
  return { text: replaced, count };
}

const escaped = (parts: readonly Part[]): string =>
  parts
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('\n')
    .split(/\r?\n/)
    .map((line) => (OWN_MARKER.test(line) ? `\\${line}` : line))
    .join('\n');

export const textFormat: Format = {
  id: 'text',
  evidence: 'recorded',
  extension: 'md',
  carries: TEXT_CARRIES,
  detect,
  parse,
  serialize,
};
