import { ANTHROPIC_CARRIES } from '../formats/anthropic-messages/serialize.ts';
import type { FormatCapabilities } from '../formats/contract.ts';
import { argsObject, callIds, objectSchema, toolName } from '../formats/format-names.ts';
import { prepareMessages } from '../formats/prepare.ts';
import { resultText } from '../signals/outcomes.ts';
import { maskSecrets } from '../signals/secrets.ts';
import type { Message, Transcript } from '../transcript/types.ts';
import type { AgentRequest, AskTurn, JsonObject, TextRequest } from './contract.ts';

const CARRIES: FormatCapabilities = { ...ANTHROPIC_CARRIES, reasoning: false, media: false };

/** What must not be sent. */
export interface Masking {
  readonly secrets: boolean;
  readonly emails: boolean;
}

/** A request has to end with somebody else's words. */
const GO_ON = 'Continue.';
const EMPTY = '[empty]';
const quiet = (): void => undefined;

class Cleaner {
  masked = 0;
  readonly #masking: Masking;

  constructor(masking: Masking) {
    this.#masking = masking;
  }

  text(text: string): string {
    const whole = text.replace(/\p{Surrogate}/gu, '\ufffd');
    if (!this.#masking.secrets) return whole;
    const found = maskSecrets(whole, { emails: this.#masking.emails });
    this.masked += found.masked;
    return found.text;
  }

  value(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((one) => this.value(one));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.value(one)]));
  }
}

export function agentRequest(messages: readonly Message[], transcript: Transcript, masking: Masking): AgentRequest {
  const cleaner = new Cleaner(masking);
  const context: Transcript = { ...transcript, messages, compactions: [], branches: [], subagents: [] };
  const prepared = prepareMessages(context, CARRIES);
  const id = callIds(prepared);
  const names = new Map<string, string>();
  const system: string[] = [];
  const turns: AskTurn[] = [];
  for (const { role, parts } of prepared) {
    const text = cleaner.text(parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n'));
    if (role === 'system') system.push(text);
    else if (role === 'user') turns.push({ role, text });
    else if (role === 'assistant') {
      const calls = parts.flatMap((part) => {
        if (part.type !== 'tool-call') return [];
        const name = toolName(part.name, quiet);
        names.set(part.id, name);
        return [{ id: id(part.id), name, input: cleaner.value(argsObject(part.args, quiet)) as JsonObject }];
      });
      turns.push({ role, text, calls });
    } else {
      const results = parts.flatMap((part) => {
        if (part.type !== 'tool-result') return [];
        const name = names.get(part.callId) ?? 'tool';
        return [{ id: id(part.callId), name, text: cleaner.text(resultText(part)) || EMPTY, isError: part.isError === true }];
      });
      const last = turns.at(-1);
      if (last?.role === 'tool') turns[turns.length - 1] = { role: 'tool', results: [...last.results, ...results] };
      else turns.push({ role: 'tool', results });
    }
  }
  if (turns.at(-1)?.role === 'assistant' || turns.length === 0) turns.push({ role: 'user', text: GO_ON });
  const tools = toolsOf(transcript, turns, cleaner);
  return { system: system.join('\n\n'), turns, tools, masked: cleaner.masked };
}

function toolsOf({ tools }: Transcript, turns: readonly AskTurn[], cleaner: Cleaner): AgentRequest['tools'] {
  const found = new Map<string, AgentRequest['tools'][number]>();
  for (const { name: written, description, schema } of tools) {
    const name = toolName(written, quiet);
    found.set(name, { name, ...(description && { description: cleaner.text(description) }), schema: objectSchema(schema, quiet) });
  }
  const called = new Map<string, Map<string, JsonObject>>();
  for (const turn of turns) {
    if (turn.role !== 'assistant') continue;
    for (const { name, input } of turn.calls) {
      if (found.has(name)) continue;
      const fields = called.get(name) ?? new Map<string, JsonObject>();
      for (const [field, value] of Object.entries(input)) if (!fields.has(field)) fields.set(field, schemaOf(value));
      called.set(name, fields);
    }
  }
  for (const [name, fields] of called) found.set(name, { name, schema: { type: 'object', properties: Object.fromEntries(fields) } });
  return [...found.values()];
}

function schemaOf(value: unknown): JsonObject {
  if (Array.isArray(value)) return { type: 'array', items: schemaOf(value[0] ?? '') };
  return typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'object' && value !== null)
    ? { type: typeof value }
    : { type: 'string' };
}

export function contextText({ system, turns }: AgentRequest): string {
  const texts = turns.map((turn) => {
    if (turn.role === 'user') return `user:\n${turn.text}`;
    if (turn.role === 'tool') return turn.results.map(({ text, isError }) => `[result${isError ? ', error' : ''}] ${text}`).join('\n');
    const calls = turn.calls.map(({ name, input }) => `[call ${name}] ${JSON.stringify(input)}`);
    return `assistant:\n${[...(turn.text ? [turn.text] : []), ...calls].join('\n')}`;
  });
  return [...(system ? [`system:\n${system}`] : []), ...texts].join('\n\n');
}

export function readable(request: AgentRequest | TextRequest): { readonly system: string; readonly user: string } {
  if (!('turns' in request)) return { system: request.system, user: request.user };
  const { system, tools } = request;
  const declared = tools.map(({ name, description, schema }) => `[tool ${name}] ${description ? `${description} ` : ''}${JSON.stringify(schema)}`);
  return { system, user: [contextText({ ...request, system: '' }), ...declared].join('\n\n') };
}
