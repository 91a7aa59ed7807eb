/**
 * Configurations of the original systems: S0's environment variables (`sliding_window_size=9`), S1's YAML (`context_compaction: …`) and S4's
 * JSON (`conversation.autoCompression`). Read into parameters of rows; S1's and S4's are written so that the systems' own readers accept them.
 */
import type { Reason } from '../engine/strategies/contract.ts';
import { type ParamSchema, resolveParams, type StageValue } from '../engine/strategies/params.ts';
import type { Result } from '../engine/transcript/types.ts';

// YAML (and JSON, which is YAML) with the line of every value; the library is loaded on demand.

interface ConfigDocument {
  readonly root: unknown;
  /** 1-based line of the value at a path; of its nearest known parent otherwise. */
  line(path: readonly string[]): number;
}

/** Longer than any configuration; a transcript pasted by mistake is not parsed. */
const LONGEST_CONFIG = 100_000;

const ASSIGNMENT = /^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)=(["']?)(.*?)\2[ \t]*$/;

/** Lines of a shell or a .env file (S0) as YAML, line by line; any other text as it is. */
function fromEnvironment(text: string): string {
  const lines = text.split(/\r?\n/);
  const says = lines.filter((line) => !/^\s*(?:#|$)/.test(line));
  if (says.length === 0 || !says.every((line) => ASSIGNMENT.test(line))) return text;
  return lines.map((line) => line.replace(ASSIGNMENT, (_, name: string, _quote, value: string) => `${name.toLowerCase()}: ${value}`)).join('\n');
}

async function parseConfig(text: string): Promise<Result<ConfigDocument, Reason>> {
  if (text.length > LONGEST_CONFIG) {
    return { ok: false, error: { key: 'config-too-long', values: { characters: text.length, maximum: LONGEST_CONFIG } } };
  }
  const { isNode, LineCounter, parseDocument } = await import('yaml');
  const lines = new LineCounter();
  // Unique keys and few aliases: untrusted text can neither shadow a value nor expand.
  let document: ReturnType<typeof parseDocument>;
  let root: unknown;
  try {
    // The library is recursive: deep nesting would overflow its stack.
    document = parseDocument(fromEnvironment(text), { lineCounter: lines, uniqueKeys: true, prettyErrors: false });
    const [error] = document.errors;
    if (error) return { ok: false, error: { key: 'config-syntax', values: { line: lines.linePos(error.pos[0]).line, message: error.message } } };
    root = document.toJS({ maxAliasCount: 10 });
  } catch (thrown) {
    return { ok: false, error: { key: 'config-syntax', values: { line: 1, message: thrown instanceof Error ? thrown.message : String(thrown) } } };
  }
  const line = (path: readonly string[]): number => {
    for (let length = path.length; length > 0; length--) {
      const node = document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
    }
    return 1;
  };
  return { ok: true, value: { root, line } };
}

export type ConfigSystem = 'S1' | 'S4';
type ReadSystem = ConfigSystem | 'S0';

interface SystemConfig {
  readonly path: readonly string[];
  /** The field that names the summary model: not a parameter, because a row's summariser is a setting of the row. */
  readonly model?: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly strategies: readonly string[];
}

/** Every row of S0 has its turn threshold. */
const S0_ROWS =
  'summary key-information diff-truncation message-truncation tool-output-truncation hierarchical time-decay sliding-window importance-scoring incremental-summary semantic-clustering key-events topic-segmentation qa-pairs tool-chain retrieval structured-extraction adaptive combo-basic combo-advanced combo-smart';

const SYSTEMS: Readonly<Record<ReadSystem, SystemConfig>> = {
  S0: {
    path: [],
    fields: {
      sliding_window_size: 'window',
      importance_score_threshold: 'scoreThreshold',
      incremental_summary_chunk_size: 'chunk',
      conversation_turn_threshold: 'turnThreshold',
    },
    strategies: S0_ROWS.split(' '),
  },
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
      summaryTimeout: 'summaryTimeout',
    },
    model: 'summaryModel',
    strategies: ['auto-compression', 'hard-limit'],
  },
};

/** The system whose configuration format fits a strategy's parameters; null for all others. */
export function configSystemOf(strategy: string): ConfigSystem | null {
  const found = (['S1', 'S4'] as const).find((system) => SYSTEMS[system].strategies[0] === strategy);
  return found ?? null;
}

export type SchemaOf = (strategy: string) => ParamSchema | undefined;

export interface ReadConfig {
  readonly system: ReadSystem;
  readonly params: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The model that writes the row's summaries, as the configuration names it; null = none is named, absent = the field is missing. */
  readonly summaryModel?: string | null;
  readonly notices: readonly Reason[];
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

function blockOf(root: unknown, path: readonly string[]): { readonly at: readonly string[]; readonly block: unknown } | null {
  for (let skip = 0; skip < path.length; skip++) {
    const at = path.slice(skip);
    let block: unknown = root;
    for (const name of at) block = isFields(block) ? block[name] : undefined;
    if (block !== undefined) return { at, block };
  }
  return null;
}

const fieldsOf = ({ fields, model }: SystemConfig): readonly string[] => [...Object.keys(fields), ...(model === undefined ? [] : [model])];

function bareBlock(root: unknown): { readonly system: ReadSystem; readonly at: readonly string[]; readonly block: Fields } | null {
  if (!isFields(root)) return null;
  for (const system of Object.keys(SYSTEMS) as ReadSystem[]) {
    const others = Object.entries(SYSTEMS).flatMap(([id, config]) => (id === system ? [] : fieldsOf(config)));
    if (fieldsOf(SYSTEMS[system]).some((field) => field in root && !others.includes(field))) return { system, at: [], block: root };
  }
  return null;
}

function find(root: unknown): { readonly system: ReadSystem; readonly at: readonly string[]; readonly block: unknown } | null {
  for (const system of Object.keys(SYSTEMS) as ReadSystem[]) {
    const found = blockOf(root, SYSTEMS[system].path);
    if (found) return { system, ...found };
  }
  return bareBlock(root);
}

const dotted = (path: readonly string[]): string => path.join('.');

/** Longer names are not accepted. */
const LONGEST_MODEL = 200;
const isModel = (value: unknown): value is string | null => value === null || (typeof value === 'string' && value.length <= LONGEST_MODEL);

function besides(root: unknown, at: readonly string[]): readonly string[] {
  const paths: string[] = [];
  let level = root;
  for (const [depth, name] of at.entries()) {
    if (!isFields(level)) break;
    for (const key of Object.keys(level)) if (key !== name) paths.push(dotted([...at.slice(0, depth), key]));
    level = level[name];
  }
  return paths;
}
/** At most this many are named. */
const MOST_NAMED = 8;

/** Reads a pasted configuration. */
export async function readConfig(text: string, schemaOf: SchemaOf): Promise<Result<ReadConfig, Reason>> {
  const parsed = await parseConfig(text);
  if (!parsed.ok) return parsed;
  const found = find(parsed.value.root);
  if (!found) return { ok: false, error: { key: 'config-unknown' } };
  const { system, at, block } = found;
  const { line } = parsed.value;
  if (!isFields(block)) return { ok: false, error: { key: 'config-no-block', values: { line: line(at), path: dotted(at) } } };
  const read = readBlock({ system, at, block, line, schemaOf });
  const others = besides(parsed.value.root, at);
  if (!read.ok || others.length === 0) return read;
  const more = others.length - MOST_NAMED;
  const values = { paths: others.slice(0, MOST_NAMED).join(', '), block: dotted(at) };
  const notice = more > 0 ? { key: 'config-besides-more', values: { ...values, more } } : { key: 'config-besides', values };
  return { ok: true, value: { ...read.value, notices: [...read.value.notices, notice] } };
}

interface Block {
  readonly system: ReadSystem;
  readonly at: readonly string[];
  readonly block: Fields;
  readonly line: ConfigDocument['line'];
  readonly schemaOf: SchemaOf;
}

function readBlock({ system, at, block, line, schemaOf }: Block): Result<ReadConfig, Reason> {
  const { fields, strategies, model } = SYSTEMS[system];
  const params: Record<string, Record<string, unknown>> = {};
  let summaryModel: string | null | undefined;
  const notices: Reason[] = [];
  for (const [field, raw] of Object.entries(block)) {
    const path = [...at, field];
    if (field === model) {
      if (!isModel(raw)) {
        const expected = `text of up to ${LONGEST_MODEL} characters, or null`;
        const values = { line: line(path), path: dotted(path), expected, found: JSON.stringify(raw).slice(0, LONGEST_MODEL) };
        return { ok: false, error: { key: 'config-value', values } };
      }
      summaryModel = raw === '' ? null : raw;
      continue;
    }
    const param = Object.hasOwn(fields, field) ? fields[field]! : undefined;
    if (param === undefined) {
      notices.push({ key: 'config-field-unknown', values: { line: line(path), path: dotted(path) } });
      continue;
    }
    for (const strategy of strategies) {
      const schema = schemaOf(strategy);
      if (!schema || !(param in schema)) continue;
      const checked = resolveParams(schema, { [param]: raw });
      if (!checked.ok) {
        const [, expected = checked.error] = checked.error.split(': expected ');
        const values = { line: line(path), path: dotted(path), expected, found: JSON.stringify(raw) };
        return { ok: false, error: { key: 'config-value', values } };
      }
      params[strategy] = { ...params[strategy], [param]: raw };
    }
  }
  for (const strategy of strategies) {
    const stages = stagesWith(schemaOf(strategy), params, Object.values(fields));
    if (stages) params[strategy] = { ...params[strategy], stages };
  }
  if (Object.keys(params).length === 0 && summaryModel === undefined) {
    return { ok: false, error: { key: 'config-empty', values: { path: dotted(at), expected: fieldsOf(SYSTEMS[system]).join(', ') } } };
  }
  if (model !== undefined && !summaryModel) notices.push({ key: 'config-summary-model' });
  return { ok: true, value: { system, params, ...(summaryModel !== undefined && { summaryModel }), notices } };
}

/** The stages that a row has by itself, with the values of their own rows; undefined where none of them has any. Triggers are the row's. */
function stagesWith(
  schema: ParamSchema | undefined,
  params: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  names: readonly string[],
): readonly StageValue[] | undefined {
  const { stages } = schema ?? {};
  if (stages?.kind !== 'stages') return undefined;
  const own = (strategy: string) =>
    Object.fromEntries(Object.entries(params[strategy] ?? {}).filter(([name]) => names.includes(name) && !(name in schema!)));
  const given = stages.default.map((stage) => ({ ...stage, params: { ...stage.params, ...own(stage.strategy) } }));
  return given.some((stage, k) => Object.keys(stage.params).length > Object.keys(stages.default[k]!.params).length) ? given : undefined;
}

const scalar = (value: unknown): string => JSON.stringify(value);

/**
 * The configuration that sets a row's parameters, with every field, in the syntax and nesting of the system's own file. `summaryModel` = name of the
 * model that writes the row's summaries, null for the built-in summariser.
 */
export function writeConfig(
  system: ConfigSystem,
  params: Readonly<Record<string, unknown>>,
  schemaOf: SchemaOf,
  summaryModel: string | null = null,
): string {
  const { path, fields, strategies, model } = SYSTEMS[system];
  const schema = schemaOf(strategies[0]!) ?? {};
  const values = Object.entries(fields).map(([field, param]) => [field, params[param] ?? schema[param]?.default] as const);
  if (system === 'S1') return `${path[0]}:\n${values.map(([field, value]) => `  ${field}: ${scalar(value)}\n`).join('')}`;
  const block = Object.fromEntries([...values, ...(model === undefined ? [] : [[model, summaryModel] as const])]);
  return `${JSON.stringify({ conversation: { autoCompression: block } }, null, 2)}\n`;
}
