/**
 * Prompts of Google AI Studio, as they lie in Drive. Chunks of the model in a row are one answer; a text may be in `text` and in `parts`.
 * Shapes: a real file; fixtures of Sinity/polylogue @d250e578.
 */
import type { FilePart, Origin, Part, Transcript } from '../../transcript/types.ts';
import type { Format, Report, Source } from '../contract.ts';
import { readPart } from '../gemini-api/content.ts';
import { compact, filled, isObject, isoTime, type JsonObject, objectOf, objectsOf, type Raw, textOf } from '../json.ts';
import { filePart, imagePart, texts, thoughts } from '../format-parts.ts';
import { eachIn, firstObjects, placeAt, type SourceObject, thoseIn } from '../lists.ts';
import { Talk } from '../chat-messages.ts';
import { INTERFACE_NOTE } from '../encoding.ts';

interface Prompt {
  id: string;
  displayName: string;
  runSettings: { model: string };
  systemInstruction: string | { text?: string; parts?: readonly { text: string }[] };
  chunkedPrompt: { chunks: readonly Chunk[]; pendingInputs?: readonly Chunk[] };
}
interface Chunk {
  role: 'user' | 'model';
  text: string;
  parts: readonly { text?: string; thought?: boolean }[];
  isThought: boolean;
  createTime: string;
  executableCode: { language: string; code: string };
  codeExecutionResult: { outcome: string; output: string };
  inlineFile: { mimeType: string; data: string };
  errorMessage: string;
}

const isPrompt = (value: JsonObject): boolean => isObject(value.chunkedPrompt) && Array.isArray(value.chunkedPrompt.chunks);

const filesOf = (chunk: JsonObject): FilePart[] =>
  Object.entries(chunk).flatMap(([key, value]): FilePart[] =>
    /^(?:drive\w+|youtubeVideo)$/.test(key) && isObject(value)
      ? [{ type: 'file', ...compact({ name: filled(value.name), url: `drive:${filled(value.id) ?? ''}` }) }]
      : [],
  );

function readChunk(chunk: Raw<Chunk>, origin: Origin, report: Report): Part[] {
  const inner = objectsOf(chunk.parts).flatMap((part) => readPart(part, origin, report));
  const said = inner.flatMap((part) => (part.type === 'text' || part.type === 'reasoning' ? [part.text] : [])).join('');
  const own = textOf(chunk.text) ?? '';
  const repeats = own === '' || said === own;
  const parts =
    chunk.isThought === true
      ? thoughts(own || said)
      : repeats
        ? inner
        : [...texts(own), ...inner.filter((part) => part.type !== 'text' && part.type !== 'reasoning')];
  const { mimeType, data }: Raw<Chunk['inlineFile']> = objectOf(chunk.inlineFile);
  const mime = filled(mimeType);
  const files = filled(data) === undefined ? [] : [mime?.startsWith('image/') ? imagePart(filled(data)!, mime) : filePart(filled(data)!, mime)];
  const code = [{ executableCode: chunk.executableCode }, { codeExecutionResult: chunk.codeExecutionResult }].flatMap((part) =>
    Object.values(part)[0] === undefined ? [] : readPart(part, origin, report),
  );
  return [...parts, ...files, ...filesOf(chunk as JsonObject), ...code];
}

function readPrompt({ value, line, path }: SourceObject, index: number, report: Report): Transcript {
  const prompt: Raw<Prompt> = value;
  const talk = new Talk(report);
  const system = prompt.systemInstruction;
  const text = isObject(system)
    ? (filled(system.text) ??
      objectsOf(system.parts)
        .flatMap((part) => filled(part.text) ?? [])
        .join('\n'))
    : system;
  const at = (where: string): Origin => placeAt(line, `${path}.${where}`);
  if (filled(text)) talk.say('system', texts(text), { id: 'system', origin: at('systemInstruction') });
  const model = isObject(prompt.runSettings) ? filled(prompt.runSettings.model)?.replace(/^models\//, '') : undefined;
  const { chunks, pendingInputs } = prompt.chunkedPrompt as Raw<Prompt['chunkedPrompt']>;
  let answer: Part[] = [];
  let begun: Parameters<Talk['say']>[2] = {};
  const flush = (): void => {
    if (answer.length > 0) talk.say('assistant', answer, { ...begun, ...compact({ model }) });
    answer = [];
  };
  eachIn(chunks, at('chunkedPrompt.chunks'), report, (own: Raw<Chunk>, origin) => {
    const more = compact({ ts: isoTime(own.createTime), origin });
    if (filled(own.errorMessage)) report({ ...INTERFACE_NOTE, ...origin });
    const parts = readChunk(own, origin, report);
    if (own.role !== 'model') {
      flush();
      talk.say('user', parts, more);
      return;
    }
    if (answer.length === 0) begun = more;
    for (const part of parts) {
      if (part.type !== 'tool-result') answer.push(part);
      else {
        flush();
        talk.say('tool', [part], more);
      }
    }
  });
  flush();
  const waiting = objectsOf(pendingInputs).filter((input) => filled(input.text)).length;
  if (waiting > 0)
    report({ code: 'interface-note', message: 'Texts that were not sent yet were left out.', count: waiting, ...at('chunkedPrompt.pendingInputs') });
  return talk.finish({ id: filled(prompt.id) ?? `prompt-${index + 1}`, title: filled(prompt.displayName), format: 'google-ai-studio', model });
}

export const googleAiStudio: Format = {
  id: 'google-ai-studio',
  evidence: 'recorded',
  unread: 'files in Drive, which are named by ids',
  extension: 'json',
  detect: (source: Source) => (firstObjects(source).some(isPrompt) ? 0.97 : 0),
  parse: (source, report) => thoseIn(source, isPrompt).map((placed, i) => readPrompt(placed, i, report)),
};
