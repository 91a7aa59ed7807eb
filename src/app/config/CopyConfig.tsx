import { BUILT_IN } from '../../engine/summarizers/contract.ts';
import { modelOfId } from '../../models/contract.ts';
import { configSystemOf, writeConfig } from '../../scenario/config/config.ts';
import type { RowResult } from '../../worker/protocol.ts';
import { Button } from '../components/Button.tsx';
import { copyText } from '../share/files.ts';
import { useApp, useText } from '../store/index.ts';
import { toast } from '../store/ui.ts';

/** Copies a row's parameters as the configuration of its system; renders nothing for a strategy without one. */
export function CopyConfig({ row: { key, strategy, params } }: { readonly row: RowResult }) {
  const { t } = useText();
  const strategies = useApp((s) => s.description?.strategies);
  const summarizer = useApp((s) => s.scenario.rows.find((row) => row.key === key)?.summarizer ?? s.scenario.settings.summarizer);
  const system = configSystemOf(strategy);
  if (!system) return null;
  const name = t(`compare.chip.${system}`);
  const copyNumber = /~(\d+)$/.exec(key)?.[1];
  const copy = async () => {
    const model = summarizer === BUILT_IN ? null : modelOfId(summarizer);
    const text = writeConfig(system, params, (id) => strategies?.find((s) => s.id === id)?.params, model);
    toast((await copyText(text)) ? 'config.copied' : 'config.copy.failed', { system: name });
  };
  return (
    <Button onClick={() => void copy()}>
      {t('config.copy.system', { system: name, format: system === 'S1' ? 'YAML' : 'JSON' })}
      {copyNumber && ` (${copyNumber})`}
    </Button>
  );
}
