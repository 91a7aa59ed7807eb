/**
 * What published products are told in their own settings to do what their rows do. Only settings that the products document: a number without
 * one is named as such. Sources: docs/use.md.
 */
import type { ParamSchema } from '../../engine/strategies/params.ts';
import type { ModelChoice } from '../../models/contract.ts';
import type { Settings } from '../../scenario/schema.ts';

/** A row, and what it is run with: model and window as they are in use, so that tokens are counted as in the page. */
export interface RowSetup {
  readonly strategy: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly inForce: Readonly<Record<string, unknown>>;
  readonly schema: ParamSchema;
  readonly settings: Settings;
  readonly defaults: Settings;
  readonly model: string | null;
  readonly window: number;
  /** The model that writes its summaries; null = the built-in summariser, or there are none. */
  readonly writer: ModelChoice | null;
}

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Those fields that differ from the defaults; undefined where none does, so that the code does not name it. */
function changed<K extends keyof Settings>({ settings, defaults }: RowSetup, names: readonly K[]): Partial<Pick<Settings, K>> | undefined {
  const fields = names.filter((name) => !isSame(settings[name], defaults[name])).map((name) => [name, settings[name]]);
  return fields.length > 0 ? (Object.fromEntries(fields) as Partial<Pick<Settings, K>>) : undefined;
}

export const isShipped = ({ schema, params }: RowSetup): boolean => 'repaired' in schema && params.repaired !== true;

/** What the adapters and the engine take (`CompactionSettings`): everything that is not a default. */
export function settingsOf(used: RowSetup): Readonly<Record<string, unknown>> {
  const { strategy, settings, model, window } = used;
  // Adapters have a setting of their own for it, and repair unless it says otherwise.
  const { repaired: _, ...params } = used.params;
  const all = {
    strategy,
    params: Object.keys(params).length > 0 ? params : undefined,
    asShipped: isShipped(used) || undefined,
    trigger: settings.trigger,
    target: settings.budget === 'shipped' ? 'own' : settings.target,
    window,
    model: model ?? undefined,
    tokenizer: settings.tokenizer ?? undefined,
    ...changed(used, ['overhead', 'weight', 'seed']),
    shared: changed(used, ['keepRecent', 'preserveStart', 'preserveEnd']),
    signals: changed(used, ['longTokens', 'shortTokens', 'edgeStart', 'edgeEnd', 'keywords']),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

export function ownParams({ params, schema, settings, defaults }: RowSetup): Readonly<Record<string, unknown>> {
  const shared = Object.entries(schema).flatMap(([name, param]) =>
    // A knob that was set is no longer aimed at the target.
    param.shared && !(param.kind === 'number' && param.knob) && settings[param.shared] !== defaults[param.shared]
      ? [[name, settings[param.shared]] as const]
      : [],
  );
  return { ...Object.fromEntries(shared), ...params };
}

export function notInTerminal(used: RowSetup): readonly string[] {
  const { schema, settings, defaults } = used;
  const plain = ['overhead', 'weight', 'seed', 'longTokens', 'shortTokens', 'edgeStart', 'edgeEnd', 'keywords'] as const;
  const knobs = Object.values(schema).flatMap((param) => (param.shared && param.kind === 'number' && param.knob ? [param.shared] : []));
  return [...plain, ...new Set(knobs)].filter((name) => !isSame(settings[name], defaults[name]));
}

/** A value as a literal; keys that are names stand without quotes. Quotes within a string are escaped, so none of them looks like a key. */
export const literal = (value: unknown): string => JSON.stringify(value, null, 2).replace(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, '$1$2:');

export interface ProductSettings {
  /** The file it belongs to, as the product's documentation names it; null = a program. */
  readonly file: string | null;
  readonly text: string;
  readonly constants: readonly string[];
}

type Write = (used: RowSetup, params: Readonly<Record<string, unknown>>) => ProductSettings;

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

const LEAST_TRIGGER = 50_000;

const tokensAt = ({ settings, defaults, window }: RowSetup, own: number): number =>
  settings.trigger === defaults.trigger ? own : Math.floor(settings.trigger * window);

const number = (value: unknown): number => (typeof value === 'number' ? value : 0);
const names = (value: unknown): string[] =>
  typeof value === 'string'
    ? value
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean)
    : [];

const request = (beta: string, edit: object): string => `/** The API compacts by itself: the list of messages stays as it is. */
export async function ask(body: { model: string; max_tokens: number; messages: unknown[] }): Promise<unknown> {
  const response = await fetch('https://api.anthropic.com/v1/messages', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'anthropic-version': '2023-06-01',
      'anthropic-beta': '${beta}',
      'x-api-key': process.env.ANTHROPIC_API_KEY ?? '',
    },
    body: JSON.stringify({ ...body, context_management: { edits: [${literal(edit).replaceAll('\n', '\n    ')}] } }),
  });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}
`;

const middleware = (name: string, call: string): string => `// npm install langchain @langchain/core
import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { StructuredTool } from '@langchain/core/tools';
import { ${name}, createAgent } from 'langchain';

export const agentOf = (model: BaseChatModel | string, tools: StructuredTool[]) =>
  createAgent({
    model,
    tools,
    middleware: [${call}],
  });
`;

const codexConfig: Write = (used) => ({
  file: '~/.codex/config.toml',
  text: `model_context_window = ${used.window}\nmodel_auto_compact_token_limit = ${tokensAt(used, Math.floor(0.9 * used.window))}\n`,
  constants: ['userTokens'],
});

const PRODUCTS: Readonly<Record<string, Write>> = {
  codex: codexConfig,
  'codex-remote': codexConfig,
  'gemini-cli': ({ settings, defaults }) => ({
    file: '.gemini/settings.json',
    text: json({ model: { compressionThreshold: settings.trigger === defaults.trigger ? 0.5 : settings.trigger } }),
    constants: ['preserve', 'responseTokens', 'outputCharacters'],
  }),
  'gemini-cli-masking': (_used, { protect, minPrunable, protectLatestTurn }) => ({
    file: '.gemini/settings.json',
    text: json({
      experimental: {
        toolOutputMasking: { enabled: true, toolProtectionThreshold: protect, minPrunableTokensThreshold: minPrunable, protectLatestTurn },
      },
    }),
    constants: [],
  }),
  opencode: ({ window }, { output, share }) => {
    // The product takes tokens; the row has the share of the usable window that they come from, within the product's own limits.
    const recent = Math.floor(Math.max(0, window - number(output) - 20_000) * number(share));
    const kept = share === 0.25 ? {} : { preserve_recent_tokens: recent };
    return {
      file: 'opencode.json',
      text: json({ $schema: 'https://opencode.ai/config.json', compaction: { auto: true, reserved: 20_000, ...kept } }),
      constants: ['output'],
    };
  },
  'opencode-prune': () => ({
    file: 'opencode.json',
    text: json({ $schema: 'https://opencode.ai/config.json', compaction: { prune: true } }),
    constants: ['protect', 'minimum'],
  }),
  'claude-code': ({ settings, defaults, window }, { autoCompactWindow }) => ({
    file: '~/.claude/settings.json',
    text: json({
      env: {
        CLAUDE_CODE_AUTO_COMPACT_WINDOW: String(Math.min(window, number(autoCompactWindow) || window)),
        ...(settings.trigger !== defaults.trigger && { CLAUDE_AUTOCOMPACT_PCT_OVERRIDE: String(Math.round(settings.trigger * 100)) }),
      },
    }),
    constants: ['files', 'fileTokens'],
  }),
  'langchain-summarization': ({ settings, window }, { messages, tokens }) => ({
    file: null,
    text: middleware(
      'summarizationMiddleware',
      `summarizationMiddleware({ model, trigger: { tokens: ${Math.floor(settings.trigger * window)} }, keep: { ${number(tokens) > 0 ? `tokens: ${number(tokens)}` : `messages: ${number(messages)}`} } })`,
    ),
    constants: [],
  }),
  'langchain-clear-tool-uses': (used, { trigger, keep, clearToolInputs, excludeTools }) => ({
    file: null,
    text: middleware(
      'ClearToolUsesEdit, contextEditingMiddleware',
      `contextEditingMiddleware({
        edits: [
          new ClearToolUsesEdit({
            trigger: { tokens: ${tokensAt(used, number(trigger))} },
            keep: { messages: ${number(keep)} },
            clearToolInputs: ${String(clearToolInputs)},
            excludeTools: ${JSON.stringify(names(excludeTools))},
          }),
        ],
      })`,
    ),
    constants: [],
  }),
  'anthropic-clear-tool-uses': (used, { keep, clearAtLeast, clearToolInputs, excludeTools }) => ({
    file: null,
    text: request('context-management-2025-06-27', {
      type: 'clear_tool_uses_20250919',
      trigger: { type: 'input_tokens', value: tokensAt(used, 100_000) },
      keep: { type: 'tool_uses', value: keep },
      ...(number(clearAtLeast) > 0 && { clear_at_least: { type: 'input_tokens', value: clearAtLeast } }),
      ...(clearToolInputs === true && { clear_tool_inputs: true }),
      ...(names(excludeTools).length > 0 && { exclude_tools: names(excludeTools) }),
    }),
    constants: [],
  }),
  'anthropic-compaction': (used, { trigger }) => ({
    file: null,
    text: request('compact-2026-01-12', {
      type: 'compact_20260112',
      trigger: { type: 'input_tokens', value: Math.max(LEAST_TRIGGER, tokensAt(used, number(trigger))) },
    }),
    constants: [],
  }),
  'ai-sdk-prune': (_used, { reasoning, toolCalls, tools, emptyMessages }) => {
    const calls = names(tools).length > 0 && toolCalls !== 'none' ? [{ type: toolCalls, tools: names(tools) }] : toolCalls;
    return {
      file: null,
      text: `// npm install ai
import { generateText, type LanguageModel, type ModelMessage, pruneMessages, stepCountIs, type ToolSet } from 'ai';

/** One turn of the agent: all messages in, all messages out. Only what the model is sent is pruned. */
export async function turn(model: LanguageModel, tools: ToolSet, messages: ModelMessage[]): Promise<ModelMessage[]> {
  const { response } = await generateText({
    model,
    tools,
    messages,
    stopWhen: stepCountIs(50),
    prepareStep: ({ messages: all }) => ({
      messages: pruneMessages({
        messages: all,
        reasoning: ${JSON.stringify(reasoning)},
        toolCalls: ${JSON.stringify(calls)},
        emptyMessages: ${JSON.stringify(emptyMessages)},
      }),
    }),
  });
  return [...messages, ...response.messages];
}
`,
      constants: [],
    };
  },
};

/** The product's own settings for its row; null where the product has none that we know, or the row is no product's. */
export const productSettings = (used: RowSetup): ProductSettings | null => PRODUCTS[used.strategy]?.(used, used.inForce) ?? null;

const python = (packages: string, imports: string, rest: string): string => `# pip install ${packages}\n${imports}\n\n${rest}`;
const truth = (value: unknown): string => (value === true ? 'True' : 'False');

const pythonAgent = (names: string, middleware: string): string =>
  python(
    'langchain',
    `from langchain.agents import create_agent\nfrom langchain.agents.middleware import ${names}`,
    `
def agent_of(model, tools):
    return create_agent(model=model, tools=tools, middleware=[${middleware}])
`,
  );

const pythonRun = (imports: string, settings: string): string =>
  python('openai-agents', imports, `# Runner.run(agent, input, run_config=run_config)\nrun_config = RunConfig(${settings})\n`);

const pythonRequest = (beta: string, edit: string): string =>
  python(
    'anthropic',
    'from anthropic import Anthropic',
    `
def ask(client: Anthropic, **body):
    """The API compacts by itself: the list of messages stays as it is."""
    edit = ${edit}
    return client.beta.messages.create(betas=["${beta}"], context_management={"edits": [edit]}, **body)
`,
  );

/**
 * The same in the Python packages: LangChain 1 (langchain-ai/langchain at 03373459, agents/middleware/context_editing.py), the extensions and
 * session settings of OpenAI Agents 0.22, Anthropic's beta messages.
 */
const PYTHON: Readonly<Record<string, Write>> = {
  'langchain-summarization': ({ settings, window }, { messages, tokens }) => ({
    file: null,
    text: pythonAgent(
      'SummarizationMiddleware',
      `
        SummarizationMiddleware(
            model=model,
            trigger=("tokens", ${Math.floor(settings.trigger * window)}),
            keep=(${number(tokens) > 0 ? `"tokens", ${number(tokens)}` : `"messages", ${number(messages)}`}),
        ),
    `,
    ),
    constants: [],
  }),
  'langchain-clear-tool-uses': (used, { trigger, keep, clearToolInputs, excludeTools }) => ({
    file: null,
    text: pythonAgent(
      'ClearToolUsesEdit, ContextEditingMiddleware',
      `
        ContextEditingMiddleware(edits=[
            ClearToolUsesEdit(
                trigger=${tokensAt(used, number(trigger))},
                keep=${number(keep)},
                clear_tool_inputs=${truth(clearToolInputs)},
                exclude_tools=${JSON.stringify(names(excludeTools))},
            ),
        ]),
    `,
    ),
    constants: [],
  }),
  'openai-agents-tool-output-trimmer': (_used, { recent_turns, max_output_chars, preview_chars }) => ({
    file: null,
    text: pythonRun(
      'from agents import RunConfig\nfrom agents.extensions import ToolOutputTrimmer',
      `call_model_input_filter=ToolOutputTrimmer(
    recent_turns=${number(recent_turns)},
    max_output_chars=${number(max_output_chars)},
    preview_chars=${number(preview_chars)},
)`,
    ),
    constants: [],
  }),
  'openai-agents-session-limit': (_used, { limit }) => ({
    file: null,
    text: pythonRun('from agents import RunConfig, SessionSettings', `session_settings=SessionSettings(limit=${number(limit)})`),
    constants: [],
  }),
  'anthropic-clear-tool-uses': (used, { keep, clearAtLeast, clearToolInputs, excludeTools }) => ({
    file: null,
    text: pythonRequest(
      'context-management-2025-06-27',
      `{
        "type": "clear_tool_uses_20250919",
        "trigger": {"type": "input_tokens", "value": ${tokensAt(used, 100_000)}},
        "keep": {"type": "tool_uses", "value": ${number(keep)}},
        "clear_tool_inputs": ${truth(clearToolInputs)},${number(clearAtLeast) > 0 ? `\n        "clear_at_least": {"type": "input_tokens", "value": ${number(clearAtLeast)}},` : ''}${
          names(excludeTools).length > 0 ? `\n        "exclude_tools": ${JSON.stringify(names(excludeTools))},` : ''
        }
    }`,
    ),
    constants: [],
  }),
  'anthropic-compaction': (used, { trigger }) => ({
    file: null,
    text: pythonRequest(
      'compact-2026-01-12',
      `{
        "type": "compact_20260112",
        "trigger": {"type": "input_tokens", "value": ${Math.max(LEAST_TRIGGER, tokensAt(used, number(trigger)))}},
    }`,
    ),
    constants: [],
  }),
};

/** The product's own settings in its Python package; null where it has none that we know. */
export const pythonSettings = (used: RowSetup): ProductSettings | null => PYTHON[used.strategy]?.(used, used.inForce) ?? null;
