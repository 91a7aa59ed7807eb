/** A trigger in words, where it cannot be changed. */
import { S3_BUFFER, type Trigger } from '../../engine/triggers/contract.ts';
import { numbers, t } from '../../i18n/index.ts';

/** The numbers of a trigger in words. */
export function triggerWords(trigger: Trigger): string {
  const n = numbers();
  const name = t(`replay.trigger.${trigger.kind}`);
  switch (trigger.kind) {
    case 'ratio':
      return [`${name} ${n.percent(trigger.share)}`, ...(trigger.interval ? [`${t('replay.trigger.every')} ${trigger.interval} s`] : [])].join(', ');
    case 'tokens':
      return `${name} ${n.whole(trigger.tokens)}`;
    case 'remaining':
    case 'answer':
      return `${name} ${n.percent(trigger.share)}`;
    case 'tool-result':
      return `${name} ${n.percent(trigger.share)}, ${t('replay.trigger.buffer')} ${n.percent(trigger.buffer ?? S3_BUFFER)}`;
    case 'result':
      return `${name} ${n.whole(trigger.tokens)}${trigger.spare ? `, ${t('replay.trigger.spare')} ${n.whole(trigger.spare)}` : ''}`;
    case 'turns':
    case 'messages':
      return `${name} ${n.whole(trigger.count)}`;
    case 'marker':
      return `${name} ${trigger.text}`;
    case 'hand':
    case 'requests':
    case 'recorded':
    case 'hard-limit':
      return name;
  }
}
