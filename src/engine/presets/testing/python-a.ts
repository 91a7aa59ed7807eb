import { aider } from '../aider.ts';
import { inspectEdit, inspectTrim } from '../inspect.ts';
import { autogenBuffered, autogenHeadAndTail, autogenTokenLimited } from '../autogen.ts';
import { kimi } from '../kimi.ts';
import { openhandsAmortized, openhandsBrowser, openhandsMasking, openhandsRecent, openhandsSummarizing, openhandsWindow } from '../openhands.ts';
import { openhandsSdk } from '../openhands-sdk.ts';
import { sweAgentObservations, sweAgentWindows } from '../swe-agent.ts';
import { type Case, settled } from './cases.ts';

/** Settings of products for Python, first half. */
export const PYTHON_A: Readonly<Record<string, Case>> = {
  // Between its bounds the limit follows the window; these are the bounds.
  'aider-summary': settled(aider, { max_tokens: 8192 }, 128_000),
  'aider-summary@1024': settled(aider, { max_tokens: 1024 }, 128_000),
  'autogen-buffered': settled(autogenBuffered),
  'autogen-buffered@10': settled(autogenBuffered, { buffer_size: 10 }),
  'autogen-head-tail': settled(autogenHeadAndTail),
  'autogen-token-limited': settled(autogenTokenLimited),
  'autogen-token-limited@32k': settled(autogenTokenLimited, { token_limit: 32_000 }),
  'inspect-edit': settled(inspectEdit),
  'inspect-edit@inputs': settled(inspectEdit, { keep_tool_uses: 10, keep_tool_inputs: false }),
  'inspect-trim': settled(inspectTrim),
  'inspect-trim@0.3': settled(inspectTrim, { preserve: 0.3 }),
  'kimi-simple': settled(kimi),
  'kimi-simple@10': settled(kimi, { max_preserved_messages: 10 }),
  'openhands-amortized': settled(openhandsAmortized),
  'openhands-amortized@replay': settled(openhandsAmortized, { replay: true }),
  'openhands-browser': settled(openhandsBrowser),
  'openhands-llm': settled(openhandsSummarizing),
  'openhands-llm@20': settled(openhandsSummarizing, { max_size: 20, keep_first: 4 }),
  'openhands-llm@20-replay': settled(openhandsSummarizing, { max_size: 20, keep_first: 4, replay: true }),
  'openhands-llm@replay': settled(openhandsSummarizing, { replay: true }),
  'openhands-masking': settled(openhandsMasking),
  'openhands-masking@10': settled(openhandsMasking, { attention_window: 10 }),
  'openhands-recent': settled(openhandsRecent),
  'openhands-recent@10': settled(openhandsRecent, { max_events: 10 }),
  'openhands-window': settled(openhandsWindow),
  // Its model had no window to speak of.
  'openhands-sdk-llm': settled(openhandsSdk, {}, Number.POSITIVE_INFINITY),
  'openhands-sdk-llm@20k': settled(openhandsSdk, { max_size: 100_000, max_tokens: 20_000 }, Number.POSITIVE_INFINITY),
  'openhands-sdk-llm@40': settled(openhandsSdk, { max_size: 40 }, Number.POSITIVE_INFINITY),
  'openhands-sdk-llm@40-replay': settled(openhandsSdk, { max_size: 40, replay: true }, Number.POSITIVE_INFINITY),
  'openhands-sdk-llm@replay': settled(openhandsSdk, { replay: true }, Number.POSITIVE_INFINITY),
  'openhands-sdk-llm@request': settled(openhandsSdk, { max_size: 100_000, request: true }, Number.POSITIVE_INFINITY),
  'sweagent-closed-window': settled(sweAgentWindows),
  'sweagent-closed-window@text': settled(sweAgentWindows, { tools: 'user' }),
  'sweagent-last5': settled(sweAgentObservations),
  'sweagent-last5@polling5': settled(sweAgentObservations, { polling: 5 }),
  'sweagent-last5@users': settled(sweAgentObservations, { users: 'all' }),
};
