import { describe, expect, it } from 'vitest';
import { sharedFiles } from '../../testing/shared.ts';
import type { Transcript } from '../../transcript/types.ts';
import { parseTranscript } from '../index.ts';

function read(value: unknown, format: string): readonly Transcript[] {
  const parsed = parseTranscript(typeof value === 'string' ? value : JSON.stringify(value));
  if (!parsed.ok) throw new Error(parsed.error.message);
  expect(parsed.value.format).toBe(format);
  return parsed.value.conversations;
}

/** `role: content` of every message; calls as `name(args)`, results as `=> text`. */
const lines = ({ messages }: Transcript): readonly string[] =>
  messages.map(({ role, parts }) => {
    const said = parts.map((part) => {
      if (part.type === 'text' || part.type === 'reasoning') return part.text;
      if (part.type === 'tool-call') return `${part.name}(${part.args})`;
      return part.type === 'tool-result'
        ? `=> ${part.content.map((inner) => (inner.type === 'text' ? inner.text : inner.type)).join('')}`
        : part.type;
    });
    return `${role}: ${said.join(' | ')}`;
  });

const question = { role: 'user', content: 'Which port does the gateway listen on?' };
const calling = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'c1', type: 'function', function: { name: 'read_file', arguments: '{"path":"gateway.yaml"}' } }],
};
const found = { role: 'tool', tool_call_id: 'c1', content: 'port: 8443' };
const answer = { role: 'assistant', content: 'It listens on 8443.' };
const WHOLE = [
  'user: Which port does the gateway listen on?',
  'assistant: read_file({"path":"gateway.yaml"})',
  'tool: => port: 8443',
  'assistant: It listens on 8443.',
];

describe('Langfuse', () => {
  const observation = (id: string, startTime: string, input: unknown, output: unknown, more: object = {}): object => ({
    id,
    traceId: 't1',
    type: 'GENERATION',
    startTime,
    model: 'gpt-5-mini',
    input,
    output,
    usageDetails: { input: 100, output: 10, input_cache_read: 40 },
    ...more,
  });
  const first = observation('a', '2026-03-01T09:00:00.000Z', [question], calling);
  const second = observation('b', '2026-03-01T09:00:05.000Z', [question, calling, found], answer);
  const trace = { id: 't1', name: 'gateway-agent', sessionId: null };

  it('reads the history once, with time and usage at each answer', () => {
    const [only, ...others] = read({ trace, observations: [second, first] }, 'langfuse');
    expect(others).toEqual([]);
    expect(lines(only!)).toEqual(WHOLE);
    expect(only).toMatchObject({ id: 't1', title: 'gateway-agent', model: 'gpt-5-mini' });
    expect(only!.messages.map(({ ts }) => ts)).toEqual([undefined, '2026-03-01T09:00:00.000Z', undefined, '2026-03-01T09:00:05.000Z']);
    expect(only!.messages[3]!.usage).toEqual({ input: 100, output: 10, cacheRead: 40, cacheWrite: 0 });
  });

  it('reads input and output that were stringified, once or twice', () => {
    const twice = observation('c', '2026-03-01T09:00:05.000Z', JSON.stringify(JSON.stringify([question, calling, found])), JSON.stringify(answer));
    expect(lines(read({ trace, observations: [twice] }, 'langfuse')[0]!)).toEqual(WHOLE);
  });

  it('takes an agent and its critic apart, and joins the calls of a session over its traces', () => {
    const critic = observation('d', '2026-03-01T09:00:06.000Z', [{ role: 'user', content: 'Is 8443 right?' }], {
      role: 'assistant',
      content: 'Yes.',
    });
    expect(read({ trace, observations: [critic, second, first] }, 'langfuse').map((t) => t.messages.length)).toEqual([4, 2]);
    const later = { trace: { id: 't2', sessionId: 's' }, observations: [second] };
    expect(read([{ trace: { id: 't1', sessionId: 's' }, observations: [first] }, later], 'langfuse').map(lines)).toEqual([WHOLE]);
  });

  it('keeps a second attempt with the same input as a conversation of its own', () => {
    const again = observation('e', '2026-03-01T09:00:07.000Z', [question, calling, found], { role: 'assistant', content: 'Port 8443.' });
    expect(read({ trace, observations: [first, second, again] }, 'langfuse').map((t) => lines(t).at(-1))).toEqual([
      'assistant: It listens on 8443.',
      'assistant: Port 8443.',
    ]);
  });

  it('takes tools that a handler appended as messages for what they are', () => {
    const tool = { role: 'tool', content: { type: 'function', function: { name: 'read_file', parameters: { type: 'object' } } } };
    const [only] = read({ trace, observations: [observation('a', '2026-03-01T09:00:00Z', [question, tool], answer)] }, 'langfuse');
    expect(only!.tools.map(({ name }) => name)).toEqual(['read_file']);
    expect(lines(only!)).toEqual([WHOLE[0], WHOLE[3]]);
  });

  it('reads results whose role is the name of their tool, and calls inside additional_kwargs', () => {
    const kwargs = { role: 'assistant', content: '', additional_kwargs: { tool_calls: calling.tool_calls } };
    const named = { role: 'read_file', content: 'port: 8443' };
    expect(
      lines(read({ trace, observations: [observation('a', '2026-03-01T09:00:00Z', [question, kwargs, named], answer)] }, 'langfuse')[0]!),
    ).toEqual(WHOLE);
  });

  it('reads a list of observations of the API; without generations, the outermost span', () => {
    const span = observation(
      'root',
      '2026-03-01T09:00:00Z',
      { messages: [question] },
      { messages: [answer] },
      { type: 'SPAN', parentObservationId: null },
    );
    expect(lines(read([span], 'langfuse')[0]!)).toEqual([WHOLE[0], WHOLE[3]]);
  });

  it('says that a trace without calls of a model has no conversation', () => {
    const parsed = parseTranscript(JSON.stringify({ trace, observations: [observation('x', '2026-03-01T09:00:00Z', null, null, { type: 'SPAN' })] }));
    expect(parsed.ok ? '' : `${parsed.error.code}: ${parsed.error.message}`).toBe('no-messages: No message was found.');
  });
});

describe('LangSmith', () => {
  const run = {
    id: 'r2',
    trace_id: 'r1',
    run_type: 'llm',
    name: 'ChatOpenAI',
    start_time: '2026-03-01T09:00:05Z',
    inputs: { messages: [[question, calling, found]] },
  };
  const outputs = { generations: [[{ message: answer }]] };

  it('reads the messages of a model run, in the list that batches calls', () => {
    const chain = {
      id: 'r1',
      run_type: 'chain',
      inputs: {},
      outputs: {},
      child_runs: [{ ...run, outputs, extra: { metadata: { ls_model_name: 'gpt-5-mini' } } }],
    };
    const [only] = read(chain, 'langsmith');
    expect(lines(only!)).toEqual(WHOLE);
    expect(only).toMatchObject({ id: 'r1', title: 'ChatOpenAI', model: 'gpt-5-mini' });
  });

  it('reads LangChain’s own messages, as constructors and as stored messages', () => {
    const lc = (name: string, kwargs: object): object => ({ lc: 1, type: 'constructor', id: ['langchain', 'schema', 'messages', name], kwargs });
    const tool_calls = [{ id: 'c1', name: 'read_file', args: { path: 'gateway.yaml' }, type: 'tool_call' }];
    const asked = { content: question.content };
    const tool = { content: found.content, tool_call_id: 'c1' };
    const dumps = [lc('HumanMessage', asked), lc('AIMessage', { content: '', tool_calls }), lc('ToolMessage', tool)];
    const stored = [
      { type: 'human', data: asked },
      { type: 'ai', data: { content: '', tool_calls } },
      { type: 'tool', data: tool },
    ];
    const tools = [{ type: 'function', function: { name: 'read_file', parameters: { type: 'object' } } }];
    for (const messages of [dumps, stored]) {
      const message = messages === dumps ? lc('AIMessage', { content: answer.content }) : { type: 'ai', data: { content: answer.content } };
      const [only] = read(
        { ...run, inputs: { messages: [messages] }, outputs: { generations: [[{ message }]] }, extra: { invocation_params: { tools } } },
        'langsmith',
      );
      expect(lines(only!)).toEqual(WHOLE);
      expect(only!.tools).toEqual([{ name: 'read_file', schema: { type: 'object' } }]);
    }
  });

  it('completes posted runs by their patches', () => {
    const usage_metadata = { input_tokens: 120, output_tokens: 9, input_token_details: { cache_read: 20 } };
    const batch = {
      post: [{ ...run, dotted_order: 'o1' }],
      patch: [{ dotted_order: 'o1', outputs: { choices: [{ message: answer }], usage_metadata } }],
    };
    const [only] = read(batch, 'langsmith');
    expect(lines(only!)).toEqual(WHOLE);
    expect(only!.messages.at(-1)!.usage).toEqual({ input: 100, output: 9, cacheRead: 20, cacheWrite: 0 });
  });

  it('reads one run per line, and joins a thread', () => {
    const metadata = { thread_id: 'thread-7' };
    const before = {
      ...run,
      id: 'r0',
      trace_id: 'r0',
      inputs: { messages: [question] },
      outputs: { generations: [[{ message: calling }]] },
      extra: { metadata },
    };
    const text = [before, { ...run, outputs, extra: { metadata } }].map((line) => JSON.stringify(line)).join('\n');
    const [only, ...others] = read(text, 'langsmith');
    expect(others).toEqual([]);
    expect(only!.id).toBe('thread-7');
    expect(lines(only!)).toEqual(WHOLE);
  });
});

describe('OpenTelemetry', () => {
  const span = (attributes: object, more: object = {}): object => ({
    name: 'chat gpt-5-mini',
    context: { trace_id: 'tr', span_id: 's1' },
    start_time: '2026-03-01T09:00:05Z',
    attributes,
    ...more,
  });
  const parts = [
    { role: 'user', parts: [{ type: 'text', content: question.content }] },
    { role: 'assistant', parts: [{ type: 'tool_call', id: 'c1', name: 'read_file', arguments: { path: 'gateway.yaml' } }] },
    { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c1', response: 'port: 8443' }] },
  ];
  const last = [{ role: 'assistant', parts: [{ type: 'text', content: answer.content }], finish_reason: 'stop' }];
  const usage = {
    'gen_ai.response.model': 'gpt-5-mini',
    'gen_ai.usage.input_tokens': 120,
    'gen_ai.usage.cache_read.input_tokens': 20,
    'gen_ai.usage.output_tokens': 9,
  };

  it('reads the GenAI conventions: messages and instructions as JSON text in attributes', () => {
    const attributes = {
      'gen_ai.input.messages': JSON.stringify(parts),
      'gen_ai.output.messages': JSON.stringify(last),
      'gen_ai.system_instructions': JSON.stringify([{ type: 'text', content: 'Answer briefly.' }]),
      ...usage,
    };
    const [only] = read([span(attributes)], 'otel');
    expect(lines(only!)).toEqual(['system: Answer briefly.', ...WHOLE]);
    expect(only).toMatchObject({ id: 'tr', model: 'gpt-5-mini' });
    expect(only!.messages.at(-1)).toMatchObject({ ts: '2026-03-01T09:00:05Z', usage: { input: 100, output: 9, cacheRead: 20, cacheWrite: 0 } });
  });

  it('reads OTLP: attributes as a list of keys and values, times in nanoseconds', () => {
    const attributes = [
      { key: 'gen_ai.input.messages', value: { stringValue: JSON.stringify(parts) } },
      { key: 'gen_ai.output.messages', value: { stringValue: JSON.stringify(last) } },
      { key: 'gen_ai.usage.input_tokens', value: { intValue: '120' } },
    ];
    const spans = [{ traceId: 'tr', spanId: 's1', name: 'chat', startTimeUnixNano: '1772355605000000000', attributes }];
    const [only] = read({ resourceSpans: [{ scopeSpans: [{ spans }] }] }, 'otel');
    expect(lines(only!)).toEqual(WHOLE);
    expect(only!.messages.at(-1)).toMatchObject({ ts: '2026-03-01T09:00:05.000Z', usage: { input: 120, output: 0, cacheRead: 0, cacheWrite: 0 } });
  });

  it('reads results in a user message, several in one, and reasoning', () => {
    const two = [
      parts[0],
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', content: 'Two files.' },
          ...['a', 'b'].map((id) => ({ type: 'tool_call', id, name: 'read_file', arguments: {} })),
        ],
      },
      { role: 'user', parts: ['a', 'b'].map((id) => ({ type: 'tool_call_response', id, result: `in ${id}` })) },
    ];
    expect(lines(read([span({ 'gen_ai.input.messages': two, 'gen_ai.output.messages': last })], 'otel')[0]!)).toEqual([
      WHOLE[0],
      'assistant: Two files. | read_file({}) | read_file({})',
      'tool: => in a',
      'tool: => in b',
      WHOLE[3],
    ]);
  });

  it('reads the events of older instrumentations, on the span or as one attribute', () => {
    const events = [
      { name: 'gen_ai.user.message', attributes: { content: question.content } },
      { name: 'gen_ai.assistant.message', attributes: { tool_calls: JSON.stringify(calling.tool_calls) } },
      { name: 'gen_ai.tool.message', attributes: { id: 'c1', content: 'port: 8443' } },
      { name: 'gen_ai.choice', attributes: { message: JSON.stringify(answer) } },
    ];
    expect(lines(read([span({ 'gen_ai.request.model': 'm' }, { events })], 'otel')[0]!)).toEqual(WHOLE);
    const named = events.map(({ name, attributes }) => ({
      'event.name': name,
      ...attributes,
      ...('tool_calls' in attributes && { tool_calls: calling.tool_calls }),
      ...('message' in attributes && { message: answer }),
    }));
    expect(lines(read([span({ 'gen_ai.request.model': 'm', events: JSON.stringify(named) })], 'otel')[0]!)).toEqual(WHOLE);
  });

  it('reads indexed attributes of OpenLLMetry', () => {
    const attributes = {
      'gen_ai.prompt.0.role': 'user',
      'gen_ai.prompt.0.content': question.content,
      'gen_ai.prompt.1.role': 'assistant',
      'gen_ai.prompt.1.tool_calls.0.id': 'c1',
      'gen_ai.prompt.1.tool_calls.0.name': 'read_file',
      'gen_ai.prompt.1.tool_calls.0.arguments': '{"path":"gateway.yaml"}',
      'gen_ai.prompt.2.role': 'tool',
      'gen_ai.prompt.2.tool_call_id': 'c1',
      'gen_ai.prompt.2.content': 'port: 8443',
      'gen_ai.completion.0.role': 'assistant',
      'gen_ai.completion.0.content': answer.content,
      'llm.request.functions.0.name': 'read_file',
    };
    const [only] = read([span(attributes)], 'otel');
    expect(lines(only!)).toEqual(WHOLE);
    expect(only!.tools.map(({ name }) => name)).toEqual(['read_file']);
  });

  it('reads OpenInference, with dotted attributes and with nested ones', () => {
    const call = { tool_call: { id: 'c1', function: { name: 'read_file', arguments: '{"path":"gateway.yaml"}' } } };
    const input = [{ message: question }, { message: { role: 'assistant', tool_calls: [call] } }, { message: found }];
    const nested = {
      llm: { input_messages: input, output_messages: [{ message: answer }], model_name: 'gpt-5-mini' },
      openinference: { span: { kind: 'LLM' } },
    };
    expect(lines(read([span(nested)], 'otel')[0]!)).toEqual(WHOLE);
    const dotted = {
      'llm.input_messages.0.message.role': 'user',
      'llm.input_messages.0.message.contents.0.message_content.type': 'text',
      'llm.input_messages.0.message.contents.0.message_content.text': question.content,
      'llm.output_messages.0.message.role': 'assistant',
      'llm.output_messages.0.message.content': answer.content,
    };
    expect(lines(read([span(dotted)], 'otel')[0]!)).toEqual([WHOLE[0], WHOLE[3]]);
  });

  it('leaves out an agent span above its model calls, and lists spans line by line', () => {
    const attributes = { 'gen_ai.input.messages': JSON.stringify(parts), 'gen_ai.output.messages': JSON.stringify(last) };
    const agent = span(
      { 'gen_ai.input.messages': JSON.stringify(parts.slice(0, 1)), 'gen_ai.output.messages': JSON.stringify(last) },
      { context: { trace_id: 'tr', span_id: 'agent' } },
    );
    const call = span(attributes, { parent_id: 'agent' });
    expect(read([agent, call].map((line) => JSON.stringify(line)).join('\n'), 'otel').map(lines)).toEqual([WHOLE]);
  });

  it('counts cached tokens once where an instrumentation counts them apart', () => {
    const apart = { 'gen_ai.usage.input_tokens': 12, 'gen_ai.usage.cache_read_input_tokens': 900, 'gen_ai.usage.output_tokens': 4 };
    const [only] = read([span({ 'gen_ai.input.messages': parts, 'gen_ai.output.messages': last, ...apart })], 'otel');
    expect(only!.messages.at(-1)!.usage).toEqual({ input: 12, output: 4, cacheRead: 900, cacheWrite: 0 });
  });
});

describe('real traces', () => {
  const files = sharedFiles().filter(({ file }) => /langfuse__|langsmith_/.test(file));
  // Of the observations of a trace, the manifest counts those of every span, or none.
  const KNOWN: Readonly<Record<string, readonly (readonly [messages: number, calls: number])[]>> = {
    'langchain/langfuse__langgraph-2025-08-22.json': [[5, 1]],
    'langsmith/langchain-ai__langsmith_js_wrap_openai_reasoning.json': [[2, 0]],
    'openai-responses/langfuse__openai-agents-2025-09-30.json': [[5, 1]],
    'otel-genai/langfuse__langgraph-js-2025-10-30.trace.json': [[4, 1]],
    'otel-genai/langfuse__pydantic-ai-tools-2025-12-04.trace.json': [
      [9, 3],
      [3, 1],
    ],
  };
  it.skipIf(files.length === 0).each(files.filter(({ file }) => file in KNOWN).map(({ file, bytes }) => [file, bytes] as const))(
    '%s',
    (file, bytes) => {
      const parsed = parseTranscript(bytes());
      if (!parsed.ok) throw new Error(parsed.error.message);
      const calls = (t: Transcript): number => t.messages.flatMap(({ parts }) => parts).filter(({ type }) => type === 'tool-call').length;
      expect(parsed.value.conversations.map((t) => [t.messages.length, calls(t)])).toEqual(KNOWN[file]);
      for (const { messages } of parsed.value.conversations)
        expect(messages.filter(({ usage }) => usage).length).toBe(messages.filter(({ role }) => role === 'assistant').length);
    },
  );
});
