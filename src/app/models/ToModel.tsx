/** What would go to one model: where, how much, at what price, secrets found in it, and every prompt word for word. */
import { type KeyboardEvent, useRef, useState } from 'react';
import { formatReason } from '../../i18n/index.ts';
import { isEmbedding, keySlot, type ModelChoice, needsKey, PRICE_LIST } from '../../models/contract.ts';
import type { Reply, SendingView } from '../../worker/protocol.ts';
import type { OnProgress } from '../../worker/worker-calls.ts';
import { Button, Icon, Panel, Pairs } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Check, Field } from '../components/NumberField.tsx';
import { strategyTitle } from '../rows/compare-rows.ts';
import { money, providerTitle } from '../rows/model-words.ts';
import { actions, client, payForRecall, requestNow, useApp, useAsk, useText, useUi } from '../store/index.ts';
import { forgetKey, setKey } from '../store/model-keys.ts';
import { isOnDevice } from '../store/model-network.ts';
import classes from './models.module.css';

export function KeyField({ choice }: { readonly choice: Pick<ModelChoice, 'provider' | 'baseUrl'> }) {
  const { t } = useText();
  const slot = keySlot(choice);
  const state = useUi((s) => s.keys[slot]);
  const field = useRef<HTMLInputElement>(null);
  const [inTab, setInTab] = useState(false);
  const [filled, setFilled] = useState(false);
  // Uncontrolled: the value stays in the field alone, out of component state and attributes.
  const take = (): void => {
    const input = field.current;
    const key = input?.value.trim() ?? '';
    if (!input || key === '') return;
    setKey(slot, key, inTab);
    input.value = '';
    setFilled(false);
  };
  const keyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    take();
  };
  if (state !== undefined) {
    return (
      <p className={`row wrap gap8 margin4-0 ${classes.key}`}>
        <span>✓ {t(state === 'tab' ? 'models.key.tab' : 'models.key.memory', { provider: providerTitle(choice.provider) })}</span>
        <Button onClick={() => forgetKey(slot)} text={t('models.key.forget')} />
      </p>
    );
  }
  return (
    <div className={`row wrap gap8 margin4-0 ${classes.key}`}>
      <Field
        label={t(choice.provider === 'compatible' ? 'models.key.optional' : 'models.key', { provider: providerTitle(choice.provider) })}
        className={classes.field}
      >
        <input
          ref={field}
          type="password"
          autoComplete="off"
          spellCheck={false}
          data-1p-ignore
          data-lpignore="true"
          onInput={(e) => setFilled(e.currentTarget.value.trim() !== '')}
          onKeyDown={keyDown}
        />
      </Field>
      <Button disabled={!filled} onClick={take} text={t('models.key.use')} />
      <Check className="row gap8 leastHigh28" checked={inTab} onChange={setInTab} text={t('models.key.keep')} />
    </div>
  );
}

interface Props<A extends readonly unknown[]> {
  readonly title: string;
  readonly ask: (...args: A) => Reply<{ readonly system: string; readonly user: string }>;
  readonly args: A;
  readonly plain?: boolean;
}

export function PromptFold<A extends readonly unknown[]>({ title, ask, args, plain = false }: Props<A>) {
  const { t } = useText();
  const [opened, setOpened] = useState(false);
  const { answer: text } = useAsk(ask, opened ? args : null, []);
  return (
    <details className={`pad2-0 ${classes.prompt}`} onToggle={(e) => e.currentTarget.open && setOpened(true)}>
      <summary>{title}</summary>
      {text && plain && <textarea className="margin4-0" readOnly rows={8} aria-label={t('compare.column.messages')} value={text.user} />}
      {text && !plain && (
        <>
          <Field label={t('send.prompt.system')}>
            <textarea className="margin4-0" readOnly rows={6} value={text.system} />
          </Field>
          <Field label={t('compare.column.messages')}>
            <textarea className="margin4-0" readOnly rows={14} value={text.user} />
          </Field>
        </>
      )}
    </details>
  );
}

// Which of the prompts that would be sent are: all, but those that only strategies need which were left out.

type Prompts = SendingView['prompts'];

interface RowPrompts {
  /** Key of the row; null = compactions that were carried out. */
  readonly row: string | null;
  readonly places: readonly number[];
  readonly shared: readonly string[];
}

export function byRow(prompts: Prompts, first: readonly string[] = []): readonly RowPrompts[] {
  const isFirst = (row: string | null): boolean => row !== null && first.includes(row);
  const found = new Map<string | null, { readonly places: number[]; readonly shared: Set<string> }>();
  prompts.forEach(({ rows }, place) => {
    const [row = null, ...others] = [...rows].sort((one, other) => Number(isFirst(other)) - Number(isFirst(one)));
    const one = found.get(row) ?? { places: [], shared: new Set() };
    found.set(row, one);
    one.places.push(place);
    for (const other of others) one.shared.add(other);
  });
  return [...found]
    .map(([row, { places, shared }]) => ({ row, places, shared: [...shared] }))
    .sort((one, other) => Number(isFirst(other.row)) - Number(isFirst(one.row)));
}

const isSent = ({ rows }: Prompts[number], leftOut: ReadonlySet<string>): boolean => rows.length === 0 || rows.some((row) => !leftOut.has(row));

export function chosenOf(sending: SendingView, leftOut: ReadonlySet<string>): Pick<SendingView, 'calls' | 'input' | 'output' | 'price'> {
  const { calls, input, output, price, prompts } = sending;
  const out = prompts.filter((prompt) => !isSent(prompt, leftOut));
  if (out.length === 0) return { calls, input, output, price };
  const left = {
    input: input - out.reduce((sum, prompt) => sum + prompt.input, 0),
    output: output - out.reduce((sum, prompt) => sum + prompt.output, 0),
  };
  const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);
  const cost = price && { input: price.input * share(left.input, input), output: price.output * share(left.output, output) };
  return { calls: calls - out.length, ...left, price: cost && { ...cost, total: cost.input + cost.output } };
}

const SHOWN = 20;

interface PromptListProps {
  readonly sending: SendingView;
  readonly at: number;
  readonly places: readonly number[];
}

function PromptList({ sending, at, places }: PromptListProps) {
  const { t, n } = useText();
  const [shown, setShown] = useState(SHOWN);
  const embeds = isEmbedding(sending.choice);
  return (
    <>
      {places.slice(0, shown).map((place) => (
        <PromptFold
          key={place}
          title={t('send.prompt', { number: place + 1, characters: n.whole(sending.prompts[place]!.characters) })}
          ask={client.prompt}
          args={[at, place]}
          plain={embeds}
        />
      ))}
      {places.length > shown && <Button kind="link" onClick={() => setShown(places.length)} text={t('row.more', { count: places.length - shown })} />}
    </>
  );
}

function ByStrategy({ sending, at, first, leftOut, onLeaveOut }: Pick<PromptListProps, 'sending' | 'at'> & PromptChoice) {
  const { t } = useText();
  const rows = useApp((s) => s.comparison?.rows);
  const titleOf = (key: string): string => {
    const row = rows?.find((one) => one.key === key);
    return row ? strategyTitle(row.strategy, key, row.params) : key;
  };
  return (
    <ul>
      {byRow(sending.prompts, first).map(({ row, places, shared: others }) => (
        <li className="pad4-0 ruledAbove" key={row ?? ''}>
          {row === null ? (
            <b>{t('send.steps')}</b>
          ) : (
            <Check className="row gap8 leastHigh28" checked={!leftOut.has(row)} onChange={(on) => onLeaveOut(row, !on)}>
              <b>{titleOf(row)}</b>
              <small className="num">
                {[
                  t('send.calls.value', { count: places.length }),
                  others.length > 0 && t('send.shared', { names: others.map(titleOf).join(t('list.separator')) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </Check>
          )}
          <PromptList sending={sending} at={at} places={places} />
        </li>
      ))}
    </ul>
  );
}

interface PromptChoice {
  readonly first: readonly string[];
  /** Keys of rows whose prompts are not sent. */
  readonly leftOut: ReadonlySet<string>;
  readonly onLeaveOut: (row: string, out: boolean) => void;
}

function Secrets({ sending }: { readonly sending: SendingView }) {
  const { t, n } = useText();
  const masks = useApp((s) => s.scenario.settings.maskSecrets);
  const emails = useApp((s) => s.scenario.settings.maskEmails);
  if (sending.secrets.length === 0) return <p className="help">{t('send.secrets.none')}</p>;
  const isMasked = (kind: string): boolean => masks && (kind !== 'e-mail' || emails);
  const open = sending.secrets.some(({ kind }) => kind !== 'e-mail' && !isMasked(kind));
  return (
    <div className="callout" data-open={open || undefined} role={open ? 'alert' : undefined}>
      <Icon name="warning" />
      <div>
        <p>{t(open ? 'send.secrets.open' : 'send.secrets')}</p>
        <ul className="bullets">
          {sending.secrets.map(({ kind, count }) => (
            <li key={kind}>
              {kind} × {n.whole(count)} · {t(isMasked(kind) ? 'send.secret.masked' : 'send.secret.sent')}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

type FactList = readonly (readonly [string, string])[];

export const FactPairs = ({ facts }: { readonly facts: FactList }) => (
  <Pairs className={`marginBottom8 ${classes.facts}`} classes={['grid gap8', undefined, 'num breaks']} pairs={facts} />
);

export function ToModel({ sending, at, choosing }: { readonly sending: SendingView; readonly at: number; readonly choosing?: PromptChoice }) {
  const { t, n } = useText();
  const { choice, endpoint, remembered, prompts, all } = sending;
  const { calls, input, output, price } = choosing ? chosenOf(sending, choosing.leftOut) : sending;
  const embeds = isEmbedding(choice);
  const facts: FactList = [
    [t('send.endpoint'), isOnDevice(choice) ? t('models.device.here') : endpoint],
    ...(embeds ? [[t('send.texts'), n.whole(all)] as const] : []),
    [t('send.calls'), t('send.calls.value', { count: calls })],
    [t('send.input'), t('send.input.value', { tokens: n.whole(input) })],
    [t('send.output'), embeds ? t('send.output.vectors') : t('send.output.value', { tokens: n.whole(output) })],
    [
      t('send.price'),
      price && !isOnDevice(choice)
        ? t('send.price.value', { price: money(price.total), list: PRICE_LIST.name, version: PRICE_LIST.version, date: PRICE_LIST.date })
        : money(price?.total ?? null),
    ],
    ...(remembered > 0 ? [[t('send.remembered'), n.whole(remembered)] as const] : []),
  ];
  return (
    <Panel
      label={sending.id}
      title={
        <>
          {choice.model} <small>{providerTitle(choice.provider)}</small>
        </>
      }
    >
      <FactPairs facts={facts} />
      {sending.over && (
        <p className="callout" role="alert">
          {t('send.over', { count: sending.over.calls, tokens: sending.over.tokens, window: sending.over.window })}
        </p>
      )}
      <Secrets sending={sending} />
      {!isOnDevice(choice) && <KeyField choice={choice} />}
      <h4>{t('send.prompts')}</h4>
      {choosing && prompts.some(({ rows }) => rows.length > 0) ? (
        <>
          <p className="help">{t('send.choose')}</p>
          <ByStrategy sending={sending} at={at} {...choosing} />
        </>
      ) : (
        <PromptList sending={sending} at={at} places={[...prompts.keys()]} />
      )}
    </Panel>
  );
}

/** What would be sent for the comparison, or for the paid recall of a row. */
function rehearse(paid: string | null, onProgress?: OnProgress): Reply<readonly SendingView[]> {
  const request = requestNow();
  if (!request) return Promise.resolve({ ok: true, value: [] });
  return paid === null ? client.rehearse(request) : client.rehearseRecall(paid, onProgress);
}

export function SendDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const [always, setAlways] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const keys = useUi((s) => s.keys);
  const paid = useUi((s) => s.paid);
  const comparison = useApp((s) => s.comparison);
  const [a, b] = useApp((s) => s.compared);
  // A recall belongs to a comparison; anything sent with a comparison is sent by the next one.
  const { answer: sendings, failed, loading } = useAsk(rehearse, [paid], paid === null ? [] : [comparison], paid === null ? undefined : 'recall');
  const toSend = sendings?.map((sending, at) => ({ sending, at })).filter(({ sending }) => sending.calls > 0) ?? [];
  const rows = [...new Set(toSend.flatMap(({ sending }) => sending.prompts.flatMap((prompt) => prompt.rows)))];
  const first = rows.filter((row) => row === a || row === b);
  const leftOut = chosen ?? new Set(first.length > 0 ? rows.filter((row) => !first.includes(row)) : []);
  const keyless = toSend.some(({ sending: { choice } }) => needsKey(choice) && keys[keySlot(choice)] === undefined);
  const send = (): void => {
    onClose();
    const agreed = toSend.map(({ sending }) => sending.id);
    if (paid === null) actions.sendTo(agreed, leftOut.size > 0 ? rows.filter((row) => !leftOut.has(row)) : null, always && leftOut.size === 0);
    else payForRecall({ key: paid, agreed });
  };
  const leaveOut = (row: string, out: boolean): void => {
    const next = new Set(leftOut);
    if (out) next.add(row);
    else next.delete(row);
    setChosen(next);
  };
  const choosing = paid === null ? { first, leftOut, onLeaveOut: leaveOut } : undefined;
  return (
    <Dialog title={t('send.title')} onClose={onClose} wide>
      <p className="help">{t(paid === null ? 'send.intro' : 'send.intro.recall')}</p>
      {!sendings && loading && <p role="status">{t('send.preparing')}</p>}
      {failed && <p className="problem">{formatReason(failed)}</p>}
      {toSend.map(({ sending, at }) => (
        <ToModel key={`${sending.id} ${at}`} sending={sending} at={at} {...(choosing && { choosing })} />
      ))}
      {choosing && first.length > 0 && first.length < rows.length && (
        <p className="help">
          {t('send.first')}{' '}
          <Button kind="link" disabled={leftOut.size === 0} onClick={() => setChosen(new Set())} text={t('send.all', { count: rows.length })} />
        </p>
      )}
      {sendings && toSend.length === 0 && <p>{t('send.nothing')}</p>}
      {toSend.length > 0 && (
        <div className={`surface ruledAbove sticky ${classes.foot}`}>
          {toSend.some(({ sending: { choice } }) => !isEmbedding(choice)) && <p className="help">{t('send.more')}</p>}
          {paid === null && leftOut.size === 0 && (
            <Check className="row gap8 leastHigh28" checked={always} onChange={setAlways} text={t('send.always')} />
          )}
          {keyless && <p className="problem">{t('send.keyless')}</p>}
          <div className="wrap gap8 flex toEnd marginTop8">
            <Button onClick={onClose} text={t('send.no')} />
            <Button kind="primary" disabled={keyless} onClick={send} text={t('send.yes')} />
          </div>
        </div>
      )}
    </Dialog>
  );
}
