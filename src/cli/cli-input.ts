/** The file of a command: read, recognised, and the conversation of it that is meant. */
import path from 'node:path';
import { addAbortSignal } from 'node:stream';
import { readFile } from 'node:fs/promises';
import { broughtLevels, type Level } from '../engine/compaction/history.ts';
import type { Parsed as ParsedFile } from '../engine/formats/contract.ts';
import { isStore } from '../engine/formats/encoding.ts';
import { conversationsOf, formatById, formats, type ListedConversation, parseSteps, storeReader } from '../engine/formats/index.ts';
import { byId, strategies } from '../engine/pipelines/index.ts';
import type { SignalSettings } from '../engine/signals/contract.ts';
import { type Keywords, keywordsError } from '../engine/signals/keywords.ts';
import { hasRow } from '../engine/strategies/contract.ts';
import { type Param, resolveParams } from '../engine/strategies/params.ts';
import type { Transcript } from '../engine/transcript/types.ts';
import { formatReason } from '../i18n/index.ts';
import { readConfig } from '../scenario/config.ts';
import type { Args } from './args.ts';
import { warn, didYouMean, err, notOneOf, placeText, t, unreadable, UsageError, warningLine, words } from './cli-words.ts';
import { inSteps, InterruptError, isStopped, ofCommand, progressOn, stopSignal } from './progress.ts';

// Files as the engine reads them: a store with the log that a running program keeps beside it.

export async function readWithLog(file: string, signal?: AbortSignal): Promise<Uint8Array> {
  const bytes = await readFile(file, { signal });
  if (!isStore(bytes)) return bytes;
  const log = await readFile(`${file}-wal`, { signal }).catch(() => null);
  return log === null ? bytes : Buffer.concat([bytes, log]);
}

export interface Input {
  readonly name: string;
  readonly parsed: ParsedFile;
  readonly conversations: readonly ListedConversation[];
}

export function checkFormat(id: string): void {
  if (!formatById(id))
    throw new UsageError(
      notOneOf(
        'format',
        id,
        formats.map((f) => f.id),
      ),
    );
}

export async function readInput(args: Args): Promise<Input> {
  const name = args.file === '-' ? t('cli.standardInput') : path.basename(args.file);
  let bytes: Uint8Array;
  try {
    bytes = args.file === '-' ? await readStandardInput() : await readWithLog(args.file, stopSignal());
  } catch (error) {
    throw isStopped() ? new InterruptError() : unreadable(args.file, error);
  }
  if (args.format !== null) checkFormat(args.format);
  const progress = progressOn();
  const parsed = await inSteps(parseSteps(bytes, { name, format: args.format, store: await storeReader(bytes) }), (done, of) =>
    progress('reading', done, of),
  );
  if (!parsed.ok) {
    const { error } = parsed;
    throw new UsageError(
      t('cli.error.import', {
        file: name,
        place: placeText(error),
        message: words.reason(error.reason),
        expected: error.expects.map(words.reason).join('; '),
      }).replace(/\s*\n\s*/g, ' '),
    );
  }
  return { name, parsed: parsed.value, conversations: conversationsOf(parsed.value) };
}

async function readStandardInput(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const tell = ofCommand();
  for await (const chunk of addAbortSignal(stopSignal(), process.stdin)) {
    chunks.push(Buffer.from(chunk));
    bytes += chunks.at(-1)!.length;
    tell(() => t('cli.progress.input', { megabytes: Math.floor(bytes / 1e6) }));
  }
  return Buffer.concat(chunks);
}

/** The chosen conversation with the file's compactions. Warnings go to standard error, so that standard output holds the result only. */
export function choose(input: Input, args: Args): { readonly transcript: Transcript; readonly levels: readonly Level[] } {
  for (const warning of input.parsed.warnings) err(warningLine(warning));
  const count = input.conversations.length;
  if (args.conversation === null && count > 1) warn(t('cli.warning.more', { count }));
  const chosen = input.conversations[(args.conversation ?? 1) - 1];
  if (!chosen) throw new UsageError(t('cli.error.number', { name: 'conversation', expected: `1–${count}`, value: String(args.conversation) }));
  const { levels, warning } = broughtLevels(chosen, (args.conversation ?? 1) - 1, input.parsed.format);
  if (warning) err(warningLine(warning));
  return { transcript: chosen.transcript, levels };
}

const textOf = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: unknown) => {
    throw unreadable(file, error);
  });

/** What runs: parameters, and who writes the summaries (null = the built-in summariser). */
export interface RowSettings {
  readonly params: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly real: Args['real'];
}

/** Parameters of --config, overridden by --set; S4's summaryModel counts as --summary-model. */
export async function settingsOf(args: Args): Promise<RowSettings> {
  const set = paramsOf(args);
  const { real } = args;
  if (args.config === null) return { params: set, real };
  const text = await textOf(args.config);
  const read = await readConfig(text, (strategy) => byId.get(strategy)?.params);
  if (!read.ok) throw new UsageError(`${args.config}: ${formatReason(read.error)}`);
  for (const notice of read.value.notices) warn(formatReason(notice));
  const params: Record<string, Record<string, unknown>> = { ...set };
  for (const [strategy, values] of Object.entries(read.value.params)) params[strategy] = { ...values, ...set[strategy] };
  const { summaryModel } = read.value;
  if (!summaryModel || (real && real.choice.model !== '')) return { params, real };
  if (!real) warn(t('cli.warning.summary-model', { model: summaryModel }));
  return { params, real: real && { ...real, choice: { ...real.choice, model: summaryModel } } };
}

export async function signalsOf(args: Args): Promise<Pick<SignalSettings, 'keywords'> | undefined> {
  if (args.keywords === null) return undefined;
  const keywords = parsedJson(await textOf(args.keywords));
  const wrong = keywordsError(keywords);
  if (wrong) {
    throw new UsageError(
      t('cli.error.keywords', { file: args.keywords, place: ['$', ...wrong.path].join('.'), expected: words.reason(wrong.expects) }),
    );
  }
  return { keywords: keywords as Keywords };
}

function paramsOf(args: Args): Record<string, Record<string, unknown>> {
  const params: Record<string, Record<string, unknown>> = {};
  for (const [id, values] of Object.entries(args.set)) {
    const strategy = byId.get(id);
    if (!strategy) throw new UsageError(notOneOf('set', id, [...byId.keys()]));
    const typed = Object.fromEntries(Object.entries(values).map(([name, text]) => [name, typedValue(strategy.params[name]?.kind, text)]));
    const checked = resolveParams(strategy.params, typed);
    if (!checked.ok) {
      const known = Object.keys(strategy.params);
      const unknown = Object.keys(typed).find((name) => !known.includes(name));
      throw new UsageError(`--set ${id}: ${checked.error}${unknown === undefined ? '' : didYouMean(unknown, known)}`);
    }
    params[id] = typed;
  }
  return params;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function typedValue(kind: Param['kind'] | undefined, text: string): unknown {
  if (kind === 'number' && text.trim() !== '') return Number.isNaN(Number(text)) ? text : Number(text);
  if (kind === 'table' || kind === 'stages') return parsedJson(text);
  if (kind === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

export function idsOf(chosen: readonly string[] | null, { compactions }: Transcript): readonly string[] {
  return chosen ?? strategies.filter((s) => hasRow(s, compactions.length)).map((s) => s.id);
}
