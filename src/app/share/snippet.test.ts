import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { transformWithOxc } from 'vite';
import { describe, expect, it } from 'vitest';
import { messageCompaction } from '../../adapters/openai.ts';
import { checkSettings, type CompactionSettings } from '../../adapters/shared/compactor.ts';
import { compare } from '../../engine/api.ts';
import { parseTranscript, serializeTranscript } from '../../engine/formats/index.ts';
import { byId, strategies } from '../../engine/pipelines/index.ts';
import { hasRow } from '../../engine/strategies/contract.ts';
import { resolveParams } from '../../engine/strategies/params.ts';
import { deep } from '../../engine/testing/scale.ts';
import { use as english } from '../../i18n/en/use.ts';
import { defaultScenario } from '../../scenario/defaults.ts';
import { notInTerminal, productSettings, pythonSettings, type RowSetup, settingsOf } from './products.ts';
import { isCommand, leftOut, snippet, type Target, TARGETS } from './snippet.ts';

const { settings } = defaultScenario();
function used(strategy: string, more: Partial<RowSetup> = {}): RowSetup {
  const schema = byId.get(strategy)!.params;
  const params = more.params ?? {};
  const inForce = resolveParams(schema, params);
  return {
    strategy,
    params,
    inForce: inForce.ok ? inForce.value : {},
    schema,
    settings,
    defaults: settings,
    model: 'gpt-4o',
    window: 128_000,
    writer: null,
    ...more,
  };
}
const ids = strategies.filter((strategy) => hasRow(strategy, 0)).map(({ id }) => id);
const programs = TARGETS.filter((target) => target !== 'terminal' && target !== 'python');
const models = [
  { provider: 'openai', model: 'gpt-5-mini', baseUrl: null },
  { provider: 'anthropic', model: 'claude-haiku-4-5', baseUrl: null },
  { provider: 'google', model: 'gemini-2.5-flash', baseUrl: null },
  { provider: 'compatible', model: 'llama3.1', baseUrl: 'http://localhost:11434/v1' },
] as const;

/** The settings as the program gives them to the adapter. */
function read(code: string): Record<string, unknown> {
  const from = code.search(/\{\n {2}strategy/);
  const made = new Function('generateText', 'writer', `return (${code.slice(from, code.indexOf('\n}', from) + 2)})`) as () => Record<string, unknown>;
  return made();
}

describe('the settings of a row', () => {
  it('name what is in use and what was changed, nothing else', () => {
    expect(settingsOf(used('hybrid'))).toEqual({ strategy: 'hybrid', trigger: 0.9, target: 0.5, window: 128_000, model: 'gpt-4o' });
    const changed = { ...settings, budget: 'shipped' as const, keepRecent: 3, longTokens: 500, seed: 2 };
    expect(settingsOf(used('hybrid', { settings: changed, params: { threshold: 0.4 }, model: null }))).toEqual({
      strategy: 'hybrid',
      params: { threshold: 0.4 },
      trigger: 0.9,
      target: 'own',
      window: 128_000,
      seed: 2,
      shared: { keepRecent: 3 },
      signals: { longTokens: 500 },
    });
  });

  it.each(ids)('of %s are settings of an adapter', (id) => {
    expect(() => checkSettings(settingsOf(used(id)) as unknown as CompactionSettings)).not.toThrow();
  });
});

describe('the programs', () => {
  it.each(programs)('for %s parse for every strategy, and hold the settings', async (target) => {
    for (const id of ids) {
      const code = snippet(target, used(id));
      await transformWithOxc(code, 'agent.ts');
      const { onCompaction, ...given } = read(code);
      expect(given).toEqual(settingsOf(used(id)));
      expect(onCompaction).toBeTypeOf('function');
      expect(code).toMatch(/^\/\/ npm install compaction-playground/);
    }
  });

  it('name what a shell and a string would misread', () => {
    const params = { name: `it's "quoted": \${x} $HOME`, threshold: 0.4 };
    for (const target of programs) expect(read(snippet(target, used('hybrid', { params }))).params).toEqual(params);
    const command = snippet('terminal', used('hybrid', { params, model: null }));
    expect(command).toContain(`--set 'hybrid.name=it'\\''s "quoted": \${x} $HOME'`);
    expect(command).not.toContain('--model');
    expect(command.startsWith('npx compaction-playground compact session.jsonl')).toBe(true);
  });

  it.each(models)('name the model that writes the summaries, its packages and no key: $provider', async (writer) => {
    for (const target of programs) {
      const code = snippet(target, used('summary', { writer }));
      await transformWithOxc(code, 'agent.ts');
      expect(code).toContain(JSON.stringify(writer.model));
      expect(code.split('\n')[0]).toMatch(/ ai\b.* @ai-sdk\//);
      expect(code.match(/import .*generateText.* from 'ai'/g)).toHaveLength(1);
      expect(read(code).summarize).toBeTypeOf('function');
    }
    expect(snippet('terminal', used('summary', { writer }))).toContain(`--summarizer ${writer.provider}`);
  });

  it('for the terminal carry shared settings as the row’s own, and name those that have no option', () => {
    const changed = { ...settings, keepRecent: 3, seed: 7, keywords: { goal: ['x'] } };
    const of = used('auto-compression', { settings: changed });
    const [shared] = Object.entries(of.schema).find(([, param]) => param.shared === 'keepRecent')!;
    const knob = Object.values(of.schema).some((param) => param.shared && param.kind === 'number' && param.knob);
    expect(snippet('terminal', of).includes(`--set auto-compression.${shared}=3`)).toBe(!knob);
    expect(notInTerminal(of)).toEqual(['seed', 'keywords', ...(knob ? ['keepRecent'] : [])]);
    expect(leftOut('openai', of)).toEqual([]);
  });
});

describe('the programs run', () => {
  const parse = (text: string, name: string) => {
    const parsed = parseTranscript(text, { name });
    if (!parsed.ok) throw new Error(parsed.error.message);
    return parsed.value.conversations[0]!;
  };
  const sample = path.join(import.meta.dirname, '../../../fixtures/samples/coding-session.jsonl');
  const chat = serializeTranscript(parse(readFileSync(sample, 'utf8'), 'session.jsonl'), 'openai-chat');
  const text = chat.ok ? chat.value.text : '';
  const { messages } = JSON.parse(text) as { messages: { role: string }[] };

  // Every strategy is run by `npm run test:deep`, here and from the tarball (scripts/pack.mjs).
  const run = deep ? ids : ['hybrid', 'sliding-window', 'fact-ledger', 'tool-output-truncation', 'codex'];

  it('and compact to the numbers of the page', async () => {
    const transcript = parse(JSON.stringify({ messages }), 'chat.json');
    const { keepRecent, preserveStart, preserveEnd, longTokens, shortTokens, edgeStart, edgeEnd, overhead, weight, seed } = settings;
    const page = await compare(transcript, {
      strategies: run,
      target: settings.target,
      window: 12_000,
      model: 'gpt-4o',
      shared: { keepRecent, preserveStart, preserveEnd },
      signals: { longTokens, shortTokens, edgeStart, edgeEnd },
      overhead,
      weight,
      seed,
    });
    const { total } = page.prepared.counts;
    expect(total).toBeGreaterThan(12_000 * settings.trigger);
    const compacted: string[] = [];
    for (const { strategy, result } of page.rows) {
      const code = (await transformWithOxc(snippet('openai', used(strategy, { window: 12_000 })), 'agent.ts')).code
        .replace(/^import .*$/gm, '')
        .replace(/^export /gm, '');
      const printed: unknown[][] = [];
      const made = new Function('messageCompaction', 'console', `${code}\nreturn compaction;`) as (
        make: typeof messageCompaction,
        console: { log(...values: unknown[]): void },
      ) => ReturnType<typeof messageCompaction>;
      const sent = await made(messageCompaction, { log: (...values) => printed.push(values) }).messages(messages);
      const [outcome, before, after] = printed[0]!;
      expect([strategy, before]).toEqual([strategy, total]);
      if (outcome === 'compacted') {
        compacted.push(strategy);
        expect([strategy, after, sent.length > 0]).toEqual([strategy, result!.tokensAfter, true]);
      } else {
        // As in the page nothing was done, or it would not be accepted and an agent does not use it.
        expect([strategy, outcome === 'invalid' || outcome === result!.outcome]).toEqual([strategy, true]);
        expect(sent).toEqual(messages);
      }
    }
    expect(compacted.length).toBeGreaterThan(run.length / 2);
  });
});

/** Python that only reads: null where there is none on this machine. */
const isPython = spawnSync('python3', ['--version']).status === 0;
const read3 = (code: string): string =>
  spawnSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], { input: code, encoding: 'utf8' }).stderr;

/** Runs programs with stand-ins for their packages; prints the names that each took from them and the calls that it made of them. */
const STUBS = `
import ast, json, sys
from unittest.mock import MagicMock
told = []
for code in json.load(sys.stdin):
    froms = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.ImportFrom)]
    stub = MagicMock()
    for node in froms:
        parts = node.module.split(".")
        for i in range(len(parts)):
            sys.modules[".".join(parts[: i + 1])] = stub
    made = {}
    exec(code, made)
    if "agent_of" in made:
        made["agent_of"]("a model", [])
    if "ask" in made:
        client = stub.client
        made["ask"](client, model="a model", max_tokens=1, messages=[])
    told.append({"imported": [alias.name for node in froms for alias in node.names], "called": [str(call[0]) for call in stub.mock_calls]})
print(json.dumps(told))
`;

describe('the code in Python', () => {
  it('is what the command does, piped; what npm installs is the address of the page', () => {
    const code = snippet(
      'python',
      used('hybrid', { params: { name: `it's "quoted"` }, settings: { ...settings, budget: 'shipped' } }),
      'http://a.b/c.tgz',
    );
    expect(code.split('\n')[0]).toBe('# npm install http://a.b/c.tgz');
    expect(code).toContain('"npx", "compaction-playground", "compact", "-", "--to", "openai-chat",');
    expect(code).toContain(String.raw`    "--set", "hybrid.name=it's \"quoted\"",`);
    expect(code).toContain('    "--target", "own",');
    expect(code.trimEnd().split('\n').length).toBeLessThanOrEqual(26);
    expect(isCommand('python', used('hybrid'))).toBe(true);
    expect(snippet('terminal', used('hybrid'), 'http://a.b/c.tgz')).toMatch(
      /^npx --yes --package=http:\/\/a\.b\/c\.tgz compaction-playground compact session/,
    );
    expect(snippet('openai', used('hybrid'), 'http://a.b/c.tgz')).toMatch(/^\/\/ npm install http:\/\/a\.b\/c\.tgz\n/);
  });

  it('is the product’s own settings where its package has them', () => {
    const code = (id: string, params = {}): string => snippet('python', used(id, { params }));
    expect(code('langchain-summarization', { tokens: 8000 })).toContain('keep=("tokens", 8000),');
    expect(code('langchain-clear-tool-uses', { excludeTools: 'a, b', clearToolInputs: true })).toMatch(
      /trigger=100000,\s+keep=3,\s+clear_tool_inputs=True,\s+exclude_tools=\["a","b"\],/,
    );
    expect(code('openai-agents-tool-output-trimmer')).toMatch(/recent_turns=2,\s+max_output_chars=500,\s+preview_chars=200,/);
    expect(code('openai-agents-session-limit', { limit: 12 })).toContain('SessionSettings(limit=12)');
    expect(code('anthropic-clear-tool-uses', { clearAtLeast: 500 })).toContain('"clear_at_least": {"type": "input_tokens", "value": 500},');
    expect(code('anthropic-compaction')).toContain('betas=["compact-2026-01-12"]');
    for (const { id } of strategies.filter((strategy) => pythonSettings(used(strategy.id)) !== null))
      expect(Object.keys(english)).toContain(`use.of.${id}`);
  });

  it.skipIf(!isPython)('parses, of every strategy', { timeout: 60_000 }, () => {
    const all = ids.map((id) => snippet('python', used(id))).join('\n');
    expect(read3(all)).toBe('');
  });

  // The packages are not here: modules that take every name and every call stand for them.
  it.skipIf(!isPython)('runs, of every product with a package, and reaches it by its names', { timeout: 60_000 }, () => {
    const codes = strategies.filter(({ id }) => pythonSettings(used(id)) !== null).map(({ id }) => snippet('python', used(id)));
    expect(codes.length).toBeGreaterThan(5);
    const { stdout, stderr } = spawnSync('python3', ['-c', STUBS], { input: JSON.stringify(codes), encoding: 'utf8' });
    expect(stderr).toBe('');
    const told = JSON.parse(stdout) as readonly { readonly imported: readonly string[]; readonly called: readonly string[] }[];
    for (const [i, { imported, called }] of told.entries()) {
      expect(imported, codes[i]).not.toEqual([]);
      for (const name of imported) expect(codes[i]!.match(new RegExp(`\\b${name}\\b`, 'g'))!.length, name).toBeGreaterThan(1);
      expect(called, codes[i]).not.toEqual([]);
    }
  });
});

describe('the settings of products', () => {
  const own = (id: string, more: Partial<RowSetup> = {}) => productSettings(used(id, more))!;
  const withSettings = strategies.filter(({ id }) => productSettings(used(id)) !== null).map(({ id }) => id);

  it.each(withSettings)('%s: a file or a program that parses, with a sentence on its numbers', async (id) => {
    const { file, text } = own(id);
    if (file === null) await transformWithOxc(text, 'agent.ts');
    else if (file.endsWith('.json')) expect(JSON.parse(text)).toBeTypeOf('object');
    else expect(text).toMatch(/^(?:\w+ = \d+\n)+$/);
    expect(byId.get(id)!.preset).toBeDefined();
    expect(Object.keys(english)).toContain(`use.of.${id}`);
  });

  it('have the product’s own trigger until the page’s is changed', () => {
    const early = { settings: { ...settings, trigger: 0.6 }, window: 200_000 };
    expect(own('codex', { window: 272_000 }).text).toBe('model_context_window = 272000\nmodel_auto_compact_token_limit = 244800\n');
    expect(own('codex', early).text).toContain('model_auto_compact_token_limit = 120000');
    expect(JSON.parse(own('gemini-cli').text)).toEqual({ model: { compressionThreshold: 0.5 } });
    expect(JSON.parse(own('gemini-cli', early).text)).toEqual({ model: { compressionThreshold: 0.6 } });
    expect(own('codex-remote', early).text).toBe(own('codex', early).text);
    expect(JSON.parse(own('claude-code').text).env).toEqual({ CLAUDE_CODE_AUTO_COMPACT_WINDOW: '128000' });
    const large = own('claude-code', { window: 1_000_000, params: { autoCompactWindow: 300_000 } });
    expect(JSON.parse(large.text).env).toEqual({ CLAUDE_CODE_AUTO_COMPACT_WINDOW: '300000' });
    expect(JSON.parse(own('claude-code', early).text).env.CLAUDE_AUTOCOMPACT_PCT_OVERRIDE).toBe('60');
    expect(own('anthropic-clear-tool-uses').text).toContain('value: 100000');
    expect(own('anthropic-compaction', early).text).toContain('value: 120000');
  });

  it('take what the row has', () => {
    expect(JSON.parse(own('gemini-cli-masking', { params: { protect: 9000 } }).text).experimental.toolOutputMasking).toEqual({
      enabled: true,
      toolProtectionThreshold: 9000,
      minPrunableTokensThreshold: 30_000,
      protectLatestTurn: true,
    });
    expect(JSON.parse(own('opencode').text).compaction).toEqual({ auto: true, reserved: 20_000 });
    // (128,000 − 32,000 − 20,000) × 0.1
    expect(JSON.parse(own('opencode', { params: { share: 0.1 } }).text).compaction.preserve_recent_tokens).toBe(7600);
    expect(own('langchain-summarization', { params: { tokens: 8000 } }).text).toContain('keep: { tokens: 8000 }');
    expect(own('anthropic-clear-tool-uses', { params: { excludeTools: 'a, b', clearAtLeast: 500 } }).text).toMatch(
      /clear_at_least[\s\S]*500[\s\S]*exclude_tools: \[\s*"a",\s*"b"\s*\]/,
    );
    expect(own('ai-sdk-prune', { params: { toolCalls: 'all', tools: 'bash' } }).text).toContain('toolCalls: [{"type":"all","tools":["bash"]}]');
    expect(leftOut('product' satisfies Target, used('codex'))).toEqual(['userTokens']);
  });

  it('are none of a product that has none, nor of a strategy', () => {
    expect([productSettings(used('goose')), productSettings(used('hybrid')), snippet('product', used('hybrid'))]).toEqual([null, null, '']);
  });
});
