/** The name of a measure, which opens its definition and leads to its page. */
import type { ReactNode } from 'react';
import { lookup } from '../../i18n/index.ts';
import { measureDocument } from '../compare/measures.ts';
import { Definition } from '../components/Definition.tsx';
import { useText } from '../store/index.ts';

export function Term({ measure, children }: { readonly measure: string; readonly children: ReactNode }) {
  const { t } = useText();
  const text = lookup(`measure.${measure}.definition`);
  if (text === null) return children;
  return (
    <Definition
      title={lookup(`measure.${measure}.title`) ?? measure}
      text={[text, lookup(`measure.${measure}.limits`) ?? ''].filter(Boolean)}
      link={{ document: measureDocument(measure), label: t('loss.definition') }}
    >
      {children}
    </Definition>
  );
}
