import { Dialog } from '../components/Dialog.tsx';
import { useText } from '../store/useAsk.ts';
import { StartContent } from './StartContent.tsx';
import { StartLinks } from './StartLinks.tsx';
import classes from './start.module.css';

export function StartDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  return (
    <Dialog title={t('start.title')} onClose={onClose} wide>
      <StartLinks className={classes.links} />
      <StartContent onOpen={onClose} />
    </Dialog>
  );
}
