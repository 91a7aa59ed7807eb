/** Every file of the shared collections is read, with the counts of its manifest. A count of 0 there means that nobody counted. */
import { describe, expect, it } from 'vitest';
import { countsOf } from '../testing/read.ts';
import { sharedFiles } from '../testing/shared.ts';
import { parseTranscript, storeReader } from './index.ts';

/** The format that a kind of the collection, or one file of it, is read as, where their names differ. */
const READ_AS: Readonly<Record<string, string>> = {
  'aider-md': 'aider',
  'claude-code-stream-json': 'claude-code-stream',
  'claude-code-tui-text': 'claude-code-terminal',
  'inspect-eval': 'inspect',
  'md-specstory': 'specstory',
  'openai-finetune-jsonl': 'openai-finetune',
  'opencode-db': 'opencode',
  'opencode-storage': 'opencode',
  'swe-agent-traj': 'swe-agent',
  // Langfuse's traces of several frameworks.
  langchain: 'langfuse',
  'otel-genai': 'langfuse',
  'openai-responses/langfuse__openai-agents-2025-09-30.json': 'langfuse',
  'gemini-api/google__adk_sample.session.json': 'adk',
};

const COUNTS = ['conversations', 'messages', 'toolCalls', 'compactions'] as const;
type Count = (typeof COUNTS)[number];
type CountException = Partial<Record<Count, readonly [read: number, why: string]>>;

const CALLS_ARE_MESSAGES = 'calls and results are messages here';

/** What is read where the manifest counts otherwise, and why; every other difference is a failure. */
const OTHERWISE: Readonly<Record<string, CountException>> = {
  'anthropic-messages/pydantic-ai__test_anthropic_compaction_end_to_end.request.json': { messages: [5, 'the system prompt; the compaction block'] },
  'atif/Sinity__nemo_relay_atif_v1.7_real_redacted.json': { messages: [10, 'results are messages here'] },
  'claude-code-stream-json/anthropics__sample-turns.json': { messages: [7, 'results are messages here'] },
  'claude-code-tui-text/palimondo__day-007.md': {
    messages: [1020, '337 results, 38 outputs of commands that a person typed, and reasoning without an answer are messages here'],
  },
  'claude-code/jazzyalex__small.jsonl': {
    conversations: [2, 'lines of two sessions'],
    messages: [30, 'prompts that waited in a queue, and what was attached to prompts, are messages; lines whose ids were trimmed to one are one'],
  },
  'cline/cline__agentic.compaction.json': { messages: [4, 'the system prompt'] },
  'cline/cline__session.messages.json': { messages: [33, 'the system prompt'] },
  'codex-rollout/jazzyalex__small.jsonl': {
    conversations: [2, 'lines of two sessions'],
    messages: [27, 'calls and results are messages here; instructions of two sessions, summaries of their compactions'],
    toolCalls: [8, 'searches for tools and made images are calls too'],
  },
  'codex-rollout/lanegrid__codex_session.jsonl': { messages: [15, CALLS_ARE_MESSAGES] },
  'gemini-api/BeehiveInnovations__mldev.json': { messages: [2, 'the recording has the answer twice: as sent, and as the SDK shows it'] },
  'gemini-cli/jazzyalex__jsonl_v040.jsonl': { messages: [4, 'the result is a message here; the header and an update of the log are none'] },
  'gemini-cli/lanegrid__gemini_session.json': { messages: [14, 'results are messages here'] },
  'langchain/langfuse__langgraph-2025-08-22.json': {
    messages: [5, 'every span repeats the messages; they are read once'],
    toolCalls: [1, 'every span repeats the call; it is read once'],
  },
  'md-specstory/specstoryai__2026-07-24_19-13-09Z-adress-a-c-108.md': { messages: [274, 'results are messages here'] },
  'openai-responses/evalstate__request.json': { messages: [16, 'instructions, and calls and results, are messages here'] },
  'openai-responses/vercel__openai-compaction.1.json': { messages: [2, 'the summary that only the provider can read'] },
  'opencode/recorded__export-1.18.33.json': {
    messages: [15, 'results of one step are one message; the request for a compaction is none'],
  },
  'openhands/All-Hands-AI__basic_gui_mode.json': { messages: [10, CALLS_ARE_MESSAGES] },
  'openhands/All-Hands-AI__tests__unit__resolver__mock_output__output.jsonl': { messages: [52, CALLS_ARE_MESSAGES] },
  'openhands/OpenHands__events.jsonl': { conversations: [1, 'ten lines are ten events of one session'] },
  'otel-genai/langfuse__pydantic-ai-tools-2025-12-04.trace.json': { conversations: [2, 'an agent and its critic, who know nothing of each other'] },
  'opencode-db/recorded__1.18.33.db': {
    messages: [15, 'results of one step are one message; the request for a compaction is none'],
  },
  'opencode-storage/jazzyalex__storage_v2.zip': { messages: [9, 'an answer of two steps is two messages'] },
  'smolagents/written__full-steps.json': { messages: [6, 'the system prompt, which only the inputs of the model hold'] },
  'pi/badlogic__before-compaction.jsonl': { messages: [992, 'the summaries of its compactions'] },
};

/** Files that hold no message: states of the interface, a store without a blob. The manifest counts none either. */
const SAYS_NOTHING = ['codex-rollout/jazzyalex__codex_050_legacy.jsonl', 'cursor-store/jazzyalex__test-store.db'];

const later = sharedFiles('data-next');
const files = [...sharedFiles(), ...later];

describe.skipIf(files.length === 0)('the shared collection', () => {
  it.each(files.map((file) => [file.file, file] as const))('%s', async (name, { entry, bytes }) => {
    const given = bytes();
    const parsed = parseTranscript(given, { name, store: await storeReader(given) });
    if (SAYS_NOTHING.includes(name)) return expect(parsed.ok ? 'read' : parsed.error.code).toBe('no-messages');
    if (!parsed.ok) throw new Error(parsed.error.message);
    expect.soft(parsed.value.format).toBe(READ_AS[name] ?? READ_AS[entry.format] ?? entry.format);
    const read = countsOf(parsed.value);
    for (const count of COUNTS) {
      const counted = OTHERWISE[name]?.[count]?.[0] ?? entry[count] ?? 0;
      if (counted > 0) expect.soft(read[count], count).toBe(counted);
    }
    return expect(read.messages).toBeGreaterThan(0);
  });

  it('is counted otherwise only where that differs, and only files that exist', () => {
    const known = new Map(files.map(({ file, entry }) => [file, entry]));
    for (const [file, counts] of Object.entries(OTHERWISE)) {
      expect(known.has(file), file).toBe(true);
      for (const count of COUNTS) if (counts[count]) expect(known.get(file)![count], `${file} ${count}`).not.toBe(counts[count][0]);
    }
    for (const file of [...SAYS_NOTHING, ...Object.keys(READ_AS).filter((key) => key.includes('/'))]) expect(known.has(file), file).toBe(true);
  });
});
