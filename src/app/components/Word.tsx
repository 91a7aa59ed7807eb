import type { ReactNode } from 'react';
import { useText } from '../store/useText.ts';
import { Definition } from './Definition.tsx';

/** Words that the page explains where they stand; each has a section of its own in docs/words.md. */
export type ExplainedWord = 'chance' | 'foresight' | 'floor';

/** A word with its definition, on hover and by a click, and the way to the document of words. */
export function Word({ word, children }: { readonly word: ExplainedWord; readonly children: ReactNode }) {
  const { t } = useText();
  return (
    <Definition title={t(`word.${word}`)} text={[t(`word.${word}.help`)]} link={{ document: 'words', anchor: word, label: t('word.more') }}>
      {children}
    </Definition>
  );
}
