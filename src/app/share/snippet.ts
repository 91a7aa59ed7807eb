/** Code that does in an agent what a row does in the page: the same engine, the same settings. docs/use.md */
import { literal, notInTerminal, ownParams, productSettings, pythonSettings, type RowSetup, settingsOf } from './products.ts';
import { endpointOf, type ModelChoice } from '../../models/contract.ts';

// Small whole programs that compact as a row does: for a module of the agent's, with the model and the tools given by the agent.

/** Name of the package, and in commands and programs the place that npm installs it from unless the page serves it itself. */
export const PACKAGE = 'compaction-playground';

type Framework = 'ai-sdk' | 'langchain' | 'openai-agents' | 'anthropic' | 'openai';

interface Writer {
  readonly packages: readonly string[];
  readonly imports: readonly string[];
  readonly model: string;
}

/** The same packages and limits as in the page, so that the same model gets the same request (models/call.ts). */
function writerOf(choice: ModelChoice): Writer | null {
  const url = JSON.stringify(endpointOf(choice));
  const model = JSON.stringify(choice.model);
  const made = (from: string, name: string, options: string): Writer => ({
    packages: ['ai', from],
    imports: [`import { ${name} } from '${from}';`],
    model: `${name}(${options})(${model})`,
  });
  switch (choice.provider) {
    case 'anthropic':
      return made('@ai-sdk/anthropic', 'createAnthropic', `{ baseURL: ${url}, apiKey: process.env.ANTHROPIC_API_KEY }`);
    case 'google':
      return made('@ai-sdk/google', 'createGoogleGenerativeAI', `{ baseURL: ${url}, apiKey: process.env.GEMINI_API_KEY }`);
    case 'openai':
      return made(
        '@ai-sdk/openai-compatible',
        'createOpenAICompatible',
        `{
  name: 'openai',
  baseURL: ${url},
  apiKey: process.env.OPENAI_API_KEY,
  transformRequestBody: ({ max_tokens, ...body }) => ({ ...body, max_completion_tokens: max_tokens }),
}`,
      );
    case 'compatible':
      return made(
        '@ai-sdk/openai-compatible',
        'createOpenAICompatible',
        `{ name: 'compatible', baseURL: ${url}, apiKey: process.env.SUMMARY_API_KEY }`,
      );
    case 'device':
      return null;
  }
}

interface Parts {
  readonly packages: readonly string[];
  readonly imports: readonly string[];
  readonly before: string;
  readonly settings: string;
}

function partsOf(used: RowSetup): Parts {
  const writer = used.writer && writerOf(used.writer);
  const options = literal(settingsOf(used)).slice(0, -2);
  const summarize = `
  summarize: async ({ system, prompt, maxTokens }) =>
    (await generateText({ model: writer, system, prompt, maxOutputTokens: Math.max(4096, 4 * maxTokens) })).text,`;
  const told = `
  onCompaction: ({ outcome, tokensBefore, tokensAfter }) => console.log(outcome, tokensBefore, tokensAfter),`;
  return {
    packages: writer?.packages ?? [],
    imports: writer?.imports ?? [],
    before: writer ? `const writer = ${writer.model};\n\n` : '',
    settings: `${options},${writer ? summarize : ''}${told}\n}`,
  };
}

const lines = (packages: readonly string[], imports: readonly (string | false)[]): string =>
  `// npm install ${[...new Set([PACKAGE, ...packages])].join(' ')}\n${imports.filter(Boolean).join('\n')}\n\n`;

const asking = ({ packages }: Parts): string | false => packages.length > 0 && `import { generateText } from 'ai';`;

const REQUESTS = {
  anthropic: {
    url: 'https://api.anthropic.com/v1/messages',
    headers: `{ 'content-type': 'application/json', 'anthropic-version': '2023-06-01', 'x-api-key': process.env.ANTHROPIC_API_KEY ?? '' }`,
    message: 'AnthropicMessage',
  },
  openai: {
    url: 'https://api.openai.com/v1/chat/completions',
    headers: `{ 'content-type': 'application/json', authorization: \`Bearer \${process.env.OPENAI_API_KEY}\` }`,
    message: 'ChatMessage',
  },
} as const;

function program(framework: Framework, used: RowSetup): string {
  const parts = partsOf(used);
  const { packages, imports, before, settings } = parts;
  switch (framework) {
    case 'ai-sdk':
      return `${lines(
        ['ai', ...packages],
        [
          `import { generateText, type LanguageModel, type ModelMessage, stepCountIs, type ToolSet } from 'ai';`,
          ...imports,
          `import { compaction } from 'compaction-playground/ai-sdk';`,
        ],
      )}${before}export const prepareStep = compaction(${settings});

/** One turn of the agent: all messages in, all messages out. Only what the model is sent is compacted. */
export async function turn(model: LanguageModel, tools: ToolSet, messages: ModelMessage[]): Promise<ModelMessage[]> {
  const { response } = await generateText({ model, tools, messages, stopWhen: stepCountIs(50), prepareStep });
  return [...messages, ...response.messages];
}
`;
    case 'langchain':
      return `${lines(
        ['langchain', '@langchain/core', ...packages],
        [
          `import type { BaseChatModel } from '@langchain/core/language_models/chat_models';`,
          `import type { StructuredTool } from '@langchain/core/tools';`,
          asking(parts),
          ...imports,
          `import { createAgent } from 'langchain';`,
          `import { compactionMiddleware } from 'compaction-playground/langchain';`,
        ],
      )}${before}export const compact = compactionMiddleware(${settings});

/** The state of the agent keeps all messages. Only what the model is sent is compacted. */
export const agentOf = (model: BaseChatModel | string, tools: StructuredTool[]) => createAgent({ model, tools, middleware: [compact] });
`;
    case 'openai-agents':
      return `${lines(
        ['@openai/agents', ...packages],
        [
          `import { type Agent, MemorySession, Runner } from '@openai/agents';`,
          asking(parts),
          ...imports,
          `import { type CompactionSettings, compactingFilter, compactingSession } from 'compaction-playground/openai-agents';`,
        ],
      )}${before}const settings: CompactionSettings = ${settings};

/** Stores everything, gives a run what a compaction left. Any session of the SDK fits in the place of MemorySession. */
export const session = compactingSession(new MemorySession(), settings);
/** A session is asked where a run begins; this keeps the steps within it in the limit. */
export const runner = new Runner({ callModelInputFilter: compactingFilter(settings) });

export async function turn(agent: Agent, input: string): Promise<string | undefined> {
  const { finalOutput } = await runner.run(agent, input, { session });
  return finalOutput;
}
`;
    case 'anthropic':
    case 'openai': {
      const { url, headers, message } = REQUESTS[framework];
      return `${lines(packages, [asking(parts), ...imports, `import { type ${message}, messageCompaction } from 'compaction-playground/${framework}';`])}${before}export const compaction = messageCompaction(${settings});

/** One request. Keep the whole list of messages: what is sent is compacted, the list is not. */
export async function ask<Body extends { model: string; messages: ${message}[] }>(body: Body): Promise<unknown> {
  const response = await fetch('${url}', {
    method: 'POST',
    headers: ${headers},
    body: JSON.stringify(await compaction.request(body)),
  });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}
`;
    }
  }
}

export const TARGETS = ['ai-sdk', 'langchain', 'openai-agents', 'anthropic', 'openai', 'python', 'terminal'] as const satisfies readonly (
  | Framework
  | 'python'
  | 'terminal'
)[];
export type Target = (typeof TARGETS)[number] | 'product';

const quoted = (text: string): string => (/^[\w./:=,@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

function optionsOf(used: RowSetup): readonly (readonly [option: string, value: string])[] {
  const { strategy, settings, model, window, writer } = used;
  return [
    ['--strategy', strategy],
    ['--target', settings.budget === 'shipped' ? 'own' : String(settings.target)],
    ['--window', String(window)],
    ...(model === null ? [] : [['--model', model] as const]),
    ...(settings.tokenizer === null ? [] : [['--tokenizer', settings.tokenizer] as const]),
    ...(writer && writer.provider !== 'device'
      ? [
          ['--summarizer', writer.provider] as const,
          ['--summary-model', writer.model] as const,
          ...(writer.baseUrl === null ? [] : [['--base-url', writer.baseUrl] as const]),
        ]
      : []),
    ...Object.entries(ownParams(used)).map(
      ([name, value]) => ['--set', `${strategy}.${name}=${typeof value === 'object' ? JSON.stringify(value) : String(value)}`] as const,
    ),
  ];
}

const terminal = (used: RowSetup): string =>
  `npx ${PACKAGE} compact session.jsonl \\\n  ${optionsOf(used)
    .map(([option, value]) => `${option} ${quoted(value)}`)
    .join(' \\\n  ')} > compacted.json\n`;

const sidecar = (used: RowSetup): string => `# npm install ${PACKAGE}
import json
import subprocess

COMMAND = [
    "npx", "${PACKAGE}", "compact", "-", "--to", "openai-chat",
${optionsOf(used)
  .map((pair) => `    ${pair.map((text) => JSON.stringify(text)).join(', ')},`)
  .join('\n')}
]


def compact(messages: list[dict]) -> list[dict]:
    """What the model is sent. Keep the whole list of messages: it is compacted, not replaced."""
    done = subprocess.run(COMMAND, input=json.dumps({"messages": messages}), capture_output=True, encoding="utf-8")
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout)["messages"]
`;

export const isProducts = (target: Target, used: RowSetup): boolean => target === 'product' || (target === 'python' && pythonSettings(used) !== null);

export const isCommand = (target: Target, used: RowSetup): boolean => target === 'terminal' || (target === 'python' && pythonSettings(used) === null);

function codeOf(target: Target, used: RowSetup): string {
  if (target === 'terminal') return terminal(used);
  if (target === 'python') return pythonSettings(used)?.text ?? sidecar(used);
  return target === 'product' ? (productSettings(used)?.text ?? '') : program(target, used);
}

export const snippet = (target: Target, used: RowSetup, address: string = PACKAGE): string =>
  codeOf(target, used)
    .replace(`npm install ${PACKAGE}`, `npm install ${address}`)
    .replace(`npx ${PACKAGE} `, address === PACKAGE ? `npx ${PACKAGE} ` : `npx --yes --package=${quoted(address)} ${PACKAGE} `);

export function leftOut(target: Target, used: RowSetup): readonly string[] {
  if (isProducts(target, used)) return (target === 'python' ? pythonSettings : productSettings)(used)?.constants ?? [];
  return isCommand(target, used) ? notInTerminal(used) : [];
}
