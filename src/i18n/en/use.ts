/** English of the dialog that writes code; loaded with it. */
export const use = {
  'use.title': 'Use {{title}} in my agent',
  'use.target': 'Built with',
  'use.target.ai-sdk': 'AI SDK',
  'use.target.langchain': 'LangChain',
  'use.target.openai-agents': 'OpenAI Agents',
  'use.target.anthropic': 'Anthropic messages',
  'use.target.openai': 'OpenAI messages',
  'use.target.terminal': 'terminal',
  'use.copy': 'Copy',
  'use.copied': 'Copied',
  'use.same':
    'The same engine as in this page, with the settings of now; what is not named has its default. It compacts when the context passes the trigger.',
  'use.same.terminal': 'The same engine as in this page. Keyword lists and priorities are options of their own: --help.',
  'use.summaries':
    'Its summaries are written by the built-in summariser, as here. To let a model write them, add summarize: async ({ system, prompt, maxTokens }) => text.',
  'use.summaries.model':
    'A model wrote its summaries here. Without summarize: async ({ system, prompt, maxTokens }) => text the built-in summariser writes them.',
  'use.product': 'This is what {{product}} does by its own rules, as code for another agent. It does not change the settings of {{product}}.',
  'use.marks': 'Priorities that were set by hand belong to messages of this session and are left out.',
} as const;
