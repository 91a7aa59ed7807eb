import type { Message, Part, Transcript } from '../../transcript/types.ts';
import type { Format, Report, Source } from '../contract.ts';
import { type Draft, finishTranscript } from '../finish.ts';
import { filled, isoTime, type JsonObject, objectOf, textOf } from '../json.ts';
import { firstObjects, lineOrPath, runsIn, type SourceObject } from '../lists.ts';
import { KindCounter } from '../encoding.ts';
import { callOf, resultOf, texts } from '../format-parts.ts';

const isCall = (value: JsonObject): boolean => value.type === 'tool_use' && typeof value.tool_name === 'string';
const isResult = (value: JsonObject): boolean => value.type === 'tool_result' && typeof value.tool_id === 'string';
const isSaid = (value: JsonObject): boolean =>
  value.type === 'message' && (value.role === 'user' || value.role === 'assistant') && typeof value.content === 'string';

function detect(source: Source): number {
  const values = firstObjects(source);
  if (values.some((value) => isCall(value) || isResult(value))) return 0.96;
  return values.some((value) => value.type === 'init' && typeof value.session_id === 'string') && values.some(isSaid) ? 0.96 : 0;
}

function readRun(events: readonly SourceObject[], index: number, report: Report): Transcript {
  const init = events.find(({ value }) => value.type === 'init')?.value ?? {};
  const model = filled(init.model);
  const unknown = new KindCounter();
  const messages: Draft[] = [];
  let open: Part[] = [];
  /** Parts of one message: text that arrives in pieces, parallel calls, parallel results. */
  const add = (role: Message['role'], part: Part, { value, line, path }: SourceObject, piece: boolean): void => {
    const last = messages.at(-1);
    const end = open.at(-1);
    if (last?.role === role && piece && end?.type === 'text' && part.type === 'text')
      open[open.length - 1] = { type: 'text', text: end.text + part.text };
    else if (last?.role === role && role !== 'user') open.push(part);
    else {
      open = [part];
      const ts = isoTime(value.timestamp);
      messages.push({
        id: `m${messages.length + 1}`,
        role,
        parts: open,
        ...(ts && { ts }),
        ...(role === 'assistant' && model && { model }),
        origin: lineOrPath(line, path),
      });
    }
  };
  for (const event of events) {
    const { value, line } = event;
    if (isSaid(value)) add(value.role === 'user' ? 'user' : 'assistant', { type: 'text', text: textOf(value.content)! }, event, value.delta === true);
    else if (isCall(value)) add('assistant', callOf(value.tool_id, value.tool_name, value.parameters), event, false);
    else if (isResult(value)) {
      const said = textOf(value.output) ?? textOf(objectOf(value.error).message);
      add('tool', resultOf(value.tool_id, texts(said), { isError: value.status === 'error' }), event, false);
    } else if (value.type !== 'init' && value.type !== 'result') unknown.add(textOf(value.type) ?? '', line);
  }
  unknown.report('unknown-entry', 'Lines of unknown types were left out', report);
  return finishTranscript(
    {
      id: filled(init.session_id) ?? `run-${index + 1}`,
      format: 'gemini-cli-stream',
      model,
      messages,
    },
    report,
  );
}

export const geminiCliStream: Format = {
  id: 'gemini-cli-stream',
  evidence: 'source',
  unread: 'usage, which it tells of the whole run alone',
  extension: 'jsonl',
  detect,
  parse: (source, report) => runsIn(source, ({ type }) => type === 'init').map((run, i) => readRun(run, i, report)),
};
