import type { Branch, FilePart, ImagePart, Message, Part, TextPart, ToolCallPart, ToolResultPart, Transcript } from '../transcript/types.ts';
import type { FormatCapabilities, Report } from './contract.ts';
import { addTo } from './json.ts';

export const NO_RESULT = '[No result was recorded for this call.]';
export const NO_BEGINNING = '[The beginning of this conversation was removed.]';

/** Replaces empty result text where the format does not allow it. */
const EMPTY_RESULT = '[empty]';

export const systemAsText = (text: string): string => `<system-prompt>\n${text}\n</system-prompt>`;

const LOST_REASONING = { code: 'lost-reasoning', message: 'Reasoning that the format has no valid place for was left out.' };

const quiet: Report = () => undefined;

/**
 * The messages as a format can represent them: content without a place there becomes text, moves or is omitted, and every such change is reported.
 */
export function prepareMessages(transcript: Transcript, carries: FormatCapabilities, report: Report = quiet): readonly Message[] {
  reportLosses(transcript, carries, report);
  const empty = new Set(transcript.messages.filter(isEmpty).map((message) => message.id));
  if (!carries.empty && empty.size > 0)
    report({ code: 'empty-message', message: 'Messages without any content were left out, because the format takes none.', count: empty.size });
  let messages: readonly Message[] = transcript.messages.map((message) => ({ ...message, parts: heldParts(message, transcript, carries, report) }));
  messages = messages.map((message) => ({ ...message, parts: message.parts.map((part) => resolved(part, transcript, carries, report)) }));
  if (!carries.documents) messages = messages.map((message) => ({ ...message, parts: message.parts.map(withoutDocument) }));
  if (carries.compactions === 'summaries') messages = messages.map((message) => withoutSealedSummary(message, report));
  messages = placeSystem(messages, carries, report);
  if (!carries.toolText) messages = messages.flatMap(apartFromResults);
  if (carries.tools && carries.paired) messages = pairCalls(messages, report);
  if (!carries.tools) messages = messages.map(toolsAsText);
  messages = placeMedia(messages, carries, report);
  if (carries.fileNames === false) messages = messages.map((message) => withoutFileNames(message, report));
  if (carries.records === 'totals') messages = messages.map(withTotals);
  messages = messages.filter((message) => message.parts.length > 0 || (carries.empty && empty.has(message.id)));
  if (!carries.empty) messages = placeReasoning(messages, carries, report);
  if (carries.parts === 'grouped') messages = messages.map(groupParts);
  if (carries.oneText) messages = messages.map(joinTexts);
  if (carries.parts === 'separate') messages = messages.flatMap(separateParts);
  if (carries.neighbours === 'one-answer') messages = joined(messages, ({ role, compaction }) => role === 'assistant' && !compaction);
  else if (!carries.neighbours) messages = alternate(messages, report);
  return carries.finalSpace ? messages : endWithoutSpace(messages, report);
}

const isPublic = (url: string): boolean => /^https?:(?!\/\/generativelanguage\.googleapis\.com\/)/i.test(url);

function resolved<T extends Part>(part: T, transcript: Transcript, carries: FormatCapabilities, report: Report): T | TextPart {
  if (part.type === 'tool-result') return { ...part, content: part.content.map((inner) => resolved(inner, transcript, carries, report)) };
  if (!isMedia(part) || part.data !== undefined || part.url === undefined || isPublic(part.url) || carries.references === 'any') return part;
  if (carries.references?.test(part.url) && carries.family.includes(transcript.format)) return part;
  report({ code: 'lost-reference', message: 'Images and files that only their own program can find were replaced by a note.' });
  const name = part.type === 'file' ? part.name : undefined;
  return { type: 'text', text: `[${part.type}${name === undefined ? '' : ` ${name}`} was attached]` };
}

function withoutDocument<T extends Part>(part: T): T | TextPart {
  if (part.type === 'tool-result') return { ...part, content: part.content.map(withoutDocument) };
  if (part.type !== 'text' || !part.document) return part;
  const { title } = part.document;
  return { type: 'text', text: title === undefined ? part.text : `${title}\n\n${part.text}` };
}

function withoutSealedSummary(message: Message, report: Report): Message {
  if (!message.compaction || message.parts.some((part) => part.type === 'text')) return message;
  report({ code: 'lost-compactions', message: 'Compactions without a readable summary were left out.' });
  const { compaction: _, ...rest } = message;
  return rest;
}

function endWithoutSpace(messages: readonly Message[], report: Report): readonly Message[] {
  const last = messages.at(-1);
  const end = last?.parts.at(-1);
  if (last?.role !== 'assistant' || end?.type !== 'text' || !/\s$/.test(end.text)) return messages;
  report({ code: 'final-space', message: 'White space at the end of the last answer was left out, because the provider refuses it there.' });
  return [...messages.slice(0, -1), { ...last, parts: [...last.parts.slice(0, -1), { ...end, text: end.text.trimEnd() }] }];
}

const isSealed = ({ compaction }: Message, carries: FormatCapabilities): boolean => compaction !== undefined && carries.reasoning === 'encrypted';

/** Recorded without content (an aborted answer, an empty text), as opposed to emptied by what a format cannot hold. */
const isEmpty = (message: Message): boolean => message.parts.every((part) => part.type === 'text' && part.text === '');

/**
 * Providers that take no message without content take none that ends with reasoning. It goes to the beginning of the answer that follows at
 * once; where none does, it is left out.
 */
function placeReasoning(messages: readonly Message[], carries: FormatCapabilities, report: Report): readonly Message[] {
  const out: Message[] = [];
  let moved: readonly Part[] = [];
  const leave = (): void => {
    if (moved.length > 0) report({ ...LOST_REASONING, count: moved.length });
    moved = [];
  };
  for (const message of messages) {
    if (message.role !== 'assistant' || message.compaction) leave();
    const parts = [...moved, ...message.parts];
    const content = parts.findLastIndex((part) => part.type !== 'reasoning') + 1;
    const end = isSealed(message, carries) || (carries.parts === 'grouped' && content > 0) ? parts.length : content;
    if (end > 0) out.push({ ...message, parts: parts.slice(0, end) });
    moved = parts.slice(end);
  }
  leave();
  return out;
}

function reportLosses(transcript: Transcript, carries: FormatCapabilities, report: Report): void {
  const lost = (condition: boolean, count: number, code: string, what: string): void => {
    if (!condition && count > 0) report({ code, message: `The format has no place for ${what}; they were left out.`, count });
  };
  lost(carries.toolDefinitions, transcript.tools.length, 'lost-tool-definitions', 'tool definitions');
  lost(carries.branches, transcript.branches.length, 'lost-branches', 'abandoned branches');
  lost(carries.subagents, transcript.subagents.length, 'lost-subagents', 'subagents');
}

function readable(part: Part, { eitherReasoning }: FormatCapabilities): Part {
  if (part.type !== 'reasoning' || part.text === '' || part.encrypted === undefined || !eitherReasoning) return part;
  const { encrypted: _, ...rest } = part;
  return rest;
}

function heldParts(message: Message, transcript: Transcript, carries: FormatCapabilities, report: Report): readonly Part[] {
  return message.parts
    .map((part) => readable(part, carries))
    .map((part) => (part.type === 'tool-result' ? { ...part, content: part.content.filter((inner) => isHeld(inner, carries, report)) } : part))
    .filter((part) => {
      if (part.type === 'text') return isHeld(part, carries, report);
      if (part.type !== 'reasoning') return true;
      const misplaced = carries.paired && message.role !== 'assistant' && !isSealed(message, carries);
      const held = misplaced
        ? false
        : carries.reasoning === 'signed'
          ? part.signature !== undefined || part.encrypted !== undefined
          : carries.reasoning === 'own'
            ? carries.family.includes(transcript.format) && part.text !== ''
            : carries.reasoning === 'own-or-signed'
              ? carries.family.includes(transcript.format) && (part.text !== '' || part.signature !== undefined)
              : carries.reasoning === 'encrypted'
                ? carries.family.includes(transcript.format) && part.encrypted !== undefined
                : carries.reasoning;
      if (!held) report(LOST_REASONING);
      return held;
    });
}

/** Neither empty text, nor blank text where the format refuses it. */
function isHeld(part: Part, { blankText }: FormatCapabilities, report: Report): boolean {
  if (part.type !== 'text' || /\S/.test(part.text)) return true;
  if (part.text === '' || blankText) return part.text !== '';
  report({ code: 'blank-text', message: 'Texts of nothing but white space were left out, because the format takes none.' });
  return false;
}

function placeSystem(messages: readonly Message[], carries: FormatCapabilities, report: Report): readonly Message[] {
  if (carries.system === 'any') return messages;
  let leading = 0;
  while (carries.system === 'first' && messages[leading]?.role === 'system') leading++;
  const head = messages.slice(0, leading);
  const rest = messages.slice(leading).map((message): Message => {
    if (message.role !== 'system') return message;
    report({ code: 'system-as-user', message: 'System messages were written as user messages, because the format has no place for them there.' });
    return {
      ...message,
      role: 'user',
      synthetic: true,
      parts: message.parts.map((part) => (part.type === 'text' ? { type: 'text', text: systemAsText(part.text) } : part)),
    };
  });
  return head.length > 1 ? [{ ...head[0]!, parts: head.flatMap((message) => message.parts) }, ...rest] : [...head, ...rest];
}

function apartFromResults(message: Message): readonly Message[] {
  const rest = message.parts.filter((part) => part.type !== 'tool-result');
  if (message.role !== 'tool' || (rest.length === 0 && message.parts.length > 0)) return [message];
  const results = message.parts.filter((part) => part.type === 'tool-result');
  const said: Message = { ...message, id: results.length > 0 ? `${message.id}/rest` : message.id, role: 'user', synthetic: true, parts: rest };
  return results.length > 0 ? [{ ...message, parts: results }, said] : [said];
}

/** Text of a result that cannot be represented as one. */
export const resultAsText = (part: ToolResultPart): string =>
  `[${part.isError ? 'Error' : 'Result'} of ${part.name ?? 'a tool call'}]\n${textsOf(part.content)}`;

const textsOf = (parts: readonly Part[]): string => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');

const isMedia = (part: Part): part is ImagePart | FilePart => part.type === 'image' || part.type === 'file';

/** Every assistant message with calls is followed by one tool message per call, in order. */
export function pairCalls(messages: readonly Message[], report: Report = quiet): readonly Message[] {
  const results = new Map<string, { readonly message: Message; readonly part: ToolResultPart }>();
  const called = new Set<string>();
  for (const message of messages) {
    for (const part of message.parts) {
      if (part.type === 'tool-result' && !results.has(part.callId)) results.set(part.callId, { message, part });
      else if (part.type === 'tool-call' && message.role === 'assistant') called.add(part.id);
    }
  }
  return messages.flatMap((message): Message[] => {
    const stays = message.parts.flatMap((part): Part[] => {
      if (part.type !== 'tool-result') return [part];
      if (called.has(part.callId) && results.get(part.callId)?.part === part) return [];
      report({ code: 'orphan-result', message: 'Tool results without a call of their own were written as text.' });
      return [{ type: 'text', text: resultAsText(part) }, ...part.content.filter(isMedia)];
    });
    if (message.role === 'tool') return stays.length > 0 ? [{ ...message, role: 'user', synthetic: true, parts: stays }] : [];
    const calls = stays.filter((part) => part.type === 'tool-call');
    if (message.role !== 'assistant') return [{ ...message, parts: stays.filter((part) => part.type !== 'tool-call') }];
    const answers = calls.map((call): Message => {
      const found = results.get(call.id);
      if (found) return { ...found.message, role: 'tool', parts: [found.part] };
      report({ code: 'result-added', message: 'Calls without a result got a placeholder, because the provider insists on one.' });
      return {
        id: `${message.id}/${call.id}`,
        role: 'tool',
        parts: [{ type: 'tool-result', callId: call.id, name: call.name, content: [{ type: 'text', text: NO_RESULT }] }],
      };
    });
    return [{ ...message, parts: stays }, ...answers];
  });
}

export function toolsAsText(message: Message): Message {
  const parts = message.parts.flatMap((part): Part[] => {
    if (part.type === 'tool-call') return [{ type: 'text', text: callAsText(part) }];
    return part.type === 'tool-result' ? [{ type: 'text', text: resultAsText(part) }, ...part.content.filter(isMedia)] : [part];
  });
  return { ...message, parts };
}

const callAsText = (call: ToolCallPart): string => `[Call of ${call.name}]\n${call.args}`;

function placeMedia(messages: readonly Message[], carries: FormatCapabilities, report: Report): readonly Message[] {
  if (!carries.media || carries.holds) {
    const holds = (part: ImagePart | FilePart): boolean => carries.media !== false && (carries.holds?.(part) ?? true);
    messages = messages.map((message) => ({ ...message, parts: message.parts.map((part) => notedMedia(part, holds, report)) }));
  }
  if (carries.media === 'any' || !carries.media) return messages;
  const out: Message[] = [];
  let moved: (ImagePart | FilePart)[] = [];
  let from = '';
  const flush = (): void => {
    if (moved.length === 0) return;
    report({
      code: 'moved-media',
      message: 'Images and files moved into a user message, because the format takes them only there.',
      count: moved.length,
    });
    out.push({ id: `${from}/media`, role: 'user', synthetic: true, parts: moved });
    moved = [];
  };
  for (const message of messages) {
    if (message.role !== 'tool') flush();
    const parts = message.parts.flatMap((part): Part[] => {
      if (isMedia(part) && message.role !== 'user') {
        moved.push(part);
        return [];
      }
      if (part.type !== 'tool-result' || carries.media !== 'user') return [part];
      moved.push(...part.content.filter(isMedia));
      return [{ ...part, content: part.content.filter((inner) => inner.type === 'text') }];
    });
    from = message.id;
    out.push({ ...message, parts });
  }
  flush();
  return out;
}

function withoutFileNames(message: Message, report: Report): Message {
  if (!message.parts.some((part) => part.type === 'file' && part.name !== undefined)) return message;
  const parts = message.parts.map((part): Part => {
    if (part.type !== 'file' || part.name === undefined) return part;
    report({ code: 'lost-file-name', message: 'Names of files were left out, because the format has no place for them.' });
    const { name: _, ...rest } = part;
    return rest;
  });
  return { ...message, parts };
}

function withTotals(message: Message): Message {
  if (message.usage?.cacheWriteHour === undefined) return message;
  const { cacheWriteHour: _, ...usage } = message.usage;
  return { ...message, usage };
}

function notedMedia(part: Part, holds: (part: ImagePart | FilePart) => boolean, report: Report): Part {
  const note = (media: ImagePart | FilePart): TextPart | ImagePart | FilePart => {
    if (holds(media)) return media;
    report({ code: 'lost-media', message: 'Images and files were replaced by a note: the format has no place for them.' });
    return {
      type: 'text',
      text: `[${media.type}${media.type === 'file' && media.name ? ` ${media.name}` : ''}${media.mime ? `, ${media.mime}` : ''}]`,
    };
  };
  if (isMedia(part)) return note(part);
  return part.type === 'tool-result' ? { ...part, content: part.content.map((inner) => (isMedia(inner) ? note(inner) : inner)) } : part;
}

export function branchesByFork(transcript: Transcript): ReadonlyMap<string | undefined, readonly Branch[]> {
  const forks = new Map<string | undefined, Branch[]>();
  for (const branch of transcript.branches) {
    addTo(forks, branch.forkedFrom, branch);
  }
  return forks;
}

function groupParts(message: Message): Message {
  const reasoning = message.parts.flatMap((part) => (part.type === 'reasoning' ? [part.text] : [])).join('\n');
  const calls = message.parts.filter((part) => part.type === 'tool-call');
  const rest = message.parts.filter((part) => part.type !== 'reasoning' && part.type !== 'tool-call');
  return { ...message, parts: [...(reasoning ? [{ type: 'reasoning', text: reasoning } as const] : []), ...rest, ...calls] };
}

function joinTexts(message: Message): Message {
  return {
    ...message,
    parts: oneText(message.parts).map((part) => (part.type === 'tool-result' ? { ...part, content: oneText(part.content) } : part)),
  };
}

function oneText<T extends Part>(parts: readonly T[]): readonly (T | TextPart)[] {
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  if (texts.length < 2 && !parts.some(isMedia)) return parts;
  const at = parts.findIndex((part) => part.type === 'text' || isMedia(part));
  const rest = (part: T): boolean => part.type !== 'text';
  return [
    ...parts.slice(0, at).filter(rest),
    ...(texts.length > 0 ? [{ type: 'text', text: texts.join('\n\n') } as const] : []),
    ...parts.slice(at).filter(rest),
  ];
}

function separateParts(message: Message): readonly Message[] {
  const text = textsOf(message.parts);
  const calls = message.parts.filter((part) => part.type === 'tool-call');
  const results = message.parts.filter((part) => part.type === 'tool-result');
  return [
    ...(text ? [{ ...message, parts: [{ type: 'text', text } as const] }] : []),
    ...(calls.length > 0 ? [{ ...message, id: text ? `${message.id}/calls` : message.id, parts: calls }] : []),
    ...results.map((part) => ({
      ...message,
      parts: [{ ...part, content: [{ type: 'text', text: textsOf(part.content) || EMPTY_RESULT } as const] }],
    })),
  ];
}

function joined(messages: readonly Message[], merges: (message: Message) => boolean): Message[] {
  const runs: { readonly first: Message; readonly parts: Part[] }[] = [];
  for (const message of messages) {
    const last = runs.at(-1);
    if (last && last.first.role === message.role && merges(message) && merges(last.first)) for (const part of message.parts) last.parts.push(part);
    else runs.push({ first: message, parts: [...message.parts] });
  }
  return runs.map(({ first, parts }): Message => ({ ...first, parts }));
}

function alternate(messages: readonly Message[], report: Report): readonly Message[] {
  const out = joined(messages, ({ role }) => role !== 'tool');
  const found = out.findIndex((message) => message.role !== 'system');
  const first = found < 0 ? out.length : found;
  if (out.length > 0 && out[first]?.role !== 'user') {
    report({ code: 'user-first', message: 'A short user message was put first, because the provider insists on one.' });
    out.splice(first, 0, { id: 'first', role: 'user', synthetic: true, parts: [{ type: 'text', text: NO_BEGINNING }] });
  }
  return out;
}
