/**
 * Receives a stretch of a message's text that an edit removes: `piece` = index in the content of a tool result, 0 for other parts; `from`
 * and `to` = UTF-16 offsets in the original text.
 */
export type GapListener = (part: number, piece: number, from: number, to: number) => void;
