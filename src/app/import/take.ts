/** Accepts a file or text from outside: a scenario file becomes the scenario, everything else is read as a transcript. */
import { formatReason } from '../../i18n/index.ts';
import { fromFile, isSnapshotFile, type LinkError } from '../../scenario/codec.ts';
import { actions } from '../store/store-actions.ts';
import { client } from '../store/engine.ts';
import { fetchSample } from '../store/loading.ts';
import { useApp } from '../store/store.ts';
import { useUi } from '../store/ui.ts';
import type { Reason } from '../../engine/strategies/contract.ts';
import { SCENARIO_VERSION } from '../../scenario/schema.ts';
import { withLogs } from '../set/set-files.ts';

/** Why a scenario file cannot be opened, as a reason. */
export function reasonOfScenario({ code, path, limit, version, expects }: LinkError): Reason {
  const values = { ...expects?.values, ...(path !== undefined && { path }), ...(expects && { expects: expects.key }) };
  if (limit) return { key: 'scenario-too-large', values: { ...values, of: limit.of, most: limit.most, found: limit.found ?? limit.most } };
  if (code === 'newer-version') return { key: 'scenario-newer-version', values: { version: version ?? 0, newest: SCENARIO_VERSION } };
  return { key: `scenario-${code}`, values };
}

/** Scenario files are small; larger files are not checked for one. */
const MAX_SCENARIO_BYTES = 4_000_000;

/** Our scenario files, and nothing else, start with their version, so only that is checked before parsing. */
const looksLikeScenario = (text: string): boolean => /^\s*\{\s*"v"\s*:\s*\d+\s*,\s*"transcript"\s*:/.test(text);

const refuse = (message: string): void => actions.notify({ key: 'notice.scenarioFile', values: { message }, tone: 'bad' });

async function takeScenario(text: string): Promise<void> {
  const file = await fromFile(text).catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
  if (typeof file === 'string') return refuse(file);
  if (!file.ok) return refuse(formatReason(reasonOfScenario(file.error)));
  const { scenario, summaries } = file.value;
  if (summaries.length > 0) await client.takeSummaries(summaries);
  await actions.openScenario(scenario);
}

async function takeSent(text: string): Promise<void> {
  try {
    const { readSent, showSent } = await import('../store/show.ts');
    const sent = await readSent(text, 'file');
    if (sent.ok) showSent(sent.value, null);
    else refuse(formatReason(reasonOfScenario(sent.error)));
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error));
  }
}

export async function takeFile(blob: Blob, name: string): Promise<void> {
  if (blob.size <= MAX_SCENARIO_BYTES && isSnapshotFile(await blob.slice(0, 200).text())) return takeSent(await blob.text());
  if (blob.size <= MAX_SCENARIO_BYTES && looksLikeScenario(await blob.slice(0, 200).text())) return takeScenario(await blob.text());
  return actions.openFile(blob, name);
}

const setPart = () => import('../set/set-actions.ts');
const filesPart = () => import('../set/set-files.ts');

const isZip = async (blob: Blob): Promise<boolean> => (await blob.slice(0, 4).text()) === 'PK\u0003\u0004';

export async function takeFiles(files: ArrayLike<File>): Promise<void> {
  const [first] = Array.from(files);
  if (!first) return;
  const adding = useUi.getState().set && useUi.getState().sessions > 0;
  const own = withLogs(Array.from(files, (file) => ({ path: file.webkitRelativePath || file.name, blob: file })));
  if (own.length === 1 && !adding && first.webkitRelativePath === '' && !(await isZip(first))) return takeFile(own[0]!.blob, own[0]!.path);
  const all = Array.from(files);
  const [{ addFiles, openSet }, { fromList }] = await Promise.all([setPart(), filesPart()]);
  await (adding ? addFiles : openSet)(fromList(all));
}

export async function takeEntries(entries: readonly FileSystemEntry[], files: readonly File[]): Promise<void> {
  if (!entries.some((entry) => entry.isDirectory)) return takeFiles(files);
  const adding = useUi.getState().set && useUi.getState().sessions > 0;
  const [{ addFiles, openSet }, { fromEntries }] = await Promise.all([setPart(), filesPart()]);
  await (adding ? addFiles : openSet)(await fromEntries(entries));
}

export async function takeFolder(): Promise<boolean> {
  const [{ addFiles, openSet }, { folderPicker, fromPicker }] = await Promise.all([setPart(), filesPart()]);
  const pick = folderPicker();
  if (!pick) return false;
  const sources = await fromPicker(pick);
  const adding = useUi.getState().set && useUi.getState().sessions > 0;
  if (sources) await (adding ? addFiles : openSet)(sources);
  return true;
}

export async function takeSamples(name: string): Promise<void> {
  const { samples } = useApp.getState();
  try {
    const files = await Promise.all(samples.map(async (sample) => ({ path: sample.file, blob: await fetchSample(sample) })));
    const { openSet } = await setPart();
    await openSet({ name, files, skipped: 0 }, false);
  } catch {
    actions.notify({ key: 'notice.sampleMissing', values: { file: name }, tone: 'bad' });
  }
}

export async function takeText(text: string): Promise<void> {
  if (isSnapshotFile(text.slice(0, 200))) return takeSent(text);
  return looksLikeScenario(text.slice(0, 200)) ? takeScenario(text) : actions.openText(text);
}
