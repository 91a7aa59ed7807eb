/** In the place of a dialog that needs the messages, while only numbers of them are there. */
import '../../i18n/sent-words.ts';
import { Dialog } from '../components/Dialog.tsx';
import { useApp, useText } from '../store/index.ts';
import { useUi } from '../store/ui.ts';
import { SentZone } from './SentPane.tsx';

export function NeedsFile({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const name = useApp((s) => s.sent?.transcript.name ?? '');
  const shares = useUi((s) => s.dialog === 'share');
  const link = useApp((s) => s.sent?.length !== null);
  return (
    <Dialog title={t('sent.needs')} onClose={onClose}>
      {shares && link && <p>{t('sent.needs.share')}</p>}
      <p>{t('sent.needs.text', { name })}</p>
      <SentZone />
    </Dialog>
  );
}
