/** What is opened, and from where: a file, a sample, a link, the last visit. What is newer wins over what is still being fetched. */
import { decode, isSnapshotLink, type LinkError } from '../../scenario/codec.ts';
import { defaultScenario } from '../../scenario/defaults.ts';
import type { Scenario } from '../../scenario/schema.ts';
import type { Result } from '../../engine/transcript/types.ts';
import { keysToWorker } from './model-keys.ts';
import { clearAddress, followScenario, isOwnAddress } from './address.ts';
import { client } from './engine.ts';
import { app, during, patch } from './store.ts';
import { forget, type LastSession, recall, recallEntry, rememberFragment } from './storage.ts';
import { currentSource, fetchSample, fetchSamples, followFacts, load, refusedSource, type SourceFile, unload } from './loading.ts';
import type { Actions, Notice } from './store-state.ts';
import { showSet } from './ui.ts';
import { followSteps } from './undo.ts';

let wish = 0;

/** Nothing stands yet: what a person changes while the first transcript is fetched and read changes what is wanted. */
function expectFirst(wanted: Scenario): void {
  const { loaded, scenario } = app();
  if (loaded) return;
  const { tab } = scenario.view;
  patch({ scenario: tab === defaultScenario().view.tab ? wanted : { ...wanted, view: { ...wanted.view, tab } } });
}

async function openSampleWith(id: string, wanted: Scenario | null): Promise<void> {
  const mine = ++wish;
  const sample = app().samples.find((s) => s.id === id) ?? app().samples[0];
  if (!sample) return;
  if (sample.id !== id) patch({ notice: { key: 'notice.unknownSample', values: { id }, tone: 'warn' } });
  patch({ expected: null });
  if (wanted) expectFirst(wanted);
  try {
    const blob = await fetchSample(sample);
    if (mine !== wish) return;
    await load({ blob, name: sample.file, from: { kind: 'sample', id: sample.id } }, wanted);
    const asked = wanted?.transcript;
    if (asked?.kind === 'sample' && asked.hash && asked.hash !== app().loaded?.reply.hash)
      patch({ notice: { key: 'notice.sampleChanged', tone: 'warn' } });
  } catch {
    patch({ notice: { key: 'notice.sampleMissing', values: { file: sample.file }, tone: 'bad' } });
  }
}

async function openScenario(scenario: Scenario): Promise<void> {
  const ref = scenario.transcript;
  if (ref.kind === 'sample') return openSampleWith(ref.id, scenario);
  const mine = ++wish;
  if (ref.kind === 'inline') {
    patch({ expected: null });
    expectFirst(scenario);
    return load({ blob: new Blob([ref.text]), name: ref.name, from: { kind: 'inline', text: ref.text } }, scenario);
  }
  const { loaded } = app();
  const open = currentSource();
  if (loaded && open && loaded.reply.hash === ref.hash) return load(open, scenario);
  const last = await recall(ref.hash);
  if (mine !== wish) return;
  if (last) {
    expectFirst(scenario);
    return load({ blob: last.blob, name: ref.name, from: { kind: 'file' } }, scenario);
  }
  unload();
  patch({ scenario, expected: { name: ref.name, hash: ref.hash, bytes: ref.bytes, wrong: null } });
}

function noticeOf({ code, path, limit }: LinkError): Notice {
  const values = { ...(path === undefined ? {} : { path }), ...limit };
  if (code === 'too-large' && limit) return { key: 'notice.linkTooLarge', values, tone: 'bad' };
  if (code === 'invalid' && path !== undefined) return { key: 'notice.linkInvalid', values, tone: 'bad' };
  return { key: code === 'newer-version' ? 'notice.linkNewer' : 'notice.linkDamaged', tone: 'bad' };
}

const unread = (error: unknown): Notice => ({
  key: 'notice.linkUnread',
  values: { message: error instanceof Error ? error.message : String(error) },
  tone: 'bad',
});

/** Never rejects: what reads a link is fetched when there is one, and that may fail. */
async function readLink(fragment: string): Promise<Result<Scenario, Notice>> {
  try {
    const decoded = await decode(fragment);
    return decoded.ok ? decoded : { ok: false, error: noticeOf(decoded.error) };
  } catch (error) {
    return { ok: false, error: unread(error) };
  }
}

async function openSentLink(fragment: string, isWanted: () => boolean): Promise<Notice | null> {
  try {
    const { readSent, showSent } = await import('./show.ts');
    const sent = await readSent(fragment, 'link');
    if (!sent.ok) return noticeOf(sent.error);
    if (isWanted()) showSent(sent.value, location.href.length);
    return null;
  } catch (error) {
    return unread(error);
  }
}

/** Opens a kept session with its settings. One that cannot be read any more costs its settings, not the transcript. */
async function openLast(last: LastSession, mine: number): Promise<void> {
  const link = last.fragment !== '' ? await readLink(last.fragment) : null;
  if (mine !== wish) return;
  const scenario = link?.ok ? link.value : defaultScenario();
  if (link && !link.ok) patch({ notice: link.error });
  expectFirst(scenario);
  await load({ blob: last.blob, name: last.name, from: { kind: 'file' } }, scenario);
}

async function openAddress(): Promise<void> {
  const mine = ++wish;
  const fragment = location.hash;
  if (isSnapshotLink(fragment)) {
    const wrong = await openSentLink(fragment, () => mine === wish);
    if (mine !== wish || !wrong) return;
    patch({ notice: wrong });
  } else if (fragment) {
    const link = await readLink(fragment);
    if (mine !== wish) return;
    if (link.ok) return openScenario(link.value);
    patch({ notice: link.error });
  } else {
    const last = await recall(null);
    if (mine !== wish) return;
    if (last) return openLast(last, mine);
  }
  const first = app().samples[0];
  if (first) await openSampleWith(first.id, defaultScenario());
}

async function openSource(source: SourceFile): Promise<void> {
  wish++;
  showSet(false);
  patch({ notice: null, load: { phase: 'loading', name: source.name, progress: null } });
  if (!(await started)) return;
  const { expected, scenario } = app();
  await load(source, expected ? scenario : null);
}

let started: Promise<boolean> | undefined;

/** Rules, reasons and names of strategies: nobody reads them before there is a comparison. */
async function engineWords(): Promise<void> {
  try {
    await import('../../i18n/en/engine.ts');
  } catch {
    patch({ notice: { key: 'notice.languageMissing', values: { language: 'English' }, tone: 'bad' } });
  }
}

async function begin(): Promise<boolean> {
  keysToWorker();
  client.onRestart(({ intact }) => patch({ notice: { key: intact ? 'notice.restarted' : 'notice.restartedEmpty', tone: 'warn' } }));
  const [description, samples] = await Promise.all([client.describe(), fetchSamples(), engineWords()]);
  patch(description.ok ? { description: description.value, samples } : { compareError: description.error, samples });
  return description.ok;
}

type OpeningActions = Pick<
  Actions,
  | 'start'
  | 'openFile'
  | 'openText'
  | 'openSample'
  | 'openScenario'
  | 'openKept'
  | 'openLink'
  | 'forgetSent'
  | 'openAnyway'
  | 'chooseFormat'
  | 'forget'
  | 'close'
>;

export const opening: OpeningActions = {
  async start() {
    started ??= begin();
    if (!(await started)) return;
    followSteps();
    followFacts();
    followScenario((fragment) => {
      const ref = app().loaded?.ref;
      if (ref?.kind === 'file') void rememberFragment(ref.hash, fragment);
    });
    window.addEventListener('hashchange', () => {
      if (!isOwnAddress()) void during(openAddress());
    });
    if (app().load.phase === 'idle') await openAddress();
    patch({ sought: true });
  },
  openFile: (blob, name) => openSource({ blob, name, from: { kind: 'file' } }),
  openText: (text) => openSource({ blob: new Blob([text], { type: 'text/plain' }), name: 'pasted.txt', from: { kind: 'file' } }),
  openSample(id) {
    showSet(false);
    return openSampleWith(id, null);
  },
  async openScenario(scenario) {
    showSet(false);
    patch({ notice: null });
    await openScenario(scenario);
  },
  async openKept(id) {
    const mine = ++wish;
    showSet(false);
    patch({ notice: null });
    const last = await recallEntry(id);
    if (mine !== wish) return;
    if (last) await openLast(last, mine);
    else patch({ notice: { key: 'recent.gone', tone: 'warn' } });
  },
  async openLink(fragment) {
    const mine = ++wish;
    const link = await readLink(fragment);
    if (mine !== wish) return;
    if (link.ok) await opening.openScenario(link.value);
    else patch({ notice: link.error });
  },
  forgetSent: () => patch({ sent: null }),
  async openAnyway() {
    const source = refusedSource();
    patch({ expected: null });
    if (source) await load(source, null);
  },
  async chooseFormat(format) {
    const { load: state } = app();
    const source =
      state.phase === 'failed' && state.source ? { blob: state.source, name: state.name, from: { kind: 'file' } as const } : currentSource();
    if (source) await load(source, null, format);
  },
  async forget(all = false) {
    const ref = app().loaded?.ref;
    await forget(all || ref?.kind !== 'file' ? null : ref.hash);
    patch({ notice: { key: all ? 'notice.forgottenAll' : 'notice.forgotten', tone: 'info' } });
    if (app().loaded?.ref.kind === 'file') opening.close();
  },
  close() {
    wish++;
    unload();
    // Its link would ask for the file again.
    clearAddress();
  },
};
