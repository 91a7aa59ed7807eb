/** Parses a summary back into the lines of its sections, so that a later one carries them over verbatim instead of summarising them again. */
import { maskSecrets } from '../signals/secrets.ts';
import type { Quotes } from './contract.ts';
import { JSON_KEYS, type Language, LIST_KEYS, type ListKey, type Section, SECTIONS, WORDS } from './summary-statements.ts';

export const RULE_OF_USER =
  /\b(?:must(?: not|n't)?|never|always|(?:do not|don't)(?! (?:know|think|see|understand|have|get|remember|mind|worry))|make sure|required?|forbidden|at most|at least|no more than|no (?:need|longer)\b.{0,20}|prefer|instead of|only (?:use|want|do|change|touch|when|if|after|e2e)|(?:i|we) (?:only|would only|just) want|should(?:n't| not)?|keep (?:the|it|this|them|all|in mind)|without (?:changing|touching|breaking)|budget|deadline|not allowed)\b|必须|不要|不得|禁止|始终|只能|务必|不能|至少|最多|不超过|记住|记得|注意|一定要|尽量/i;
export const RULE =
  /\b(?:must(?: not|n't)?|never|always|required?|forbidden|at most|at least|no more than|not allowed|only if|only when|policy)\b|必须|不得|禁止|始终|只能|务必|不允许|规定/i;
export const DECISION =
  /\b(?:decid\w+|chose|chosen|instead of|rather than|the (?:approach|plan|design|idea) (?:is|will|would)|we(?:'ll| will) (?:use|go with|keep)|switch(?:ed|ing) to|settled on|agreed|recommend\w*|trade-?off)\b|决定|选择|采用|方案|改用|而不是|确定用|建议/i;
export const CORRECTION =
  /\b(?:actually|instead|drop|revert|undo|scrap|forget (?:that|about|it|the)|no longer|not any ?more|changed (?:my|our) mind|i meant|correction|wrong|excluding|leave .{1,40} alone)\b|不要|改用|改成|换成|撤销|算了|其实|更正|说错/i;
export const CAUSE =
  /\b(?:root cause|caused by|because|turns out|due to|the (?:real |actual |main )?(?:cause|culprit|problem|issue|bug|reason)\b.{0,30}\b(?:is|was)|the fix)\b|因为|根本原因|原因是|导致|问题在于/i;
export const REVEALS =
  /^(?:there it is|found it|got it|that['’]?s it|here(?:'s| is) (?:the|why)|i see (?:the|it)|aha|找到了|原来如此)[^.!。！]{0,30}[.!。！:：]?$/i;
export const FINDING =
  /\b(?:because|root cause|caused by|turns out|the (?:real |actual |main )?(?:problem|issue|bug|reason|cause|culprit|difference)\b.{0,30}\b(?:is|was)|(?:i|we) (?:found|see|noticed)\b(?! the (?:pattern|file))|found (?:that|the|it|a|an|\d+)|discovered|reveals?|fix(?:ed|es)? (?:by|is|it by)|the fix|means that|which means|therefore|is wrong|was wrong|doesn't (?:work|exist|support|match)|does not (?:work|exist|support|match)|mismatch|missing|regression|deadlock|leak|race condition|bottleneck|measured|shows? that|confirms? that|no longer)\b|因为|原因|根本|发现|导致|问题是|问题在于|说明|所以|异常|结果显示|意味着|其实/i;
export const DONE =
  /\b(?:done|complet\w+|finished|implemented|added|updated|created|removed|renamed|refactored|moved|replaced|extracted|changed|deleted|committed|pushed|merged|deployed|tests? pass\w*|pass(?:es|ed)|now (?:works?|passes|uses|has|supports?)|works? (?:now|again)|succe\w+|resolved|verified|confirmed|fixed|booked|refunded|exchanged|cancell?ed|processed|scheduled|sent)\b|完成|已经|已将|成功|通过|添加了|更新了|实现了|确认|修复|生成了|创建了|修改了|删除了|[✅✔]/i;
export const NEXT =
  /^(?:next(?!\.js)\b|remaining\b|to-?dos?\s?:|still (?:to do|open|need|missing|left|pending)|what(?:'s| is) left|left to do|pending\b|later\b)|\b(?:next (?:big |main |logical )?(?:steps?|task|up|is)\b|remains? to be|still (?:needs?|to be) \w+|not yet (?:done|implemented|covered|tested)|follow[- ]?ups?\b|to be done|would be next|open (?:question|point|item)s?)|接下来|下一步|待办|还需要|尚未|剩余|后续|还没有|之后再/i;
export const ANNOUNCEMENT =
  /^(?:now[,.]? (?:let|i|we|update|add|check|run|create|fix|for)\b|ok(?:ay)?\b|great\b|perfect\b|good\b|excellent\b|nice\b|awesome\b|glad\b|enjoy\b|sure\b|certainly\b|absolutely\b|alright\b|thanks?\b|got it|understood|i (?:completely |fully )?understand\b|wait\b|hmm|let(?:'s| me| us)\b|(?:so |also |then )?i(?:'ll| will| need to| should| have to| am going to|'m going to|'d like to)\b|first,? (?:let|i)\b|also,? (?:let|i need|need to|fix|update|add)\b|need to\b|you(?:'re| are) (?:absolutely |totally )?right|check(?:ing)?\b|looking at\b|update the\b|thank you|i apologi[sz]e|i'm sorry|sorry|you're welcome|is there anything|if you (?:need|have)|feel free|let me know|好的|好，|现在(?:让|我|来)|meanwhile\b|full run\b|i (?:look|start|begin|check|run|read|try|search|fetch|open|write|add|make|go|continue)\b|让我|我来|我先|首先|我会|我将|感谢|谢谢|不客气|如果(?:您|你)(?:还|有)|抱歉|很抱歉|请问还有)/i;
/** Announcements that name the next step, rather than being polite. */
export const INTENTION =
  /\b(?:let(?:'s| me| us)|i(?:'ll| will|'m going to| am going to| need to| should| have to)|now\b.{0,20}\b(?:i|we|let|fix|add|update|check|run|create)|checking|looking|continuing)\b|让我|我来|我先|我会|我将|现在/i;
/** Test counts: true until the next run. */
export const TEST_COUNT = /\b\d+ (?:of \d+ )?(?:unit |e2e )?tests?\b|\b(?:all )?tests? (?:pass|fail|are green)|测试.{0,10}(?:通过|失败)/i;
export const TEST_OUTCOME = /\b\d+ (?:tests? )?(?:passed|failed|passing|failing)\b/;
export const REQUESTS = /^(?:please (?:confirm|provide|let me know|tell|share|send)|could you|can you)\b|^请(?:您)?(?:确认|提供|告诉|告知)/i;
export const POLITE =
  /anything else|(?:further|more|else) (?:assist|help)|(?:assist|help) you (?:with|today)|其他(?:需要|问题|帮助)|还有(?:什么|其他)/i;
/** The machinery of an agent rather than a finding about the work. */
export const TOOL_NOISE =
  /has not been read yet|must be read first|string to replace not found|old_?(?:string|text|str)\b|could not find the exact text|oldText|unique in the file|tool_use_error|user (?:doesn't want|rejected)|interrupted by user|(?:request|command|operation) (?:was )?aborted|^>|^npm (?:warn|notice)/i;

const SECTION_OF_LEAD: readonly (readonly [Section, RegExp])[] = [
  [
    'next',
    /\b(?:next(?!\.js)|(?:open |remaining )?to-?dos?(?= list| items|$)|remaining|pending|open (?:work|items|questions|points)|left to do|follow[- ]?ups?|outstanding|upcoming|still)\b|后续|下一步|待办|剩余|接下来/i,
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
export const sectionOfLead = (lead: string): Section | null =>
  lead === '' ? null : (SECTION_OF_LEAD.find(([, pattern]) => pattern.test(lead))?.[0] ?? null);

/** Openings that refer to an absent sentence. */
export const POINTS_BACK = /^(?:this|that|these|those|it|they|there|here|he|she|which|both|but|and|so|这|那|它)(?:'s|'re)?(?![\w-])/i;
const EMPTY_WORDS = new Set(
  'a all again alright am an and are as at be by can cool continue correct could do does doing done exactly fine for from go going good got great guy have hello hey hi hmm i im in is it its jesus just keep kk know lets like lol me more much my nice no nope not now of ok okay on one or perfect please proceed really right see so still sure thank thanks that thats the then there they thing things this to up us was way we well were what wow wait yeah yep yes you your'.split(
    ' ',
  ),
);
const EMPTY_HAN = /好的|继续|可以|谢谢|没问题|是的|没错|请|吧|了|一下|开始|嗯|对|行|好|吗|呢|啊|你|我|的/g;

export function substance(text: string): number {
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
export const impersonal = (text: string): string =>
  text.replace(FIRST_PERSON, (_, verb: string) => verb[0]!.toUpperCase() + verb.slice(1).toLowerCase());

export const THANKS =
  /^(?:thank|thx|cheers|(?:great|perfect|awesome|ok(?:ay)?|nice|i)[,.!]? ?(?:really |much )?appreciate|appreciate|that['’]?s (?:all|it|everything)\b|(?:ok(?:ay)?|great|perfect|good|nice|cool|awesome|wow|yes|yep|no)[,.! ]{0,3}(?:thanks?|great|perfect|good|nice)?[.!]?$|太好了|谢谢|多谢|好的[。！]?$)[^?？]*$/i;
export const APPROVAL =
  /^(?:(?:yes|yeah|yep|ok(?:ay)?|sure|fine|great|good|perfect|right|correct|agreed|go ahead|sounds good|do it)\b|是的|好的|可以|对的|没问题|同意)/i;

export interface CarriedLine {
  readonly section: Section;
  readonly text: string;
  readonly source: number;
}
interface CarriedText {
  readonly lines: readonly CarriedLine[];
  readonly language: Language | null;
  readonly prose: boolean;
  readonly ours: boolean;
}

export const LANGUAGES: readonly Language[] = ['en', 'zh'];
const HEADING = /^(#{1,6})\s+(.+?)\s*#*$/;
const BOLD_LINE = /^\*\*([^*]+)\*\*\s*[:：]?$/;
const TAG = /^<(\/?)([a-z][\w-]{2,40})>$/;
const QUOTED: Readonly<Record<string, Section>> = {
  original_task: 'task',
  last_user_message: 'task',
  task_list: 'next',
  recent_memories: 'context',
  diff_statistics: 'state',
};
const MARKUP = /^(?:```.*|~~~.*|[\s|:+=*_~–—-]+)$/;
const BULLET = /^[-*+•]\s+(.+)$/;
function underTag(text: string, tag: string): string {
  const from = text.indexOf(`<${tag}>\n`);
  const to = from < 0 ? -1 : text.indexOf(`\n</${tag}>`, from);
  return to < 0 ? '' : text.slice(from + tag.length + 2, to);
}

export const quotedAgain = (text: string, i: number, { task, lastUser, tasks }: Quotes): string =>
  [...(i === task ? ['original_task'] : []), ...(i === lastUser ? ['last_user_message'] : []), ...(tasks >= 0 ? ['task_list'] : [])]
    .map((tag) => underTag(text, tag))
    .join('\n');

/** Collapses white space, so that a line is found in its source text. */
export const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();

const PREAMBLE =
  /^(?:This session is being continued from a previous conversation|The conversation (?:is summarized below|history before this point)|Context summary:|Summary of the (?:earlier |whole )?conversation\b|Everything said so far was replaced by this summary)/i;

const ours = new Map(LANGUAGES.flatMap((language) => SECTIONS.map((section) => [WORDS[language].headings[section], { language, section }] as const)));

const withoutStop = (text: string): string => text.replace(/[.。]$/u, '');
const OF_ITS_SUMMARY: ReadonlySet<string> = new Set(
  LANGUAGES.flatMap((l) => {
    const { nothing, quotedTask, quotedOnly, quotedUnanswered, planned } = WORDS[l];
    return [nothing, quotedTask, quotedOnly, quotedUnanswered, planned + quotedUnanswered].map(withoutStop);
  }),
);

const isOfItsSummary = (text: string): boolean => OF_ITS_SUMMARY.has(withoutStop(text));

export function carriedFrom(given: string, source: number): CarriedText {
  const { text } = maskSecrets(given);
  const json = ofJson(text, source);
  if (json) return json;
  const lines: CarriedLine[] = [];
  let language: Language | null = null;
  let section: Section = 'state';
  let isProse = false;
  let title = '';
  let under = 0;
  const put = (words: string): void => {
    under += 1;
    if (words !== '' && !isOfItsSummary(words)) lines.push({ section, text: words, source });
  };
  const close = (): void => {
    const only = lines.at(-1);
    if (title !== '' && under === 1 && only && !only.text.startsWith(`${title}: `)) lines.push({ ...lines.pop()!, text: `${title}: ${only.text}` });
    title = '';
    under = 0;
  };
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    if (line === '' || MARKUP.test(line) || PREAMBLE.test(line)) continue;
    const tag = TAG.exec(line);
    if (tag) {
      section = tag[1] === '' ? (QUOTED[tag[2]!] ?? sectionOfLead(tag[2]!.replace(/[_-]/g, ' ')) ?? section) : 'state';
      continue;
    }
    const [, marks, hashed] = HEADING.exec(line) ?? [];
    const heading = hashed ?? BOLD_LINE.exec(line)?.[1];
    if (heading !== undefined) {
      close();
      const known = ours.get(heading);
      if (!known) title = heading;
      const led = known?.section ?? sectionOfLead(heading);
      if (known) language = known.language;
      if (led) section = led;
      else if (marks === undefined || marks.length > 2) put(heading);
      else section = 'state';
      continue;
    }
    const opened = prose(line);
    if (opened) [language, section, isProse] = [opened.language, opened.section, true];
    put(opened ? opened.rest : (BULLET.exec(line)?.[1] ?? line));
  }
  close();
  return { lines, language, prose: isProse, ours: language !== null };
}

function prose(line: string): { readonly language: Language; readonly section: Section; readonly rest: string } | null {
  for (const language of LANGUAGES) {
    for (const section of SECTIONS) {
      const start = WORDS[language].plain[section];
      if (line.startsWith(start.trimEnd())) return { language, section, rest: line.slice(start.trimEnd().length).trim() };
    }
  }
  return null;
}

/** A summary in the form of one JSON object of lists; null for other text. */
function ofJson(text: string, source: number): CarriedText | null {
  const start = text.indexOf('{');
  if (start < 0 || !/^(?:\s|<[\w-]+>|```(?:json)?)*\{/.test(text.slice(0, start + 1))) return null;
  let value: unknown;
  try {
    value = JSON.parse(text.slice(start, text.lastIndexOf('}') + 1));
  } catch {
    // It only starts like JSON.
    return null;
  }
  const lines: CarriedLine[] = [];
  for (const [key, given] of Object.entries(value as Record<string, unknown>)) {
    const section = SECTIONS.find((s) => JSON_KEYS[s] === key) ?? sectionOfLead(key.replace(/_/g, ' ')) ?? 'state';
    for (const item of Array.isArray(given) ? given : [given])
      if (typeof item === 'string' && item.trim() !== '' && !isOfItsSummary(item.trim())) lines.push({ section, text: item.trim(), source });
  }
  return { lines, language: null, prose: false, ours: SECTIONS.some((section) => JSON_KEYS[section] in (value as object)) };
}

/** One of our lists, with its items; null for every other line. */
export function listIn(text: string): { readonly key: ListKey; readonly items: readonly string[] } | null {
  for (const language of LANGUAGES) {
    for (const key of LIST_KEYS) {
      const label = WORDS[language][key];
      if (!text.startsWith(label)) continue;
      const rest = text.slice(label.length);
      return { key, items: rest.split(rest.includes('; ') ? '; ' : ', ') };
    }
  }
  return null;
}

export function withoutRepeats(lines: readonly CarriedLine[]): readonly CarriedLine[] {
  const figures = (text: string): string =>
    /\d/.test(text) && /\p{L}{2}.*\p{L}{2}/u.test(text) ? text.toLowerCase().replace(/\d+(?:[.,:]\d+)*/g, '#') : text;
  const latest = new Map<string, CarriedLine>();
  const key = (line: CarriedLine): string => `${line.section} ${figures(line.text)}`;
  for (const line of lines) {
    const known = latest.get(key(line));
    // Within one summary figures distinguish lines: `WP1 …`, `WP2 …`.
    if (!known || known.source !== line.source) latest.set(key(line), line);
  }
  const said = new Set<string>();
  return lines.filter((line) => {
    const exact = `${line.section} ${line.text}`;
    const superseded = latest.get(key(line))!.source !== line.source && latest.get(key(line))!.text !== line.text;
    if (superseded || said.has(exact)) return false;
    said.add(exact);
    return true;
  });
}
