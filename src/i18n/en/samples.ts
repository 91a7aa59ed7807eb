/** The samples that come with the page (fixtures/samples). */
export const samples = {
  'sample.coding-session.title': 'Coding session: seat holds for a ferry',
  'sample.coding-session.description':
    'An agent fixes overselling and adds seat holds to a TypeScript API. Rules stated at the start, a change of mind (Redis to PostgreSQL), failing tests, a deadlock, a load test, open next steps.',
  'sample.research-session.title': 'Research: cold-climate heat pumps',
  'sample.research-session.description':
    'Web searches and fetched pages for a housing cooperative: contradicting sources, prices, a corrected figure and a recommendation. An Anthropic request body with tools.',
  'sample.support-policies.title': 'Customer support with policies',
  'sample.support-policies.description':
    'An agent of an online shop helps three times over one long chat: exchange, refund, warranty. The policy stands in the system prompt; many order numbers, amounts and tool calls.',
  'sample.chinese-data-analysis.title': '中文：茶饮门店销售分析',
  'sample.chinese-data-analysis.description':
    'A conversation in Chinese about the sales of tea shops, with SQL and Python tools, errors in the data, corrections and a report for the boss.',
  'sample.pasted-log.title': 'Short chat with a pasted 50 KB log',
  'sample.pasted-log.description':
    'One message holds almost everything: a service log of an outage, with an example key in it. Then a few short questions and answers.',
  'sample.markdown-chat.title': 'Markdown chat: planning a workshop',
  'sample.markdown-chat.description': 'A chat exported as Markdown with role headings, without tools: agenda, budget, changes and a final plan.',
} as const;
