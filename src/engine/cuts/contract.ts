/**
 * Is told a stretch of a text of a message that an edit takes out: `piece` = index in the content of a tool result, 0 for other
 * parts; `from` and `to` = UTF-16 offsets in the original text.
 */
export type GapFound = (part: number, piece: number, from: number, to: number) => void;
