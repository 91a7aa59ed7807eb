/** Which facts hindsight recall counts, and their identity (docs/facts.md#two-selections). */
import type { Fact } from '../contract.ts';
import { isCommon } from './common.ts';
import type { FactPlace } from './places.ts';
import { commandKey, factKey, numberValue, pathKey, urlKey } from './keys.ts';

/** Commands that look around or move things, and say nothing about the task. */
const TRIVIAL =
  /^(?:cd|ls|pwd|echo|cat|head|tail|less|mkdir|rmdir|rm|cp|mv|touch|wc|which|type|sleep|date|whoami|clear|exit|true|man|tree|du|df|ps|kill|chmod|grep|egrep|rg|find|fd|export|source)\b|^sed -n\b|^git (?:status|diff|log|add|show|branch|stash|pull|fetch|push|remote)\b/;
/** Patterns, and folders that every path below them contains. */
const COMMON_FOLDER = /\*|(?:^|\/)(?:src|lib|app|test|tests|models|views|routes|pages|utils|helpers|config)$/;
const MIN_WORDS = 3;
const MIN_DIGITS = /\d{3}/;
const YEAR = /^(?:19|20)\d\d$/;
/** Keys common to tools: where to continue, how much, how long. */
const GENERIC_KEY =
  /^\W*(?:offset|limit|head_?limit|timeout(?:_?ms)?|lines?|(?:start_?|end_?)line|line_?numbers?|page(?:_?size)?|size|count|total|length|index|max_?(?:tokens|results|length))\W/i;
/** Colours are not names. */
const COLOUR = /^#/;

/**
 * Identity of a fact as hindsight recall counts it; null where it does not count. `place`: the text's place in its message.
 *
 * Count: paths by their last component (two where one is ambiguous); URLs; camelCase, snake_case and SCREAMING names; ids and tickets;
 * commands of three words or more that are not trivial; numbers of three digits or more outside arguments. Not: years, dates, times,
 * percentages, values of generic keys, flags, hashes, versions, errors, exit codes, decisions, and what is common across projects.
 */
export function recallKey({ kind, text }: Pick<Fact, 'kind' | 'text'>, place: FactPlace): string | null {
  const key = identity(kind, text, place);
  return key === null || isCommon(key) ? null : key;
}

function identity(kind: Fact['kind'], text: string, place: FactPlace): string | null {
  switch (kind) {
    case 'path': {
      const path = pathKey(text);
      return COMMON_FOLDER.test(path) ? null : `path ${path}`;
    }
    case 'url':
      return `url ${urlKey(text)}`;
    case 'identifier':
      return COLOUR.test(text) ? null : factKey({ kind, text });
    case 'ticket':
      return factKey({ kind, text });
    case 'command': {
      const command = commandKey(text);
      return command.split(' ').length >= MIN_WORDS && !TRIVIAL.test(command) ? `command ${command}` : null;
    }
    case 'number': {
      if (place === 'arguments' || text.endsWith('%') || GENERIC_KEY.test(text)) return null;
      const value = numberValue(text);
      return value !== null && MIN_DIGITS.test(value) && !YEAR.test(value) ? `number ${value}` : null;
    }
    default:
      return null;
  }
}
