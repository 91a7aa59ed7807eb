/** Accepts a file or text from outside: a scenario file becomes the scenario, everything else is read as a transcript. */
import { formatReason } from '../../i18n/index.ts';
import { fromFile } from '../../scenario/codec.ts';
import { actions } from '../store/actions.ts';
import { client } from '../store/engine.ts';
import { reasonOfScenario } from './scenario-reason.ts';

/** Scenario files are small; larger files are not checked for one. */
const MAX_SCENARIO_BYTES = 4_000_000;

/** True for elements that take typed or pasted text themselves. */
export function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['button', 'checkbox', 'file', 'radio', 'range', 'submit'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target.isContentEditable;
}

/** Our scenario files, and nothing else, start with their version, so only that is checked before parsing. */
const looksLikeScenario = (text: string): boolean => /^\s*\{\s*"v"\s*:\s*\d+\s*,\s*"transcript"\s*:/.test(text);

const refuse = (message: string): void => actions.notify({ key: 'notice.scenarioFile', values: { message }, tone: 'bad' });

async function takeScenario(text: string): Promise<void> {
  // The validation is loaded on demand, which may fail.
  const file = await fromFile(text).catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
  if (typeof file === 'string') return refuse(file);
  if (!file.ok) return refuse(formatReason(reasonOfScenario(file.error)));
  const { scenario, summaries } = file.value;
  if (summaries.length > 0) await client.takeSummaries(summaries);
  await actions.openScenario(scenario);
}

export async function takeFile(blob: Blob, name: string): Promise<void> {
  if (blob.size <= MAX_SCENARIO_BYTES && looksLikeScenario(await blob.slice(0, 200).text())) return takeScenario(await blob.text());
  return actions.openFile(blob, name);
}

/** One transcript at a time: the first file is opened, and the page reports the others. */
export async function takeFiles(files: ArrayLike<File>): Promise<void> {
  const [first] = Array.from(files);
  if (!first) return;
  await takeFile(first, first.name);
  if (files.length > 1) actions.notify({ key: 'notice.oneFile', values: { name: first.name, count: files.length - 1 }, tone: 'info' });
}

export async function takeText(text: string): Promise<void> {
  return looksLikeScenario(text.slice(0, 200)) ? takeScenario(text) : actions.openText(text);
}
