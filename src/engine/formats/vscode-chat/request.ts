/** Reads one request of a chat: the prompt, the rounds of the model with their calls, the results. */
import type { FilePart, ImagePart, Origin, Part, TextPart } from '../../transcript/types.ts';
import type { Report } from '../contract.ts';
import { compact, filled, isObject, isoTime, jsonText, listOf, objectsOf, textOf, type JsonObject, type Raw } from '../json.ts';
import { imagePart } from '../media.ts';
import { around, callOf, type Held, resultOf, texts, thoughts, titled } from '../parts.ts';
import type { Talk } from '../talk.ts';
import { usageFrom } from '../usage.ts';
import { INTERFACE, type Metadata, type PromptNode, type Request, type Round, type Variable } from './raw.ts';

/** The texts of a tree of prompt elements, in order. */
export function nodeText(root: unknown): string {
  const found: string[] = [];
  const pending: unknown[] = [root];
  while (pending.length > 0) {
    const node = pending.pop();
    if (!isObject(node)) continue;
    const { type, text, lineBreakBefore, children }: Raw<PromptNode> = node;
    if (type === 2) found.push(lineBreakBefore === true && found.length > 0 ? '\n' : '', textOf(text) ?? '');
    for (const child of listOf(children).toReversed()) pending.push(child);
  }
  return found.join('');
}

const metadataOf = ({ result }: Raw<Request>): Raw<Metadata> => (isObject(result) && isObject(result.metadata) ? result.metadata : {});

const rendered = (parts: unknown): string =>
  objectsOf(parts)
    .flatMap(({ type, text }) => (type === 1 ? (filled(text) ?? []) : []))
    .join('');

/** A place as VS Code writes it. */
const pathOf = (value: unknown): string | undefined => {
  const uri = isObject(value) && isObject(value.uri) ? value.uri : value;
  return isObject(uri) ? (filled(uri.path) ?? filled(uri.external) ?? filled(uri.fsPath)) : undefined;
};

function readVariable({ name, value, mimeType, kind }: Raw<Variable>): (TextPart | ImagePart | FilePart)[] {
  const title = (filled(name) ?? '').replace(/^file:/, '');
  if (kind === 'image' && typeof value === 'string') return [imagePart(value, filled(mimeType))];
  if (typeof value === 'string' && kind !== 'file') return titled(title, value);
  const path = pathOf(value) ?? textOf(value);
  return [{ type: 'file', ...(title && { name: title }), ...(path !== undefined && { url: /^\w+:/.test(path) ? path : `file://${path}` }) }];
}

/** Rounds whose end is known, for summaries that stand in their place. */
export type Ends = Map<string, number>;

/** `globals`: contexts that an earlier request already told. */
export function readRequest(request: Raw<Request>, talk: Talk, origin: Origin, globals: Set<string>, ends: Ends, report: Report): void {
  const id = filled(request.requestId) ?? `m${talk.messages.length + 1}`;
  const ts = isoTime(request.timestamp);
  const metadata = metadataOf(request);
  const message = isObject(request.message) ? request.message : {};
  const said =
    textOf(request.message) ??
    textOf(message.text) ??
    objectsOf(message.parts)
      .map(({ text }) => textOf(text) ?? '')
      .join('');
  const context = rendered(metadata.renderedGlobalContext);
  const prompt = rendered(metadata.renderedUserMessage);
  const variables = objectsOf(isObject(request.variableData) ? request.variableData.variables : undefined);
  const parts: Part[] = [
    ...(globals.has(context) ? [] : texts(context)),
    ...(prompt === '' ? texts(said) : around(prompt, said)),
    ...variables.flatMap((variable) => readVariable(variable)),
  ];
  globals.add(context);
  talk.say('user', parts, compact({ id, ts, origin }));
  const from = talk.messages.length;
  const model = filled(request.modelId);
  const more = compact({ ts, model, origin });
  const rounds = objectsOf(metadata.toolCallRounds);
  if (rounds.length > 0) readRounds(rounds, metadata, talk, { id, more, ends, report, origin });
  else readResponse(request.response, talk, { id, more, report, origin });
  noteEdits(request.response, talk, from, { id, more });
  const answer = talk.messages.slice(from).findLast(({ role }) => role === 'assistant');
  const usage = usageFrom({ input: metadata.promptTokens, output: metadata.outputTokens, cacheRead: 0, cacheWrite: 0 }, report, origin);
  if (answer && usage) answer.usage = usage;
  const error = isObject(request.result) && isObject(request.result.errorDetails) ? filled(request.result.errorDetails.message) : undefined;
  if (error !== undefined)
    report({ code: 'interface-note', message: `Notes of the interface, which the model never saw, were left out: ${error.slice(0, 80)}`, ...origin });
}

interface Place {
  readonly id: string;
  readonly more: { readonly ts?: string | undefined; readonly model?: string | undefined; readonly origin: Origin };
  readonly report: Report;
  readonly origin: Origin;
}

function readRounds(
  rounds: readonly Raw<Round>[],
  metadata: Raw<Metadata>,
  talk: Talk,
  { id, more, ends, report, origin }: Place & { readonly ends: Ends },
): void {
  const results: JsonObject = isObject(metadata.toolCallResults) ? metadata.toolCallResults : {};
  for (const [i, round] of rounds.entries()) {
    const thinking: JsonObject = isObject(round.thinking) ? round.thinking : {};
    const text = Array.isArray(thinking.text) ? thinking.text.join('') : thinking.text;
    const calls = objectsOf(round.toolCalls);
    const own = filled(round.id) ?? `${id}/${i + 1}`;
    const parts: Part[] = [
      ...thoughts(text, { encrypted: thinking.encrypted }),
      ...texts(round.response),
      ...calls.map((call) => callOf(call.id, call.name, call.arguments)),
    ];
    talk.say('assistant', parts, { ...more, id: own });
    for (const [n, call] of calls.entries()) {
      const result = results[textOf(call.id) ?? ''];
      if (isObject(result))
        talk.say('tool', [resultOf(call.id, readResult(result.content, report, origin))], {
          ...more,
          model: undefined,
          id: `${own}/result-${n + 1}`,
        });
    }
    if (round.compaction !== undefined && round.compaction !== null) talk.compacted(undefined, { trigger: 'server' });
    ends.set(own, talk.messages.length);
  }
}

function readResult(content: unknown, report: Report, origin: Origin): Held[] {
  return objectsOf(content).flatMap((part): Held[] => {
    if (typeof part.value === 'string') return texts(part.value);
    if (isObject(part.value) && part.value.node !== undefined) return texts(nodeText(part.value.node));
    if (typeof part.data === 'string') return [imagePart(part.data, filled(part.mimeType))];
    if (part.value !== undefined) return texts(jsonText(part.value));
    report({ code: 'unknown-part', message: `Content parts of the type "${Object.keys(part).join(', ').slice(0, 40)}" were left out.`, ...origin });
    return [];
  });
}

const shown = (value: unknown): string => textOf(value) ?? (isObject(value) ? (textOf(value.value) ?? '') : '');

/** A chat without rounds: what the screen showed is all there is. An answer is split at the results of its calls. */
function readResponse(response: unknown, talk: Talk, { id, more, report, origin }: Place): void {
  let parts: Part[] = [];
  let n = 0;
  const flush = (): void => {
    if (parts.length > 0) talk.say('assistant', joined(parts), { ...more, id: `${id}/answer-${++n}` });
    parts = [];
  };
  for (const part of objectsOf(response)) {
    const kind = textOf(part.kind) ?? '';
    if (kind === '' || kind === 'markdownContent' || kind === 'markdownVuln' || kind === 'warning')
      parts.push(...texts(shown(part.value) || shown(part.content)));
    else if (kind === 'thinking') parts.push(...thoughts(Array.isArray(part.value) ? part.value.join('') : part.value));
    else if (kind === 'inlineReference') parts.push(...texts(filled(part.name) ?? pathOf(part.inlineReference) ?? ''));
    else if (kind === 'toolInvocationSerialized' || kind === 'toolInvocation') {
      const details: JsonObject = isObject(part.resultDetails) ? part.resultDetails : {};
      parts.push(callOf(part.toolCallId, part.toolId, details.input ?? { invocation: shown(part.invocationMessage) }));
      flush();
      const output = objectsOf(details.output).flatMap(({ value }) => texts(value));
      const result = output.length > 0 ? output : shown(part.pastTenseMessage);
      talk.say('tool', [resultOf(part.toolCallId, result, { isError: details.isError === true })], {
        ...more,
        model: undefined,
        id: `${id}/result-${n}`,
      });
    } else if (!INTERFACE.has(kind) && !EDITS.has(kind))
      report({ code: 'unknown-part', message: `Content parts of the type "${kind.slice(0, 40)}" were left out.`, ...origin });
  }
  flush();
}

/** Pieces of one text: references stand between them. */
function joined(parts: readonly Part[]): Part[] {
  const found: Part[] = [];
  for (const part of parts) {
    const last = found.at(-1);
    if (part.type === 'text' && last?.type === 'text') found[found.length - 1] = { type: 'text', text: last.text + part.text };
    else found.push(part);
  }
  return found;
}

const EDITS = new Set(['textEditGroup', 'notebookEditGroup', 'workspaceEdit']);

/** Edits of files, as a note at the end of the answer, with their text where no call has it. */
function noteEdits(response: unknown, talk: Talk, from: number, { id, more }: Pick<Place, 'id' | 'more'>): void {
  const answers = talk.messages.slice(from);
  const args = answers.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool-call' ? [part.args] : []))).join('\n');
  const notes = objectsOf(response).flatMap((part) => {
    if (!EDITS.has(textOf(part.kind) ?? '')) return [];
    const edits = listOf(part.edits).flatMap((edit) => objectsOf(Array.isArray(edit) ? edit : [edit]));
    const added = edits.flatMap(({ text }) => (filled(text) && !args.includes(jsonText(text).slice(1, -1)) ? [filled(text)!] : []));
    return [[`[Edited ${pathOf(part.uri) ?? 'a file'}]`, ...added].join('\n')];
  });
  if (notes.length === 0) return;
  const last = answers.findLast(({ role }) => role === 'assistant');
  if (last) last.parts = [...last.parts, ...notes.flatMap(texts)];
  else talk.say('assistant', notes.flatMap(texts), { ...more, id: `${id}/edits` });
}
