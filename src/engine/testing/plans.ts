/** Small transcripts with chosen token counts, and plans as words: for the worked examples of strategies. */
import type { Message, Part, Role, Transcript } from '../transcript/types.ts';
import type { TokenCounts } from '../tokens/contract.ts';
import type { PreparedTranscript, SignalSettings } from '../signals/contract.ts';
import { DEFAULT_SIGNALS, prepare } from '../signals/signal-prepare.ts';
import { FATE_LETTERS, KEEP, type Plan, type PlanContext, type PlannedStrategy } from '../strategies/contract.ts';
import { type ParamSchema, resolveParams } from '../strategies/params.ts';

export interface MessageSpec {
  readonly role: Role;
  readonly tokens: number;
  readonly text?: string;
  /** Ids of the calls that an assistant message makes. */
  readonly calls?: readonly string[];
  /** Id of the call that a tool message answers. */
  readonly answers?: string;
  readonly synthetic?: boolean;
}

export const system = (tokens: number, text = 'You are careful.'): MessageSpec => ({ role: 'system', tokens, text });
export const user = (tokens: number, text = 'Please go on with it.'): MessageSpec => ({ role: 'user', tokens, text });
export const assistant = (tokens: number, text = 'This is how it is.'): MessageSpec => ({ role: 'assistant', tokens, text });
export const call = (tokens: number, ...ids: string[]): MessageSpec => ({ role: 'assistant', tokens, calls: ids });
export const answer = (tokens: number, id: string): MessageSpec => ({ role: 'tool', tokens, answers: id, text: 'done' });

function partsOf(said: MessageSpec): Part[] {
  if (said.answers !== undefined) return [{ type: 'tool-result', callId: said.answers, content: [{ type: 'text', text: said.text ?? '' }] }];
  const calls: Part[] = (said.calls ?? []).map((id) => ({ type: 'tool-call', id, name: 'run', args: '{}' }));
  return said.text === undefined ? calls : [{ type: 'text', text: said.text }, ...calls];
}

export function transcriptOf(said: readonly MessageSpec[]): Transcript {
  const messages = said.map(
    (one, i): Message => ({
      id: `m${i}`,
      role: one.role,
      parts: partsOf(one),
      ...(one.synthetic ? { synthetic: true } : {}),
    }),
  );
  return { id: 't', format: 'playground', tools: [], messages, compactions: [], branches: [], subagents: [] };
}

/** Counts as given; other texts at four characters a token. */
function countsOf(tokens: readonly number[], toolDefinitions: number): TokenCounts {
  const messages = Float64Array.from(tokens);
  const prefix = new Float64Array(tokens.length + 1);
  tokens.forEach((t, i) => {
    prefix[i + 1] = prefix[i]! + t;
  });
  const text = (words: string): number => Math.ceil(words.length / 4);
  return {
    tokenizer: 'chars4',
    exact: true,
    messages,
    prefix,
    toolDefinitions,
    total: prefix[tokens.length]! + toolDefinitions,
    parts: (i) => [messages[i]!],
    text,
    message: ({ parts }) => 4 + parts.reduce((sum, part) => sum + (part.type === 'text' ? text(part.text) : 0), 0),
  };
}

export function preparedOf(said: readonly MessageSpec[], settings: Partial<SignalSettings> = {}, toolDefinitions = 0): PreparedTranscript {
  const counts = countsOf(
    said.map(({ tokens }) => tokens),
    toolDefinitions,
  );
  return prepare(transcriptOf(said), counts, { ...DEFAULT_SIGNALS, ...settings });
}

export interface Circumstances {
  readonly target?: number | null;
  readonly window?: number;
  readonly own?: boolean;
  readonly weight?: number;
  readonly model?: string;
  readonly seed?: number;
}

export function contextOf({ target = null, window = 128_000, own = false, weight = 0.6, model, seed = 1 }: Circumstances): PlanContext {
  return { budget: { target, window, own }, weight, seed, ...(model === undefined ? {} : { model }) };
}

/** The strategy's plan with its defaults, except for `params`. */
export function planned<S extends ParamSchema>(
  strategy: PlannedStrategy<S>,
  input: PreparedTranscript,
  circumstances: Circumstances,
  params: Readonly<Record<string, unknown>> = {},
): Plan {
  const resolved = resolveParams(strategy.params, params);
  if (!resolved.ok) throw new Error(resolved.error);
  return strategy.plan(input, resolved.value, contextOf(circumstances));
}

/** One letter per message: K, E, S, O, D. */
export const letters = (plan: Plan): string => Array.from(plan.fates, (fate) => FATE_LETTERS[fate]).join('');

/** Indexes of the messages that the plan does not keep. */
export const gone = (plan: Plan): number[] => Array.from(plan.fates.keys()).filter((i) => plan.fates[i] !== KEEP);
