import '../../i18n/set-words.ts';
import { Button } from '../components/Button.tsx';
import { useText } from '../store/useText.ts';
import { pickFile, pickFolder } from './DropZone.tsx';
import { takeFolder } from './take.ts';

/** Choose files, or a folder; `onTake`: the browser's own picker of folders is about to open. */
export function PickButtons({ onTake }: { readonly onTake: () => void }) {
  const { t } = useText();
  return (
    <>
      <Button kind="primary" icon="file" onClick={pickFile}>
        {t('import.files')}
      </Button>
      <Button
        icon="folder"
        onClick={() => {
          if ('showDirectoryPicker' in globalThis) {
            onTake();
            void takeFolder();
          } else pickFolder();
        }}
      >
        {t('import.folder')}
      </Button>
    </>
  );
}
