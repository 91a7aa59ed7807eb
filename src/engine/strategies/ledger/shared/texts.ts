/** Texts of messages, by part. */
import type { Message } from '../../../transcript/types.ts';

/** The text of a part, or of a piece of a result. */
export function textAt({ parts }: Pick<Message, 'parts'>, part: number, piece: number): string {
  const of = parts[part]!;
  switch (of.type) {
    case 'text':
    case 'reasoning':
      return of.text;
    case 'tool-call':
      return of.args;
    case 'tool-result': {
      const inner = of.content[piece];
      return inner?.type === 'text' ? inner.text : '';
    }
    default:
      return '';
  }
}

/** What a person says: by itself, or in an earlier note, not what a harness adds. */
export const isOwnWords = ({ role, synthetic }: Message): boolean => role === 'user' && synthetic !== true;
