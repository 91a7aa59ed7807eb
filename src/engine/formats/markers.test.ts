/**
 * Nothing is dropped without a word: every string of every reader's sample (fixtures/formats/) is replaced by a mark, one at a time, and the
 * mark must be in what was read, or the reader refuses the file or says more than it says of the sample itself. What is not content is in
 * the tables below.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { formats, parseTranscript } from './index.ts';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../../fixtures/formats');
const samples = new Map(readdirSync(ROOT).map((file) => [path.parse(file).name, readFileSync(path.join(ROOT, file), 'utf8')]));
const MARK = 'MARK4711';

/** Fields that say what a thing is, whose it is and when it was, in any notation. */
const NOT_SAID = new Set(
  [
    'type subtype role id uuid parentUuid parentId leafUuid firstKeptEntryId sessionId session_id sessionID messageID messageId traceId spanId',
    'user_id invocation_id tool_use_id providerID projectHash parent current_node recipient author customType content_type',
    'timestamp created_at created startTime start_time startTimeUnixNano lastUpdated processed_at version status state format kind outcome',
    'sender from source model_name stop_reason media_type key cwd working_dir',
  ].flatMap((names) => names.split(' ')),
);

interface Exemption {
  readonly where: RegExp;
  readonly why: string;
  /** Code of the warning of the sample that says so. */
  readonly said?: string;
}

const apart = (where: RegExp, why: string, said?: string): Exemption => ({ where, why, ...(said !== undefined && { said }) });

/** What is not content in one notation, or is left out with a word. */
const APART: Readonly<Record<string, readonly Exemption[]>> = {
  'anthropic-messages': [
    apart(/encrypted_content$/, 'only the provider can read it', 'encrypted-content'),
    apart(/search_result|content\[\]\.title$/, 'of a document without a text of its own'),
  ],
  'claude-code': [
    apart(/attachment\.(?:filename|content\.file\.filePath|content\.path)$/, 'the path of a file whose shorter one is shown'),
    apart(/message\.model$/, 'the model of another answer is the conversation’s'),
    apart(/toolUseResult/, 'the result again, as the interface shows it'),
  ],
  'codex-exec': [apart(/item\.message$/, 'a note of the interface', 'interface-note'), apart(/item\.server$/, 'where a tool runs')],
  'managed-agents': [apart(/mcp_server_name$/, 'where a tool runs')],
  'openai-responses': [apart(/server_label$/, 'where a tool runs')],
  'gemini-cli': [
    apart(/functionResponse\.name$/, 'the name stands at the call'),
    apart(/resultDisplay$/, 'the result again, as the interface shows it'),
  ],
  'swe-agent': [
    apart(/^\.trajectory/, 'the steps again, which the history tells'),
    apart(/history\[\]\.(?:thought|action)$/, 'the answer again, taken apart'),
    apart(/info\.submission$/, 'what the run is graded by'),
  ],
  'mini-swe-agent': [apart(/info\.submission$/, 'what the run is graded by')],
  inspect: [apart(/samples\[\]\.input$/, 'the first message again'), apart(/target$|scores\./, 'what the run is graded by')],
  openhands: [
    apart(/\[\]\.(?:action|observation)$/, 'the kind of the event'),
    apart(/\[\]\.message$/, 'the event again, in words for the interface'),
    apart(/extras\.command$/, 'the call again'),
  ],
  opencode: [apart(/state\.title$/, 'the call again, in words for the interface')],
  'ai-sdk': [apart(/filename$/, 'images have no name in the normal form')],
  'chatgpt-export': [apart(/children\[\]$/, 'the tree, which parents tell too')],
  'claude-ai-export': [apart(/chat_messages\[\]\.text$/, 'the blocks again as one text')],
  otel: [apart(/stringValue$/, 'the kind of the operation')],
  'qwen-code': [apart(/provenance$/, 'who put it in')],
  'copilot-cli': [apart(/producer$/, 'the program')],
  'deepseek-harness': [apart(/surfaceOp$/, 'what the line does to the context')],
  'vscode-chat': [apart(/responderUsername$/, 'the participant'), apart(/response\[\]\.value$/, 'repeats the rounds, where there are some')],
  continue: [apart(/contextItems\[\]\.description$|output\[\]\.name$/, 'titles on the screen'), apart(/editorState$/, 'the prompt again')],
  zed: [apart(/model\.provider$/, 'whose model it is'), apart(/raw_input$/, 'the call again')],
  letta: [apart(/agents\[\]\.system$/, 'the first message again'), apart(/_ids\[\]$/, 'ids')],
  'kiro-ide': [apart(/executionId$/, 'an id')],
  llamaindex: [apart(/class_name$/, 'the kind of the store')],
  'deepseek-export': [
    apart(/children\[\]$/, 'the tree, which parents tell too'),
    apart(/inserted_at$/, 'times'),
    apart(/mapping\.1\.message\.model$/, 'the model that a prompt was for'),
  ],
  'grok-export': [apart(/numberLong$/, 'times'), apart(/parent_response_id$/, 'the tree')],
  tau2: [apart(/domain_name$|task_id$|termination_reason$|requestor$/, 'what the run was, and who called')],
  agentdojo: [apart(/injections\./, 'what an attacker put into results, which the results hold'), apart(/\.tool_call\./, 'the call again')],
  haystack: [apart(/meta\.finish_reason$/, 'how the answer ended'), apart(/origin\./, 'the call again')],
  atof: [
    apart(/\.category$|scope_category$|atof_version$/, 'the kind of the event'),
    apart(/\.name$/, 'names of requests and of ends of scopes'),
    apart(/metadata\./, 'the session, the model and the state'),
  ],
  'open-webui': [
    apart(/childrenIds\[\]$/, 'the tree, which parents tell too'),
    apart(/chat\.models\[\]$/, 'the models, which answers name'),
    apart(/currentId$/, 'the end of the main line'),
    apart(/^\.\[\]\.title$|^\[\]\.title$/, 'the title again'),
  ],
  librechat: [
    apart(/endpoint$|exportAt$|createdAt$/, 'where the export came from, and times'),
    apart(/parentMessageId$/, 'the tree, which children tell too'),
    apart(/\.text$/, 'the content again as one text, empty where there is content'),
  ],
  'lm-studio': [
    apart(/versions\[\]\.steps\[\]\.debugInfo$/, 'for the screen'),
    apart(/senderName$/, 'the model again'),
    apart(/versions\[\]\.steps\[\]\.content\[\]\.text$/, 'a version that is not selected', 'other-versions'),
  ],
  'openai-threads': [apart(/run_id$|\.object$|thread_id$/, 'ids and kinds')],
  'tau-bench': [apart(/info\.task\.instruction$/, 'what the simulated user is told, which the agent never sees')],
  'message-list': [apart(/policy$|contextItems/, 'fields beside roles and contents', 'unread-field')],
  specstory: [apart(/^line [15]$/, 'marks of the file and of a turn')],
};

const sampled = formats.map(({ id }) => id);

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type Path = readonly (string | number)[];

const nameOf = (path: Path): string => path.map((key) => (typeof key === 'number' ? '[]' : `.${key}`)).join('');

function* stringsIn(value: Json, path: Path = []): Generator<Path> {
  if (typeof value === 'string') yield path;
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) yield* stringsIn(inner, [...path, Array.isArray(value) ? Number(key) : key]);
}

function withMark(value: Json, [key, ...rest]: Path): Json {
  if (key === undefined) return MARK;
  if (Array.isArray(value)) return value.map((inner: Json, i) => (i === key ? withMark(inner, rest) : inner));
  const object = value as { readonly [key: string]: Json };
  return { ...object, [key]: withMark(object[key]!, rest) };
}

/** Variants of a text with one line or word of it marked. */
function* marked(format: string, sample: string): Generator<readonly [string, string]> {
  const isJson = /^[[{]/.test(sample);
  if (!isJson) {
    const lines = sample.split('\n');
    for (const [i, line] of lines.entries())
      if (/\w/.test(line)) yield [`line ${i + 1}`, lines.map((other, at) => (at === i ? `${other} ${MARK}` : other)).join('\n')];
    return;
  }
  const whole = formats.find(({ id }) => id === format)!.extension === 'json' || sample.startsWith('[') || sample.startsWith('{\n');
  const values = (whole ? [sample] : sample.trim().split('\n')).map((line) => JSON.parse(line) as Json);
  for (const [i, value] of values.entries())
    for (const at of stringsIn(value)) {
      const lines = values.map((other, line) => JSON.stringify(line === i ? withMark(other, at) : other));
      yield [nameOf(at), lines.join('\n')];
    }
}

function read(text: string, format: string): { readonly all: string; readonly said: readonly string[] } | null {
  const parsed = parseTranscript(text, { format });
  if (!parsed.ok) return null;
  return {
    all: JSON.stringify(parsed.value.conversations),
    said: parsed.value.warnings.map(({ code, count, message }) => `${code} ${count} ${message}`),
  };
}

/** Strings of a sample that are neither read nor left out with a word. */
function dropped(format: string): readonly string[] {
  const sample = samples.get(format)!;
  const before = read(sample, format)!;
  const apart = APART[format] ?? [];
  const lost = new Set<string>();
  for (const [where, text] of marked(format, sample)) {
    if (NOT_SAID.has(/\.(\w+)$/.exec(where)?.[1] ?? '') || apart.some((one) => one.where.test(where))) continue;
    const after = read(text, format);
    if (after === null || after.all.includes(MARK) || after.said.some((line) => line.includes(MARK) || !before.said.includes(line))) continue;
    lost.add(where);
  }
  return [...lost];
}

describe('nothing is dropped without a word', () => {
  it('in any format: each has a sample that it recognises', () => {
    expect([...samples.keys()].toSorted()).toEqual(sampled.toSorted());
    for (const [id, text] of samples) {
      const parsed = parseTranscript(text);
      expect(parsed.ok && parsed.value.format, id).toBe(id);
    }
  });

  it.each(sampled)('%s', (format) => {
    expect(dropped(format)).toEqual([]);
  });

  it.each(Object.entries(APART))('%s: what is not content is in its sample, and said where it is left out', (format, list) => {
    const places = [...marked(format, samples.get(format)!)].map(([where]) => where);
    const said = read(samples.get(format)!, format)!.said;
    for (const { where, said: code } of list) {
      expect(
        places.some((place) => where.test(place)),
        String(where),
      ).toBe(true);
      if (code !== undefined)
        expect(
          said.some((line) => line.startsWith(code)),
          code,
        ).toBe(true);
    }
  });
});
