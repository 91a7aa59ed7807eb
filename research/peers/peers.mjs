/**
 * Products against their own published functions, on the same conversations with equal results: what is kept is compared before anything is
 * timed. Ours on messages that it sees for the first time, and on those that it has read before; theirs remember nothing.
 */
import { collectGarbage, goal, median, n, show, used } from '../../bench/figures.mjs';
import { load } from '../../scripts/load.mjs';
import { makeTranscript } from '../../bench/material.mjs';
import { peerPackages } from './packages.mjs';

const SIZES = [200, 2000, 10_000];
const BYTES = 2000;
const WINDOW = 200_000;
const RUNS = 51;
/** For all runs of one pair at one size. */
const MOST_MS = 5000;

const argumentsOf = ({ args }) => JSON.parse(args || '{}');

/** pi holds a chain of entries, without system messages. */
async function pi(install) {
  const { findCutPoint, DEFAULT_COMPACTION_SETTINGS } = await install('@mariozechner/pi-coding-agent/dist/index.js');
  const messageOf = ({ role, text, calls, callId, tool }) => {
    if (role === 'user') return { role, content: text };
    if (role === 'tool')
      return { role: 'toolResult', toolCallId: callId, toolName: tool ?? 'unknown', content: [{ type: 'text', text }], isError: false };
    const asked = calls.map((call) => ({ type: 'toolCall', id: call.id, name: call.name, arguments: argumentsOf(call) }));
    return { role, content: [...(text ? [{ type: 'text', text }] : []), ...asked], stopReason: asked.length > 0 ? 'toolUse' : 'stop' };
  };
  return {
    of(messages) {
      const places = messages.flatMap(({ role }, i) => (role === 'system' ? [] : [i]));
      const entries = places.map((i, k) => ({
        type: 'message',
        id: `${k}`,
        parentId: null,
        timestamp: '',
        message: { ...messageOf(messages[i]), timestamp: k },
      }));
      return {
        run: () => findCutPoint(entries, 0, entries.length, DEFAULT_COMPACTION_SETTINGS.keepRecentTokens),
        kept: ({ firstKeptEntryIndex }) => [...systemOf(messages), ...places.slice(firstKeptEntryIndex)],
      };
    },
  };
}

/** Gemini CLI holds the answers to parallel calls in one content. */
async function gemini(install) {
  const { findCompressSplitPoint } = await install('@google/gemini-cli-core/dist/src/context/chatCompressionService.js');
  const partsOf = ({ role, text, calls, callId, tool }) => {
    if (role === 'tool') return [{ functionResponse: { id: callId, name: tool ?? 'unknown', response: { output: text } } }];
    const asked = calls.map((call) => ({ functionCall: { id: call.id, name: call.name, args: argumentsOf(call) } }));
    return text !== '' || asked.length === 0 ? [{ text }, ...asked] : asked;
  };
  return {
    of(messages) {
      const contents = [];
      const sources = [];
      for (const [i, message] of messages.entries()) {
        if (message.role === 'system') continue;
        if (message.role === 'tool' && contents.at(-1)?.parts[0].functionResponse) {
          contents.at(-1).parts.push(...partsOf(message));
          sources.at(-1).push(i);
        } else {
          contents.push({ role: message.role === 'assistant' ? 'model' : 'user', parts: partsOf(message) });
          sources.push([i]);
        }
      }
      // The product keeps the last 30 %.
      return { run: () => findCompressSplitPoint(contents, 0.7), kept: (split) => [...systemOf(messages), ...sources.slice(split).flat()] };
    },
  };
}

async function aiSdk(install) {
  const { pruneMessages } = await install('ai/dist/index.js');
  const contentOf = ({ role, text, calls, callId, tool }) => {
    if (role === 'tool') return [{ type: 'tool-result', toolCallId: callId, toolName: tool ?? 'unknown', output: { type: 'text', value: text } }];
    if (role !== 'assistant') return text;
    const asked = calls.map((call) => ({ type: 'tool-call', toolCallId: call.id, toolName: call.name, input: argumentsOf(call) }));
    return [...(text ? [{ type: 'text', text }] : []), ...asked];
  };
  return {
    of(messages) {
      const input = messages.map((message, index) => ({ role: message.role, content: contentOf(message), index }));
      return {
        run: () => pruneMessages({ messages: input, reasoning: 'all', toolCalls: 'before-last-2-messages', emptyMessages: 'remove' }),
        kept: (left) => left.filter(({ content, index }) => content.length === input[index].content.length).map(({ index }) => index),
      };
    },
  };
}

async function langchain(install) {
  const core = await install('@langchain/core/dist/messages/index.js');
  const { countTokensApproximately } = await install('langchain/dist/index.js');
  const messageOf = ({ role, text, calls, callId, tool }, id) => {
    if (role === 'system') return new core.SystemMessage({ content: text, id });
    if (role === 'user') return new core.HumanMessage({ content: text, id });
    if (role === 'tool') return new core.ToolMessage({ content: text, tool_call_id: callId, name: tool, id });
    const tool_calls = calls.map((call) => ({ type: 'tool_call', id: call.id, name: call.name, args: argumentsOf(call) }));
    return new core.AIMessage({ content: text, id, tool_calls });
  };
  return {
    of(messages) {
      const input = messages.map((message, i) => messageOf(message, `${i}`));
      const options = {
        maxTokens: 30_000,
        strategy: 'last',
        startOn: 'human',
        includeSystem: true,
        allowPartial: false,
        tokenCounter: countTokensApproximately,
      };
      return { run: () => core.trimMessages(input, options), kept: (left) => left.map(({ id }) => Number(id)) };
    },
  };
}

const systemOf = (messages) => messages.flatMap(({ role }, i) => (role === 'system' ? [i] : []));

/** Name of the function, the recording with the same settings, the packages. */
const PEERS = [
  ['pi, findCutPoint', 'pi', 'pi', pi],
  ['Gemini CLI, findCompressSplitPoint', 'gemini-split', 'gemini', gemini],
  ['AI SDK, pruneMessages', 'ai-prune-tools', 'ai', aiSdk],
  ['LangChain, trimMessages', 'langchain-trim@30k', 'langchain', langchain],
];

/** Processor time: on a busy machine a clock says little. */
const timed = async (work) => (await used(work)).cpu;

/** Objects that nothing was remembered with. */
const copies = (messages) => messages.map((message) => ({ ...message, calls: message.calls.map((call) => ({ ...call })) }));

/** Median milliseconds of several runs; of what takes seconds, of fewer. */
async function medianOf(run) {
  // What the runs before have left would be collected while these are timed.
  collectGarbage();
  const times = [];
  for (let left = MOST_MS; times.length < RUNS && left > 0; left -= times.at(-1)) times.push(await run());
  return median(times);
}

async function peers() {
  const engine = await load('research/engine.ts');
  const most = SIZES.at(-1);
  // Without thinking and images: the peers have other forms for them.
  const messages = engine
    .chatOf(makeTranscript(engine, most, BYTES).messages)
    .messages.map(({ role, text, calls, callId, tool }) => ({ role, text, calls, images: 0, ...(callId !== undefined && { callId, tool }) }));
  const rows = [];
  const goals = [];
  const notMeasured = [];
  for (const [name, peer, group, adapter] of PEERS) {
    let theirs;
    try {
      theirs = await adapter(peerPackages(group));
    } catch (error) {
      notMeasured.push(`${name}: could not be installed (${String(error.message).split('\n')[0]})`);
      continue;
    }
    const product = engine.PRODUCTS.find(({ peers: own = {} }) => peer in own);
    const params = { ...product.defaults, ...product.peers[peer].params };
    for (const size of SIZES) {
      const conversation = messages.slice(0, size);
      const { run, kept } = theirs.of(conversation);
      let left;
      const once = await timed(async () => {
        left = await run();
      });
      const expected = kept(left).sort((a, b) => a - b);
      const ours = () => product.compact(conversation, params, WINDOW);
      const found = ours().fates.flatMap((fate, i) => (fate === 'keep' ? [i] : []));
      if (JSON.stringify(found) !== JSON.stringify(expected)) throw new Error(`${name}, ${size} messages: ours keeps others`);
      const their = once > MOST_MS ? once : await medianOf(() => timed(run));
      const first = await medianOf(async () => {
        const fresh = copies(conversation);
        return timed(() => product.compact(fresh, params, WINDOW));
      });
      const again = await medianOf(() => timed(ours));
      rows.push([name, n(size), expected.length, n(their), n(first), n(again), `${n(their / first)} ×`, `${n(their / again)} ×`]);
      goals.push(goal(`${name}, ${n(size)} messages`, their / again, '> 1 ×', their > again));
    }
  }
  return {
    tables: [
      {
        title: `Products against their own functions from npm, messages of ${n(BYTES)} characters, equal lists, ms of the processor, median of ${RUNS} runs`,
        head: ['function', 'messages', 'kept', 'theirs', 'ours first', 'ours again', '× first', '× again'],
        rows,
      },
    ],
    goals,
    notMeasured,
  };
}

show(await peers());
