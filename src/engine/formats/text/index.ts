import type { Message, Part, Result, Role, Transcript } from '../../transcript/types.ts';
import type { Carries, Format, ImportError, Report, Source } from '../contract.ts';
import { refused } from '../errors.ts';
import { isControl } from '../encoding.ts';
import { finishTranscript } from '../finish.ts';
import { prepareMessages } from '../prepare.ts';
import { bestStyle, findMarkers } from './markers.ts';

export const TEXT_CARRIES: Carries = {
  tools: false,
  toolText: true,
  toolDefinitions: false,
  system: 'any',
  reasoning: false,
  family: ['text'],
  media: false,
  records: false,
  isError: false,
  compactions: false,
  branches: false,
  subagents: false,
  title: true,
  names: false,
  synthetic: false,
  parts: 'separate',
  paired: false,
  empty: false,
  blankText: false,
  finalSpace: false,
  neighbours: true,
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

const EXPECTS = { key: 'expects-content', values: { format: 'text' } } as const;

function parse(source: Source, report: Report): Result<Transcript[], ImportError> {
  if (source.container !== 'text' || source.text.trim() === '') {
    return refused('no-messages', { key: 'import-no-text' }, EXPECTS);
  }
  // A carriage return inside our own export belongs to what was said; in a file that a program saved with CRLF it ends every line.
  const own = isOwn(source.text) && !source.text.startsWith(`${OWN}\r`);
  const lines = source.text.split(own ? '\n' : /\r?\n/);
  const { title, preamble, messages } = isOwn(source.text) ? readOwn(lines) : readMarked(lines, report);
  if (messages.length === 0) return refused('no-messages', { key: 'import-no-message' }, EXPECTS, { line: 1 });
  return {
    ok: true,
    value: [
      finishTranscript(
        {
          id: 'text',
          ...(title && { title }),
          format: 'text',
          tools: [],
          messages,
          compactions: [],
          branches: [],
          subagents: [],
          ...(preamble && { extra: { preamble } }),
        },
        report,
      ),
    ],
  };
}

interface Read {
  readonly title?: string;
  /** Text before the first marker. */
  readonly preamble?: string;
  readonly messages: readonly Message[];
}

const textMessage = (role: Role, text: string, line: number, n: number): Message[] => {
  const trimmed = text.replace(/^\s*\n/, '').trimEnd();
  return trimmed.trim() === '' ? [] : [{ id: `m${n}`, role, parts: [{ type: 'text', text: trimmed }], origin: { line } }];
};

/** Text without markers gets here only if a person chose this format; it is one user message. */
function readMarked(lines: readonly string[], report: Report): Read {
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

function readOwn(lines: readonly string[]): Read {
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

/** Replaces characters that make a file look binary (encoding.ts) by their pictures: ␀, ␇. */
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
