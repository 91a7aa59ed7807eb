import type { PresetSource } from '../../engine/strategies/contract.ts';
import type { Param, StageValue } from '../../engine/strategies/params.ts';
import { formatReason, lookup, t } from '../../i18n/index.ts';
import '../../i18n/en/sent.ts';
import { MAX_APPLIED } from '../../scenario/defaults.ts';
import type { RowResult } from '../../worker/protocol.ts';
import { Button, Segmented, Pairs } from '../components/Button.tsx';
import { part, Parts } from '../components/part.tsx';
import { DocumentLink } from '../documents/DocumentLink.tsx';
import { RowEmbedder, RowModel } from '../models/RowModel.tsx';
import { FateTokens, Lines, LogLines, Section } from '../rows/Lines.tsx';
import { Violations } from '../rows/Violations.tsx';
import { paramText, recallWords, rulesName, sourceText, summarizerName, type TableRow } from '../rows/compare-rows.ts';
import styles from '../rows/rows.module.css';
import { showRow } from '../rows/useTableRows.ts';
import { actions, hasRoom, openDialog, openUse, ownViolations, useApp, useText } from '../store/index.ts';
import { ListTable } from '../table/DataTable.tsx';
import { columnsFor } from '../table/columns.tsx';
import { ParamLine, type Value } from './ParamLine.tsx';
import { beyondStages, StageList, StagesControl } from './StagesControl.tsx';
import { saveStrips } from './strip/save.ts';

const SWITCH = 'repaired';

export function Preset({ row, preset }: { readonly row: TableRow; readonly preset: PresetSource }) {
  const { t } = useText();
  const repaired = useApp((s) => s.scenario.rows.find(({ key }) => key === row.key)?.params[SWITCH] === true);
  const { product, version, where, evidence } = preset;
  const facts = [
    [t('row.preset.product'), product],
    [t('row.preset.version'), version ?? t('row.preset.version.none')],
    [t('row.preset.where'), where],
    [t(`row.preset.${evidence}`), t(`row.preset.${evidence}.help`)],
  ] as const;
  return (
    <>
      <Pairs className={`marginTop4 ${styles.preset}`} classes={['grid gap4', 'muted', 'breaks']} pairs={facts} />
      <div className="marginTop8">
        <Segmented
          label={t('row.shipped', { title: row.title })}
          value={repaired ? 'repaired' : 'shipped'}
          options={[
            ['shipped', t('row.shipped.shipped')],
            ['repaired', t('reason.note-repaired')],
          ]}
          onChange={(chosen) => actions.setParam(row.key, row.info.id, SWITCH, chosen === 'repaired' ? true : undefined)}
        />
        <p className="muted small marginTop4">{t(repaired ? 'row.shipped.repaired.help' : 'row.shipped.shipped.help')}</p>
      </div>
    </>
  );
}

function RowParam({ row, name, param }: { readonly row: TableRow; readonly name: string; readonly param: Param }) {
  const { t } = useText();
  const own = useApp((s) => s.scenario.rows.find((r) => r.key === row.key)?.params[name]) as Value | undefined;
  const set = (value: Value | undefined): void => actions.setParam(row.key, row.info.id, name, value);
  if (param.kind === 'stages') {
    const label = t('row.param.of', { label: lookup(`param.${name}`) ?? name, title: row.title });
    return <StagesControl label={label} param={param} own={own as readonly StageValue[] | undefined} result={row.result} set={set} />;
  }
  const knob = row.result?.knob;
  return (
    <ParamLine
      info={row.info}
      title={row.title}
      name={name}
      param={param}
      own={own}
      aimed={knob?.aimed && knob.param === name ? knob.value : undefined}
      set={set}
    />
  );
}

export function ParamControls({ row }: { readonly row: TableRow }) {
  const { t } = useText();
  const isChanged = useApp((s) => s.scenario.rows.some(({ key, params: own }) => key === row.key && Object.keys(own).length > 0));
  const params = Object.entries(row.info.params).filter(([name]) => !(row.info.preset && name === SWITCH));
  return (
    <section className={`shrinks second ${styles.section}`}>
      <h3>
        {t('frame.controls')}
        {isChanged && <Button kind="link" onClick={() => actions.resetRow(row.key)} text={t('row.params.reset')} />}
      </h3>
      {params.length === 0 && <p className="muted small marginTop4">{t('row.params.none')}</p>}
      {params.map(([name, param]) => (
        <RowParam key={name} row={row} name={name} param={param} />
      ))}
    </section>
  );
}

type Summary = RowResult['summaries'][number];

const { words, number } = columnsFor<Summary>();
const COLUMNS = [
  words('id', { title: 'row.summary.id', width: 84, names: true }),
  number('members', { title: 'label.messages', width: 78 }),
  number('tokens', { title: 'label.tokens', width: 64 }),
  words('writer', {
    title: 'row.summary.writer',
    width: 110,
    value: ({ summarizer, generation }) =>
      generation > 1 ? `${summarizerName(summarizer)} · ${t('row.summary.generation', { generation })}` : summarizerName(summarizer),
    grow: true,
    wraps: true,
  }),
];

const idOf = ({ id }: Summary): string => id;

export function Summaries({ summaries }: { readonly summaries: readonly Summary[] }) {
  return <ListTable name="summaries" label={t('row.summaries', { count: summaries.length })} columns={COLUMNS} data={summaries} rowId={idOf} />;
}

/** Also for a row that would be rejected or refused: the attempt says why and is listed in the history. */
function ApplyButton({ result }: { readonly result: RowResult }) {
  const { t } = useText();
  const room = useApp((s) => hasRoom(s.scenario, s.comparison?.history ?? null));
  return (
    <Button
      icon="check"
      kind={result.outcome === 'compacted' ? 'primary' : 'default'}
      disabled={!room || result.outcome === 'failed'}
      title={room ? t('history.apply.help') : t('history.full', { count: MAX_APPLIED })}
      onClick={() => void actions.carryOut(result.key)}
      text={t('history.apply')}
    />
  );
}

const RowLosses = part(() => import('../loss/RowLosses.tsx'), 'RowLosses');

const CONFIGURED: ReadonlySet<string> = new Set(['S1', 'S4']);
function Rule({ row }: { readonly row: TableRow }) {
  const { t } = useText();
  const parts = [
    ['rule', t('row.rule')],
    ['loses', t('row.loses')],
  ] as const;
  return (
    <section className={`shrinks second ${styles.section}`}>
      <dl className={styles.rule}>
        {parts.map(([part, title]) => {
          const text = lookup(`strategy.${row.info.id}.${part}`);
          return text ? (
            <div key={part}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ) : null;
        })}
      </dl>
      {row.info.preset && <Preset row={row} preset={row.info.preset} />}
      <p className="muted small marginTop4">
        {!row.info.preset && `${t('row.source', { source: sourceText(row.info) })} · `}
        <DocumentLink id={`strategies/${row.info.id}`}>{t('row.docs')}</DocumentLink>
      </p>
      <p className={`row wrap gap6 marginTop8 ${styles.buttons}`}>
        {row.result && <ApplyButton result={row.result} />}
        <Button onClick={() => showRow(actions.duplicateRow(row.key))} text={t('row.duplicate')} />
        {row.result && row.result.outcome !== 'failed' && <Button onClick={() => openUse(row.key)} text={t('row.agent')} />}
        {row.result?.outcome === 'compacted' &&
          (['svg', 'png'] as const).map((kind) => (
            <Button key={kind} onClick={() => void saveStrips([row], row.title, kind)} text={t('report.strip.save', { kind: kind.toUpperCase() })} />
          ))}
        {CONFIGURED.has(row.info.source.seed) && <Button onClick={() => openDialog('config')} text={t('row.config')} />}
        {row.key !== row.info.id && <Button onClick={() => actions.removeRow(row.key)} text={t('row.remove')} />}
      </p>
    </section>
  );
}

function Target({ result }: { readonly result: RowResult }) {
  const { t } = useText();
  if (result.outcome !== 'compacted') return null;
  if (result.target === null) return <p className="muted small marginTop4">{t('row.target.none')}</p>;
  if (result.metTarget !== false)
    return <p className="muted small marginTop4">{t('row.target.met', { target: result.target, tokens: result.measures.tokensAfter })}</p>;
  return (
    <p className={`warn marginTop4 ${styles.warn}`}>
      ▲ {t('row.target.missed', { target: result.target, over: result.measures.tokensAfter - result.target })}
      {result.why && <span> {formatReason(result.why)}</span>}
    </p>
  );
}

function Result({ row, result }: { readonly row: TableRow; readonly result: RowResult }) {
  const { t } = useText();
  const bad = result.outcome === 'rejected' || result.outcome === 'refused' || result.outcome === 'failed';
  return (
    <Section title={t('row.fates')}>
      {result.outcome !== 'compacted' && (
        <p className={bad ? styles.bad : 'muted small marginTop4'}>
          {bad && <span aria-hidden>⚠ </span>}
          {row.note?.title}
        </p>
      )}
      {result.outcome !== 'failed' && <FateTokens result={result} />}
      <Target result={result} />
      {result.fires && (
        <p className="muted small marginTop4">
          {t(result.fires.own ? 'row.trigger' : 'row.trigger.common')} {formatReason(result.fires.reason)}
        </p>
      )}
      {result.summaries.length > 0 && (
        <>
          <h4>{t('row.summaries', { count: result.summaries.length })}</h4>
          <Summaries summaries={result.summaries} />
        </>
      )}
    </Section>
  );
}

function Trace({ result }: { readonly result: RowResult }) {
  const { t } = useText();
  const rules = useApp((s) => s.comparison?.transcript.rules ?? '');
  const { checks, measures } = result;
  const violations = measures.violations ?? [];
  const trace = beyondStages(result.trace, result.stages);
  if (trace.length + checks.length + violations.length === 0) return null;
  return (
    <Section title={trace.length > 0 ? t('row.trace') : t('compare.column.verification')}>
      {/* Reasons in a trace may be equal: their index is part of the key. */}
      {trace.length > 0 && <Lines items={trace.map((reason, i) => ({ key: `${i}:${reason.key}`, line: formatReason(reason) }))} />}
      {trace.length > 0 && checks.length > 0 && <h4>{t('compare.column.verification')}</h4>}
      {checks.length > 0 && (
        <ul className={`wrap flex gap0-12 ${styles.checks}`}>
          {checks.map((check) => (
            <li key={check.id} data-failed={!check.ok || undefined} title={formatReason(check.reason)}>
              <span aria-hidden>{check.ok ? '✓' : '✕'}</span> {lookup(`check.${check.id}`) ?? check.id}
              <span className="hidden-text">: {check.ok ? t('row.check.ok') : t('row.check.failed')}</span>
              {!check.ok && <span>: {formatReason(check.reason)}</span>}
            </li>
          ))}
        </ul>
      )}
      {violations.length > 0 && (
        <>
          <h4 data-part="violations" className={ownViolations(result) > 0 ? styles.bad : undefined}>
            {t('compare.valid.own', { count: violations.length, provider: rulesName(rules) })}
          </h4>
          <Violations name={t('compare.valid.own', { count: violations.length, provider: rulesName(rules) })} violations={violations} />
        </>
      )}
    </Section>
  );
}

export function RowDetails({ row, onClose }: { readonly row: TableRow; onClose(): void }) {
  const { t } = useText();
  const { result } = row;
  return (
    <div className="surface ruled sticky left0 mostWideRoom">
      {/* The name stays in sight while the details are scrolled. */}
      <div className={`row gap8 surface oneLine muted small sticky top0 ${styles.named}`}>
        <h3>{row.title}</h3>
        {row.note && (
          <span className="ellipsis" title={row.note.title}>
            {row.note.text}
          </span>
        )}
        <Button
          kind="ghost"
          icon="close"
          aria-label={t('list.pair', { name: t('dialog.close'), value: row.title })}
          title={t('list.pair', { name: t('dialog.close'), value: row.title })}
          onClick={onClose}
        />
      </div>
      <div className={`grid ${styles.grid}`}>
        <Rule row={row} />
        <ParamControls row={row} />
        {result && <Result row={row} result={result} />}
        <Parts fallback={<div />}>
          <RowLosses row={row} />
        </Parts>
        <RowModel row={row} />
        <RowEmbedder row={row} />
        {result && (
          <div>
            {result.stages && <StageList stages={result.stages} whole={result.tokensBefore} />}
            <Trace result={result} />
            {result.log.length > 0 && <LogLines log={result.log} />}
          </div>
        )}
      </div>
    </div>
  );
}

export function SentDetails({ row }: { readonly row: TableRow }) {
  const { t, n } = useText();
  const { result, info } = row;
  const params = Object.entries(result?.params ?? {});
  const words = recallWords(row);
  return (
    <div className={`grid pad12 ${styles.sent}`}>
      <div>
        <p>
          <span className="tiny fixed second oneLine pad0-4 edge framedDashed">{t('diff.part.text')}</span> {t('sent.details')}
        </p>
        {row.note && <p>{row.note.title}</p>}
        {words.length > 0 && (
          <ul className="bullets">
            {words.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        {params.length > 0 && (
          <Pairs
            className="row"
            classes={[undefined, 'muted', 'num']}
            pairs={params.map(([name, value]) => [
              lookup(`param.${name}`) ?? name,
              typeof value === 'object' ? JSON.stringify(value) : paramText(info, name, value, n),
            ])}
          />
        )}
      </div>
      {result && result.outcome !== 'failed' && <FateTokens result={result} />}
    </div>
  );
}
