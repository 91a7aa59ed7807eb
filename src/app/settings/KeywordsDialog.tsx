/** The word lists behind scoring, key events and task types: each can be changed, by language, and reset. */
import { useEffect, useRef, useState } from 'react';
import { lookup } from '../../i18n/index.ts';
import { defaultWords, KEYWORD_LISTS, type KeywordList, type Keywords, LONGEST_WORD, MOST_WORDS } from '../../scenario/schema.ts';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { actions, soon, useApp, useText } from '../store/index.ts';
import { DEFAULTS } from './Selects.tsx';
import classes from './settings.module.css';

export const SCRIPTS = ['zh', 'en', 'any'] as const;
type Script = (typeof SCRIPTS)[number];

const HAN = /\p{Script=Han}/u;
const PLAIN = /^[a-z][a-z' -]*$/;

function scriptOf(word: string, list: KeywordList): Script {
  if (list.of === 'tools') return 'any';
  if (HAN.test(word)) return 'zh';
  return !list.any.includes(word) && PLAIN.test(word) ? 'en' : 'any';
}

export function wordsByScript(words: readonly string[], list: KeywordList): Readonly<Record<Script, readonly string[]>> {
  const parts: Record<Script, string[]> = { zh: [], en: [], any: [] };
  for (const word of words) parts[scriptOf(word, list)].push(word);
  return parts;
}

export const textOf = (words: readonly string[]): string => words.join(', ');

export const readWords = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[,，、;；\n\r]+/)
      .map((word) => word.trim())
      .filter(Boolean),
  ),
];

type WordsProblem = { readonly kind: 'long'; readonly word: string } | { readonly kind: 'many'; readonly count: number };

export function problemOf(words: readonly string[]): WordsProblem | null {
  const long = words.find((word) => word.length > LONGEST_WORD);
  if (long !== undefined) return { kind: 'long', word: long };
  return words.length > MOST_WORDS ? { kind: 'many', count: words.length } : null;
}

export function withWords(keywords: Keywords, list: KeywordList, words: readonly string[], nothing: Keywords): Keywords {
  const { [list.id]: _old, ...rest } = keywords;
  const same = JSON.stringify([...words].sort()) === JSON.stringify([...defaultWords(list.id)].sort());
  const next = same ? rest : { ...rest, [list.id]: words };
  return Object.keys(next).length === 0 ? nothing : next;
}

const PAUSE_MS = 500;

function setWords(list: KeywordList, words: readonly string[]): void {
  actions.set('keywords', withWords(useApp.getState().scenario.settings.keywords, list, words, DEFAULTS.keywords));
}

function WordsField({ list, script, words }: { readonly list: KeywordList; readonly script: Script; readonly words: readonly string[] }) {
  const { t } = useText();
  const mine = wordsByScript(words, list)[script];
  const [typed, setTyped] = useState<string | null>(null);
  const now = typed ?? textOf(mine);
  const next = typed === null ? null : [...words.filter((word) => !mine.includes(word)), ...readWords(typed)];
  const problem = next === null ? null : problemOf(next);
  const take = useRef<() => void>(() => undefined);
  useEffect(() => {
    take.current = () => {
      if (next !== null && !problem) setWords(list, [...new Set(next)]);
    };
  });
  useEffect(() => {
    if (typed === null) return;
    return soon(() => take.current(), PAUSE_MS);
  }, [typed]);
  useEffect(() => () => take.current(), []);
  const title = lookup(`keywords.${list.id}.title`) ?? list.id;
  return (
    <label className={classes.field}>
      <span className="muted caption">
        {t(list.of === 'tools' ? 'keywords.script.tools' : `keywords.script.${script}`)} <small>{mine.length}</small>
      </span>
      <textarea
        aria-label={`${title}: ${t(list.of === 'tools' ? 'keywords.script.tools' : `keywords.script.${script}`)}`}
        aria-invalid={problem !== null}
        spellCheck={false}
        rows={Math.min(6, Math.max(2, Math.ceil(now.length / (script === 'zh' ? 30 : 58))))}
        lang={script === 'zh' ? 'zh' : 'en'}
        value={now}
        onChange={(e) => setTyped(e.currentTarget.value)}
        onBlur={() => {
          take.current();
          if (!problem) setTyped(null);
        }}
      />
      {problem && (
        <em role="alert" className="bad caption">
          {problem.kind === 'long' ? t('keywords.long', { word: `${problem.word.slice(0, 24)}…` }) : t('keywords.many', { count: problem.count })}
        </em>
      )}
    </label>
  );
}

function ListSection({ list }: { readonly list: KeywordList }) {
  const { t } = useText();
  const own = useApp((s) => s.scenario.settings.keywords[list.id]);
  const words = own ?? defaultWords(list.id);
  const off = list.off.filter((word) => !words.includes(word));
  const title = lookup(`keywords.${list.id}.title`) ?? list.id;
  const parts = list.of === 'tools' ? (['any'] as const) : SCRIPTS;
  return (
    <section className={`ruledAbove ${classes.list}`} aria-label={title} data-changed={own !== undefined || undefined}>
      <h3 className="gap8 leastHigh24 row">
        {title} <small>{t('keywords.count', { count: words.length })}</small>
        {own !== undefined && (
          <Button
            kind="link"
            onClick={() => setWords(list, defaultWords(list.id))}
            text={t('list.pair', { name: t('row.params.reset'), value: title })}
          />
        )}
      </h3>
      <p className="marginBottom4 second">{lookup(`keywords.use.${list.use}`)}</p>
      <div className={`grid gap4-12 ${classes.fields}`} data-single={parts.length === 1 || undefined}>
        {parts.map((script) => (
          <WordsField key={script} list={list} script={script} words={words} />
        ))}
      </div>
      {off.length > 0 && (
        <p className={`marginTop4 muted row wrap caption ${classes.off}`}>
          {t('keywords.off')}
          {off.map((word) => (
            <Button key={word} kind="link" icon="add" onClick={() => setWords(list, [...words, word])} text={word} />
          ))}
        </p>
      )}
    </section>
  );
}

export function KeywordsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const changed = useApp((s) => Object.keys(s.scenario.settings.keywords).length);
  return (
    <Dialog title={t('control.keywords')} onClose={onClose} wide>
      <p className="marginBottom8 second">
        {t('keywords.intro')}{' '}
        {changed > 0 && (
          <Button kind="link" onClick={() => actions.set('keywords', DEFAULTS.keywords)} text={t('keywords.resetAll', { count: changed })} />
        )}
      </p>
      {KEYWORD_LISTS.map((list) => (
        <ListSection key={list.id} list={list} />
      ))}
    </Dialog>
  );
}
