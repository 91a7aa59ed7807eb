import type { ChatMessage } from './chat.ts';
import { codePoints, firstCodePoints, pythonJson } from './estimates.ts';

/** Messages that Microsoft's Agent Framework keeps or removes together: calls with the results after them, or any other message alone. */
export interface Group {
  readonly kind: 'system' | 'user' | 'assistant' | 'tools';
  readonly messages: readonly number[];
}

export function groupsOf(messages: readonly ChatMessage[]): readonly Group[] {
  const groups: (Group & { messages: number[] })[] = [];
  messages.forEach(({ role, calls }, i) => {
    const last = groups.at(-1);
    if (role === 'tool' && last?.kind === 'tools') last.messages.push(i);
    else groups.push({ kind: role === 'tool' || calls.length > 0 ? 'tools' : role, messages: [i] });
  });
  return groups;
}

/** Characters ÷ 4, rounded down, at least 1. */
export const tokensIn = (text: string): number => Math.max(1, Math.floor(codePoints(text) / 4));

type Content = Readonly<Record<string, unknown>>;

const contents = (id: string, role: string, parts: readonly Content[]): string =>
  pythonJson({ contents: parts.map((part) => ({ additional_properties: {}, ...part })), message_id: id, role });

const textPart = (text: string): Content => ({ text, type: 'text' });

/** Tokens of a message: of its JSON, with everything that the framework keeps beside the text. */
export function tokensOf({ role, text, calls, callId }: ChatMessage, i: number): number {
  const result = { call_id: callId, result: text, type: 'function_result' };
  const said = role === 'tool' ? [result] : text || calls.length === 0 ? [textPart(text)] : [];
  const asked = calls.map(({ id, name, args }) => ({ arguments: args || '{}', call_id: id, name, type: 'function_call' }));
  return tokensIn(contents(`msg_${i}`, role, [...said, ...asked]));
}

/** Most characters of the line that stands for a group of calls and results. */
const LINE = 4000;
const CUT = '... [truncated]';

/** What the framework puts in for a group of calls and results: the results in one line, cut at its end. */
export function resultsOf(messages: readonly ChatMessage[], group: Group): { readonly text: string; readonly tokens: number } {
  const of = group.messages.map((i) => messages[i]!);
  const names = new Map(of.flatMap(({ calls }) => calls.map(({ id, name }) => [id, name] as const)));
  const results = of.flatMap(({ callId, text }) => {
    if (callId === undefined) return [];
    const name = names.get(callId);
    return [(name ? `${name}: ${text}` : text).trim()];
  });
  const whole = `[Tool results: ${results.join('; ') || 'no results'}]`;
  const text = codePoints(whole) > LINE ? firstCodePoints(whole, LINE - CUT.length) + CUT : whole;
  return { text, tokens: tokensIn(contents(`tool_summary_group_msg_${group.messages[0]}`, 'assistant', [textPart(text)])) };
}
