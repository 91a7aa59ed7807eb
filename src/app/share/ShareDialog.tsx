import { Check } from '../components/NumberField.tsx';
import type { Answer } from '../../engine/answer/contract.ts';
import { useAnswered } from '../rows/useTableRows.ts';
import '../../i18n/en/sent.ts';
import { useMemo, useRef, useState } from 'react';
import type { Result } from '../../engine/transcript/types.ts';
import { formatReason } from '../../i18n/index.ts';
import { LINK_BUDGET, LINK_SAFE, MAX_INFLATED } from '../../scenario/defaults.ts';
import type { Snapshot } from '../../scenario/snapshot-schema.ts';
import { encodeSnapshot, fitsLink, snapshotFile } from '../../scenario/codec.ts';
import type { Scenario } from '../../scenario/schema.ts';
import type { FoundSecrets, WorkerError } from '../../worker/protocol.ts';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { useChanged } from '../settings/Controls.tsx';
import { snapshotOf } from '../snapshot/make.ts';
import { linkOf, pageAddress } from '../store/address.ts';
import { app, type AppState, client, toast, useApp, useAsk, useText } from '../store/index.ts';
import { copyText, download, fileName } from '../components/elements.ts';
import { countOf, Secrets } from './ExportDialog.tsx';
import classes from './share.module.css';

/** `withText` = link with the transcript inside, null when it is too long for a link. */
interface Links {
  readonly plain: string;
  readonly withText: string | null;
  readonly numbers: string | null;
  readonly secrets: readonly FoundSecrets[];
}

async function inlineScenario(scenario: Scenario, name: string, bytes: number): Promise<Scenario | null> {
  if (bytes > MAX_INFLATED) return null;
  const own = await client.ownFormat();
  if (!own.ok || own.value.length > MAX_INFLATED) return null;
  return { ...scenario, transcript: { kind: 'inline', name, text: own.value }, conversation: 0, format: null };
}

/** Content of a link, and the secrets in it: nobody copies it before they are known. */
async function linksOf(scenario: Scenario, loaded: AppState['loaded'], snapshot: Snapshot | null): Promise<Result<Links, WorkerError>> {
  const plain = await linkOf(scenario);
  const inline = loaded?.ref.kind === 'file' ? await inlineScenario(scenario, loaded.name, loaded.reply.bytes) : null;
  const numbers = snapshot && `${pageAddress()}${await encodeSnapshot(snapshot)}`;
  const withText = inline && (await linkOf(inline));
  const secrets = loaded && loaded.ref.kind !== 'sample' ? await client.secrets() : null;
  if (secrets?.ok === false) return secrets;
  return {
    ok: true,
    value: { plain, numbers, withText: withText && withText.length <= LINK_BUDGET ? withText : null, secrets: secrets?.value ?? [] },
  };
}

const snapshotNow = (answer: Answer | null): Snapshot | null => snapshotOf(app(), new Date().toISOString().slice(0, 10), answer);

export function ShareDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const scenario = useApp((s) => s.scenario);
  const loaded = useApp((s) => s.loaded);
  const comparison = useApp((s) => s.comparison);
  const measured = useApp((s) => s.measured);
  const recalled = useApp((s) => s.recalled);
  const answer = useAnswered(comparison)?.answer ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what it is made of
  const snapshot = useMemo(() => snapshotNow(answer), [scenario, loaded, comparison, measured, recalled, answer]);
  const { answer: links, failed } = useAsk(linksOf, [scenario, loaded, snapshot], []);
  const secrets = links?.secrets ?? null;
  const ref = loaded?.ref ?? null;
  const changed = useChanged();
  const applied = useApp((s) => s.scenario.applied.length);
  const [include, setInclude] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  // Until somebody chooses: the numbers, where the link survives a chat.
  const [chosen, setChosen] = useState<boolean | null>(null);
  const long = (links?.numbers?.length ?? 0) > LINK_SAFE;
  const wanted = chosen ?? !long;
  const fits = links?.numbers ? fitsLink(links.numbers) : false;
  const numbers = wanted && fits && !include ? (links?.numbers ?? null) : null;
  const link = links && (include ? (links.withText ?? links.plain) : (numbers ?? links.plain));
  const holdsText = ref?.kind === 'inline' || (include && Boolean(links?.withText));
  const copy = async () => {
    if (!link) return;
    if (await copyText(link)) toast('action.copied');
    else field.current?.select();
  };
  return (
    <Dialog title={t('share.title')} onClose={onClose}>
      <ul className="bullets second marginBottom12">
        <li>{t('share.settings', { count: changed })}</li>
        {applied > 0 && <li>{t('history.share', { count: applied })}</li>}
        {ref?.kind === 'sample' && <li>{t('share.sample')}</li>}
        {ref?.kind === 'file' && !holdsText && <li>{t('share.file', { name: ref.name, hash: ref.hash.slice(0, 16) })}</li>}
        {holdsText && <li>{t('share.text')}</li>}
        {numbers && snapshot && <li>{t('share.numbers.holds', { count: snapshot.rows.length, messages: snapshot.original.messages })}</li>}
      </ul>
      {ref?.kind === 'file' && (
        <Check className="gap8 flex fromStart marginBottom12" checked={numbers !== null} disabled={!fits || include} onChange={setChosen}>
          <span>
            {t('share.numbers')}
            <small className="block line16">
              {t('share.numbers.help')} {!snapshot && t('share.numbers.waiting')}
              {snapshot && !snapshot.cuts && `${t('share.numbers.noRecall')} `}
              {links?.numbers &&
                (fits
                  ? t(long ? 'share.numbers.long' : 'share.include.length', { count: links.numbers.length })
                  : t('share.numbers.tooLong', { found: links.numbers.length, most: LINK_BUDGET }))}
            </small>
          </span>
        </Check>
      )}
      {ref?.kind === 'file' && (
        <Check
          className="gap8 flex fromStart marginBottom12"
          checked={include && Boolean(links?.withText)}
          disabled={!links?.withText}
          onChange={setInclude}
        >
          <span>
            {t('share.include')}
            <small className="block line16">
              {links &&
                (links.withText ? t('share.include.length', { count: links.withText.length }) : t('share.include.tooLong', { count: LINK_BUDGET }))}
            </small>
          </span>
        </Check>
      )}
      {secrets !== null && secrets.length > 0 && ref?.kind !== 'sample' && (
        <Secrets found={secrets} open={holdsText} says={t(holdsText ? 'share.secrets.in' : 'share.secrets.out', { count: countOf(secrets) })} />
      )}
      {holdsText && secrets?.length === 0 && <p className="help">{t('share.secrets.none')}</p>}
      {failed && <p role="alert">{formatReason(failed)}</p>}
      <textarea
        ref={field}
        className={`second rounder pad8 bgSunk line16 ${classes.link} mono`}
        aria-label={t('share.link')}
        readOnly
        value={link ?? ''}
        onFocus={(e) => e.currentTarget.select()}
      />
      <div className="row spread gap12 marginTop12">
        <span className="muted num">{link && t('share.length', { count: link.length })}</span>
        {snapshot && (
          <Button
            kind={long && !numbers && !include ? 'primary' : undefined}
            icon="export"
            onClick={() => download(fileName(loaded?.name ?? '', 'snapshot', 'json'), snapshotFile(snapshot), 'application/json')}
            text={t('share.numbers.save')}
          />
        )}
        <Button
          kind={long && !numbers && !include ? undefined : 'primary'}
          icon="copy"
          disabled={!link}
          onClick={() => void copy()}
          text={t('share.copy')}
        />
      </div>
    </Dialog>
  );
}
