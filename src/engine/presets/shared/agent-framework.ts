import type { ChatMessage } from './chat.ts';
import { codePoints, firstCodePoints, pythonJson } from './estimates.ts';
import { remembered } from './remembered.ts';

/** Messages that Microsoft's Agent Framework keeps or removes together: calls with the results after them, or any other message alone. */
export interface Group {
  readonly kind: 'system' | 'user' | 'assistant' | 'tools';
  readonly messages: readonly number[];
}

export const groupsOf = remembered((messages: readonly ChatMessage[]): readonly Group[] => {
  const groups: (Group & { messages: number[] })[] = [];
  messages.forEach(({ role, calls }, i) => {
    const last = groups.at(-1);
    if (role === 'tool' && last?.kind === 'tools') last.messages.push(i);
    else groups.push({ kind: role === 'tool' || calls.length > 0 ? 'tools' : role, messages: [i] });
  });
  return groups;
});

const tokensFor = (characters: number): number => Math.max(1, Math.floor(characters / 4));

/** Characters ÷ 4, rounded down, at least 1. */
export const tokensIn = (text: string): number => tokensFor(codePoints(text));

type Content = Readonly<Record<string, unknown>>;

const contents = (id: string, role: string, parts: readonly Content[]): string =>
  pythonJson({ contents: parts.map((part) => ({ additional_properties: {}, ...part })), message_id: id, role });

const textPart = (text: string): Content => ({ text, type: 'text' });

/** Characters of a message's JSON under an empty id. */
const characters = remembered(({ role, text, calls, callId }: ChatMessage): number => {
  const result = { call_id: callId, result: text, type: 'function_result' };
  const said = role === 'tool' ? [result] : text || calls.length === 0 ? [textPart(text)] : [];
  const asked = calls.map(({ id, name, args }) => ({ arguments: args || '{}', call_id: id, name, type: 'function_call' }));
  return codePoints(contents('', role, [...said, ...asked]));
});

/** Tokens of a message: of its JSON, with everything that the framework keeps beside the text. */
export const tokensOf = (message: ChatMessage, i: number): number => tokensFor(characters(message) + `msg_${i}`.length);

/** Tokens of every group of a conversation. */
export const groupTokens = remembered((messages: readonly ChatMessage[]): readonly number[] =>
  groupsOf(messages).map((group) => group.messages.reduce((sum, i) => sum + tokensOf(messages[i]!, i), 0)),
);

/** Most characters of the line that stands for a group of calls and results. */
const LINE = 4000;
const CUT = '... [truncated]';

function lineOf(messages: readonly ChatMessage[], group: Group): { readonly text: string; readonly tokens: number } {
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

/** What the framework puts in for each group of calls and results: the results in one line, cut at its end. */
export const resultsOf = remembered((messages: readonly ChatMessage[]) => remembered((group: Group) => lineOf(messages, group)));
