/** Words without a topic. Few on purpose: words common in one transcript only get a low inverse document frequency anyway. */
export const STOP_WORDS = `a about above after again all also am an and any are as at back be because been before being below both but by
can cannot could did do does doing don done down each else even ever every few first for from further get gets getting go going got
had has have having he her here him his how however if in instead into is it its itself just last let like ll look looking
made make makes making may maybe me might more most much must my need needs new next no nor not now of off on once one only or other our out over own
per please rather re really right same see seems shall she should since so some still such sure
take than that the their them then there these they thing things this those through to too two under until up us use used uses using
ve very via want wants was way we well were what when where whether which while who whom why will with within without would
oh wait hm hmm hey alright yes yet you your yours true false null undefined none string number boolean const return function import export
可以 能够 能帮 需要 现在 谢谢 如果 因为 所以 但是 然后 以及 对于 关于 进行 通过 使用 没有 应该 可能 已经 好的 一些 以下`;

/** Characters whose pairs with others are grammar rather than words. */
export const STOP_CHARACTERS = '的了一个是吗呢吧啊这那你我他她它您们就都也很与及或被把之其什么和哪怎请再又还';
