/** What a provider's rules ask of each message, read from its parts once per transcript instead of once per strategy. */
import type { CompactionResult } from '../compaction/types.ts';
import type { Prepared } from '../signals/contract.ts';
import { EDIT, KEEP, OFFLOAD } from '../strategies/contract.ts';
import type { Message, Part, Role, Transcript } from '../transcript/types.ts';

export interface Shape {
  readonly role: Role;
  /** Numbers of the call ids that the message makes and answers. */
  readonly calls: readonly number[];
  readonly results: readonly number[];
  /** Text of a person or model beside results: it ends the results of a request. */
  readonly hasText: boolean;
  /** Something a provider takes: text that is not blank, reasoning, an image, a file, a call or a result. */
  readonly hasContent: boolean;
  /** How many calls have arguments that are not JSON, and how many are JSON but not an object. */
  readonly notJson: number;
  readonly notObject: number;
}

export interface Shapes {
  readonly messages: readonly Shape[];
  /** Call ids numbered in order of appearance. */
  readonly ids: Map<string, number>;
}

const cache = new WeakMap<Transcript, Shapes>();

export function shapesOf(prepared: Prepared): Shapes {
  let shapes = cache.get(prepared.transcript);
  if (!shapes) {
    const ids = new Map<string, number>();
    shapes = { ids, messages: prepared.messages.map((message) => shapeOf(message, message.parts, ids)) };
    cache.set(prepared.transcript, shapes);
  }
  return shapes;
}

const NONE: readonly number[] = [];
const visible = /\S/;

function shapeOf(message: Message, parts: readonly Part[], ids: Map<string, number>): Shape {
  let calls: number[] | undefined;
  let results: number[] | undefined;
  let hasText = false;
  let hasContent = false;
  let notJson = 0;
  let notObject = 0;
  const number = (id: string): number => {
    let known = ids.get(id);
    if (known === undefined) {
      known = ids.size;
      ids.set(id, known);
    }
    return known;
  };
  for (const part of parts) {
    switch (part.type) {
      case 'text':
        if (visible.test(part.text)) hasText = true;
        break;
      case 'reasoning':
        if (part.text !== '' || part.signature || part.encrypted) hasContent = true;
        break;
      case 'tool-call': {
        calls ??= [];
        calls.push(number(part.id));
        const kind = kindOfArguments(part.args);
        if (kind === 'not-json') notJson++;
        else if (kind === 'other') notObject++;
        break;
      }
      case 'tool-result':
        results ??= [];
        results.push(number(part.callId));
        break;
      default:
        hasContent = true;
    }
  }
  const content = hasContent || hasText || calls !== undefined || results !== undefined;
  return { role: message.role, calls: calls ?? NONE, results: results ?? NONE, hasText, hasContent: content, notJson, notObject };
}

function kindOfArguments(args: string): 'object' | 'other' | 'not-json' {
  try {
    const value: unknown = JSON.parse(args);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? 'object' : 'other';
  } catch {
    return 'not-json';
  }
}

/** The messages of a request in order, as rules walk them. */
export interface Request {
  readonly shapes: readonly Shape[];
  /** Original index by position, −1 for insertions. */
  readonly origins: Int32Array;
  /** Number of different call ids. */
  readonly ids: number;
}

const insertionShape = (role: Role): Shape => ({
  role, calls: NONE, results: NONE, hasText: true, hasContent: true, notJson: 0, notObject: 0,
});
const INSERTED: Partial<Record<Role, Shape>> = { user: insertionShape('user'), assistant: insertionShape('assistant'), system: insertionShape('system') };

/** The original as a request. */
export function originalRequest(prepared: Prepared): Request {
  const { messages, ids } = shapesOf(prepared);
  return { shapes: messages, origins: Int32Array.from(messages, (_, i) => i), ids: ids.size };
}

/** The compacted context as a request, without building its messages. */
export function compactedRequest(prepared: Prepared, result: CompactionResult): Request {
  const { messages, ids } = shapesOf(prepared);
  const { plan, layout } = result;
  const shapes: Shape[] = new Array<Shape>(layout.length);
  const origins = new Int32Array(layout.length).fill(-1);
  let position = 0;
  let next = 0;
  for (let i = 0; i <= messages.length; i++) {
    while (next < layout.before.length && layout.before[next]! <= i) {
      shapes[position++] = INSERTED[plan.insertions[layout.order[next++]!]!.role]!;
    }
    if (i === messages.length) break;
    const fate = plan.fates[i];
    if (fate === KEEP) shapes[position] = messages[i]!;
    else if (fate === EDIT || fate === OFFLOAD) shapes[position] = shapeOf(prepared.messages[i]!, plan.edits.get(i) ?? [], ids);
    else continue;
    origins[position++] = i;
  }
  return { shapes, origins, ids: ids.size };
}
