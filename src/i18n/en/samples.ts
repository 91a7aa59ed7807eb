/** The samples that come with the page (fixtures/samples). */
export const samples = {
  'sample.coding-session.title': 'Coding session: seat holds for a ferry',
  'sample.coding-session.description':
    'An agent fixes overselling in a TypeScript API: rules, a change of mind, failing tests, a deadlock, open next steps.',
  'sample.research-session.title': 'Research: cold-climate heat pumps',
  'sample.research-session.description': 'Searches for a housing cooperative: contradicting sources, prices, a corrected figure.',
  'sample.support-policies.title': 'Customer support with policies',
  'sample.support-policies.description': 'An online shop, one long chat: exchange, refund, warranty; order numbers, amounts, tool calls.',
  'sample.chinese-data-analysis.title': '中文：茶饮门店销售分析',
  'sample.chinese-data-analysis.description': 'In Chinese: sales of tea shops, with SQL, Python and errors in the data.',
  'sample.pasted-log.title': 'Short chat with a pasted 50 KB log',
  'sample.pasted-log.description': 'One message holds almost everything: the log of an outage, with an example key.',
  'sample.markdown-chat.title': 'Markdown chat: planning a workshop',
  'sample.markdown-chat.description': 'Exported as Markdown, without tools: agenda, budget, changes, a final plan.',
} as const;
