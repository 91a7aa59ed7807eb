/** Files that other programs read. */
import { WISHES, type Wishes } from '../../engine/answer/contract.ts';
import type { Report, Words } from '../../engine/report.ts';
import { BUILT_IN, type ModelUsage } from '../../engine/summarizers/contract.ts';
import type { Language } from '../../i18n/index.ts';
import { type Answer, nothing, notWritten, ok } from '../answers.ts';
import { historyJson, savedTranscript } from '../worker-history.ts';
import type { State } from '../worker-state.ts';
import { unknownRow, writerOf } from './method.ts';

/** What other programs read is always English: the worker's language, but while a report is written. Loaded with the first export. */
async function engineWords(): Promise<Words> {
  const [{ formatReason, lookup }] = await Promise.all([import('../../i18n/index.ts'), import('../../i18n/en/engine.ts')]);
  return { title: (strategy) => lookup(`strategy.${strategy}.title`) ?? strategy, reason: formatReason };
}

/** Writes in a language, in one go: nothing else may find the worker's language changed. Throws when its words cannot be fetched. */
async function writtenIn<T>(language: Language, write: () => T): Promise<T> {
  const [{ i18n }, { loadLanguage }] = await Promise.all([import('../../i18n/index.ts'), import('../../i18n/languages.ts')]);
  await loadLanguage(language);
  void i18n.changeLanguage(language);
  try {
    return write();
  } finally {
    void i18n.changeLanguage('en');
  }
}

export interface AskedReport {
  readonly name: string;
  readonly wishes: Wishes;
  /** The smallest budget at which something works, where the page has looked for it. */
  readonly smallest?: number | null | undefined;
  /** Of an HTML or Markdown report; absent = English. */
  readonly language?: Language;
  /** Texts of the messages in the HTML file: none unless asked for, with what looks like a secret masked, or as they are. */
  readonly texts?: 'masked' | 'whole' | null;
}

export const exportMethods = {
  exportComparison: async (
    state: State,
    [kind, asked]: readonly [kind: 'csv' | 'json' | 'html' | 'md', asked?: AskedReport],
  ): Promise<Answer<string>> => {
    const [words, { reportOf }, { loadPrices, pricingOf }] = await Promise.all([
      engineWords(),
      import('../../engine/report.ts'),
      import('../../models/prices.ts'),
    ]);
    await loadPrices();
    const { comparison, loaded, writers } = state;
    if (!comparison || !loaded) return nothing;
    const { prepared, inUse, target, rows, request } = comparison;
    const { recallOnPage } = await import('../worker-losses.ts');
    const recalled = await recallOnPage(comparison, writers.of(await state.work(), request.settings, BUILT_IN));
    const priceOf = (id: string, usage: ModelUsage) => writers.price(id, usage, request.settings);
    const report = (): Report =>
      reportOf({
        prepared,
        parsed: loaded.parsed,
        window: inUse.window,
        windowFrom: inUse.windowFrom,
        target,
        rows: [...rows.values()],
        words,
        priceOf,
        pricing: pricingOf(inUse.model, prepared.transcript, priceOf),
        model: inUse.model,
        atCompaction: comparison.stack.until,
        recall: recalled,
        writerOf: (key) => writerOf(request, key),
      });
    if (kind === 'csv') {
      const { csvRow, toCsv } = await import('../report-texts.ts');
      return ok(toCsv(report().results.map(csvRow)));
    }
    const { name = '', wishes = WISHES, smallest, texts = null, language = 'en' } = asked ?? {};
    const [{ answerIn }, { recordingOf }] = await Promise.all([
      import('../../report/report-answer.ts'),
      import('../../engine/compaction/compaction-recorded.ts'),
    ]);
    const toldOf = ({ results }: Report) =>
      recalled
        ? answerIn(results, [...rows.values()], recalled, wishes, {
            target: request.settings.target,
            match: comparison.options.match ?? null,
            smallest,
            writerOf: (key) => writerOf(request, key),
            recorded: (recordingOf(prepared.transcript) ?? prepared.transcript).compactions.length,
          })
        : null;
    if (kind === 'json') {
      const whole = report();
      const { settings, marks, applied = [] } = request;
      return ok(`${JSON.stringify({ ...whole, answer: toldOf(whole)?.answer ?? null, settings, marks, applied }, null, 2)}\n`);
    }
    const [{ settingsOf }, { yoursIn }] = await Promise.all([import('../report-settings.ts'), import('../../engine/answer/yours.ts')]);
    const yours = yoursIn(prepared.transcript).key;
    const written =
      kind === 'html' && texts !== null ? await (await import('../report-texts.ts')).textsOf(prepared.transcript, texts === 'masked') : null;
    const writer = kind === 'md' ? (await import('../../report/markdown.ts')).markdownReport : (await import('../../report/html.ts')).htmlReport;
    return ok(
      await writtenIn(language, () => {
        const whole = report();
        return writer({
          name,
          report: whole,
          told: toldOf(whole),
          recall: recalled,
          yours,
          prefix: prepared.counts.prefix,
          runs: rows,
          settings: settingsOf(request, whole),
          texts: written,
        });
      }),
    );
  },

  /**
   * The current conversation in our own format with its history: full messages, runtime context, records. `key` = as after
   * carrying that row out; null = as it is. `now` = ISO time of saving.
   */
  saved: async (state: State, [key, now]: readonly [key: string | null, now: string]): Promise<Answer<string>> => {
    const { serializeTranscript } = await state.reading();
    const { comparison, loaded } = state;
    if (!comparison) return nothing;
    if (key !== null && !comparison.rows.has(key)) return unknownRow(key);
    const damaged = Boolean(loaded?.histories[comparison.request.conversation]?.warning);
    const written = serializeTranscript(savedTranscript(comparison, key, now, damaged), 'playground');
    return written.ok ? ok(written.value.text) : notWritten(written.error);
  },

  /** Attempts, statistics, and what each level replaced, as JSON. */
  exportHistory: async (state: State): Promise<Answer<string>> => {
    const words = await engineWords();
    const { comparison, loaded } = state;
    return comparison ? ok(historyJson(comparison, loaded?.name ?? '', words)) : nothing;
  },
};
