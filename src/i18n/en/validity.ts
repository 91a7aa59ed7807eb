/** Rules of providers, what is repaired so that they hold, and what a compaction costs. */
export const validity = {
  'rules.openai-chat': 'OpenAI Chat',
  'rules.openai-responses': 'OpenAI Responses',
  'rules.anthropic': 'Anthropic',
  'rules.gemini': 'Gemini',
  'rules.openai-chat.short': 'OpenAI',
  'rules.openai-responses.short': 'Responses',
  'rules.anthropic.short': 'Anthropic',
  'rules.gemini.short': 'Gemini',

  'reason.repaired-user-first':
    'Repaired: the provider wants the user first, so a short user message of {{tokens}} tokens was inserted before message {{message, raw}}',
  'reason.repaired-user-before-call_one':
    'Repaired: the provider takes a call only directly after the user or a response; {{count}} short user message put in ({{tokens}} tokens)',
  'reason.repaired-user-before-call_other':
    'Repaired: the provider takes a call only directly after the user or a response; {{count}} short user messages put in ({{tokens}} tokens)',
  'reason.repaired-thinking_one':
    'Repaired: this model takes back no thinking before which anything has changed; taken out of {{count}} message ({{tokens}} tokens)',
  'reason.repaired-thinking_other':
    'Repaired: this model takes back no thinking before which anything has changed; taken out of {{count}} messages ({{tokens}} tokens)',
  'reason.note-repaired-user-first': 'repaired: user message put first',
  'reason.note-repaired-user-before-call': 'repaired: user message put before a call',
  'reason.note-repaired-thinking_one': 'repaired: thinking taken out of {{count}} message',
  'reason.note-repaired-thinking_other': 'repaired: thinking taken out of {{count}} messages',
  'reason.note-no-message': '⚠ sends no message',
  'reason.note-no-last-user': '⚠ last user message gone',
  'reason.recall-no-message': '⚠ sends no message at {{count}} of {{cuts}} checkpoints',
  'reason.recall-no-last-user': '⚠ last user message gone at {{count}} of {{cuts}} checkpoints',
  'reason.note-warning-thinking-bound': '⚠ thinking of the last turn',
  'reason.repaired-thinking-message': 'Its thinking was taken out ({{tokens}} tokens): something before it has changed, and this model binds the two',
  'reason.repaired-reasoning_one':
    'Repaired: the provider takes no reasoning without what it led to; taken out of {{count}} message ({{tokens}} tokens)',
  'reason.repaired-reasoning_other':
    'Repaired: the provider takes no reasoning without what it led to; taken out of {{count}} messages ({{tokens}} tokens)',
  'reason.note-repaired-reasoning_one': 'repaired: reasoning taken out of {{count}} message',
  'reason.note-repaired-reasoning_other': 'repaired: reasoning taken out of {{count}} messages',
  'reason.repaired-reasoning-message':
    'Its reasoning was taken out ({{tokens}} tokens): what it led to is gone, and the provider takes neither without the other',
  'reason.warning-thinking-bound_one':
    'Warning: {{count}} message of the last turn has thinking that this model binds to what stood before it. It must come back unchanged and cannot be taken out: ask the provider to drop what does not fit any more (prefix_mismatch_behavior: drop_block), or compact between turns',
  'reason.warning-thinking-bound_other':
    'Warning: {{count}} messages of the last turn have thinking that this model binds to what stood before it. It must come back unchanged and cannot be taken out: ask the provider to drop what does not fit any more (prefix_mismatch_behavior: drop_block), or compact between turns',

  'violation.openai-call-unanswered': 'Call without an answer directly after it',
  'violation.openai-result-without-call': 'Result without a call directly before it',
  'violation.openai-arguments-not-json': 'Arguments that are not JSON',
  'violation.openai-empty-content': 'Answer without content and without calls',
  'violation.openai-no-messages': 'No message',
  'violation.anthropic-no-messages': 'No message beside the system’s',
  'violation.gemini-no-messages': 'No content beside the system’s',
  'reason.violation-openai-no-messages': 'The request has no message; it needs one',
  'reason.violation-anthropic-no-messages': 'The request has no message beside the system’s; it needs one',
  'reason.violation-gemini-no-messages': 'The request has no content beside the system’s; it needs one',
  'violation.anthropic-first-user': 'First message is not the user’s',
  'violation.anthropic-call-unanswered': 'Call without an answer in the next user message',
  'violation.anthropic-result-without-call': 'Result without a call in the message before',
  'violation.anthropic-result-not-first': 'Text before a result in one user message',
  'violation.anthropic-empty-content': 'Empty content',
  'violation.anthropic-blank-text': 'Text of nothing but white space',
  'violation.anthropic-final-space': 'Final answer that ends in white space',
  'violation.anthropic-lone-surrogate': 'Half of a surrogate pair',
  'violation.anthropic-input-not-object': 'Input of a call that is not an object',
  'violation.anthropic-thinking-changed': 'Changed thinking in the last turn',
  'reason.violation-openai-call-unanswered':
    'Message {{position, raw}} of the request (original {{message, raw}}): calls not answered directly after it: {{count}}',
  'reason.violation-openai-result-without-call':
    'Message {{position, raw}} of the request (original {{message, raw}}): results that answer no call directly before: {{count}}',
  'reason.violation-openai-arguments-not-json':
    'Message {{position, raw}} of the request (original {{message, raw}}): calls whose arguments are not JSON: {{count}}',
  'reason.violation-openai-empty-content': 'Message {{position, raw}} of the request (original {{message, raw}}) has neither content nor calls',
  'reason.violation-anthropic-first-user':
    'Message {{position, raw}} of the request (original {{message, raw}}) comes first and is the assistant’s; the first must be the user’s',
  'reason.violation-anthropic-call-unanswered':
    'Message {{position, raw}} of the request (original {{message, raw}}): calls not answered in the next user message: {{count}}',
  'reason.violation-anthropic-result-without-call':
    'Message {{position, raw}} of the request (original {{message, raw}}): results without a call in the assistant message before: {{count}}',
  'reason.violation-anthropic-result-not-first':
    'Message {{position, raw}} of the request (original {{message, raw}}): text precedes its results in the same user message',
  'reason.violation-anthropic-empty-content': 'Message {{position, raw}} of the request (original {{message, raw}}) has no content',
  'reason.violation-anthropic-blank-text':
    'Message {{position, raw}} of the request (original {{message, raw}}) has a text of nothing but white space',
  'reason.violation-anthropic-final-space':
    'Message {{position, raw}} of the request (original {{message, raw}}) comes last, is the assistant’s and ends in white space',
  'reason.violation-anthropic-lone-surrogate':
    'Message {{position, raw}} of the request (original {{message, raw}}) has half of a surrogate pair, which is no text',
  'reason.violation-anthropic-input-not-object':
    'Message {{position, raw}} of the request (original {{message, raw}}): calls whose input is not a JSON object: {{count}}',
  'reason.violation-anthropic-thinking-changed':
    'Message {{position, raw}} of the request (original {{message, raw}}): its thinking belongs to the last turn and was changed',
  'violation.openai-local-reference': 'Image or file that only its own program can find',
  'violation.anthropic-local-reference': 'Image or file that only its own program can find',
  'violation.responses-local-reference': 'Image or file that only its own program can find',
  'violation.gemini-local-reference': 'Image or file that only its own program can find',
  'reason.violation-openai-local-reference':
    'Message {{position, raw}} of the request (original {{message, raw}}) refers to an image or a file that only its own program can find',
  'reason.violation-anthropic-local-reference':
    'Message {{position, raw}} of the request (original {{message, raw}}) refers to an image or a file that only its own program can find',
  'reason.violation-responses-local-reference':
    'Message {{position, raw}} of the request (original {{message, raw}}) refers to an image or a file that only its own program can find',
  'reason.violation-gemini-local-reference':
    'Message {{position, raw}} of the request (original {{message, raw}}) refers to an image or a file that only its own program can find',
  'violation.anthropic-thinking-invalidated': 'Thinking before which something has changed',
  'violation.responses-call-unanswered': 'Function call without its output',
  'violation.responses-output-without-call': 'Output without its function call',
  'violation.responses-reasoning-alone': 'Reasoning without the item that it led to',
  'violation.responses-reasoning-missing': 'Item without the reasoning that led to it',
  'violation.gemini-first-user': 'First content is not the user’s',
  'violation.gemini-call-not-after-user': 'Function call that follows neither the user nor a function response',
  'violation.gemini-responses-missing': 'Fewer function responses than calls directly after them',
  'violation.gemini-response-without-call': 'Function response without a call directly before it',
  'violation.gemini-args-not-object': 'Arguments that are not an object',
  'violation.gemini-empty-content': 'Content without parts',
  'reason.violation-anthropic-thinking-invalidated':
    'Message {{position, raw}} of the request (original {{message, raw}}): something before its thinking has changed, and this model binds the two',
  'reason.violation-responses-call-unanswered':
    'Message {{position, raw}} of the request (original {{message, raw}}): function calls without an output: {{count}}',
  'reason.violation-responses-output-without-call':
    'Message {{position, raw}} of the request (original {{message, raw}}): outputs without a function call before them: {{count}}',
  'reason.violation-responses-reasoning-alone':
    'Message {{position, raw}} of the request (original {{message, raw}}): its reasoning is not followed by a message or call',
  'reason.violation-responses-reasoning-missing':
    'Message {{position, raw}} of the request (original {{message, raw}}): reasoning items missing before what they led to: {{count}}',
  'reason.violation-gemini-first-user':
    'Message {{position, raw}} of the request (original {{message, raw}}) comes first and is the model’s; the first must be the user’s',
  'reason.violation-gemini-call-not-after-user':
    'Message {{position, raw}} of the request (original {{message, raw}}): its call follows a turn of the model; only the user or a function response may stand before it',
  'reason.violation-gemini-responses-missing':
    'Message {{position, raw}} of the request (original {{message, raw}}): calls without a response directly after them: {{count}}',
  'reason.violation-gemini-response-without-call':
    'Message {{position, raw}} of the request (original {{message, raw}}): responses that answer no call directly before: {{count}}',
  'reason.violation-gemini-args-not-object':
    'Message {{position, raw}} of the request (original {{message, raw}}): calls whose arguments are not a JSON object: {{count}}',
  'reason.violation-gemini-empty-content': 'Message {{position, raw}} of the request (original {{message, raw}}) has no content',
} as const;
