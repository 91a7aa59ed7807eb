import { mixedColour, pageToken as colour, textWidth } from '../../charts/scale.ts';
import { download, fileName, saveBytes } from '../../components/elements.ts';
import { toast, useApp } from '../../store/index.ts';
import { type FateKind, FATES } from '../../../engine/strategies/contract.ts';
import { t } from '../../../i18n/index.ts';
import type { TableRow } from '../../rows/compare-rows.ts';

const FILLS = { keep: '--keep', edit: '--edit', summarize: '--sum', offload: '--off', drop: '--track' } as const satisfies Record<FateKind, string>;

export async function saveStrips(rows: readonly TableRow[], title: string, kind: 'svg' | 'png'): Promise<void> {
  const [{ stripsSvg }, { pngOf }] = await Promise.all([import('./strip-picture.ts'), import('../../charts/picture.ts')]);
  const { comparison, loaded } = useApp.getState();
  const mixed = (name: string, share: number): string => mixedColour(colour('--track'), colour(name), share);
  const list = rows.flatMap(({ title: name, result }) => (result ? [{ title: name, result }] : []));
  const picture =
    comparison &&
    stripsSvg(
      list,
      comparison.transcript,
      {
        bg: colour('--bg'),
        text: colour('--text'),
        track: colour('--track'),
        keep: colour('--keep'),
        edit: colour('--edit'),
        cut: mixed('--edit', 0.2),
        sum: colour('--sum'),
        off: colour('--off'),
        offBody: mixed('--off', 0.16),
      },
      {
        title: [loaded?.name, title].filter(Boolean).join(' · '),
        font: colour('--font-ui'),
        names: Math.max(0, ...list.map(({ title: name }) => textWidth(name, 12))),
        axis: t('strip.picture.axis', { tokens: comparison.transcript.total }),
        legend: FATES.filter((fate) => fate !== 'offload' || list.some(({ result }) => result.measures.messagesByFate.offload > 0)).map((fate) => {
          const text = t(`fate.${fate}`);
          return { text, width: textWidth(text, 12), fill: colour(FILLS[fate]) };
        }),
      },
    );
  const png = picture && kind === 'png' ? await pngOf(picture) : null;
  const name = fileName(loaded?.name ?? '', `strips-${title.replace(/[^\p{L}\p{N}]+/gu, '-')}`, kind);
  if (png) saveBytes(name, png);
  else if (picture && kind === 'svg') download(name, picture.svg, 'image/svg+xml');
  else toast('chart.save.none');
}
