/**
 * `compaction-playground/openai-agents`: a session for the OpenAI Agents SDK, and a filter for the steps within one run.
 *
 * ```ts
 * const settings = { strategy: 'hybrid', trigger: 0.8 };
 * const session = compactingSession(new MemorySession(), settings);
 * const result = await new Runner({ callModelInputFilter: compactingFilter(settings) }).run(agent, 'Go on', { session });
 * ```
 */
import type { AgentInputItem, CallModelInputFilter, Session } from '@openai/agents';
import { mustHave } from '../engine/lib/arguments.ts';
import type { Message, Part } from '../engine/transcript/types.ts';
import { mediaUrl } from '../engine/formats/format-parts.ts';
import { type CompactionSettings, Compactor } from './shared/compactor.ts';
import { blocksOf, type Group, partsAlone, textIn, type Wire } from './shared/wires.ts';

export type { CompactionEvent, CompactionSettings, Summarize, SummaryPrompt } from './shared/compactor.ts';

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const objects = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
const imageOf = ({ image }: Fields): unknown =>
  typeof image === 'string' ? image : (fieldsOf(image).url ?? fieldsOf(image).id ?? fieldsOf(image).data);

function contentOf(value: unknown): unknown {
  if (typeof value === 'string') return value;
  return (Array.isArray(value) ? objects(value) : [fieldsOf(value)]).map((part) => {
    if (part.type === 'text' || part.type === 'refusal') return { type: 'input_text', text: part.text ?? part.refusal };
    if (part.type === 'image' || part.type === 'input_image') return { type: 'input_image', image_url: imageOf(part) };
    if (part.type === 'file' || part.type === 'input_file') return { type: 'input_file', file_id: JSON.stringify(part.file) };
    return part.type === 'input_text' || part.type === 'output_text' ? part : { type: 'input_text', text: JSON.stringify(part) };
  });
}

function plain(item: AgentInputItem): unknown {
  const fields = fieldsOf(item);
  const { callId, name, id } = fields;
  switch (fields.type) {
    case undefined:
    case 'message':
      return { type: 'message', role: fields.role, content: contentOf(fields.content), ...(id !== undefined && { id }) };
    case 'function_call':
      return { type: 'function_call', call_id: callId, name, arguments: fields.arguments };
    case 'function_call_result':
      return { type: 'function_call_output', call_id: callId, output: outputOf(fields.output) };
    case 'reasoning': {
      const encrypted = fieldsOf(fields.providerData).encryptedContent ?? fieldsOf(fields.providerData).encrypted_content;
      const summary = objects(fields.content).map(({ text }) => ({ type: 'summary_text', text }));
      return { type: 'reasoning', summary, ...(encrypted !== undefined && { encrypted_content: encrypted }) };
    }
    default:
      return { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: JSON.stringify(item) }] };
  }
}

function outputOf(value: unknown): unknown {
  const one = fieldsOf(value);
  return one.type === 'text' && typeof one.text === 'string' ? one.text : contentOf(value);
}

function itemOf(part: Part, role: Message['role']): AgentInputItem {
  if (part.type === 'tool-call') return { type: 'function_call', callId: part.id, name: part.name, arguments: part.args, status: 'completed' };
  if (part.type === 'tool-result')
    return {
      type: 'function_call_result',
      callId: part.callId,
      name: part.name ?? '',
      status: 'completed',
      output: { type: 'text', text: textIn(part.content) },
    };
  if (part.type === 'reasoning') return { type: 'reasoning', content: [{ type: 'input_text', text: part.text }] };
  if (part.type === 'image' || part.type === 'file')
    return { type: 'message', role: 'user', content: [{ type: 'input_image', image: mediaUrl(part) ?? '' }] };
  return messageOf(role, part.text);
}

function messageOf(role: Message['role'], text: string): AgentInputItem {
  if (role === 'assistant') return { type: 'message', role, status: 'completed', content: [{ type: 'output_text', text }] };
  return role === 'system' ? { type: 'message', role, content: text } : { type: 'message', role: 'user', content: text };
}

const wire: Wire<AgentInputItem> = {
  format: 'openai-responses',
  plain,
  document: (input, header) => ({ ...header, input, store: false }),
  edited: ({ wires }: Group<AgentInputItem>, left) =>
    left.flatMap(({ parts, role }) =>
      blocksOf(
        parts,
        wires,
        (item) => partsAlone(wire, [item]),
        (part) => itemOf(part, role),
      ),
    ),
  inserted: ({ role, parts }) => messageOf(role, textIn(parts)),
};

/**
 * A session that stores everything in `session` and gives a run what a compaction left. With a limit it gives that many of the stored items, as
 * they are. Throws a RangeError for settings that are none.
 */
export function compactingSession(session: Session, settings: CompactionSettings): Session {
  mustHave('session', session, 'a session of the SDK', { getItems: 'function', addItems: 'function' });
  const compactor = new Compactor(wire, settings);
  return {
    getSessionId: () => session.getSessionId(),
    getItems: async (limit) => {
      const items = await session.getItems(limit);
      return limit === undefined ? [...(await compactor.messages(items))] : items;
    },
    addItems: (items) => session.addItems(items),
    popItem: () => session.popItem(),
    clearSession: () => session.clearSession(),
  };
}

/** Keeps the steps within one run in the limit: a session is asked only where a run begins. Throws a RangeError for settings that are none. */
export function compactingFilter(settings: CompactionSettings): CallModelInputFilter {
  const compactor = new Compactor(wire, settings);
  return async ({ modelData }) => ({ ...modelData, input: [...(await compactor.messages(modelData.input))] });
}
