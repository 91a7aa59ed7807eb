/** Code that does in an agent what a row does in the page: the same engine, the same settings. docs/library.md */
import type { Settings } from '../../scenario/schema.ts';

export const TARGETS = ['ai-sdk', 'langchain', 'openai-agents', 'anthropic', 'openai', 'terminal'] as const;
export type Target = (typeof TARGETS)[number];

/** A row, and what it is run with: model and window as they are in use, so that tokens are counted as in the page. */
export interface Used {
  readonly strategy: string;
  /** Only what a person changed. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly settings: Settings;
  readonly defaults: Settings;
  readonly model: string | null;
  readonly window: number;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Those fields that differ from the defaults; undefined where none does, so that the code does not name it. */
function changed<K extends keyof Settings>({ settings, defaults }: Used, names: readonly K[]): Partial<Pick<Settings, K>> | undefined {
  const fields = names.filter((name) => !same(settings[name], defaults[name])).map((name) => [name, settings[name]]);
  return fields.length > 0 ? (Object.fromEntries(fields) as Partial<Pick<Settings, K>>) : undefined;
}

/** What the adapters and the engine take (`CompactionSettings`): everything that is not a default. */
export function settingsOf(used: Used): Readonly<Record<string, unknown>> {
  const { strategy, params, settings, model, window } = used;
  const all = {
    strategy,
    params: Object.keys(params).length > 0 ? params : undefined,
    trigger: settings.trigger,
    target: settings.own ? 'own' : settings.target,
    window,
    model: model ?? undefined,
    tokenizer: settings.tokenizer ?? undefined,
    ...changed(used, ['overhead', 'weight', 'seed']),
    shared: changed(used, ['keepRecent', 'preserveStart', 'preserveEnd']),
    signals: changed(used, ['longTokens', 'shortTokens', 'edgeStart', 'edgeEnd', 'keywords']),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** A value as a literal; keys that are names stand without quotes. Quotes within a string are escaped, so none of them looks like a key. */
const literal = (value: unknown): string => JSON.stringify(value, null, 2).replace(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, '$1$2:');

/** In single quotes for a shell. */
const quoted = (text: string): string => (/^[\w./:=,@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

function terminal({ strategy, params, settings, model, window }: Used): string {
  const values = Object.entries(params).map(
    ([name, value]) => `--set ${quoted(`${strategy}.${name}=${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)}`,
  );
  const options = [
    `--strategy ${strategy}`,
    `--target ${settings.own ? 'own' : settings.target}`,
    `--window ${window}`,
    ...(model === null ? [] : [`--model ${quoted(model)}`]),
    ...values,
  ];
  return `npx compaction-playground compact session.jsonl \\\n  ${options.join(' \\\n  ')} > compacted.jsonl\n`;
}

/** A whole program for an agent, or its command. */
export function snippet(target: Target, used: Used): string {
  const settings = literal(settingsOf(used));
  switch (target) {
    case 'terminal':
      return terminal(used);
    case 'ai-sdk':
      return `// npm install compaction-playground ai
import { compaction } from 'compaction-playground/ai-sdk';

/** generateText({ model, tools, messages, stopWhen, prepareStep }) */
export const prepareStep = compaction(${settings});
`;
    case 'langchain':
      return `// npm install compaction-playground langchain @langchain/core
import { compactionMiddleware } from 'compaction-playground/langchain';

/** createAgent({ model, tools, middleware: [compact] }) */
export const compact = compactionMiddleware(${settings});
`;
    case 'openai-agents':
      return `// npm install compaction-playground @openai/agents
import { MemorySession } from '@openai/agents';
import { compactingSession } from 'compaction-playground/openai-agents';

/** run(agent, input, { session }) */
export const session = compactingSession(new MemorySession(), ${settings});
`;
    case 'anthropic':
    case 'openai':
      return `// npm install compaction-playground
import { messageCompaction } from 'compaction-playground/${target}';

/** Before every request: messages = await compaction.messages(history) */
export const compaction = messageCompaction(${settings});
`;
  }
}
