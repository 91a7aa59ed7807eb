import { DocumentLink } from '../documents/DocumentLink.tsx';
import { useText } from '../store/useAsk.ts';

export function StartLinks({ className }: { readonly className?: string | undefined }) {
  const { t } = useText();
  return (
    <nav aria-label={t('start.documents')} className={className}>
      <DocumentLink id="guide">{t('start.guide')}</DocumentLink>
      <DocumentLink id="study">{t('start.study')}</DocumentLink>
      <DocumentLink id="measures">{t('start.numbers')}</DocumentLink>
    </nav>
  );
}
