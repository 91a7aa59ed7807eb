/**
 * A server of our own that speaks the wire protocols of OpenAI's chat completions, Anthropic's messages and Google's
 * generateContent with streaming, and of the embeddings of OpenAI and Google, and misbehaves on demand: what it does is chosen by the name of the model that is asked for
 * (`ok`, `status-429`, `hang` …), so that a browser can ask for it too.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { READERS, readerAnswer, SLOW_MS } from './readers.ts';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface ModelServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  readonly received: readonly ReceivedRequest[];
  close(): Promise<void>;
}

type Protocol = 'openai' | 'anthropic' | 'google';

/** What an answer says: in tags, with three lines, so that a test can tell it from an echo. */
export const ANSWER =
  '<summary>\n## Task overview\nFix the login test.\n## Current state\nsrc/login.ts was changed.\n## Next steps\nRun npm test.\n</summary>';

/** Numbers of a vector. */
export const DIMENSION = 8;

/**
 * A vector that follows from the text alone: texts with the same word of `MEANINGS` point the same way, whatever else they say.
 */
export const MEANINGS = ['alpha', 'beta', 'gamma', 'delta'] as const;
export function vectorOf(text: string): number[] {
  const meaning = MEANINGS.findIndex((word) => text.includes(word));
  let hash = 7;
  for (let i = 0; i < text.length; i++) hash = (hash * 31 + text.charCodeAt(i)) % 1009;
  return Array.from({ length: DIMENSION }, (_, k) => (k === (meaning < 0 ? 4 + (hash % 4) : meaning) ? 1 : 0.01 * ((hash + k) % 3)));
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-expose-headers': 'retry-after',
};

function protocolOf(path: string): Protocol | null {
  if (path.endsWith('/chat/completions')) return 'openai';
  if (path.endsWith('/messages')) return 'anthropic';
  return path.includes(':streamGenerateContent') ? 'google' : null;
}

function modelOf(protocol: Protocol, path: string, body: string): string {
  if (protocol === 'google') return decodeURIComponent(/models\/([^:]+):/.exec(path)?.[1] ?? '');
  return String((JSON.parse(body) as { model?: unknown }).model ?? '');
}

interface ToolCall {
  readonly name: string;
  readonly input: unknown;
}

/** Server-sent events of an answer, in pieces; `call` = a tool that it calls. */
function eventsOf(protocol: Protocol, model: string, text: string, finish: 'stop' | 'length', call?: ToolCall): string[] {
  const pieces = text.match(/[\s\S]{1,40}/g) ?? [''];
  const data = (value: unknown, event?: string) => `${event ? `event: ${event}\n` : ''}data: ${JSON.stringify(value)}\n\n`;
  const input = 1200;
  const output = Math.ceil(text.length / 4);
  if (protocol === 'openai') {
    const chunk = (delta: unknown, reason: string | null) =>
      data({ id: 'c1', object: 'chat.completion.chunk', created: 1, model, choices: [{ index: 0, delta, finish_reason: reason }] });
    return [
      chunk({ role: 'assistant', content: '' }, null),
      ...pieces.map((content) => chunk({ content }, null)),
      ...(call
        ? [
            chunk(
              { tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: call.name, arguments: JSON.stringify(call.input) } }] },
              null,
            ),
          ]
        : []),
      chunk({}, call ? 'tool_calls' : finish),
      data({
        id: 'c1',
        object: 'chat.completion.chunk',
        created: 1,
        model,
        choices: [],
        usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output, prompt_tokens_details: { cached_tokens: 200 } },
      }),
      'data: [DONE]\n\n',
    ];
  }
  if (protocol === 'anthropic') {
    const reason = call ? 'tool_use' : finish === 'stop' ? 'end_turn' : 'max_tokens';
    return [
      data(
        {
          type: 'message_start',
          message: {
            id: 'm1',
            type: 'message',
            role: 'assistant',
            model,
            content: [],
            stop_reason: null,
            usage: { input_tokens: 1000, cache_read_input_tokens: 200, cache_creation_input_tokens: 0, output_tokens: 1 },
          },
        },
        'message_start',
      ),
      data({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }, 'content_block_start'),
      ...pieces.map((piece) => data({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: piece } }, 'content_block_delta')),
      data({ type: 'content_block_stop', index: 0 }, 'content_block_stop'),
      ...(call
        ? [
            data(
              { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 'toolu_1', name: call.name, input: {} } },
              'content_block_start',
            ),
            data(
              { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: JSON.stringify(call.input) } },
              'content_block_delta',
            ),
            data({ type: 'content_block_stop', index: 1 }, 'content_block_stop'),
          ]
        : []),
      data({ type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: output } }, 'message_delta'),
      data({ type: 'message_stop' }, 'message_stop'),
    ];
  }
  const part = (value: string, reason?: string) =>
    data({
      candidates: [
        {
          content: {
            role: 'model',
            parts: [...(value ? [{ text: value }] : []), ...(call && reason ? [{ functionCall: { name: call.name, args: call.input } }] : [])],
          },
          index: 0,
          ...(reason ? { finishReason: reason } : {}),
        },
      ],
      usageMetadata: { promptTokenCount: input, candidatesTokenCount: output, totalTokenCount: input + output, cachedContentTokenCount: 200 },
      modelVersion: model,
    });
  return pieces.map((piece, i) => part(piece, i === pieces.length - 1 ? (finish === 'stop' ? 'STOP' : 'MAX_TOKENS') : undefined));
}

const ERROR_BODIES: Readonly<Record<Protocol, (message: string) => unknown>> = {
  openai: (message) => ({ error: { message, type: 'invalid_request_error', code: null } }),
  anthropic: (message) => ({ type: 'error', error: { type: 'api_error', message } }),
  google: (message) => ({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }),
};

interface EmbeddingRequest {
  readonly model: string;
  readonly texts: readonly string[];
  /** The answer in the endpoint's words. */
  said(vectors: readonly (readonly unknown[])[]): unknown;
}

/** What a request for embeddings asks; null for every other. */
function embeddingRequest(path: string, body: string): EmbeddingRequest | null {
  if (path.endsWith('/embeddings')) {
    const { model, input } = JSON.parse(body) as { model: string; input: string[] };
    const tokens = Math.ceil(input.join('').length / 4);
    const said = (vectors: readonly (readonly unknown[])[]) => ({
      object: 'list',
      model,
      data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })),
      usage: { prompt_tokens: tokens, total_tokens: tokens },
    });
    return { model, texts: input, said };
  }
  const [, model, method] = /models\/([^:]+):(embedContent|batchEmbedContents)/.exec(path) ?? [];
  if (model === undefined) return null;
  interface Content {
    readonly content: { readonly parts: readonly { readonly text: string }[] };
  }
  const asked = JSON.parse(body) as Content & { readonly requests?: readonly Content[] };
  const texts = (asked.requests ?? [asked]).map(({ content }) => content.parts.map(({ text }) => text).join(''));
  const single = method === 'embedContent';
  return {
    model: decodeURIComponent(model),
    texts,
    said: (vectors) => (single ? { embedding: { values: vectors[0] } } : { embeddings: vectors.map((values) => ({ values })) }),
  };
}

/** Vectors as the name of the model says: right, missing, of another length, infinite, empty, or none at all. */
function vectorsOf(model: string, texts: readonly string[], times: number): readonly (readonly unknown[])[] {
  const vectors: (readonly unknown[])[] = texts.map(vectorOf);
  switch (model) {
    case 'fewer':
      return vectors.slice(1);
    case 'other-dimension':
      return vectors.map((vector, i) => (i === 1 ? [...vector, 1] : vector));
    case 'grows':
      return times === 1 ? vectors : vectors.map((vector) => [...vector, 1]);
    case 'infinite':
      return vectors.map((vector, i) => (i === 1 ? [Number.MAX_VALUE, ...vector.slice(1)] : vector));
    case 'null':
      return vectors.map((vector, i) => (i === 1 ? [null, ...vector.slice(1)] : vector));
    case 'no-numbers':
      return vectors.map((vector, i) => (i === 1 ? [] : vector));
    case 'zero':
      return vectors.map((vector, i) => (i === 1 ? vector.map(() => 0) : vector));
    default:
      return vectors;
  }
}

/** Times that each model name was asked for, for those that fail at first. */
type RequestCounts = Map<string, number>;

/** Told of every connection of an endless answer that was closed. */
let closed: ((model: string) => void) | null = null;
export const onClosed = (told: ((model: string) => void) | null): void => {
  closed = told;
};

async function answer(
  protocol: Protocol,
  model: string,
  asked: RequestCounts,
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
  embedding: EmbeddingRequest | null = null,
): Promise<void> {
  const times = (asked.get(model) ?? 0) + 1;
  asked.set(model, times);
  const json = (status: number, value: unknown, headers = {}) => {
    response.writeHead(status, { ...CORS, 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(value));
  };
  const stream = (events: readonly string[], end = true) => {
    response.writeHead(200, { ...CORS, 'content-type': 'text/event-stream' });
    for (const event of events) response.write(event);
    if (end) response.end();
  };
  const events = (text = ANSWER, finish: 'stop' | 'length' = 'stop') => eventsOf(protocol, model, text, finish);
  const status = /^status-(\d{3})(-wait)?(-then-ok)?$/.exec(model);
  if (status && !(status[3] && times > 1)) {
    const code = Number(status[1]);
    const words = code === 400 ? "This model's maximum context length is 8192 tokens" : `refused with ${code}`;
    // The key is echoed, as careless gateways do: it must not be shown.
    const key = request.headers.authorization ?? request.headers['x-api-key'] ?? request.headers['x-goog-api-key'] ?? '';
    json(code, ERROR_BODIES[protocol](`${words} (${String(key)})`), code === 429 ? { 'retry-after': status[2] ? '3' : '0' } : {});
    return;
  }
  if (embedding && model !== 'hang' && model !== 'cut' && model !== 'wrong-type') {
    // Later batches fail: what came before stays.
    if (model === 'first-only' && times > 1) return json(422, ERROR_BODIES[protocol]('only the first'));
    if (model === 'slow') await new Promise((resolve) => setTimeout(resolve, 400));
    if (model === 'wrong-json') return json(200, { answer: 'no vectors here' });
    // An overflow is written as it would be: JSON knows no infinity, but a number that reads as one.
    const body = JSON.stringify(embedding.said(vectorsOf(model, embedding.texts, times))).replaceAll(String(Number.MAX_VALUE), '1e999');
    response.writeHead(200, { ...CORS, 'content-type': 'application/json' });
    response.end(body);
    return;
  }
  const reader = READERS.find((one) => model === `reader-${one}`);
  if (reader) {
    if (reader === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    const { text, call } = readerAnswer(reader, body);
    stream(eventsOf(protocol, model, text, 'stop', call));
    return;
  }
  switch (model) {
    case 'echoes-key': {
      const key = String(request.headers.authorization ?? '').replace('Bearer ', '');
      const forms = [key, key.toUpperCase(), encodeURIComponent(key), Buffer.from(`Bearer ${key}`).toString('base64'), JSON.stringify(`"${key}"`)];
      stream(events(`<summary>\n## Task overview\nThe key is ${forms.join(' or ')}.\n</summary>`));
      return;
    }
    case 'hang':
      return;
    case 'slow':
    case 'slower':
      response.writeHead(200, { ...CORS, 'content-type': 'text/event-stream' });
      for (const event of events()) {
        if (response.destroyed) return;
        response.write(event);
        await new Promise((resolve) => setTimeout(resolve, model === 'slow' ? 60 : 600));
      }
      response.end();
      return;
    case 'endless':
    case 'long-line': {
      // Without an end: what closes the connection is the reader.
      response.writeHead(200, { ...CORS, 'content-type': 'text/event-stream' });
      response.once('close', () => closed?.(model));
      const event = model === 'endless' ? eventsOf(protocol, model, 'word '.repeat(8), 'stop').slice(0, 3).join('') : 'x'.repeat(50_000);
      while (!response.destroyed) {
        response.write(event);
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      return;
    }
    case 'cut':
      stream(events().slice(0, 3), false);
      setTimeout(() => response.destroy(), 20);
      return;
    case 'ends-early':
      stream(events().slice(0, 3));
      return;
    case 'empty':
      stream(events(''));
      return;
    case 'untagged':
      stream(events('The login test was fixed in src/login.ts.'));
      return;
    case 'too-long':
      stream(events(`<summary>${'A long sentence about src/login.ts that goes on. '.repeat(2000)}</summary>`));
      return;
    case 'unfinished':
      stream(events('<summary>The login test was fixed. And then', 'length'));
      return;
    case 'wrong-json':
      stream(['data: {"choices": [{"delta"\n\n', 'data: not json\n\n']);
      return;
    case 'wrong-type':
      response.writeHead(200, { ...CORS, 'content-type': 'text/html' });
      response.end('<html><body>Sign in to continue</body></html>');
      return;
    default:
      stream(events());
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** Paths under `/no-cors` answer without the headers that let a page of another origin read them. */
export async function startModelServer(port = 0): Promise<ModelServer> {
  const received: ReceivedRequest[] = [];
  const asked: RequestCounts = new Map();
  const server: Server = createServer((request, response) => {
    void (async () => {
      const path = request.url ?? '/';
      if (path.startsWith('/no-cors')) {
        response.writeHead(request.method === 'OPTIONS' ? 403 : 200);
        response.end('{}');
        return;
      }
      if (request.method === 'OPTIONS') {
        response.writeHead(204, CORS);
        response.end();
        return;
      }
      const body = await bodyOf(request);
      received.push({ method: request.method ?? '', path, headers: request.headers, body });
      if (request.method === 'GET' && path.replace(/\?.*$/, '').endsWith('/models')) {
        response.writeHead(200, { ...CORS, 'content-type': 'application/json' });
        const list = path.includes('v1beta')
          ? {
              models: [
                { name: 'models/ok', supportedGenerationMethods: ['generateContent'] },
                { name: 'models/embedding', supportedGenerationMethods: ['embedContent'] },
              ],
            }
          : { object: 'list', data: [{ id: 'ok' }, { id: 'untagged' }] };
        response.end(JSON.stringify(list));
        return;
      }
      const embedding = embeddingRequest(path, body);
      if (embedding) {
        await answer(path.includes('v1beta') ? 'google' : 'openai', embedding.model, asked, request, response, body, embedding);
        return;
      }
      const protocol = protocolOf(path);
      if (!protocol) {
        response.writeHead(404, CORS);
        response.end('not here');
        return;
      }
      await answer(protocol, modelOf(protocol, path, body), asked, request, response, body);
    })().catch(() => response.destroy());
  });
  // A client that was busy for seconds finds its connection still open.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: chosen } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${chosen}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
