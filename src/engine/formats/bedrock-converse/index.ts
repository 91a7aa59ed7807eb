import type { Format, Source } from '../contract.ts';
import { isObject, listOf } from '../json.ts';
import { spoken } from '../records.ts';
import { isMessage, isOwn } from './content.ts';
import { CONVERSE_CARRIES, converseBody } from './serialize.ts';
import { isAnswer, isConfigured, isLog, isRequest, readExchanges } from './parse.ts';

const SAMPLE = 50;

/** Bodies by what only they have; messages by their blocks. Blocks of text alone may be another program's. */
function detect(source: Source): number {
  let best = 0;
  for (const { value: record } of source.records.slice(0, SAMPLE))
    for (const value of Array.isArray(record) ? listOf(record).slice(0, SAMPLE) : [record]) {
      const inner = isObject(value) ? [value, value.request, value.body, value.input] : [];
      if (isLog(value)) return 0.98;
      if (inner.some((one) => isAnswer(one) || (isRequest(one) && (isConfigured(one) || listOf(one.messages).some(isOwn))))) return 0.96;
      if (isOwn(value)) return 0.95;
      if (inner.some(isRequest) || isMessage(value)) best = 0.88;
    }
  return best;
}

/** Requests and answers of Amazon Bedrock's Converse, and logs of its invocations. */
export const bedrockConverse: Format = {
  id: 'bedrock-converse',
  evidence: 'recorded',
  unread: 'bodies of an invocation log that are elsewhere (S3)',
  extension: 'json',
  carries: CONVERSE_CARRIES,
  detect,
  parse: (source, report) => spoken(readExchanges(source, report), 'bedrock-converse'),
  serialize: (transcript, report) => `${JSON.stringify(converseBody(transcript, report), null, 2)}\n`,
};
