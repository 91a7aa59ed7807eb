/** Files that a person takes for a session: what they are, and what to import instead. */
import type { Source } from './contract.ts';
import { isObject, type JsonObject } from './json.ts';
import type { EnglishReason, EnglishKey } from '../transcript/english.ts';

interface Mistake {
  readonly key: EnglishKey;
  readonly is: (value: JsonObject) => boolean;
}

const has = (value: JsonObject, ...keys: readonly string[]): boolean => keys.every((key) => key in value);
const hasAny = (value: JsonObject, ...keys: readonly string[]): boolean => keys.some((key) => key in value);
const schemaOf = ({ $schema }: JsonObject): string => (typeof $schema === 'string' ? $schema : '');

const SETTINGS: readonly Mistake[] = [
  { key: 'import-settings-opencode', is: (value) => schemaOf(value).includes('opencode.ai') },
  {
    key: 'import-settings-claude',
    is: (value) =>
      schemaOf(value).includes('claude-code-settings') ||
      has(value, 'numStartups') ||
      (has(value, 'permissions') && isObject(value.permissions) && hasAny(value.permissions, 'allow', 'deny', 'ask')) ||
      hasAny(value, 'enabledPlugins', 'apiKeyHelper', 'statusLine'),
  },
  { key: 'import-settings-gemini', is: (value) => hasAny(value, 'selectedAuthType', 'selectedType') || (has(value, 'security') && has(value, 'ui')) },
  { key: 'import-settings-mcp', is: (value) => has(value, 'mcpServers') },
  { key: 'import-package', is: (value) => has(value, 'name') && hasAny(value, 'dependencies', 'devDependencies', 'scripts') },
  {
    key: 'import-settings',
    is: (value) => schemaOf(value) !== '' || Object.keys(value).filter((key) => /^\w+(?:\.\w+)+$/.test(key)).length > Object.keys(value).length / 2,
  },
];

/** Many objects: lines of something else. */
const LINES: readonly Mistake[] = [
  { key: 'import-history-claude', is: (value) => has(value, 'display', 'timestamp') && hasAny(value, 'pastedContents', 'project') },
  { key: 'import-history-codex', is: (value) => has(value, 'session_id', 'ts', 'text') },
  { key: 'import-scores', is: (value) => has(value, 'instance_id', 'model_patch') },
  {
    key: 'import-pairs',
    is: (value) => has(value, 'prompt', 'completion') || has(value, 'instruction', 'output') || has(value, 'chosen', 'rejected'),
  },
  { key: 'import-embeddings', is: (value) => hasAny(value, 'embedding', 'embeddings', 'vector') },
  { key: 'import-log', is: (value) => hasAny(value, 'level', 'severity', 'levelname') && hasAny(value, 'msg', 'message', 'event') },
];

const ROWS = 5;

function textKey(text: string): EnglishKey | null {
  if (text.startsWith('version https://git-lfs.github.com/spec/')) return 'import-lfs';
  const lines = text.split(/\r?\n/, 200).filter((line) => line.trim() !== '');
  const pairs = lines.filter((line) => /^\s*[\w."-]+\s*=\s*\S/.test(line)).length;
  const sections = lines.filter((line) => /^\s*\[{1,2}[\w."'@/ -]+\]{1,2}\s*$/.test(line)).length;
  const comments = lines.filter((line) => /^\s*[#;]/.test(line)).length;
  if (pairs > 0 && pairs + sections + comments >= lines.length * 0.8) return 'import-settings-text';
  const separators = /[,;\t]/g;
  const widths = lines.slice(0, ROWS).map((line) => line.match(separators)?.length ?? 0);
  const isTable = lines.length > 1 && widths[0]! > 0 && widths.every((width) => width === widths[0]) && /^[\w"][^.!?]*$/.test(lines[0]!);
  if (isTable) return 'import-table';
  return /^(?:#!|import |from \w+ import|const |function |package |#include|<\?php|using )/.test(lines[0] ?? '') ? 'import-code' : null;
}

export function mistakenFor({ container, records, text }: Source): EnglishReason | null {
  if (container === 'text') {
    const key = textKey(text);
    return key && { key };
  }
  const only = records.length === 1 ? records[0]!.value : null;
  const many = Array.isArray(only) ? (only as readonly unknown[]) : only === null ? records.map(({ value }) => value) : null;
  const value = many ? many.find(isObject) : only;
  if (!isObject(value)) return null;
  const known = (many ? LINES : SETTINGS).find(({ is }) => is(value));
  return known ? { key: known.key } : null;
}
