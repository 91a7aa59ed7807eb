/**
 * What of one message could stand in a summary: candidate lines with their section and weight, what its calls did and how
 * its results ended, names, language. Made once per message and kept with it, so a summary of any range is a selection.
 */
import { findErrorLines, findFacts } from '../signals/facts.ts';
import { maskSecrets, SECRET_KINDS } from '../signals/secrets.ts';
import { cutAtSentence } from '../signals/sentences.ts';
import type { Message, ToolResultPart } from '../transcript/types.ts';
import { type CallDigest, digestCall } from './calls.ts';
import { aroundPaste, isOutputLine, MAX_STATEMENT, readable, type Statement, statementsOf } from './statements.ts';

/** S3's five sections, in their order. */
export const SECTIONS = ['task', 'state', 'discoveries', 'next', 'context'] as const;
export type Section = (typeof SECTIONS)[number];

/** What a line is: it decides how the line's place in the range counts. */
export type LineKind = 'request' | 'rule' | 'decision' | 'finding' | 'error' | 'done' | 'said' | 'next' | 'todo' | 'question' | 'doing' | 'earlier';

export interface Candidate {
  readonly text: string;
  /** A request at full length, for the one that opens the range. */
  readonly full?: string;
  readonly kind: LineKind;
  readonly section: Section;
  /** Larger stays longer. */
  readonly weight: number;
  /** Secrets masked in it. */
  readonly masked: number;
}

export interface Digest {
  readonly candidates: readonly Candidate[];
  /** By call id. */
  readonly calls: readonly { readonly id: string; readonly digest: CallDigest }[];
  readonly results: readonly { readonly callId: string; readonly failed: boolean }[];
  /** Names of things (identifiers) in what was said, at most 12. */
  readonly names: readonly string[];
  /** Says something without calling a tool: the answer at the end of a turn. */
  readonly final: boolean;
  /** What the person wants; an acknowledgement (`ok, continue`) is none. */
  readonly asks: boolean;
  /** A person's own words, cut short, also where they ask for nothing (`yes, do it`); empty for everybody else. */
  readonly spoken: string;
  /** Letters of Chinese writing and all letters in what was said, for the language of the headings. */
  readonly han: number;
  readonly letters: number;
}

/** Characters of the request that opens a range, who is quoted at more length, and of later ones. */
const MAX_OPENING = 600;
const MAX_REQUEST = 240;
const MAX_ERROR = 170;
const MAX_SPOKEN = 160;
/** Lines that one message may offer; an earlier summary speaks for many messages. */
const MAX_PER_MESSAGE = 10;
const MAX_OF_SUMMARY = 60;
const MAX_NAMES = 16;
/** Characters of a call's arguments that are looked at for names. */
const NAMES_IN_ARGS = 3000;
/** Letters looked at for the language. */
const LANGUAGE_SAMPLE = 2000;

const RULE_OF_USER =
  /\b(?:must(?: not|n't)?|never|always|(?:do not|don't)(?! (?:know|think|see|understand|have|get|remember|mind|worry))|make sure|required?|forbidden|at most|at least|no more than|no (?:need|longer)\b.{0,20}|prefer|instead of|only (?:use|want|do|change|touch|when|if|after|e2e)|(?:i|we) (?:only|would only|just) want|should(?:n't| not)?|keep (?:the|it|this|them|all|in mind)|without (?:changing|touching|breaking)|budget|deadline|not allowed)\b|必须|不要|不得|禁止|始终|只能|务必|不能|至少|最多|不超过|记住|注意|一定要|尽量/i;
const RULE =
  /\b(?:must(?: not|n't)?|never|always|required?|forbidden|at most|at least|no more than|not allowed|only if|only when|policy)\b|必须|不得|禁止|始终|只能|务必|不允许|规定/i;
const DECISION =
  /\b(?:decid\w+|chose|chosen|instead of|rather than|the (?:approach|plan|design|idea) (?:is|will|would)|we(?:'ll| will) (?:use|go with|keep)|switch(?:ed|ing) to|settled on|agreed|recommend\w*|trade-?off)\b|决定|选择|采用|方案|改用|而不是|确定用|建议/i;
const FINDING =
  /\b(?:because|root cause|caused by|turns out|the (?:real |actual |main )?(?:problem|issue|bug|reason|cause|culprit|difference)\b.{0,30}\b(?:is|was)|(?:i|we) (?:found|see|noticed)\b(?! the (?:pattern|file))|found (?:that|the|it|a|an|\d+)|discovered|reveals?|fix(?:ed|es)? (?:by|is|it by)|the fix|means that|which means|therefore|is wrong|was wrong|doesn't (?:work|exist|support|match)|does not (?:work|exist|support|match)|mismatch|missing|regression|deadlock|leak|race condition|bottleneck|measured|shows? that|confirms? that|no longer)\b|因为|原因|根本|发现|导致|问题是|问题在于|说明|所以|异常|结果显示|意味着|其实/i;
const DONE =
  /\b(?:done|complet\w+|finished|implemented|added|updated|created|removed|renamed|refactored|moved|replaced|extracted|changed|deleted|committed|pushed|merged|deployed|tests? pass\w*|pass(?:es|ed)|now (?:works?|passes|uses|has|supports?)|works? (?:now|again)|succe\w+|resolved|verified|confirmed|fixed|booked|refunded|exchanged|cancell?ed|processed|scheduled|sent)\b|完成|已经|已将|成功|通过|添加了|更新了|实现了|确认|修复|生成了|创建了|修改了|删除了|[✅✔]/i;
const NEXT =
  /^(?:next(?!\.js)\b|remaining\b|to-?do\b|still (?:to do|open|need|missing|left|pending)|what(?:'s| is) left|left to do|pending\b|later\b)|\b(?:next (?:big |main |logical )?(?:steps?|task|up|is)\b|remains? to be|still (?:needs?|to be) \w+|not yet (?:done|implemented|covered|tested)|follow[- ]?ups?\b|to be done|would be next|open (?:question|point|item)s?)|接下来|下一步|待办|还需要|尚未|剩余|后续|还没有|之后再/i;
/** Sentences that announce a step and say nothing once it is taken. */
const ANNOUNCEMENT =
  /^(?:now[,.]? (?:let|i|we|update|add|check|run|create|fix|for)\b|ok(?:ay)?\b|great\b|perfect\b|good\b|excellent\b|nice\b|sure\b|certainly\b|absolutely\b|alright\b|thanks?\b|got it|understood|wait\b|hmm|let(?:'s| me| us)\b|(?:so |also |then )?i(?:'ll| will| need to| should| have to| am going to|'m going to|'d like to)\b|first,? let|also,? (?:let|i need|need to|fix|update|add)\b|need to\b|you(?:'re| are) (?:absolutely |totally )?right|check(?:ing)?\b|looking at\b|update the\b|thank you|i apologi[sz]e|i'm sorry|sorry|you're welcome|is there anything|if you (?:need|have)|feel free|let me know|好的|好，|现在(?:让|我|来)|让我|我来|我先|首先|我会|我将|感谢|谢谢|不客气|如果(?:您|你)(?:还|有)|抱歉|很抱歉|请问还有)/i;
/** What the assistant wants to know, and what it only says to be polite. */
const REQUESTS = /^(?:please (?:confirm|provide|let me know|tell|share|send)|could you|can you)\b|^请(?:您)?(?:确认|提供|告诉|告知)/i;
const POLITE = /anything else|(?:further|more|else) (?:assist|help)|(?:assist|help) you (?:with|today)|其他(?:需要|问题|帮助)|还有(?:什么|其他)/i;
/** The machinery of an agent, not a finding about the work. */
const TOOL_NOISE =
  /has not been read yet|must be read first|string to replace not found|old_?(?:string|text|str)\b|could not find the exact text|oldText|unique in the file|tool_use_error|user (?:doesn't want|rejected)|interrupted by user|(?:request|command|operation) (?:was )?aborted|^>|^npm (?:warn|notice)/i;

/** Headings and announcing lines tell the section of what stands under them; the first that fits. */
const SECTION_OF_LEAD: readonly (readonly [Section, RegExp])[] = [
  [
    'next',
    /\b(?:next(?!\.js)|to-?dos?|remaining|pending|open (?:work|items|questions|points)|left to do|follow[- ]?ups?|outstanding|upcoming|still)\b|后续|下一步|待办|剩余|接下来/i,
  ],
  ['task', /\b(?:task|goals?|objectives?|original task|request|primary request|user messages?)\b|任务|目标|需求/i],
  [
    'discoveries',
    /\b(?:discover\w*|findings?|learn\w*|insights?|issues?|problems?|errors?|bugs?|root causes?|causes?|why|lessons?|risks?|results?)\b|发现|问题|错误|原因|结论/i,
  ],
  [
    'context',
    /\b(?:context|preserve|decisions?|constraints?|preferences?|rules?|policy|notes?|key (?:api|decisions)|conventions?|structure|commands?|testing|branch|agreed|approach|design|plan|options?|proposed|trade-?offs?)\b|上下文|约束|决定|偏好|命令|规则|方案|设计/i,
  ],
  [
    'state',
    /\b(?:state|status|progress|done|completed?|files?|chang\w+|summary|what (?:was|i) |updated?|created|added|removed|fixed|implemented|work)\b|状态|进展|完成|修改|文件|总结/i,
  ],
];
const sectionOfLead = (lead: string): Section | null =>
  lead === '' ? null : (SECTION_OF_LEAD.find(([, pattern]) => pattern.test(lead))?.[0] ?? null);

/** Who begins like this speaks of a sentence that is not there. */
const POINTS_BACK = /^(?:this|that|these|those|it|they|there|here|he|she|which|both|but|and|so|这|那|它)(?:'s|'re)?(?![\w-])/i;
/** What a line loses that cannot be understood alone. */
const UNCLEAR = 0.5;

/** Words that carry no request by themselves. */
const EMPTY_WORDS = new Set(
  'a all again alright am an and are as at be by can cool continue correct could do does doing done exactly fine for from go going good got great guy have hello hey hi hmm i im in is it its jesus just keep kk know lets like lol me more much my nice no nope not now of ok okay on one or perfect please proceed really right see so still sure thank thanks that thats the then there they thing things this to up us was way we well were what wow wait yeah yep yes you your'.split(
    ' ',
  ),
);
const EMPTY_HAN = /好的|继续|可以|谢谢|没问题|是的|没错|请|吧|了|一下|开始|嗯|对|行|好|吗|呢|啊|你|我|的/g;

/** Words of a text that mean something: Latin words that are not empty, and pairs of Chinese characters. */
function substance(text: string): number {
  let words = 0;
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}_'’]+/gu)) {
    if (/\p{Script=Han}/u.test(word)) words += word.replace(EMPTY_HAN, '').length / 2;
    else if (word.length > 1 && !EMPTY_WORDS.has(word.replace(/['’]/g, ''))) words += 1;
  }
  return words;
}

/** `I've added` says no more than `Added`; the summary is in the third person. */
const FIRST_PERSON =
  /^(?:(?:so|now|also|ok|okay|great|perfect|good|excellent|done)[,!.:]? )?(?:i|we)(?:'ve| have|'d| had)? (?:(?:also|now|just|already|successfully) )?([a-z]+ed|made|wrote|built|found|ran|set|put|kept|split|left|did|sent|got)\b/i;
const impersonal = (text: string): string => text.replace(FIRST_PERSON, (_, verb: string) => verb[0]!.toUpperCase() + verb.slice(1).toLowerCase());

/** White space to single blanks, marks of what is left out before and after gone, cut at a sentence or a word. */
function line(text: string, limit: number): string {
  const flat = text
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:!?)\]，。；：、！？）】]+|[\s,;，；、]+$/g, '')
    .trim();
  const cut = cutAtSentence(flat, limit);
  return cut.length < flat.length && !/[.!?。！？…]$/.test(cut) ? `${cut} …` : cut;
}

/** Facts make a line worth keeping; up to a point more when there are several. */
const factBonus = (text: string): number => {
  const found = new Set(findFacts(text).map((fact) => fact.text)).size;
  return found === 0 ? 0 : 0.25 + 0.15 * Math.min(6, found);
};

function candidate(text: string, kind: LineKind, section: Section, weight: number, limit = MAX_STATEMENT): Candidate | null {
  const shown = line(text, limit);
  if (shown.length < 3) return null;
  const unclear = kind !== 'request' && kind !== 'rule' && POINTS_BACK.test(shown) ? UNCLEAR : 0;
  return { text: shown, kind, section, weight: weight + factBonus(shown) - unclear, masked: masksIn(shown) };
}

/** What maskSecrets() leaves in place of a secret. */
const MASK = new RegExp(`\\[(?:${SECRET_KINDS.join('|')})\\]`, 'g');
export const masksIn = (text: string): number => (text.includes('[') ? (text.match(MASK)?.length ?? 0) : 0);

/** A statement too slight to be worth a line: `Updated.`, `Here it is!` */
const slight = (text: string): boolean => text.length < 12 || substance(text) < 3;

/** Politeness around a request. */
const THANKS =
  /^(?:thank|thx|cheers|that['’]?s (?:all|it|everything)\b|(?:ok(?:ay)?|great|perfect|good|nice|cool|awesome|wow|yes|yep|no)[,.! ]{0,3}(?:thanks?|great|perfect|good|nice)?[.!]?$|太好了|谢谢|多谢|好的[。！]?$)[^?？]*$/i;

/** The statements of a request in one text, politeness left out, up to `limit` characters or the end of the first. */
function requestOf(statements: readonly Statement[], limit: number): string {
  let request = '';
  const said = new Set<string>();
  for (const { text } of statements) {
    if (THANKS.test(text) || said.has(text)) continue;
    said.add(text);
    if (request !== '' && request.length + text.length > limit) break;
    request += request === '' ? text : `${/[\p{P}]$/u.test(request) ? ' ' : '; '}${text}`;
  }
  return request;
}

function* fromUser(text: string, statements: readonly Statement[]): Generator<Candidate | null> {
  const request = requestOf(statements, MAX_REQUEST);
  const worth = substance(request);
  const pasted = findErrorLines(text).filter((error) => !error.bare && error.text.length > 12);
  if (worth >= 3) {
    const short = candidate(request, 'request', 'task', 1.9 + Math.min(0.8, worth / 25), MAX_REQUEST);
    const full = requestOf(statements, MAX_OPENING);
    yield short && (full.length > request.length || request.length > MAX_REQUEST ? { ...short, full: line(full, MAX_OPENING) } : short);
  }
  for (const { text: statement, box } of statements) {
    if (box === 'open') yield candidate(statement, 'todo', 'next', 2.6);
    else if (RULE_OF_USER.test(statement) && substance(statement) >= 3 && !/[?？]$/.test(statement))
      yield candidate(statement, 'rule', 'context', 2.9);
  }
  const [error] = pasted;
  if (error) yield candidate(error.text, 'error', 'discoveries', 1.9, MAX_ERROR);
}

function* fromAssistant(text: string, final: boolean): Generator<Candidate | null> {
  const statements = statementsOf(text);
  const more = final ? 0.4 : 0;
  for (let i = 0; i < statements.length; i++) {
    const { text: statement, lead, heading, box } = statements[i]!;
    const said = impersonal(statement);
    const last = i === statements.length - 1;
    if (box) {
      yield box === 'open' ? candidate(said, 'todo', 'next', 2.6) : candidate(said, 'done', 'state', 1.7);
      continue;
    }
    if (/[?？]$/.test(statement) || REQUESTS.test(statement)) {
      if (last && substance(statement) >= 3 && !POLITE.test(statement)) yield candidate(statement, 'question', 'next', 2);
      continue;
    }
    if (ANNOUNCEMENT.test(statement)) {
      // What it is about to do is lost with the step, unless the range ends here; the reason before a step is not.
      if (FINDING.test(statement) && statement.length > 60) yield candidate(said, 'finding', 'discoveries', 1.2 + more);
      else if (last || (i === statements.length - 2 && /[?？]$/.test(statements[i + 1]!.text))) yield candidate(statement, 'doing', 'next', 1.8);
      continue;
    }
    if (slight(statement)) continue;
    const told = sectionOfLead(lead) ?? (NEXT.test(statement) ? 'next' : null) ?? sectionOfLead(heading);
    if (told === 'next') yield candidate(said, 'next', 'next', 2.3 + more);
    else if (DECISION.test(statement) || RULE.test(statement)) yield candidate(said, 'decision', 'context', 1.9 + more);
    else if (FINDING.test(statement)) yield candidate(said, 'finding', 'discoveries', 2.1 + more);
    else if (told === 'context') yield candidate(said, 'decision', 'context', 1.5 + more);
    else if (told === 'discoveries') yield candidate(said, 'said', 'discoveries', 1.6 + more);
    else if (DONE.test(statement) || told === 'state') yield candidate(said, 'done', 'state', 1.7 + more);
    else yield candidate(said, 'said', 'state', 0.7 + more - (i > 6 ? 0.2 : 0));
  }
}

/** Lines of an earlier summary keep their section and weigh more than others: each speaks for many messages. */
function* fromSummary(text: string): Generator<Candidate | null> {
  for (const { text: statement, lead, heading, box } of statementsOf(text)) {
    if (statement.length < 8) continue;
    if (RULE_OF_USER.test(statement)) {
      yield candidate(statement, 'rule', 'context', 3.4);
      continue;
    }
    const section = box === 'open' ? 'next' : (sectionOfLead(heading) ?? sectionOfLead(lead) ?? 'state');
    yield candidate(statement, section === 'next' ? 'next' : 'earlier', section, section === 'task' ? 5 : 2.7);
  }
}

/** A result says what went wrong; all else of it can be fetched again. */
function* fromResult(text: string, failed: boolean): Generator<Candidate | null> {
  const errors = findErrorLines(text).filter((error) => !TOOL_NOISE.test(error.text));
  const telling = errors.filter((error) => !error.bare);
  // The first failure is the cause more often than the ones it drags along; the last line of a stack trace names it.
  const picked = telling.length > 0 ? (telling.length > 3 ? [telling[0]!, telling.at(-1)!] : telling.slice(0, 1)) : [];
  for (const error of picked) yield candidate(error.text, 'error', 'discoveries', failed ? 1.6 : 1, MAX_ERROR);
  if (failed && picked.length === 0 && !TOOL_NOISE.test(text.slice(0, 2000))) {
    const first = text.split('\n', 20).find((l) => l.trim().length > 8);
    if (first && !isOutputLine(first)) yield candidate(first, 'error', 'discoveries', 1.2, MAX_ERROR);
  }
}

const textOf = (part: ToolResultPart): string => part.content.map((c) => (c.type === 'text' ? c.text : '')).join('\n');

/** Whether a result says that the call failed: by its flag, or as shells and test runners say it at the end. */
const failedBy = (part: ToolResultPart, text: string): boolean =>
  part.isError === true ||
  /\bexit(?:ed)?(?: with)?(?: code| status)?:? [1-9]/i.test(text.slice(-200)) ||
  /^(?:Traceback|Error:|error:)/.test(text.slice(0, 40));

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const NAME = /^[A-Za-z_][\w-]*$/;
const KEY = /^\\?"\s?:/;

const cache = new WeakMap<Message, Digest>();

/** The digest of a message. Linear in what is read of its text. */
export function digestOf(message: Message): Digest {
  let digest = cache.get(message);
  if (!digest) {
    digest = make(message);
    cache.set(message, digest);
  }
  return digest;
}

function make(message: Message): Digest {
  const { role, parts, synthetic, compaction } = message;
  const candidates: Candidate[] = [];
  const calls: { id: string; digest: CallDigest }[] = [];
  const results: { callId: string; failed: boolean }[] = [];
  const names = new Set<string>();
  let spoken = '';
  let han = 0;
  let letters = 0;
  const final = role === 'assistant' && parts.every((part) => part.type !== 'tool-call') && parts.some((part) => part.type === 'text');
  const offer = (lines: Iterable<Candidate | null>): void => {
    for (const found of lines) if (found) candidates.push(found);
  };
  const addNames = (text: string): void => {
    for (const { kind, text: name, end } of findFacts(text)) {
      // The keys of arguments belong to the tool.
      if (kind === 'identifier' && names.size < MAX_NAMES && NAME.test(name) && !KEY.test(text.slice(end, end + 3))) names.add(name);
    }
  };
  for (const part of parts) {
    if (part.type === 'text') {
      const { text } = maskSecrets(readable(part.text));
      if (role !== 'tool') {
        const sample = text.slice(0, LANGUAGE_SAMPLE);
        const found = sample.match(/\p{L}/gu)?.length ?? 0;
        letters += found;
        // Japanese writes with Chinese characters too, but never without kana.
        if ((sample.match(KANA)?.length ?? 0) < 0.1 * found) han += sample.match(/\p{Script=Han}/gu)?.length ?? 0;
      }
      if (compaction) offer(fromSummary(text));
      else if (role === 'user' && !synthetic) {
        const statements = statementsOf(aroundPaste(text));
        spoken ||= line(requestOf(statements, MAX_SPOKEN), MAX_SPOKEN);
        offer(fromUser(text, statements));
      } else if (role === 'assistant') offer(fromAssistant(text, final));
      if (!synthetic || compaction) addNames(text);
    } else if (part.type === 'tool-call') {
      calls.push({ id: part.id, digest: digestCall(part) });
      addNames(part.args.slice(0, NAMES_IN_ARGS));
    } else if (part.type === 'tool-result') {
      const { text } = maskSecrets(readable(textOf(part)));
      const failed = failedBy(part, text);
      results.push({ callId: part.callId, failed });
      offer(fromResult(text, failed));
    }
  }
  const most = compaction ? MAX_OF_SUMMARY : MAX_PER_MESSAGE;
  return {
    candidates: heaviest(candidates, most),
    calls,
    results,
    names: [...names],
    final,
    asks: candidates.some((c) => c.kind === 'request'),
    spoken,
    han,
    letters,
  };
}

/** The heaviest few, in their order. */
function heaviest(candidates: readonly Candidate[], most: number): readonly Candidate[] {
  if (candidates.length <= most) return candidates;
  const least = [...candidates].sort((a, b) => b.weight - a.weight)[most - 1]!.weight;
  let room = most - candidates.filter((c) => c.weight > least).length;
  return candidates.filter((c) => c.weight > least || (c.weight === least && room-- > 0));
}
