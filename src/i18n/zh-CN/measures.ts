import type { measures as english, recall as englishRecall } from '../en/measures.ts';
import type { ChineseKeys } from './keys.ts';

export const recall = {
  'strategy.oldest-first.title': '只留最早',
  'strategy.oldest-first.rule': '对照：可移除消息（工具块保持完整）从最新的开始往前移除，直到达到目标。留下的是最早说的内容。',
  'strategy.oldest-first.loses': '除最后一条用户消息和最后一个工具块之外的全部近期内容。',
  'strategy.fact-list.title': '事实清单',
  'strategy.fact-list.rule': '对照：凡不受保护的内容都换成一条消息，每行列出一个事实，最近提到的在前，目标容得下多少就列多少。',
  'strategy.fact-list.loses': '一切说明事实含义的内容：做了什么、为什么、先后顺序。',
  'strategy.newest-half.title': '最新一半加旧话',
  'strategy.newest-half.rule':
    '对照：最新的消息（工具块保持完整）占目标所余空间的一半；更早的消息只留文字和不带结果的调用，从新到旧，放得下多少留多少。',
  'strategy.newest-half.loses': '较早调用的结果，以及放不下的一切。',
  'reason.keep-newest-half': '属于占一半空间的最新 {{newest}} 条消息',
  'reason.keep-older-words': '早于最新一半：文字和调用保留',
  'reason.cut-older-result': '早于最新一半：结果换成了一个标记',
  'reason.drop-no-room': '早于最新一半，目标 {{target}} token 已无空间',
  'reason.drop-newest': '从最新的开始，第 {{rank}} 条被移除（共 {{of}} 条）',
  'reason.sum-fact-list': '只剩其中的事实，列成清单：{{facts}} 条中有 {{listed}} 条放得下',
  'reason.recall-few-facts': '事实太少：录制的后续只凭记忆用到 {{facts}} 条，至少需要 {{least}} 条',
  'reason.recall-few-cuts': '请求太少：录制内容只有 {{cuts}} 处可以切分，至少需要 {{least}} 处',
  'reason.recall-no-room': '随机（{{random, percent}}）与先知（{{oracle, percent}}）保留的几乎一样多',
  'reason.measure-few-needs': '太少：录制的后续凭记忆需要的字符串和路径都不足 {{least}} 个',
  'reason.measure-hidden': '压缩后的内容只有服务商能读取：旁人无法得知保留了什么',
  'reason.measure-no-future': '尚未测量后见召回率',
  'reason.measure-no-target': '采用出厂设置时没有共同目标，因此没有随机基线与先知上限',
  'reason.recall-long': '不会自动测量：共 {{messages}} 条消息（超过 {{most}} 条），每行切 12 处要花几分钟；可在展开的行中测量，或使用 --recall',
  'reason.recall-idle': '{{cuts}} 个切点上都无事可做，因此没有可测量的',
  'reason.recall-refused': '{{cuts}} 个切点上都没有结果：被否决、被拒绝或无事可做',
  'reason.measure-other-writer': '不属于本行：本行的摘要由真实模型撰写，而这里会由内置摘要器撰写；除非有人付费，否则不会调用该模型',
  'reason.measure-no-needs': '需要的事实一个也没有保留，无从谈绑定率',
} as const satisfies Record<ChineseKeys<typeof englishRecall>, string>;

export const measures = {
  'measure.presence': '“存在”只是上限：内容还在，模型仍可能误读；字符串比较看不出否定（“使用 X”与“不要使用 X”用词相同）。没有运行任何模型。',

  'compare.unit.after': '压缩后',
  'compare.unit.percent': '%',
  'compare.unit.score': '0–1',
  'compare.unit.tokens': 'token',
  'compare.unit.none': ' ',
  'compare.unit.survive': '留存 token',
  'compare.unit.next': '美元',
  'compare.unit.requests': '请求数',
  'compare.unit.skill': '0 = 随机',
  'compare.unit.f1': 'F1',
  'compare.unit.kept-left': '% · 留下 %',
  'compare.unit.ms': 'ms',
  'compare.unit.overTarget': '超出 token',
  'compare.unit.failedChecks': '未通过项',

  'compare.column.tokens': '剩余 token',
  'measure.tokens-after.title': '压缩后 token',
  'measure.tokens-after.definition': '压缩后请求的 token 数：保留和编辑的消息、摘要及其他插入内容、工具定义。',
  'measure.tokens-after.unit': 'token',
  'measure.tokens-after.limits': '准确程度取决于所用分词器：≈ 表示估算。图片和文件按注明的固定值估算。',

  'compare.column.saved': '节省',
  'measure.token-reduction.title': 'token 减少',
  'measure.token-reduction.definition': '1 − 压缩后 token ÷ 压缩前 token。',
  'measure.token-reduction.unit': '占 token 的比例，0–1',
  'measure.token-reduction.limits': '它只说省了多少，不说代价：空的上下文也能得 1。',

  'compare.column.kept': '保留率',
  'measure.preservation.title': '保留率',
  'measure.preservation.definition': '保留的消息 ÷ 压缩前的消息。保留的消息计 1，编辑过的按剩余 token 的比例计；摘要、卸载和丢弃的计 0。',
  'measure.preservation.unit': '占消息的比例，0–1',
  'measure.preservation.limits': '所有消息权重相同，一行字与一个文件一样。摘要写得再好也不计：看它说了什么要看事实保留率和召回率。',

  'compare.column.efficiency': '效率',
  'measure.efficiency.title': '效率',
  'measure.efficiency.definition': '权重 × token 减少 +（1 − 权重）× 保留率。权重可用滑块调整，默认 60 / 40。',
  'measure.efficiency.unit': '分数，0–1',
  'measure.efficiency.limits': '权重只是约定。由于保留率按消息计数，丢掉少数长消息的策略比改写许多消息的策略得分更高。',

  'compare.column.messages': '消息',
  'measure.messages-after.title': '压缩后消息数',
  'measure.messages-after.definition': '压缩后请求的消息数，包括插入的消息。',
  'measure.messages-after.unit': '条消息',
  'measure.messages-after.limits': '把多个结果放进一条消息的格式，同一段对话的消息数会更少。',

  'measure.messages-by-fate.title': '各去向的消息数',
  'measure.messages-by-fate.definition': '保留、编辑、摘要、卸载和丢弃的原始消息数。',
  'measure.messages-by-fate.unit': '条消息',
  'measure.messages-by-fate.limits': '被编辑的消息可能只少了一行，也可能所剩无几；看它的 token 才知道。',

  'compare.column.tokens-keep': '保留',
  'compare.column.tokens-edit': '编辑',
  'compare.column.tokens-summarize': '摘要',
  'compare.column.tokens-offload': '卸载',
  'compare.column.tokens-drop': '丢弃',
  'measure.tokens-by-fate.title': '各去向的 token',
  'measure.tokens-by-fate.definition': '属于该去向的原始消息的 token 数；加上工具定义即为原文总数。',
  'measure.tokens-by-fate.unit': 'token',
  'measure.tokens-by-fate.limits': '被编辑的消息按原有 token 计，不是剩下的。',

  'compare.column.inserted': '插入',
  'measure.inserted-tokens.title': '插入的 token',
  'measure.inserted-tokens.definition': '摘要和其他插入内容的 token 数，不属于任何原始消息。',
  'measure.inserted-tokens.unit': 'token',
  'measure.inserted-tokens.limits': '被编辑消息里的标记属于那些消息，这里不计。',

  'compare.column.target': '目标',
  'measure.target.title': '超出目标',
  'measure.target.definition': '压缩后 token − 目标；小于或等于 0 即为达到目标。',
  'measure.target.unit': 'token',
  'measure.target.limits': '受保护的内容可能已超过目标；那时没有策略能达到，行中会注明。',

  'compare.column.facts': '事实',
  'measure.fact-retention.title': '事实保留率',
  'measure.fact-retention.definition':
    '原文中不同事实仍出现在压缩后上下文里的比例：文件路径、URL、标识符、带键或单位的数字、版本号、哈希、工单号、错误信息、退出码、命令和决策。说过二十次的事实只算一次；规范化后相同的写法算同一个事实（路径按最后一段）。含有它的消息或部分被保留、它位于被截去的片段之外，或者摘要等插入内容提到它，就算仍在。',
  'measure.fact-retention.unit': '占全部事实的比例，0–1；总体及分类',
  'measure.fact-retention.limits':
    '所有事实权重相同，不论后来是否用到：用到的那些由事后召回率衡量。被截断从中间切开的事实算丢失。提取器不认识的事实不计入。',
  'measure.fact-retention.list': '事实',
  'measure.fact-retention.list.help':
    '原文中有、压缩后的上下文中没有的事实：每个只列一次，位置为最后一次出现处。“需要”表示：在某个切点上，录制的后续内容凭记忆用到了它，而该策略已把它丢掉。',

  'compare.column.recoverable': '可再取回',
  'measure.recoverable.title': '可找回的事实',
  'measure.recoverable.definition':
    '已不在压缩后上下文里、但有线索可以找回的事实所占比例：线索是写入或取得该内容的调用的路径或 URL，或被卸载结果的引用。与保留的和丢失的相加，等于全部事实。',
  'measure.recoverable.unit': '占全部事实的比例，0–1',
  'measure.recoverable.limits': '路径还在，不代表文件内容仍与当时相同，也不代表模型会再去读；重读要花一步和相应的 token。路径只按最后一段识别。',

  'measure.coverage.title': '按位置的覆盖率',
  'measure.coverage.definition': '按原文 token 的十等分统计事实保留率：每个事实计入它首次出现的那一份。可以看出谁丢了中间。',
  'measure.coverage.unit': '各份事实的比例，0–1',
  'measure.coverage.limits': '第一份里的事实若在结尾又说过一次，只保留结尾时仍算第一份保留：它并没有丢。',

  'compare.column.recall': '第二指标',
  'measure.hindsight-recall.title': '事后召回率',
  'measure.hindsight-recall.definition':
    '在录制内容 20–85 % 的请求之间均匀取 12 处切分；压缩切分点之前的内容，再看录制的后续凭记忆用到的东西是否还在。切分之后，一个事实若首先出现在助手的话或调用参数里，就算凭记忆需要：由用户或工具先再次说出的不算。所有切分点合计，需要的事实中仍在的比例。请与旁边的“切点处留下的 token”一起读：无事可做的切点上全部算作留存。',
  'measure.hindsight-recall.unit': '占需要的事实的比例，0–1，附 95 % 区间',
  'measure.hindsight-recall.limits':
    '录制的后续是在完整上下文下产生的：信息更少的智能体会去问、重读，或走另一条路。需要的事实少于 30 条时不给数值。光秃秃的事实清单也能得高分：请同时看绑定率。▲ = 切点处留下的超过预算：不能与达到预算的行相比，也绝不是最佳。▼ = 少于按预算随机删除的平均保留，即使该行留下的 token 更少。摘要由真实模型撰写时，除非切点处也由该模型撰写，否则没有数值。',
  'measure.hindsight-recall.list': '第二指标',
  'measure.hindsight-recall.list.help':
    '在多处切开录制的会话，并压缩每个切点之前的内容。随后录制的后续内容凭记忆用到了这些事实，而它们已不在：每个切点一行。',

  'compare.column.left-at-cuts': '剩余',
  'measure.left-at-cuts.title': '切点处留下的 token',
  'measure.left-at-cuts.definition':
    '压缩后 token ÷ 压缩前 token，取测量召回率的各切点的平均值：召回率是以此为代价得到的。切点是另一处，因此它可能与整份记录留下的相差很大。',
  'measure.left-at-cuts.unit': '占 token 的比例，0–1；各切点平均',
  'measure.left-at-cuts.limits': '在无事可做的切点，整个上下文都会留下。平均值看不出个别切点超出预算。',

  'compare.column.skill': '技能分',
  'measure.recall-skill.title': '召回技巧',
  'measure.recall-skill.definition':
    '（召回 − 随机）÷（先知 − 随机）：从碰运气（20 次随机删除的均值）到先知（同样预算下按后续用到的内容挑选整块）之间，策略走了多远。',
  'measure.recall-skill.unit': '0 = 与随机相当，1 = 与先知相当；可为负或大于 1',
  'measure.recall-skill.limits': '先知是“保留整条消息”类策略的上限，不是改写或插入类策略的上限。随机与先知接近时，小差别会变成大数字。需要共同目标。',

  'compare.column.binding': '仍在原句中',
  'measure.binding.title': '绑定率',
  'measure.binding.definition': '保留下来的所需事实中，120 个字符之内仍有至少两个原先上下文词的比例。',
  'measure.binding.unit': '占保留的所需事实的比例，0–1',
  'measure.binding.limits': '词离得近，不代表句意还在。好的改写也会降低绑定率。',

  'compare.column.independent': '后来需要的，保留了',
  'compare.column.later-strings': '字符串',
  'compare.column.later-paths': '路径',
  'compare.column.later-edits': '编辑',
  'compare.column.wording': '措辞',
  'compare.column.pairs': '成对',
  'compare.column.user-words': '你的原话',
  'measure.independent.title': '独立度量',
  'measure.independent.definition':
    '录制的后续所需内容中，仍留在文本里的比例。六种度量与事实提取器以及策略用来书写或挑选的代码都没有共用部分；切分点与召回相同。一项在以下情况下计入：切分点之后的回答（其文字或调用参数）用到它，它此前出现在上下文中（系统提示与工具定义除外），且没有用户或工具消息先把它带回来。字符串：以空白、括号、引号、“, ; | = *”和单个冒号分隔，6 至 120 个字符，含数字或内部符号。路径：调用参数中的完整路径，按参数名或命令中的形式识别。编辑：编辑的旧文本以及补丁的上下文行与删除行，取最后一次出现在切分点之前、不少于 10 个字符的行；全部都在才算。措辞：连续四个词，不少于 18 个字符，不分大小写；无空格的文字取八个字符。成对：切分点之前相距不超过 120 个字符、之后被同一次调用用到的两个字符串；二者仍须相距不超过 120 个字符。用户原话：除最后一条外所有用户消息中连续的四个词，留在哪里都算；它不需要后续。每项旁边是随机（同样 token 数的随机消息，20 次平均）、同样 token 数的最新消息，以及底线：录制的代理有多少次“用到”自己的压缩已经丢掉的内容（字符串 13/90，路径 2/30，编辑 0/1，措辞 204/324，成对 46/197）。',
  'measure.independent.unit': '占所需项的比例，0–1',
  'measure.independent.list': '后来需要的',
  'measure.independent.list.help': '后来用到、却在某个检查点丢失的确切字符串和路径，每个检查点一行。答案由它们决定。',
  'measure.independent.limits':
    '各项目共有的内容（如名为 README.md 的文件）也算所需：没有使用排除清单，底线说明其中有多少是习惯。措辞有三分之二、成对有四分之一是习惯：二者与底线一起显示，单独不作结论。底线几乎全部来自同一代理的两次长压缩；编辑只有一例。策略缩短过的消息只查找其工具块原有的内容。出现不等于理解；没有运行模型。',
  'measure.needed-facts.title': '所需事实',
  'measure.needed-facts.definition': '录制的后续凭记忆需要的事实数，所有切分点合计。对每种策略都相同。',
  'measure.needed-facts.unit': '条',
  'measure.needed-facts.limits': '在多个切分点之后都需要的事实，每处各计一次。',

  'measure.re-read-cost.title': '重读开销',
  'measure.re-read-cost.definition':
    '事实被使用之前，由用户或工具重新带回它们的那些消息的 token 数；各切分点的均值。对每种策略都相同：这是录制本身因不靠记忆而付出的。',
  'measure.re-read-cost.unit': '每个切分点的 token',
  'measure.re-read-cost.limits': '只带回一个事实的消息也按整条计算。',

  'compare.column.constraints': '你的规则',
  'measure.constraints.title': '约束保留率',
  'measure.constraints.definition':
    '系统消息和用户消息中含有 必须、不要、禁止、始终、只能（must、never、always、only、do not）的句子。保留：除大小写、空白、引号和 Markdown 标记外逐字还在。弱化：至少一半的不同词语（中文按相邻两字）同在一行或一句里，或被截断的消息里至少还剩该句一半的字符。否则为丢失。比例指保留的部分。',
  'measure.constraints.unit': '占全部约束的比例，0–1；总体及按来源',
  'measure.constraints.limits':
    '系统消息始终保留，其中的约束因此总是保留：请看用户的那部分。只凭词语判断：“我从没见过”也会计入，而不含这些词的规则不计入。',
  'measure.constraints.list': '你的规则',
  'measure.constraints.list.help': '系统消息和用户消息中带有“必须、不要、禁止、始终、只能”等字样、而没有完整留下的句子。',

  'compare.column.artifacts': '文件',
  'measure.artifact-trail.title': '文件轨迹',
  'measure.artifact-trail.definition':
    '由未失败的工具调用读取、新建、修改或删除的文件，及对每个文件的最后一次操作（只有从未被改动的文件才算读取）。压缩结果通过保留的调用，或插入内容中把文件与 新建、修改、删除、读取 等词写在一起的行来说明操作；以最后说明的为准。F1 = 2 × 说对的 ÷（原文文件数 + 说到的文件数）。先新建后修改的文件，两种说法都算对。',
  'measure.artifact-trail.unit': 'F1，0–1',
  'measure.artifact-trail.limits': '只认识当今各类智能体的工具和常见的 shell 命令；脚本或程序对文件做的事看不到。文件按路径末尾区分。',
  'measure.artifact-trail.list': '文件',
  'measure.artifact-trail.list.help': '结果没有说明其最后一次操作、或说成另一种操作的文件。',
  'measure.artifact-trail.parts': '{{all}} 个文件中 {{preserved}} 个说对，{{degraded}} 个说错',

  'compare.column.open-work': '未完成的事',
  'measure.open-work.title': '未完成工作',
  'measure.open-work.definition':
    '原文结尾时尚未完成的事：最后一份任务清单中未勾选的条目、用户的最后一个请求，以及智能体最后一次宣布下一步的句子。保留、弱化、丢失的判定同约束；由多句组成的，全部句子保留才算保留，至少一半保留或弱化算弱化。比例指保留的部分。',
  'measure.open-work.unit': '占全部未完成项的比例，0–1；总体及分类',
  'measure.open-work.limits': '用户的最后一条消息在每种策略中都受保护，单看它的比例意义不大。宣布之后不声不响做完的步骤在这里仍算未完成。',
  'measure.open-work.list': '未完成的事',
  'measure.open-work.list.help': '没有完整留下的未勾选待办、最后一个请求和最后说出的下一步。',

  'compare.column.error-fix': '错误及其修法',
  'measure.error-fix-pairs.title': '错误 → 修复 对',
  'measure.error-fix-pairs.definition':
    '一次失败的调用，以及在 100 条消息之内、同一调用再次成功之前对文件的最后一次改动；没有改动时，取成功的那次调用。同一调用指同一条命令，或对同一文件使用的同一工具。错误所在的行保留或弱化，算错误仍在；修复的调用被保留，或插入内容说该文件被改动，算修复仍在。比例指两边都在的对。',
  'measure.error-fix-pairs.unit': '占全部对的比例，0–1',
  'measure.error-fix-pairs.limits': '成功前的最后一次改动不一定就是修复所在。没有再次运行同一调用就修好的错误看不到。',
  'measure.error-fix-pairs.list': '错误及其修法',
  'measure.error-fix-pairs.list.help': '一个错误和修复它的改动：两者至少丢了一个。',
  'measure.error-fix-pairs.parts': '{{preserved}} 两边都在 · {{degraded}} 只剩一边 · {{lost}} 两边皆失',

  'measure.decay.title': '逐轮衰减',
  'measure.decay.definition':
    '1 到 5 轮之后的同一组度量：每轮用同一策略把上一轮剩下的内容压缩到同样的比例（“出厂设置”时按策略自己的规则），并与原文比较。',
  'measure.decay.unit': '同各度量，按轮',
  'measure.decay.limits':
    '实际使用中两次压缩之间会有新消息进来；这里不加入任何内容，丢失的都是压缩本身造成的。token 逐轮减少：应在同一轮内比较各策略。',

  'compare.column.valid': '服务商接受',
  'measure.validity.title': '有效性',
  'measure.validity.definition':
    '提供商会接受压缩后的请求吗？按提供商列出被违反的规则。OpenAI Chat：每个调用之后紧跟其结果，没有无调用的结果，参数是 JSON，回答不为空，至少有一条消息。OpenAI Responses：每个调用都有输出，每个输出都有调用，推理与其引出的条目同在。Anthropic：除系统消息外至少有一条消息，第一条是用户消息，每个调用都在下一条用户消息的开头得到结果，内容不为空，没有只含空白的文本，结尾的回答不以空白结束，没有不成对的代理项，最后一轮的思考保持原样；启用保留思考的模型不接受其前内容已改动的思考。Gemini：至少有一条内容，第一条是用户消息，调用紧跟在用户消息或函数响应之后，响应与调用数目相同。原始记录中已有的违规会标出，不归咎于策略。',
  'measure.validity.unit': '按提供商列出的违规；以所用模型和所用格式的规则为准',
  'measure.validity.limits':
    '只检查提供商文档中写明、且从请求本身就能看出的规则。长度和数量上限、工具名称、媒体，签名是否真实，以及 Responses 是否接受没有输入的请求，都不检查；名称和媒体由导出负责。有效的请求仍可能是糟糕的请求。',

  'compare.column.cache': '仍有效的缓存',
  'measure.cache-survival.title': '缓存留存',
  'measure.cache-survival.definition':
    '压缩前后请求的最长公共前缀的 token 数（以整条消息计）：提示缓存仍然有效的部分。工具定义位于请求最前，计算在内。',
  'measure.cache-survival.unit': 'token',
  'measure.cache-survival.limits': '提供商实际保留的可能更少：缓存几分钟后失效，有最小长度，并按步长读取。被改动的消息内部不计入公共部分。',

  'compare.column.cost': '下次调用',
  'measure.cost.title': '费用',
  'measure.cost.definition':
    '压缩后下一次请求及其摘要的费用（美元），按所用模型的价格计算。提示中的公共前缀从缓存读取，其余按提供商的做法作为新输入或写入缓存计价；回答不计入。摘要按接口返回的用量计价，没有时按该模型读取消息并写出文本来计价。',
  'measure.cost.unit': '美元',
  'measure.cost.limits': '价格取自注明日期的价格表；随长度分档时取短提示的一档。内置摘要器不收费，其摘要按由模型写出来计价，以便比较各策略。',
  'measure.cost.by': '{{model}} 的价格：{{list}}（{{date}}）',

  'compare.column.break-even': '多少次后回本',
  'measure.break-even.title': '回本轮数',
  'measure.break-even.definition':
    '压缩多少次请求后回本：N = (K + (w − r)(C − L)) ÷ (r(S − C))。S、C 为压缩前后的 token 数，L 为公共前缀，K 为摘要费用，r、w 为每个 token 从缓存读取和写入缓存的价格（写入不另收费时 w 取原价）。',
  'measure.break-even.unit': '请求次数',
  'measure.break-even.limits': '假定压缩与否，后续请求增加的消息相同，且缓存在请求之间有效。较小的上下文可能使回答变好或变差，这一点不在其中。',

  'compare.column.verification': '校验',
  'measure.verification.title': '校验',
  'measure.verification.definition':
    '运行后未通过的检查：受保护的消息、token 减少、用户的最后一条消息、工具块、最少消息数、摘要。有一项未通过即被否决，保持原文。',
  'measure.verification.unit': '项未通过的检查',
  'measure.verification.limits': '它守住压缩的规则，不保证剩下内容的意思。',

  'compare.column.time': '用时',
  'measure.time.title': '用时',
  'measure.time.definition': '策略及其所需一切的用时；所有策略共用的 token 统计和信号提取不计入。',
  'measure.time.unit': '毫秒',
  'measure.time.limits': '取决于这台机器和此刻；只有同一次运行内的比值可比。之前记住的内容会更快。',

  'reason.measure-no-facts': '原文不含事实',
  'reason.measure-no-constraints': '系统消息和用户消息中没有带约束词的句子',
  'reason.measure-no-files': '没有工具调用触及它指名的文件',
  'reason.measure-no-open-work': '没有未完成的事：没有任务清单、请求或宣布的步骤',
  'reason.measure-no-pairs': '没有哪次失败的调用后来成功',
  'reason.measure-failed': '该行运行失败',
  'reason.measure-not-compacted': '没有进行压缩',
  'reason.measure-no-model': '没有价格：记录未注明模型，也没有选择模型',
  'reason.measure-no-prices': '没有价格：{{list}}（{{date}}）中没有 {{model}}',
  'reason.measure-never-pays': '永远不会回本：从缓存读取这些 token 不收费',
} as const satisfies Record<ChineseKeys<typeof english>, string>;
