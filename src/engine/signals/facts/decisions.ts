/** Sentences that state a decision, in English and Chinese. */
import { isCodeLine } from '../code-lines.ts';
import { safeCut } from '../sentences.ts';
import { type Named, namedAt } from './names.ts';
import type { Signs } from './signs.ts';

/** Characters of a sentence before and after the deciding words; longer ones are cut. */
const REACH = 200;
/** Characters before the trigger word within an expression for decisions; all are shorter. */
const BEFORE_SIGN = 200;
const MIN_LENGTH = 12;
const MIN_LENGTH_HAN = 6;

/** Where a sentence begins. */
const START = '(?:[\\n.!?:]|\\\\n|^) ?[-*>]{0,2} ?';
/** Words of a decision. A plan for the next step (`I'll use grep to look`) decides nothing. */
const TRIGGER = new RegExp(
  [
    "\\b(?:we|i|they|you|he|she|team|was|were|been|have|has|had|it's|is)(?:'ve|'d)? (?:have |then |also |finally |just |both )?(?:decided|agreed|chose|chosen|opted|settled|elected)\\b(?! (?:by|if|whether)\\b)",
    "\\b(?:let's|let us) (?:use|go with|stick (?:with|to)|keep|switch to|settle on|drop)\\b",
    "\\b(?:i'll|i will|i'm|we'll|we will|we're|i'd|we'd) (?:rather )?(?:go(?:ing)? (?:with|for)|stick(?:ing)? (?:with|to)|settle (?:on|for)|opt for)\\b",
    "\\b(?:i'll|i will|we'll|we will|we should|i'd rather|we'd rather|i|we) (?:now )?(?:use|keep|do|store|write|chose|pick|prefer)\\b[^.!?\\n\\\\]{1,80}\\b(?:instead of|rather than)\\b",
    `${START}(?:please )?(?:use|keep|prefer)\\b[^.!?\\n\\\\]{1,80}\\b(?:instead of|rather than)\\b`,
    '\\b(?:we|i) (?:picked|went with|switched to|selected)\\b',
    '\\b(?:final )?decision(?: made)?: ?\\S',
    '\\bdecided (?:to|on|against|that|in favou?r of)\\b',
    '(?:^|[^取来能先会要未没不尚去])决定(?![于因论权性])',
    '(?:我们|最终|最后|所以|因此|这里|统一|改为|我)(?:先|就|都|还是|会|将)?(?:选择|使用)',
    '(?:^|[\\s，,。；;:：*-])(?:选择|选用|采用|改用|确定用|换成)[^，。\\n]{1,40}(?:而不是|而非|代替|替代|，因为|来)',
    '选择[^，。\\n]{1,40}(?:而不是|而非)',
    '采用|改用|选用',
    '(?:用|使用)[^，。\\n]{1,30}(?:代替|替代|取代|而不是|而非)',
  ].join('|'),
  'gi',
);
/** End of the previous sentence, where the deciding words begin their own. */
const OPENS = new RegExp(`^${START}`);
/** A sentence that asks, supposes, or says that nothing is decided. */
const UNDECIDED =
  /[?？]["”')）]?$|^(?:if|whether|when|unless|should|could|would|shall|do|does|did|can)\b|\b(?:not|never|n't|yet to|to be|cannot|can't) (?:yet |been ){0,2}(?:decide|agree|chosen|choose)|(?:是否|要不要|如果|假如|吗)|未决定|请选择/i;
const ENDS = /[.!?](?=["'”)\]`*]{0,2}(?:\s|$|\\n|"))|[。！？；\n]|\\n/g;
const HAN = /\p{Script=Han}/u;

/** Offset after the last sentence end in `lead`; 0 without one. */
function sentenceStart(lead: string): number {
  let start = 0;
  for (const { 0: mark, index } of lead.matchAll(ENDS)) start = index + mark.length;
  return start;
}

/** Offsets are those of the text plus `base`. Linear: each trigger inspects a bounded stretch. */
export function findDecisions(text: string, base: number, into: Named[], { decision }: Signs): void {
  if (decision < 0) return;
  TRIGGER.lastIndex = Math.max(0, decision - BEFORE_SIGN);
  for (let match = TRIGGER.exec(text); match; match = TRIGGER.exec(text)) {
    const from = safeCut(text, Math.max(0, match.index - REACH));
    const opens = OPENS.exec(match[0])?.[0].length ?? 0;
    const a = from + sentenceStart(text.slice(from, match.index + opens));
    const tail = text.slice(match.index + match[0].length, safeCut(text, match.index + match[0].length + REACH));
    const end = tail.search(ENDS);
    const closed = end >= 0 && !/[\n\\]/.test(tail[end]!);
    const b = match.index + match[0].length + (end < 0 ? tail.length : closed ? end + 1 : end);
    TRIGGER.lastIndex = Math.max(b, match.index + 1);
    const raw = text.slice(a, b);
    const lead = /^(?:\s|[-*+#>|"]|\d{1,2}[.)、]|\[[ xX]\])*/.exec(raw)![0].length;
    const shown = raw.slice(lead).trimEnd();
    if (shown.length < (HAN.test(shown) ? MIN_LENGTH_HAN : MIN_LENGTH) || UNDECIDED.test(shown) || isCodeLine(shown)) continue;
    into.push(namedAt('decision', text, a + lead, a + lead + shown.length, base));
  }
}
