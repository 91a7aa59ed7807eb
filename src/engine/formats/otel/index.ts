import type { Format, Report, Source } from '../contract.ts';
import { filled } from '../json.ts';
import { conversationsOfCalls, type ModelCall } from '../traces/calls.ts';
import { usageFrom } from '../usage.ts';
import { countsOf, messagesOf } from './attributes.ts';
import { type Span, spansOf } from './spans.ts';

const CALL = /^(?:gen_ai|llm|ai\.(?:prompt|response|model)|pydantic_ai|openinference|traceloop)\b/;

function detect(source: Source): number {
  const sample = spansOf({ ...source, records: source.records.slice(0, 20) });
  return sample.some(
    ({ attributes, events }) => Object.keys(attributes).some((name) => CALL.test(name)) || events.some(({ name }) => name.startsWith('gen_ai.')),
  )
    ? 0.96
    : 0;
}

function callOf(span: Span, report: Report): readonly ModelCall[] {
  const found = messagesOf(span);
  if (!found || found.input.messages.length === 0) return [];
  const { attributes, ts, origin } = span;
  const model = ['gen_ai.response.model', 'gen_ai.request.model', 'llm.model_name', 'ai.response.model', 'ai.model.id'].flatMap(
    (name) => filled(attributes[name]) ?? [],
  )[0];
  const usage = usageFrom(countsOf(attributes), report, origin);
  const group = filled(attributes['gen_ai.conversation.id']) ?? filled(attributes['session.id']) ?? span.trace;
  return [{ group, ...(span.name && { title: span.name }), ...(ts && { ts }), ...(model && { model }), ...(usage && { usage }), ...found, origin }];
}

/**
 * Calls of models among the spans. An agent's span repeats what its model calls hold, so a span with messages that stands above another
 * of them is left out.
 */
function callsOf(source: Source, report: Report): readonly ModelCall[] {
  const spans = spansOf(source);
  const parents = new Map(spans.map(({ id, parent }) => [id, parent]));
  const calls = spans.map((span) => ({ span, calls: callOf(span, report) })).filter(({ calls: found }) => found.length > 0);
  const above = new Set<string>();
  for (const { span } of calls) {
    const seen = new Set<string>();
    for (let at = span.parent; at !== undefined && !seen.has(at); at = parents.get(at)) {
      seen.add(at);
      above.add(at);
    }
  }
  return calls.filter(({ span }) => !above.has(span.id)).flatMap(({ calls: found }) => found);
}

/** Traces of model calls in OpenTelemetry's spans: GenAI conventions, OpenLLMetry, OpenInference, the AI SDK. */
export const otel: Format = {
  id: 'otel',
  evidence: 'recorded',
  extension: 'json',
  detect,
  parse: (source, report) => conversationsOfCalls(callsOf(source, report), 'otel', report),
};
