/** 丢失度量：名称、定义、单位与局限，以及为何没有数值。 */
import type { measures as english } from '../en/measures.ts';
import type { ChineseKeys } from './keys.ts';

export const measures = {
  'measure.presence': '“存在”只是上限：内容还在，模型仍可能误读；字符串比较看不出否定（“使用 X”与“不要使用 X”用词相同）。没有运行任何模型。',

  'measure.fact-retention.title': '事实保留率',
  'measure.fact-retention.definition':
    '原文中不同事实仍出现在压缩后上下文里的比例：文件路径、URL、标识符、带键或单位的数字、版本号、哈希、工单号、错误信息、退出码、命令和决策。说过二十次的事实只算一次；规范化后相同的写法算同一个事实（路径按最后一段）。含有它的消息或部分被保留、它位于被截去的片段之外，或者摘要等插入内容提到它，就算仍在。',
  'measure.fact-retention.unit': '占全部事实的比例，0–1；总体及分类',
  'measure.fact-retention.limits':
    '所有事实权重相同，不论后来是否用到：用到的那些由事后召回率衡量。被截断从中间切开的事实算丢失。提取器不认识的事实不计入。',

  'measure.recoverable.title': '可找回的事实',
  'measure.recoverable.definition':
    '已不在压缩后上下文里、但有线索可以找回的事实所占比例：线索是写入或取得该内容的调用的路径或 URL，或被卸载结果的引用。与保留的和丢失的相加，等于全部事实。',
  'measure.recoverable.unit': '占全部事实的比例，0–1',
  'measure.recoverable.limits': '路径还在，不代表文件内容仍与当时相同，也不代表模型会再去读；重读要花一步和相应的 token。路径只按最后一段识别。',

  'measure.coverage.title': '按位置的覆盖率',
  'measure.coverage.definition': '按原文 token 的十等分统计事实保留率：每个事实计入它首次出现的那一份。可以看出谁丢了中间。',
  'measure.coverage.unit': '各份事实的比例，0–1',
  'measure.coverage.limits': '第一份里的事实若在结尾又说过一次，只保留结尾时仍算第一份保留：它并没有丢。',

  'measure.constraints.title': '约束保留率',
  'measure.constraints.definition':
    '系统消息和用户消息中含有 必须、不要、禁止、始终、只能（must、never、always、only、do not）的句子。保留：除大小写、空白、引号和 Markdown 标记外逐字还在。弱化：至少一半的不同词语（中文按相邻两字）同在一行或一句里，或被截断的消息里至少还剩该句一半的字符。否则为丢失。比例指保留的部分。',
  'measure.constraints.unit': '占全部约束的比例，0–1；总体及按来源',
  'measure.constraints.limits':
    '系统消息始终保留，其中的约束因此总是保留：请看用户的那部分。只凭词语判断：“我从没见过”也会计入，而不含这些词的规则不计入。',

  'measure.artifact-trail.title': '文件轨迹',
  'measure.artifact-trail.definition':
    '由未失败的工具调用读取、新建、修改或删除的文件，及对每个文件的最后一次操作（只有从未被改动的文件才算读取）。压缩结果通过保留的调用，或插入内容中把文件与 新建、修改、删除、读取 等词写在一起的行来说明操作；以最后说明的为准。F1 = 2 × 说对的 ÷（原文文件数 + 说到的文件数）。先新建后修改的文件，两种说法都算对。',
  'measure.artifact-trail.unit': 'F1，0–1',
  'measure.artifact-trail.limits': '只认识当今各类智能体的工具和常见的 shell 命令；脚本或程序对文件做的事看不到。文件按路径末尾区分。',

  'measure.open-work.title': '未完成工作',
  'measure.open-work.definition':
    '原文结尾时尚未完成的事：最后一份任务清单中未勾选的条目、用户的最后一个请求，以及智能体最后一次宣布下一步的句子。保留、弱化、丢失的判定同约束；由多句组成的，全部句子保留才算保留，至少一半保留或弱化算弱化。比例指保留的部分。',
  'measure.open-work.unit': '占全部未完成项的比例，0–1；总体及分类',
  'measure.open-work.limits': '用户的最后一条消息在每种策略中都受保护，单看它的比例意义不大。宣布之后不声不响做完的步骤在这里仍算未完成。',

  'measure.error-fix-pairs.title': '错误 → 修复 对',
  'measure.error-fix-pairs.definition':
    '一次失败的调用，以及在 100 条消息之内、同一调用再次成功之前对文件的最后一次改动；没有改动时，取成功的那次调用。同一调用指同一条命令，或对同一文件使用的同一工具。错误所在的行保留或弱化，算错误仍在；修复的调用被保留，或插入内容说该文件被改动，算修复仍在。比例指两边都在的对。',
  'measure.error-fix-pairs.unit': '占全部对的比例，0–1',
  'measure.error-fix-pairs.limits': '成功前的最后一次改动不一定就是修复所在。没有再次运行同一调用就修好的错误看不到。',

  'measure.decay.title': '逐轮衰减',
  'measure.decay.definition':
    '1 到 5 轮之后的同一组度量：每轮用同一策略把上一轮剩下的内容压缩到同样的比例（“各自默认”时按策略自己的规则），并与原文比较。',
  'measure.decay.unit': '同各度量，按轮',
  'measure.decay.limits':
    '实际使用中两次压缩之间会有新消息进来；这里不加入任何内容，丢失的都是压缩本身造成的。token 逐轮减少：应在同一轮内比较各策略。',

  'measure.hindsight-recall.title': '事后召回率',
  'measure.hindsight-recall.definition':
    '在录制内容 20–85 % 的请求之间均匀取 12 处切分；压缩切分点之前的内容，再看录制的后续凭记忆用到的东西是否还在。切分之后，一个事实若首先出现在助手的话或调用参数里，就算凭记忆需要：由用户或工具先再次说出的不算。所有切分点合计，需要的事实中仍在的比例。请与旁边的“切点处留下的 token”一起读：无事可做的切点上全部算作留存。',
  'measure.hindsight-recall.unit': '占需要的事实的比例，0–1，附 95 % 区间',
  'measure.hindsight-recall.limits':
    '录制的后续是在完整上下文下产生的：信息更少的智能体会去问、重读，或走另一条路。需要的事实少于 30 条时不给数值。光秃秃的事实清单也能得高分：请同时看绑定率。▲ = 切点处留下的超过预算：不能与达到预算的行相比，也绝不是最佳。▼ = 少于按预算随机删除的平均保留，即使该行留下的 token 更少。摘要由真实模型撰写时，除非切点处也由该模型撰写，否则没有数值。',

  'measure.recall-skill.title': '召回技巧',
  'measure.recall-skill.definition':
    '（召回 − 随机）÷（先知 − 随机）：从碰运气（20 次随机删除的均值）到先知（同样预算下按后续用到的内容挑选整块）之间，策略走了多远。',
  'measure.recall-skill.unit': '0 = 与随机相当，1 = 与先知相当；可为负或大于 1',
  'measure.recall-skill.limits': '先知是“保留整条消息”类策略的上限，不是改写或插入类策略的上限。随机与先知接近时，小差别会变成大数字。需要共同目标。',

  'measure.binding.title': '绑定率',
  'measure.binding.definition': '保留下来的所需事实中，120 个字符之内仍有至少两个原先上下文词的比例。',
  'measure.binding.unit': '占保留的所需事实的比例，0–1',
  'measure.binding.limits': '词离得近，不代表句意还在。好的改写也会降低绑定率。',

  'measure.needed-facts.title': '所需事实',
  'measure.needed-facts.definition': '录制的后续凭记忆需要的事实数，所有切分点合计。对每种策略都相同。',
  'measure.needed-facts.unit': '条',
  'measure.needed-facts.limits': '在多个切分点之后都需要的事实，每处各计一次。',

  'measure.re-read-cost.title': '重读开销',
  'measure.re-read-cost.definition':
    '事实被使用之前，由用户或工具重新带回它们的那些消息的 token 数；各切分点的均值。对每种策略都相同：这是录制本身因不靠记忆而付出的。',
  'measure.re-read-cost.unit': '每个切分点的 token',
  'measure.re-read-cost.limits': '只带回一个事实的消息也按整条计算。',

  'measure.tokens-after.unit': 'token',
  'measure.tokens-after.limits': '准确程度取决于所用分词器：≈ 表示估算。图片和文件按注明的固定值估算。',
  'measure.token-reduction.unit': '占 token 的比例，0–1',
  'measure.token-reduction.limits': '它只说省了多少，不说代价：空的上下文也能得 1。',
  'measure.preservation.unit': '占消息的比例，0–1',
  'measure.preservation.limits': '所有消息权重相同，一行字与一个文件一样。摘要写得再好也不计：看它说了什么要看事实保留率和召回率。',
  'measure.efficiency.unit': '分数，0–1',
  'measure.efficiency.limits': '权重只是约定。由于保留率按消息计数，丢掉少数长消息的策略比改写许多消息的策略得分更高。',
  'measure.messages-after.unit': '条消息',
  'measure.messages-after.limits': '把多个结果放进一条消息的格式，同一段对话的消息数会更少。',
  'measure.messages-by-fate.unit': '条消息',
  'measure.messages-by-fate.limits': '被编辑的消息可能只少了一行，也可能所剩无几；看它的 token 才知道。',
  'measure.tokens-by-fate.unit': 'token',
  'measure.tokens-by-fate.limits': '被编辑的消息按原有 token 计，不是剩下的。',
  'measure.inserted-tokens.unit': 'token',
  'measure.inserted-tokens.limits': '被编辑消息里的标记属于那些消息，这里不计。',
  'measure.target.unit': 'token',
  'measure.target.limits': '受保护的内容可能已超过目标；那时没有策略能达到，行中会注明。',
  'measure.verification.unit': '项未通过的检查',
  'measure.verification.limits': '它守住压缩的规则，不保证剩下内容的意思。',
  'measure.time.unit': '毫秒',
  'measure.time.limits': '取决于这台机器和此刻；只有同一次运行内的比值可比。之前记住的内容会更快。',

  'reason.measure-no-facts': '原文不含事实',
  'reason.measure-no-constraints': '系统消息和用户消息中没有带约束词的句子',
  'reason.measure-no-files': '没有工具调用触及它指名的文件',
  'reason.measure-no-open-work': '没有未完成的事：没有任务清单、请求或宣布的步骤',
  'reason.measure-no-pairs': '没有哪次失败的调用后来成功',
  'reason.measure-failed': '该行运行失败',
} as const satisfies Record<ChineseKeys<typeof english>, string>;
