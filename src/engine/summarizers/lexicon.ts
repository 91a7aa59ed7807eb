/** Words that identify rules, decisions, findings and so on, in English and Chinese. */
import type { Section } from './summary-statements.ts';

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
