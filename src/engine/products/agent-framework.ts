import { type ChatMessage, codePoints, firstCodePoints, pythonJson } from './shared/chat.ts';
import { remembered } from '../signals/remember.ts';
import {
  among,
  blocks,
  choice,
  defineProduct,
  keeping,
  messages,
  type Outcome,
  type ProductInsertion,
  share,
  type Source,
  summarising,
  tokens,
  unchanged,
} from './shared/product.ts';
import { EACH_REQUEST, messagesTrigger, overTrigger } from '../triggers/watch.ts';

interface Group {
  readonly kind: 'system' | 'user' | 'assistant' | 'tools';
  readonly messages: readonly number[];
}

const groupsOf = (messages: readonly ChatMessage[]): readonly Group[] => {
  const groups: (Group & { messages: number[] })[] = [];
  messages.forEach(({ role, calls }, i) => {
    const last = groups.at(-1);
    if (role === 'tool' && last?.kind === 'tools') last.messages.push(i);
    else groups.push({ kind: role === 'tool' || calls.length > 0 ? 'tools' : role, messages: [i] });
  });
  return groups;
};

const tokensFor = (characters: number): number => Math.max(1, Math.floor(characters / 4));

const tokensIn = (text: string): number => tokensFor(codePoints(text));

type Content = Readonly<Record<string, unknown>>;

const contents = (id: string, role: string, parts: readonly Content[]): string =>
  pythonJson({ contents: parts.map((part) => ({ additional_properties: {}, ...part })), message_id: id, role });

const textPart = (text: string): Content => ({ text, type: 'text' });

const characters = ({ role, text, calls, callId }: ChatMessage): number => {
  const result = { call_id: callId, result: text, type: 'function_result' };
  const said = role === 'tool' ? [result] : text || calls.length === 0 ? [textPart(text)] : [];
  const asked = calls.map(({ id, name, args }) => ({ arguments: args || '{}', call_id: id, name, type: 'function_call' }));
  return codePoints(contents('', role, [...said, ...asked]));
};

const tokensOf = (message: ChatMessage, i: number): number => tokensFor(characters(message) + `msg_${i}`.length);

const groupTokens = (messages: readonly ChatMessage[]): readonly number[] =>
  groupsOf(messages).map((group) => group.messages.reduce((sum, i) => sum + tokensOf(messages[i]!, i), 0));

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

const resultsOf = remembered((messages: readonly ChatMessage[]) => remembered((group: Group) => lineOf(messages, group)));

const source = (where: string): Source => ({
  product: 'Microsoft Agent Framework',
  version: '1.13.0 (Python)',
  where: `agent_framework/_compaction.py, ${where}`,
  evidence: 'checked',
});

const countOf = (groups: readonly Group[]): number => groups.reduce((sum, { messages }) => sum + messages.length, 0);

function without(messages: readonly ChatMessage[], groups: readonly Group[]): Outcome {
  const gone = among(messages, groups);
  return keeping(messages, (i) => !gone(i));
}

type Truncation = {
  readonly max_n: number;
  readonly compact_to: number;
  readonly counted: 'messages' | 'tokens';
};

/** Above 80 messages the oldest groups go until 40 are left, or the same in tokens. System messages stay, and the newest other group. */
export const agentFrameworkTruncation = defineProduct<Truncation>({
  id: 'agent-framework-truncation',
  source: source('TruncationStrategy'),
  peers: {
    'maf-truncation': {},
    'maf-truncation@tokens': { params: { max_n: 32_000, compact_to: 16_000, counted: 'tokens' } },
  },
  params: { max_n: messages(80), compact_to: messages(40, { knob: 'up' }), counted: choice('messages', ['messages', 'tokens']) },
  onDemand: true,
  trigger: ({ max_n, counted }) => (counted === 'messages' ? messagesTrigger(max_n + 1) : overTrigger(max_n)),
  compact(messages, { max_n, compact_to, counted }) {
    const size = (of: readonly number[]): number => (counted === 'messages' ? of.length : of.reduce((sum, i) => sum + tokensOf(messages[i]!, i), 0));
    let left = size(messages.map((_, i) => i));
    if (left <= max_n) return unchanged(messages);
    const gone: Group[] = [];
    for (const group of groupsOf(messages)
      .filter(({ kind }) => kind !== 'system')
      .slice(0, -1)) {
      if (left <= compact_to) break;
      gone.push(group);
      left -= size(group.messages);
    }
    return without(messages, gone);
  },
});

type SlidingParams = {
  readonly keep_last_groups: number;
};

/** System messages and the newest groups stay; a call and its results are one group. */
export const agentFrameworkSliding = defineProduct<SlidingParams>({
  id: 'agent-framework-sliding-window',
  source: source('SlidingWindowStrategy'),
  peers: { 'maf-sliding': {} },
  params: { keep_last_groups: messages(20, { knob: 'up' }) },
  onDemand: true,
  trigger: () => EACH_REQUEST,
  compact: (messages, { keep_last_groups }) =>
    without(
      messages,
      groupsOf(messages)
        .filter(({ kind }) => kind !== 'system')
        .slice(0, -keep_last_groups),
    ),
});

type Tools = {
  readonly keep_last_tool_call_groups: number;
};

function oldTools(groups: readonly Group[], keep: number): readonly Group[] {
  const tools = groups.filter(({ kind }) => kind === 'tools');
  return tools.slice(0, Math.max(0, tools.length - keep));
}

/** All calls and results go but the newest group of them. */
export const agentFrameworkToolCalls = defineProduct<Tools>({
  id: 'agent-framework-tool-calls',
  source: source('SelectiveToolCallCompactionStrategy'),
  peers: {
    'maf-tools': {},
    'maf-tools@10': { params: { keep_last_tool_call_groups: 10 } },
  },
  params: { keep_last_tool_call_groups: blocks(1, { knob: 'up' }) },
  onDemand: true,
  trigger: () => EACH_REQUEST,
  compact: (messages, { keep_last_tool_call_groups }) => without(messages, oldTools(groupsOf(messages), keep_last_tool_call_groups)),
});

function lines(messages: readonly ChatMessage[], groups: readonly Group[]): readonly ProductInsertion[] {
  const lineOf = resultsOf(messages);
  return groups.map((group) => ({ before: group.messages[0]!, role: 'assistant', content: { text: lineOf(group).text } }));
}

/** Each group of calls and results but the newest becomes one line of the assistant that repeats the results, at most 4,000 characters. */
export const agentFrameworkToolResults = defineProduct<Tools>({
  id: 'agent-framework-tool-results',
  source: source('ToolResultCompactionStrategy'),
  peers: { 'maf-tool-results': {} },
  params: { keep_last_tool_call_groups: blocks(1, { knob: 'up' }) },
  onDemand: true,
  trigger: () => EACH_REQUEST,
  compact(messages, { keep_last_tool_call_groups }) {
    const old = oldTools(groupsOf(messages), keep_last_tool_call_groups);
    return { ...without(messages, old), inserted: lines(messages, old) };
  },
});

type Summarization = {
  /** Messages that stay, system messages not counted; whole groups. */
  readonly target_count: number;
  readonly threshold: number;
  readonly max_summary_input_tokens: number;
};

const INSTRUCTION = 148;

function fitting(messages: readonly ChatMessage[], groups: readonly Group[], limit: number): readonly Group[] {
  const chosen: Group[] = [];
  let [count, sum] = [0, INSTRUCTION];
  for (const group of groups) {
    const written = group.messages.map((i, k) => {
      const { role, text, calls } = messages[i]!;
      const said = role === 'tool' ? '' : text;
      const kinds = role === 'tool' ? ['function_result'] : calls.map(() => 'function_call');
      return `${count + k + 1}. [${role}] ${said || kinds.join(', ') || 'text'}`;
    });
    const tokens = tokensIn(written.join('\n')) + (chosen.length > 0 ? 1 : 0);
    if (sum + tokens > limit) {
      if (chosen.length === 0) continue;
      break;
    }
    chosen.push(group);
    count += group.messages.length;
    sum += tokens;
  }
  return chosen;
}

/**
 * With more than 6 messages, the newest groups stay until they have 4; the oldest others become a summary as far as 8,000 tokens of text
 * reach, without the results of tools. What does not fit stays too.
 */
export const agentFrameworkSummarization = defineProduct<Summarization>({
  id: 'agent-framework-summarization',
  source: source('SummarizationStrategy'),
  peers: {
    'maf-summarization': {},
    'maf-summarization@unlimited': { params: { target_count: 20, threshold: 0, max_summary_input_tokens: 0 } },
  },
  params: { target_count: messages(4, { knob: 'up' }), threshold: messages(2, { min: 0 }), max_summary_input_tokens: tokens(8000) },
  onDemand: true,
  summaries: Number.POSITIVE_INFINITY,
  trigger: ({ target_count, threshold }) => messagesTrigger(target_count + threshold + 1),
  compact(messages, { target_count, threshold, max_summary_input_tokens }) {
    const groups = groupsOf(messages).filter(({ kind }) => kind !== 'system');
    if (countOf(groups) <= target_count + threshold) return unchanged(messages);
    let [from, kept] = [groups.length, 0];
    while (from > 0 && (kept < target_count || kept === 0)) kept += groups[--from]!.messages.length;
    const older = groups.slice(0, from);
    const chosen = max_summary_input_tokens > 0 ? fitting(messages, older, max_summary_input_tokens) : older;
    const gone = among(messages, chosen);
    return summarising(messages, (i) => !gone(i), { before: chosen[0]?.messages[0] ?? 0, role: 'assistant' });
  },
});

type Window = {
  readonly max_output_tokens: number;
  readonly tool_eviction_threshold: number;
  /** Newest groups of calls and results that are not collapsed. */
  readonly keep_last_tool_call_groups: number;
};

/**
 * Above half of the window without the answer, groups of calls and results but the newest 4 become lines; then the oldest groups and lines
 * go until half is reached, at last system messages, but never the newest group. A second stage at 0.8 never finds anything left to do.
 */
export const agentFrameworkWindow = defineProduct<Window>({
  id: 'agent-framework-context-window',
  source: source('ContextWindowCompactionStrategy'),
  peers: {
    'maf-window': { window: 128_000 },
    'maf-window@20k': { params: { max_output_tokens: 4096 }, window: 20_000 },
  },
  params: { max_output_tokens: tokens(16_384), tool_eviction_threshold: share(0.5, { knob: 'up' }), keep_last_tool_call_groups: blocks(4) },
  onDemand: true,
  trigger: ({ max_output_tokens, tool_eviction_threshold }, window) => overTrigger((window - max_output_tokens) * tool_eviction_threshold),
  compact(messages, { max_output_tokens, tool_eviction_threshold, keep_last_tool_call_groups }, window) {
    const budget = Math.floor((window - max_output_tokens) * tool_eviction_threshold);
    const groups = groupsOf(messages);
    const whole = groupTokens(messages);
    if (whole.reduce((sum, size) => sum + size, 0) <= budget) return unchanged(messages);
    const old = new Set(oldTools(groups, keep_last_tool_call_groups));
    const lineOf = resultsOf(messages);
    const sizes = new Map(groups.map((group, g) => [group, old.has(group) ? lineOf(group).tokens : whole[g]!] as const));
    let left = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    const last = groups.findLast(({ kind }) => kind !== 'system') ?? groups.at(-1);
    const gone = new Set<Group>();
    const isSystem = ({ kind }: Group): boolean => kind === 'system';
    for (const group of [...groups.filter((one) => !isSystem(one)), ...groups.filter(isSystem)]) {
      if (left <= budget) break;
      if (group === last) continue;
      gone.add(group);
      left -= sizes.get(group)!;
    }
    const collapsed = [...old].filter((group) => !gone.has(group));
    return { ...without(messages, [...gone, ...collapsed]), inserted: lines(messages, collapsed) };
  },
});
