/** Code that does in an agent what a row does in the page: the same engine, the same settings. docs/use.md */
import { productSettings } from './products.ts';
import { type Framework, program } from './programs.ts';
import { notInTerminal, ownParams, type Used } from './settings.ts';

export const TARGETS = ['ai-sdk', 'langchain', 'openai-agents', 'anthropic', 'openai', 'terminal'] as const satisfies readonly (
  | Framework
  | 'terminal'
)[];
/** `product` = the product's own settings, for rows of products that have some. */
export type Target = (typeof TARGETS)[number] | 'product';

/** In single quotes for a shell. */
const quoted = (text: string): string => (/^[\w./:=,@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

function terminal(used: Used): string {
  const { strategy, settings, model, window, writer } = used;
  const values = Object.entries(ownParams(used)).map(
    ([name, value]) => `--set ${quoted(`${strategy}.${name}=${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)}`,
  );
  const options = [
    `--strategy ${strategy}`,
    `--target ${settings.budget === 'shipped' ? 'own' : settings.target}`,
    `--window ${window}`,
    ...(model === null ? [] : [`--model ${quoted(model)}`]),
    ...(settings.tokenizer === null ? [] : [`--tokenizer ${settings.tokenizer}`]),
    ...(writer && writer.provider !== 'device'
      ? [
          `--summarizer ${writer.provider}`,
          `--summary-model ${quoted(writer.model)}`,
          ...(writer.baseUrl === null ? [] : [`--base-url ${quoted(writer.baseUrl)}`]),
        ]
      : []),
    ...values,
  ];
  return `npx compaction-playground compact session.jsonl \\\n  ${options.join(' \\\n  ')} > compacted.json\n`;
}

/** A whole program for an agent, the command, or the product's own settings (empty where it has none). */
export function snippet(target: Target, used: Used): string {
  if (target === 'terminal') return terminal(used);
  return target === 'product' ? (productSettings(used)?.text ?? '') : program(target, used);
}

/** Names of settings in force that the code of a target leaves out. */
export function leftOut(target: Target, used: Used): readonly string[] {
  if (target === 'product') return productSettings(used)?.constants ?? [];
  return target === 'terminal' ? notInTerminal(used) : [];
}
