/**
 * Configurations of the systems that the strategies come from: S1's YAML (`context_compaction: …`) and S4's JSON
 * (`conversation.autoCompression`). Read into parameters of rows, and written so that the systems' own readers take them.
 */
import type { Reason } from '../../engine/strategies/contract.ts';
import { type ParamSchema, resolveParams } from '../../engine/strategies/params.ts';
import type { Result } from '../../engine/transcript/types.ts';
import { type ConfigDocument, parseConfig } from './document.ts';

export type ConfigSystem = 'S1' | 'S4';

interface SystemConfig {
  /** Path to the block of settings, as the system's own file nests it. */
  readonly path: readonly string[];
  /** Field → parameter. The first strategy is the one a copied configuration is made from. */
  readonly fields: Readonly<Record<string, string>>;
  readonly strategies: readonly string[];
}

const SYSTEMS: Readonly<Record<ConfigSystem, SystemConfig>> = {
  S1: {
    path: ['context_compaction'],
    fields: {
      enabled: 'enabled',
      max_context_tokens: 'maxContextTokens',
      trigger_ratio: 'triggerRatio',
      keep_recent_rounds: 'keepRecentRounds',
      require_confirmation: 'askFirst',
      summary_max_length: 'summaryMaxChars',
    },
    strategies: ['context-compactor'],
  },
  S4: {
    path: ['conversation', 'autoCompression'],
    fields: {
      enabled: 'enabled',
      threshold: 'threshold',
      keepRecentCount: 'keepRecentCount',
      summaryMaxTokens: 'summaryMaxTokens',
      summaryModel: 'summaryModel',
      summaryTimeout: 'summaryTimeout',
    },
    strategies: ['auto-compression', 'hard-limit'],
  },
};

/** The system whose configuration a strategy's parameters can be written as; null for all others. */
export function configSystemOf(strategy: string): ConfigSystem | null {
  const found = (Object.keys(SYSTEMS) as ConfigSystem[]).find((system) => SYSTEMS[system].strategies[0] === strategy);
  return found ?? null;
}

/** Parameters of a strategy: the registry's in the terminal, the worker's description in the page. */
export type SchemaOf = (strategy: string) => ParamSchema | undefined;

export interface ReadConfig {
  readonly system: ConfigSystem;
  /** Strategy → parameters that the configuration sets, checked against their ranges. */
  readonly params: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** What a person should know: fields that mean nothing here, a required one that is missing. */
  readonly notices: readonly Reason[];
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The block of settings: where the system nests it, or at a shorter path that ends alike (a block pasted by itself). */
function blockOf(root: unknown, path: readonly string[]): { readonly at: readonly string[]; readonly block: unknown } | null {
  for (let skip = 0; skip < path.length; skip++) {
    const at = path.slice(skip);
    let block: unknown = root;
    for (const name of at) block = isFields(block) ? block[name] : undefined;
    if (block !== undefined) return { at, block };
  }
  return null;
}

/** A block without its heading is known by a field that only one system has. */
function bareBlock(root: unknown): { readonly system: ConfigSystem; readonly at: readonly string[]; readonly block: Fields } | null {
  if (!isFields(root)) return null;
  for (const system of Object.keys(SYSTEMS) as ConfigSystem[]) {
    const others = Object.entries(SYSTEMS).flatMap(([id, { fields }]) => (id === system ? [] : Object.keys(fields)));
    if (Object.keys(SYSTEMS[system].fields).some((field) => field in root && !others.includes(field))) return { system, at: [], block: root };
  }
  return null;
}

function find(root: unknown): { readonly system: ConfigSystem; readonly at: readonly string[]; readonly block: unknown } | null {
  for (const system of Object.keys(SYSTEMS) as ConfigSystem[]) {
    const found = blockOf(root, SYSTEMS[system].path);
    if (found) return { system, ...found };
  }
  return bareBlock(root);
}

const dotted = (path: readonly string[]): string => path.join('.');

/** Parameter of a field in the schema, with the value that the system writes for "none". */
function valueFor(schema: ParamSchema, param: string, value: unknown): unknown {
  return value === null && schema[param]?.kind === 'text' ? '' : value;
}

/**
 * Reads a pasted configuration. The error is a reason with `line` (1-based) and what was expected; nothing is set then.
 * A configuration that leaves fields out sets only what it names.
 */
export async function readConfig(text: string, schemaOf: SchemaOf): Promise<Result<ReadConfig, Reason>> {
  const parsed = await parseConfig(text);
  if (!parsed.ok) return parsed;
  const found = find(parsed.value.root);
  if (!found) return { ok: false, error: { key: 'config-unknown' } };
  const { system, at, block } = found;
  const { line } = parsed.value;
  if (!isFields(block)) return { ok: false, error: { key: 'config-no-block', values: { line: line(at), path: dotted(at) } } };
  return readBlock({ system, at, block, line, schemaOf });
}

interface Block {
  readonly system: ConfigSystem;
  readonly at: readonly string[];
  readonly block: Fields;
  readonly line: ConfigDocument['line'];
  readonly schemaOf: SchemaOf;
}

function readBlock({ system, at, block, line, schemaOf }: Block): Result<ReadConfig, Reason> {
  const { fields, strategies } = SYSTEMS[system];
  const params: Record<string, Record<string, unknown>> = {};
  const notices: Reason[] = [];
  for (const [field, raw] of Object.entries(block)) {
    const path = [...at, field];
    const param = Object.hasOwn(fields, field) ? fields[field]! : undefined;
    if (param === undefined) {
      notices.push({ key: 'config-field-unknown', values: { line: line(path), path: dotted(path) } });
      continue;
    }
    for (const strategy of strategies) {
      const schema = schemaOf(strategy);
      if (!schema || !(param in schema)) continue;
      const value = valueFor(schema, param, raw);
      const checked = resolveParams(schema, { [param]: value });
      if (!checked.ok) {
        const [, expected = checked.error] = checked.error.split(': expected ');
        const values = { line: line(path), path: dotted(path), expected, found: JSON.stringify(raw) };
        return { ok: false, error: { key: 'config-value', values } };
      }
      params[strategy] = { ...params[strategy], [param]: value };
    }
  }
  if (Object.keys(params).length === 0) {
    return { ok: false, error: { key: 'config-empty', values: { path: dotted(at), expected: Object.keys(fields).join(', ') } } };
  }
  if (system === 'S4' && !params['auto-compression']?.summaryModel) notices.push({ key: 'config-summary-model' });
  return { ok: true, value: { system, params, notices } };
}

/** Numbers, switches and plain words are written alike in YAML and JSON; any other text is quoted as JSON, which YAML reads too. */
const scalar = (value: unknown): string => JSON.stringify(value === '' ? null : value);

/**
 * The configuration that sets a row's parameters, every field written out, in the syntax and nesting of the system's own file.
 * `params` = parameters in use of the system's first strategy; what is missing is its default.
 */
export function writeConfig(system: ConfigSystem, params: Readonly<Record<string, unknown>>, schemaOf: SchemaOf): string {
  const { path, fields, strategies } = SYSTEMS[system];
  const schema = schemaOf(strategies[0]!) ?? {};
  const values = Object.entries(fields).map(([field, param]) => [field, params[param] ?? schema[param]?.default] as const);
  if (system === 'S1') return `${path[0]}:\n${values.map(([field, value]) => `  ${field}: ${scalar(value)}\n`).join('')}`;
  const block = Object.fromEntries(values.map(([field, value]) => [field, value === '' ? null : value]));
  return `${JSON.stringify({ conversation: { autoCompression: block } }, null, 2)}\n`;
}
