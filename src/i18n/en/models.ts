/** Real models as summarisers: failures, settings, what is sent. */
export const models = {
  'reason.model-no-model': 'No model is chosen: choose one in the settings of the summariser',
  'reason.model-no-key': 'No key is set for this provider: enter one in the settings of the summariser',
  'reason.model-bad-address': 'The address of the endpoint is missing or not allowed: expected https://…, or http:// on localhost or 127.0.0.1',
  'reason.model-unauthorized':
    'The endpoint does not accept the key ({{status, raw}}): check the key and that it belongs to this provider. {{detail}}',
  'reason.model-forbidden': 'The key may not use this model or endpoint ({{status, raw}}): check the rights of the key. {{detail}}',
  'reason.model-not-found':
    'The endpoint does not know this model or address ({{status, raw}}): check the name of the model and the base URL. {{detail}}',
  'reason.model-rate-limited':
    'Too many requests ({{status, raw}}), also after waiting: try again later or lower the number of calls at once. {{detail}}',
  'reason.model-too-large':
    'The messages to summarise are too long for this model ({{status, raw}}): choose a model with a larger window or a strategy with smaller summaries. {{detail}}',
  'reason.model-rejected': 'The endpoint refused the request ({{status, raw}}). {{detail}}',
  'reason.model-server': 'The endpoint failed ({{status, raw}}), also when asked again: try later. {{detail}}',
  'reason.model-unreachable':
    'The endpoint cannot be reached, or does not allow requests from this page (CORS): check that it runs, its address, and its allowed origins. {{detail}}',
  'reason.model-timeout': 'No answer in time: raise the time limit or choose a faster model',
  'reason.model-cut': 'The answer broke off before its end, also when asked again: check the connection. {{detail}}',
  'reason.model-empty': 'The model answered without any text: try another model',
  'reason.model-untagged': 'The answer has no <summary> tags, which this strategy needs: try another model, or edit its prompt',
  'reason.model-malformed': 'The answer is not in the format of the chosen provider: check that the base URL speaks it. {{detail}}',
  'reason.model-wrong-type': 'The answer is a page and no data: check the base URL (a sign-in page or a proxy may stand in between)',
  'reason.model-cancelled': 'Cancelled before the summary was finished',
  'reason.model-too-long': 'The model wrote {{tokens}} tokens ({{characters}} characters); {{allowed}} tokens are allowed',
  'reason.rejected-model': 'No summary by {{summarizer}}. $t(reason.{{because}}). Everything was rolled back',
  'reason.model-not-sent': 'Not sent yet: nobody has agreed to send these messages to the model',
  'reason.model-unknown': 'The scenario names the model {{id}} but does not have it: choose another summariser',
  'reason.failure-not-sent': 'not sent',
} as const;
