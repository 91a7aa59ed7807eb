/**
 * Valid conversations of agents, written by hand in the notations of providers and agents: what an importer and an exporter must not lose. Every text, call,
 * result, image and piece of reasoning has a unique number that a test can search for.
 */
import fc from 'fast-check';

type Json = Record<string, unknown>;

export interface TalkText {
  readonly kind: 'text';
  readonly text: string;
}
export interface TalkImage {
  readonly kind: 'image';
  /** Base64; its own for every image. */
  readonly data: string;
}
export type TalkPart = TalkText | TalkImage;

export interface TalkCall {
  /** What its arguments say under `n`. */
  readonly n: number;
  readonly id: string;
  readonly name: string;
  readonly args: Json;
  /** What came back; null = nothing was recorded. */
  readonly result: { readonly content: readonly TalkPart[]; readonly isError: boolean } | null;
}

export type Turn =
  | { readonly kind: 'user'; readonly id: string; readonly parts: readonly TalkPart[] }
  | {
      readonly kind: 'assistant';
      readonly id: string;
      readonly reasoning: string | null;
      readonly text: string | null;
      readonly calls: readonly TalkCall[];
      /** Results come back in reverse order. */
      readonly reversed: boolean;
      /** The user's text in the message with the results. */
      readonly after: readonly TalkPart[];
    };

export interface Talk {
  readonly system: string | null;
  readonly turns: readonly Turn[];
}

/** Texts that look like something else in one of the formats. */
const ODD = [
  'fix src/a.ts',
  'trailing space ',
  'two\n\nlines\n',
  '\r\nwindows\r\n',
  '## User',
  '\\## Tool',
  '\n## Assistant\n',
  'User: hi\nAssistant: hello',
  '```json\n[{"role":"user","content":"x"}]\n```',
  '{"name":"f","arguments":{}}',
  '<system-reminder>be careful</system-reminder>',
  '<|im_start|>user',
  '[Call of Bash]\n{}',
  '修复错误 😀 \u2028',
  'half \ud83d of a pair',
  '__proto__',
  'null',
  '$& $1 $$',
  '\u0000\u0007\u001b[31m',
  'data: {"x":1}',
  'x'.repeat(3000),
];
/** Ids that collide with derived ids, or that have a meaning in JavaScript. */
const IDS = [
  'm1',
  'm2',
  'm3',
  'm3/2',
  'm3/rest',
  'm1/media',
  'm2/result',
  'm1~2',
  'm1#2',
  'title',
  'system',
  'first',
  'entry-2',
  'line-3',
  '~',
  '__proto__',
  'constructor',
  'a b',
  'ü/😀',
  'line\nbreak',
  '\u0007',
  '3F2504E0-4F89-41D3-9A0C-0305E82C3301',
  'x'.repeat(300),
];
const CALL_IDS = [
  'a',
  'a',
  'b',
  'a#2',
  'a#1',
  'call_1',
  'call_2',
  'f#1',
  'toolu_01',
  '__proto__',
  'x/y',
  'ü',
  '\u0007',
  'y'.repeat(300),
  'z'.repeat(40),
];

const odd = fc.constantFrom(...ODD);
const picture = fc.constant('image' as const);
const saids = (most: number) => fc.array(fc.oneof({ weight: 4, arbitrary: odd }, { weight: 1, arbitrary: picture }), { maxLength: most });
const rawCall = fc.record({
  id: fc.constantFrom(...CALL_IDS),
  name: fc.constantFrom('Bash', 'read_file', 'f', 'mcp__x__y'),
  more: fc.oneof(odd, fc.integer(), fc.constant(null), fc.array(odd, { maxLength: 2 }), fc.constant({ '': { deep: [true] } })),
  result: fc.oneof({ weight: 6, arbitrary: fc.record({ content: saids(2), isError: fc.boolean() }) }, { weight: 1, arbitrary: fc.constant(null) }),
});
const rawTurn = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('user' as const), id: fc.constantFrom(...IDS), parts: saids(3) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('assistant' as const),
      id: fc.constantFrom(...IDS),
      reasoning: fc.option(odd, { freq: 3 }),
      text: fc.option(odd, { freq: 3 }),
      calls: fc.array(rawCall, { maxLength: 4 }),
      reversed: fc.boolean(),
      after: fc.oneof(fc.constant([]), saids(2)),
    }),
  },
);

/** A conversation that every format can represent: the user first, calls answered in the next message, if at all. */
export const talks: fc.Arbitrary<Talk> = fc
  .record({ system: fc.option(odd), turns: fc.array(rawTurn, { minLength: 1, maxLength: 8 }) })
  .map(({ system, turns }): Talk => {
    let n = 0;
    const say = (text: string): string => `«${++n}» ${text}`;
    const said = (list: readonly string[]): TalkPart[] =>
      list.map((one): TalkPart => (one === 'image' ? { kind: 'image', data: btoa(`picture ${++n}.`) } : { kind: 'text', text: say(one) }));
    const made = turns.map((turn): Turn => {
      if (turn.kind === 'user') return { kind: 'user', id: turn.id, parts: [{ kind: 'text', text: say('go') }, ...said(turn.parts)] };
      // Only the order of their results distinguishes calls of one answer with the same id.
      const inOrder = !turn.reversed && turn.calls.every(({ result }) => result !== null);
      const calls = turn.calls.map(({ id, name, more, result }, i): TalkCall => {
        const only = inOrder || turn.calls.findIndex((other) => other.id === id) === i ? id : `${id}${i}`;
        // An unanswered call would wait for the results of the next one with its id, where notations join answers.
        const own = result === null ? `${id}/${n}` : only;
        const args = { n: ++n, more };
        return { n, id: own, name, args, result: result && { content: said(result.content), isError: result.isError } };
      });
      const text = turn.text ?? (calls.length === 0 && turn.reasoning === null ? 'done' : null);
      return {
        kind: 'assistant',
        id: turn.id,
        reasoning: turn.reasoning === null ? null : say(turn.reasoning),
        text: text === null ? null : say(text),
        calls,
        reversed: turn.reversed,
        after: said(turn.after),
      };
    });
    const start: Turn = { kind: 'user', id: 'm1', parts: [{ kind: 'text', text: say('start') }] };
    return { system: system === null ? null : say(system), turns: [start, ...made] };
  });

/** Results in the order in which they came back. */
const answered = (turn: Extract<Turn, { kind: 'assistant' }>): (TalkCall & { result: NonNullable<TalkCall['result']> })[] => {
  const list = turn.calls.filter((call): call is TalkCall & { result: NonNullable<TalkCall['result']> } => call.result !== null);
  return turn.reversed ? list.toReversed() : list;
};

const lines = (list: readonly Json[]): string => list.map((line) => `${JSON.stringify(line)}\n`).join('');
const time = (i: number): string => new Date(1_700_000_000_000 + i * 1000).toISOString();

const block = (said: TalkPart): Json =>
  said.kind === 'text' ? { type: 'text', text: said.text } : { type: 'image', source: { type: 'base64', media_type: 'image/png', data: said.data } };

/** Messages of Anthropic's API: results and the user's text with them form one message. */
function anthropicMessages(talk: Talk): { readonly role: 'user' | 'assistant'; readonly content: readonly Json[] }[] {
  return talk.turns.flatMap((turn) => {
    if (turn.kind === 'user') return [{ role: 'user' as const, content: turn.parts.map(block) }];
    const content = [
      ...(turn.reasoning === null ? [] : [{ type: 'thinking', thinking: turn.reasoning, signature: 'c2ln' }]),
      ...(turn.text === null ? [] : [{ type: 'text', text: turn.text }]),
      ...turn.calls.map(({ id, name, args }) => ({ type: 'tool_use', id, name, input: args })),
    ];
    const results = answered(turn).map(({ id, result }) => ({
      type: 'tool_result',
      tool_use_id: id,
      ...(result.content.length > 0 && { content: result.content.map(block) }),
      ...(result.isError && { is_error: true }),
    }));
    const back = [...results, ...turn.after.map(block)];
    return [{ role: 'assistant' as const, content }, ...(back.length > 0 ? [{ role: 'user' as const, content: back }] : [])];
  });
}

const anthropic = (talk: Talk): string =>
  JSON.stringify({ model: 'claude-x', max_tokens: 10, ...(talk.system !== null && { system: talk.system }), messages: anthropicMessages(talk) });

/** One line per message; there is no place for the system prompt. */
const claudeCode = (talk: Talk): string =>
  lines(
    anthropicMessages(talk).map(({ role, content }, i) => ({
      parentUuid: i === 0 ? null : `u${i - 1}`,
      isSidechain: false,
      type: role,
      sessionId: 's',
      uuid: `u${i}`,
      timestamp: time(i),
      message: { role, content, ...(role === 'assistant' && { id: `msg_${i}`, model: 'claude-x' }) },
    })),
  );

/** Images of results cannot be in a tool message, so the user shows them. */
function chat(talk: Talk): string {
  const part = (said: TalkPart): Json =>
    said.kind === 'text' ? { type: 'text', text: said.text } : { type: 'image_url', image_url: { url: `data:image/png;base64,${said.data}` } };
  const messages = talk.turns.flatMap((turn): Json[] => {
    if (turn.kind === 'user') return [{ role: 'user', content: turn.parts.map(part) }];
    const calls = turn.calls.map(({ id, name, args }) => ({ id, type: 'function', function: { name, arguments: JSON.stringify(args) } }));
    const results = answered(turn);
    const shown = [...results.flatMap(({ result }) => result.content.filter(({ kind }) => kind === 'image')), ...turn.after];
    return [
      {
        role: 'assistant',
        content: turn.text,
        ...(turn.reasoning !== null && { reasoning_content: turn.reasoning }),
        ...(calls.length > 0 && { tool_calls: calls }),
      },
      ...results.map(({ id, result }) => ({
        role: 'tool',
        tool_call_id: id,
        content: result.content.flatMap((said) => (said.kind === 'text' ? [{ type: 'text', text: said.text }] : [])),
      })),
      ...(shown.length > 0 ? [{ role: 'user', content: shown.map(part) }] : []),
    ];
  });
  return JSON.stringify({ model: 'gpt-x', messages: [...(talk.system === null ? [] : [{ role: 'system', content: talk.system }]), ...messages] });
}

function pi(talk: Talk): string {
  const part = (said: TalkPart): Json =>
    said.kind === 'text' ? { type: 'text', text: said.text } : { type: 'image', data: said.data, mimeType: 'image/png' };
  const messages = talk.turns.flatMap((turn): Json[] => {
    if (turn.kind === 'user') return [{ role: 'user', content: turn.parts.map(part) }];
    const content = [
      ...(turn.reasoning === null ? [] : [{ type: 'thinking', thinking: turn.reasoning }]),
      ...(turn.text === null ? [] : [{ type: 'text', text: turn.text }]),
      ...turn.calls.map(({ id, name, args }) => ({ type: 'toolCall', id, name, arguments: args })),
    ];
    return [
      { role: 'assistant', content },
      ...answered(turn).map(({ id, name, result }) => ({
        role: 'toolResult',
        toolCallId: id,
        toolName: name,
        content: result.content.map(part),
        isError: result.isError,
      })),
      ...(turn.after.length > 0 ? [{ role: 'user', content: turn.after.map(part) }] : []),
    ];
  });
  const entries = messages.map((message, i) => ({
    type: 'message',
    id: `e${i}`,
    parentId: i === 0 ? null : `e${i - 1}`,
    timestamp: time(i),
    message,
  }));
  return lines([{ type: 'session', version: 3, id: 's', timestamp: time(0), cwd: '/' }, ...entries]);
}

/** Items of OpenAI's Responses. */
function items(talk: Talk): Json[] {
  const part = (said: TalkPart): Json =>
    said.kind === 'text' ? { type: 'input_text', text: said.text } : { type: 'input_image', image_url: `data:image/png;base64,${said.data}` };
  return talk.turns.flatMap((turn): Json[] => {
    if (turn.kind === 'user') return [{ type: 'message', role: 'user', content: turn.parts.map(part) }];
    return [
      ...(turn.reasoning === null ? [] : [{ type: 'reasoning', summary: [{ type: 'summary_text', text: turn.reasoning }] }]),
      ...(turn.text === null ? [] : [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: turn.text }] }]),
      ...turn.calls.map(({ id, name, args }) => ({ type: 'function_call', call_id: id, name, arguments: JSON.stringify(args) })),
      ...answered(turn).map(({ id, result }) => ({ type: 'function_call_output', call_id: id, output: result.content.map(part) })),
      ...(turn.after.length > 0 ? [{ type: 'message', role: 'user', content: turn.after.map(part) }] : []),
    ];
  });
}

const responses = (talk: Talk): string =>
  JSON.stringify({ model: 'gpt-x', ...(talk.system !== null && { instructions: talk.system }), input: items(talk) });

function codex(talk: Talk): string {
  const meta = { id: 's', cwd: '/', ...(talk.system !== null && { base_instructions: { text: talk.system } }) };
  return lines([
    { timestamp: time(0), type: 'session_meta', payload: meta },
    ...items(talk).map((payload, i) => ({ timestamp: time(i + 1), type: 'response_item', payload })),
  ]);
}

/** opencode's export: a call and its result are one part, and what the user says next is a message of its own. */
function opencode(talk: Talk): string {
  let n = 0;
  const part = (type: string, more: Json): Json => ({ id: `prt_${++n}`, messageID: 'm', sessionID: 'ses_1', type, ...more });
  const file = (data: string): Json => part('file', { mime: 'image/png', url: `data:image/png;base64,${data}` });
  const said = (list: readonly TalkPart[]): Json[] => list.map((one) => (one.kind === 'text' ? part('text', { text: one.text }) : file(one.data)));
  const user = (id: string, parts: readonly TalkPart[], more: Json = {}): Json => ({ info: { id, role: 'user', ...more }, parts: said(parts) });
  const state = ({ args, result }: TalkCall): Json => {
    if (!result) return { status: 'running', input: args };
    const texts = result.content.flatMap((one) => (one.kind === 'text' ? [one.text] : []));
    const attachments = result.content.flatMap((one) => (one.kind === 'image' ? [file(one.data)] : []));
    return { status: result.isError ? 'error' : 'completed', input: args, [result.isError ? 'error' : 'output']: texts.join('\n'), attachments };
  };
  const messages = talk.turns.flatMap((turn): Json[] => {
    if (turn.kind === 'user') return [user(turn.id, turn.parts)];
    const parts = [
      ...(turn.reasoning === null ? [] : [part('reasoning', { text: turn.reasoning })]),
      ...(turn.text === null ? [] : [part('text', { text: turn.text })]),
      ...turn.calls.map((call) => part('tool', { callID: call.id, tool: call.name, state: state(call) })),
    ];
    return [{ info: { id: turn.id, role: 'assistant' }, parts }, ...(turn.after.length > 0 ? [user(`${turn.id}/2`, turn.after)] : [])];
  });
  const system = talk.system === null ? [] : [user('system', [], { system: talk.system })];
  return JSON.stringify({ info: { id: 'ses_1' }, messages: [...system, ...messages] });
}

/** With the ids that newer models give their calls. */
function gemini(talk: Talk): string {
  const part = (said: TalkPart): Json => (said.kind === 'text' ? { text: said.text } : { inlineData: { mimeType: 'image/png', data: said.data } });
  const contents = talk.turns.flatMap((turn): Json[] => {
    if (turn.kind === 'user') return [{ role: 'user', parts: turn.parts.map(part) }];
    const said = [
      ...(turn.reasoning === null ? [] : [{ text: turn.reasoning, thought: true }]),
      ...(turn.text === null ? [] : [{ text: turn.text }]),
      ...turn.calls.map(({ id, name, args }) => ({ functionCall: { id, name, args } })),
    ];
    const responses = answered(turn).map(({ id, name, result }) => {
      const texts = result.content.flatMap((one) => (one.kind === 'text' ? [one.text] : []));
      const shown = result.content.filter(({ kind }) => kind === 'image').map(part);
      const response = { [result.isError ? 'error' : 'output']: texts };
      return { functionResponse: { id, name, response, ...(shown.length > 0 && { parts: shown }) } };
    });
    return [
      { role: 'model', parts: said },
      ...(responses.length > 0 ? [{ role: 'user', parts: responses }] : []),
      ...(turn.after.length > 0 ? [{ role: 'user', parts: turn.after.map(part) }] : []),
    ];
  });
  return JSON.stringify({ contents, ...(talk.system !== null && { systemInstruction: { parts: [{ text: talk.system }] } }) });
}
/** A session of Cline's SDK: Anthropic's messages with ids and times. */
const cline = (talk: Talk): string => {
  const info = { modelInfo: { id: 'claude-x', provider: 'cline' } };
  const messages = anthropicMessages(talk).map((message, i) => ({
    ...message,
    id: `msg_${i}`,
    ts: Date.parse(time(i)),
    ...(message.role === 'assistant' && info),
  }));
  return JSON.stringify({ version: 1, sessionId: 's', ...(talk.system !== null && { system_prompt: talk.system }), messages });
};

/** Stored messages of LangChain: calls beside the content, and in it too, as Anthropic's answers have them. */
function langchain(talk: Talk): string {
  const content = (list: readonly TalkPart[]): Json[] =>
    list.map((one) => (one.kind === 'text' ? { type: 'text', text: one.text } : { type: 'image', base64: one.data, mime_type: 'image/png' }));
  const message = (type: string, data: Json): Json => ({ type, data: { additional_kwargs: {}, response_metadata: {}, type, ...data } });
  const messages = talk.turns.flatMap((turn): Json[] => {
    if (turn.kind === 'user') return [message('human', { id: turn.id, content: content(turn.parts) })];
    const said = [
      ...(turn.reasoning === null ? [] : [{ type: 'thinking', thinking: turn.reasoning, signature: 'c2ln' }]),
      ...(turn.text === null ? [] : [{ type: 'text', text: turn.text }]),
      ...turn.calls.map(({ id, name, args }) => ({ type: 'tool_use', id, name, input: args })),
    ];
    const results = answered(turn).map(({ id, name, result }) =>
      message('tool', { name, tool_call_id: id, status: result.isError ? 'error' : 'success', content: content(result.content) }),
    );
    return [
      message('ai', { id: turn.id, content: said, tool_calls: turn.calls.map(({ id, name, args }) => ({ type: 'tool_call', id, name, args })) }),
      ...results,
      ...(turn.after.length > 0 ? [message('human', { content: content(turn.after) })] : []),
    ];
  });
  return JSON.stringify([...(talk.system === null ? [] : [message('system', { content: talk.system })]), ...messages]);
}

/** UI messages of the AI SDK: what came back from a call is in the answer, as MCP tools return it. */
function aiSdk(talk: Talk): string {
  const part = (said: TalkPart): Json =>
    said.kind === 'text' ? { type: 'text', text: said.text } : { type: 'file', mediaType: 'image/png', url: `data:image/png;base64,${said.data}` };
  const outcome = ({ result }: TalkCall): Json => {
    if (!result) return { state: 'input-available' };
    const content = result.content.map((one) => (one.kind === 'text' ? part(one) : { type: 'image', mimeType: 'image/png', data: one.data }));
    return { state: 'output-available', output: { content, isError: result.isError } };
  };
  const messages = talk.turns.flatMap((turn): Json[] => {
    if (turn.kind === 'user') return [{ id: turn.id, role: 'user', parts: turn.parts.map(part) }];
    const parts = [
      { type: 'step-start' },
      ...(turn.reasoning === null ? [] : [{ type: 'reasoning', text: turn.reasoning }]),
      ...(turn.text === null ? [] : [{ type: 'text', text: turn.text }]),
      ...turn.calls.map((call) => ({ type: `tool-${call.name}`, toolCallId: call.id, input: call.args, ...outcome(call) })),
    ];
    return [
      { id: turn.id, role: 'assistant', parts },
      ...(turn.after.length > 0 ? [{ id: `${turn.id}/2`, role: 'user', parts: turn.after.map(part) }] : []),
    ];
  });
  const system = talk.system === null ? [] : [{ id: 'system', role: 'system', parts: [{ type: 'text', text: talk.system }] }];
  return JSON.stringify([...system, ...messages]);
}

/** The normal form with ids that repeat and collide; results and what the user says are in one message. */
function normalForm(talk: Talk): string {
  const part = (said: TalkPart): Json =>
    said.kind === 'text' ? { type: 'text', text: said.text } : { type: 'image', mime: 'image/png', bytes: 10, data: said.data };
  const system = talk.system === null ? [] : [{ id: 'm1', role: 'system', parts: [{ type: 'text', text: talk.system }] }];
  const messages = talk.turns.flatMap((turn): Json[] => {
    if (turn.kind === 'user') return [{ id: turn.id, role: 'user', parts: turn.parts.map(part) }];
    const parts = [
      ...(turn.reasoning === null ? [] : [{ type: 'reasoning', text: turn.reasoning }]),
      ...(turn.text === null ? [] : [{ type: 'text', text: turn.text }]),
      ...turn.calls.map(({ id, name, args }) => ({ type: 'tool-call', id, name, args: JSON.stringify(args) })),
    ];
    const results = answered(turn).map(({ id, result }) => ({
      type: 'tool-result',
      callId: id,
      content: result.content.map(part),
      ...(result.isError && { isError: true }),
    }));
    const back = [...results, ...turn.after.map(part)];
    return [
      { id: turn.id, role: 'assistant', parts },
      ...(back.length > 0 ? [{ id: `${turn.id}/2`, role: results.length > 0 ? 'tool' : 'user', parts: back }] : []),
    ];
  });
  const conversation = { id: 's', format: 'playground', tools: [], messages: [...system, ...messages], compactions: [], branches: [], subagents: [] };
  return JSON.stringify({ format: 'compaction-playground', version: 1, conversations: [conversation] });
}

/** Notations by the id of the format that reads them. `lacks`: what they cannot represent. */
export const NOTATIONS: readonly {
  readonly format: string;
  readonly write: (talk: Talk) => string;
  readonly lacks: readonly ('system' | 'isError')[];
}[] = [
  { format: 'anthropic-messages', write: anthropic, lacks: [] },
  { format: 'claude-code', write: claudeCode, lacks: ['system'] },
  { format: 'openai-chat', write: chat, lacks: ['isError'] },
  { format: 'pi', write: pi, lacks: ['system'] },
  { format: 'codex-rollout', write: codex, lacks: ['isError'] },
  { format: 'openai-responses', write: responses, lacks: ['isError'] },
  { format: 'opencode', write: opencode, lacks: [] },
  { format: 'gemini-api', write: gemini, lacks: [] },
  { format: 'cline', write: cline, lacks: [] },
  { format: 'langchain', write: langchain, lacks: [] },
  { format: 'ai-sdk', write: aiSdk, lacks: [] },
  { format: 'playground', write: normalForm, lacks: [] },
];
