/** Token counts at four characters a token: the rules of counting without a vocabulary, fast enough for thousands of runs. */
import type { TokenCounts } from '../tokens/contract.ts';
import type { Message, Part, Transcript } from '../transcript/types.ts';

const OVERHEAD = 4;
const IMAGE = 1000;
const text = (value: string): number => Math.ceil(value.length / 4);

function part(value: Part): number {
  switch (value.type) {
    case 'text':
    case 'reasoning':
      return text(value.text);
    case 'tool-call':
      return text(value.name) + text(value.args);
    case 'tool-result':
      return value.content.reduce((sum, inner) => sum + part(inner), 0);
    default:
      return IMAGE;
  }
}

const message = ({ parts }: Message): number => parts.reduce((sum, p) => sum + part(p), OVERHEAD);

export function charCounts(transcript: Transcript): TokenCounts {
  const messages = Float64Array.from(transcript.messages, message);
  const prefix = new Float64Array(messages.length + 1);
  messages.forEach((tokens, i) => {
    prefix[i + 1] = prefix[i]! + tokens;
  });
  const toolDefinitions = transcript.tools.length > 0 ? text(JSON.stringify(transcript.tools)) : 0;
  return {
    tokenizer: 'chars4',
    exact: false,
    messages,
    prefix,
    toolDefinitions,
    total: prefix[messages.length]! + toolDefinitions,
    parts: (i) => transcript.messages[i]!.parts.map(part),
    text,
    message,
  };
}
