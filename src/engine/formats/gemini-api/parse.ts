import type { Origin, Result, Transcript } from '../../transcript/types.ts';
import type { ImportError, Report, Source } from '../contract.ts';
import { refused } from '../errors.ts';
import { finishTranscript, type Draft } from '../finish.ts';
import { filled, isObject, isoTime, jsonText, listOf, objectsOf, type JsonObject } from '../json.ts';
import { field, readContent, readUsage } from './content.ts';
import { locate, type RawExchange } from './locate.ts';
import { providerTools, readGeminiTools } from './tools.ts';

/** Request fields that are written back on an export to the same format. */
const REQUEST_FIELDS = ['generationConfig', 'safetySettings', 'toolConfig', 'cachedContent', 'labels'];

/** Every conversation of a source. A request that repeats an earlier one and goes on stands for both. */
export function parseGemini(source: Source, report: Report): Result<Transcript[], ImportError> {
  const exchanges = locate(source.records, (line, path) =>
    report({
      code: 'unread-record',
      message: 'Records hold no messages and were skipped.',
      ...(line !== undefined && { line }),
      ...(path !== undefined && { path }),
    }),
  );
  const last = exchanges.filter((one, i) => {
    const next = exchanges[i + 1];
    if (!next || !goesOn(one, next)) return true;
    report({ code: 'sessions-joined', message: 'Requests that a later one repeats and goes on with were joined to it.', path: one.path });
    return false;
  });
  const transcripts = last.map((one, i) => readExchange(one, i, report)).filter(({ messages }) => messages.length > 0);
  if (transcripts.length > 0) return { ok: true, value: transcripts };
  return refused('no-messages', { key: 'import-no-message' }, { key: 'expects-content', values: { format: 'gemini-api' } }, { path: '$' });
}

const contentsOf = (request: JsonObject | undefined): readonly unknown[] => {
  const contents = request?.contents;
  return Array.isArray(contents) ? contents : contents === undefined ? [] : [contents];
};

function goesOn(one: RawExchange, next: RawExchange): boolean {
  const [before, after] = [contentsOf(one.request), contentsOf(next.request)];
  return before.length > 0 && after.length > before.length && before.every((content, i) => jsonText(content) === jsonText(after[i]));
}

function readExchange({ request = {}, response, url, line, path, responsePath = path }: RawExchange, index: number, report: Report): Transcript {
  const at = (where: string): Origin => ({ ...(line !== undefined && { line }), path: where });
  const config = isObject(request.config) ? request.config : request;
  const messages: Draft[] = [
    ...readSystem(field(config, 'systemInstruction') ?? field(request, 'systemInstruction'), at(`${path}.systemInstruction`), report),
  ];
  const list = Array.isArray(request.contents);
  for (const [i, content] of contentsOf(request).entries())
    messages.push(...readContent(content, { id: `m${i + 1}`, origin: at(list ? `${path}.contents[${i}]` : `${path}.contents`) }, report));
  if (response) messages.push(...readAnswer(response, at(responsePath), report));
  const model = modelIn(response) ?? filled(request.model)?.replace(/^models\//, '') ?? /models\/([\w.-]+)/.exec(url ?? '')?.[1];
  const tools = config.tools ?? request.tools;
  const others = providerTools(tools);
  const fields = REQUEST_FIELDS.flatMap((key) =>
    isObject(field(request, key)) || Array.isArray(field(request, key)) ? [[key, field(request, key)]] : [],
  );
  const extra = { ...Object.fromEntries(fields), ...(others.length > 0 && { tools: others }) };
  const id = filled(field(response?.[0] ?? {}, 'responseId'));
  return finishTranscript(
    {
      id: id ?? `conversation-${index + 1}`,
      format: 'gemini-api',
      ...(model !== undefined && { model }),
      tools: readGeminiTools(tools),
      messages,
      compactions: [],
      branches: [],
      subagents: [],
      ...(Object.keys(extra).length > 0 && { extra }),
    },
    report,
  );
}

/** A text, a content, or parts. */
function readSystem(system: unknown, origin: Origin, report: Report): readonly Draft[] {
  const content = Array.isArray(system)
    ? { parts: system }
    : isObject(system) && !Array.isArray(system.parts) && !isObject(system.parts)
      ? { parts: [system] }
      : system;
  if (content === undefined || content === null || content === '') return [];
  const drafts = readContent(isObject(content) ? { ...content, role: 'system' } : content, { id: 'system', origin }, report);
  return drafts.map((draft) => ({ ...draft, role: 'system' }));
}

const modelIn = (chunks: readonly JsonObject[] | undefined): string | undefined =>
  chunks?.map((chunk) => filled(field(chunk, 'modelVersion'))).find((model) => model !== undefined);

/** The first candidate, put together from the chunks of a stream; further ones are alternatives, which are only counted. */
function readAnswer(chunks: readonly JsonObject[], origin: Origin, report: Report): readonly Draft[] {
  const parts: JsonObject[] = [];
  let others = 0;
  for (const chunk of chunks) {
    const [first, ...rest] = objectsOf(chunk.candidates);
    others = Math.max(others, rest.length);
    const content = isObject(first?.content) ? first.content : {};
    for (const part of objectsOf(listOf(content.parts))) addPart(parts, part, chunks.length > 1);
  }
  if (others > 0) report({ code: 'other-choices', message: 'Further choices of a response were left out.', count: others });
  const drafts = parts.length === 0 ? [] : readContent({ role: 'model', parts }, { id: 'answer', origin }, report);
  const usage = readUsage(field(chunks.at(-1) ?? {}, 'usageMetadata'), report, origin);
  const model = modelIn(chunks);
  const ts = isoTime(field(chunks[0] ?? {}, 'createTime'));
  const last = drafts.findLast(({ role }) => role === 'assistant');
  for (const draft of drafts) {
    if (draft.role !== 'assistant') continue;
    if (model !== undefined) draft.model = model;
    if (ts !== undefined) draft.ts = ts;
  }
  if (last && usage) last.usage = usage;
  return drafts;
}

/** Texts of one kind that follow one another in a stream are one. */
function addPart(parts: JsonObject[], part: JsonObject, streamed: boolean): void {
  const last = parts.at(-1);
  const plain = (one: JsonObject): boolean => typeof one.text === 'string' && field(one, 'thoughtSignature') === undefined;
  if (streamed && last && plain(last) && typeof part.text === 'string' && (last.thought === true) === (part.thought === true))
    parts[parts.length - 1] = { ...part, text: `${String(last.text)}${part.text}` };
  else parts.push(part);
}
