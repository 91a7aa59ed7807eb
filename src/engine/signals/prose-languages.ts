/**
 * Languages of a transcript's prose: by script, and for Latin letters by function words. Reads the beginnings of at most 500 messages of
 * people and assistants, evenly spread, so the cost is the same for any transcript.
 */
import { remembered } from './remember.ts';
import type { Message, TextPart, Transcript } from '../transcript/types.ts';
import type { PreparedTranscript, Reason } from './contract.ts';
import type { KeywordListId } from './keywords.ts';

export const LANGUAGE_IDS = ['zh', 'en', 'ja', 'ko', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'Cyrl', 'Arab', 'he', 'el', 'Deva', 'th'] as const;
export type LanguageId = (typeof LANGUAGE_IDS)[number];

export interface LanguageShare {
  readonly language: LanguageId;
  /** 0–1. */
  readonly share: number;
}

const COVERED: ReadonlySet<LanguageId> = new Set(['zh', 'en']);
const COVERED_FROM = 0.2;

const MESSAGES_READ = 500;
const CHARACTERS_READ = 1000;
const LEAST_LETTERS = 40;
const LETTERS_PER_SIGN = 3;

const LITTLE_WORDS: readonly (readonly [LanguageId, string])[] = [
  ['en', 'the and is are was you that this with for have not it of to what can please how my your there will would but'],
  ['de', 'der die das und ist nicht ich wir sie mit auf für ein eine einen den dem zu von wie bitte auch wird noch kann aber oder'],
  ['fr', 'le les des est et une pour dans que qui pas vous nous avec sur ce cette je il elle sont mais ou du au aux plus'],
  ['es', 'el los las es una para con que por se su lo como más pero del al está esto puede muy sobre hay'],
  ['pt', 'os uma para com que não por se do da dos das em na mas mais você isso está como ao pelo'],
  ['it', 'il lo gli una per con che non di del della nel sono questo come più ma anche si alla dei delle ho'],
  ['nl', 'de het een en is niet van voor met dat die op zijn ik je wij naar maar ook deze kan wordt bij nog'],
];
const bits = new Map<string, number>();
LITTLE_WORDS.forEach(([, words], k) => {
  for (const word of words.split(' ')) bits.set(word, (bits.get(word) ?? 0) | (1 << k));
});

/** Scripts by ranges of code units; letters outside all ranges are Latin or unassigned. */
const SCRIPTS: readonly (readonly [from: number, to: number, language: LanguageId | 'han' | 'kana'])[] = [
  [0x370, 0x3ff, 'el'],
  [0x400, 0x52f, 'Cyrl'],
  [0x590, 0x5ff, 'he'],
  [0x600, 0x6ff, 'Arab'],
  [0x900, 0x97f, 'Deva'],
  [0xe00, 0xe7f, 'th'],
  [0x3040, 0x30ff, 'kana'],
  [0x3400, 0x9fff, 'han'],
  [0xac00, 0xd7a3, 'ko'],
];

const WORD = /[a-zà-öø-ÿœ]+/g;

const LEAST_LITTLE = 2;
const LITTLE_PART = 0.1;

function lettersIn(text: string): ReadonlyMap<LanguageId, number> {
  const into = new Map<LanguageId, number>();
  const add = (language: LanguageId, letters: number): void => void into.set(language, (into.get(language) ?? 0) + letters);
  let han = 0;
  let kana = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x370) continue;
    const script = SCRIPTS.find(([from, to]) => code >= from && code <= to)?.[2];
    if (script === 'han') han += 1;
    else if (script === 'kana') kana += 1;
    else if (script) add(script, script === 'ko' ? LETTERS_PER_SIGN : 1);
  }
  // Japanese also uses Chinese characters, but never without kana.
  if (han + kana > 0) add(kana > 0.1 * (han + kana) ? 'ja' : 'zh', (han + kana) * LETTERS_PER_SIGN);
  const found = LITTLE_WORDS.map(() => 0);
  let letters = 0;
  let words = 0;
  for (const [word] of text.toLowerCase().matchAll(WORD)) {
    letters += word.length;
    words += 1;
    const of = bits.get(word) ?? 0;
    for (let k = 0; of >> k > 0; k++) if ((of >> k) & 1) found[k]! += 1;
  }
  const most = Math.max(...found);
  if (most >= LEAST_LITTLE && most >= LITTLE_PART * words && found.indexOf(most) === found.lastIndexOf(most))
    add(LITTLE_WORDS[found.indexOf(most)]![0], letters);
  return into;
}

/** Of the beginning of a text; remembered with the part, because contexts of one recording share messages. */
const lettersOf = remembered(({ text }: TextPart): ReadonlyMap<LanguageId, number> => lettersIn(text.slice(0, CHARACTERS_READ)));

const says = ({ role, synthetic }: Message): boolean => role === 'assistant' || (role === 'user' && !synthetic);

export const languagesOf = remembered((transcript: Transcript): readonly LanguageShare[] => {
  const spoken = transcript.messages.filter(says);
  const step = Math.max(1, spoken.length / MESSAGES_READ);
  const letters = new Map<LanguageId, number>();
  for (let at = 0; at < spoken.length; at += step) {
    for (const part of spoken[Math.floor(at)]!.parts) {
      if (part.type !== 'text') continue;
      for (const [language, count] of lettersOf(part)) letters.set(language, (letters.get(language) ?? 0) + count);
    }
  }
  const sum = [...letters.values()].reduce((total, count) => total + count, 0);
  return sum < LEAST_LETTERS ? [] : [...letters].map(([language, count]) => ({ language, share: count / sum })).sort((a, b) => b.share - a.share);
});

/** Notice for a transcript whose language the keyword lists hardly cover, since rules based on them then match nothing; undefined otherwise. */
export function uncoveredLanguage(
  { transcript, settings }: Pick<PreparedTranscript, 'transcript' | 'settings'>,
  lists: readonly KeywordListId[],
): Reason | undefined {
  if (lists.some((list) => settings.keywords[list] !== undefined)) return undefined;
  const languages = languagesOf(transcript);
  const [main] = languages;
  const covered = languages.reduce((sum, { language, share }) => sum + (COVERED.has(language) ? share : 0), 0);
  if (!main || covered >= COVERED_FROM) return undefined;
  return { key: 'note-keywords-language', values: { language: main.language, share: main.share, covered } };
}
