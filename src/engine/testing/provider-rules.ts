/** The providers' rules on requests, checked on finished exports, independently of the code that writes them. */

type Json = Record<string, unknown>;
const objects = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);

/** What no provider accepts: lone surrogates anywhere, tool schemas that are not objects'. */
function commonProblems(body: Json, schemas: readonly unknown[]): string[] {
  const torn = JSON.stringify(body).replaceAll('\\\\', '').includes('\\ud');
  const odd = schemas.some((schema) => (schema as Json | undefined)?.type !== 'object');
  return [...(torn ? ['half of a surrogate pair'] : []), ...(odd ? ['schema of no object'] : [])];
}

/** OpenAI Chat: calls answered directly after, results only there, arguments JSON objects, content or calls present. */
export function chatProblems(body: Json): string[] {
  const problems = commonProblems(
    body,
    objects(body.tools).map((tool) => (tool.function as Json).parameters),
  );
  let open: string[] = [];
  objects(body.messages).forEach((message, i) => {
    const at = `messages[${i}]`;
    if (message.role === 'tool') {
      const id = String(message.tool_call_id);
      if (!open.includes(id)) problems.push(`${at}: result without a call`);
      open = open.filter((other) => other !== id);
      if (typeof message.content !== 'string' && !objects(message.content).every((part) => part.type === 'text'))
        problems.push(`${at}: result content`);
      return;
    }
    if (open.length > 0) problems.push(`${at}: calls unanswered before it`);
    const calls = objects(message.tool_calls);
    open = calls.map((call) => String(call.id));
    if (new Set(open).size !== open.length) problems.push(`${at}: call ids repeat`);
    for (const call of calls) {
      const { name, arguments: args } = call.function as { name: string; arguments: string };
      if (!/^[\w-]{1,64}$/.test(name)) problems.push(`${at}: tool name`);
      if (typeof JSON.parse(args) !== 'object') problems.push(`${at}: arguments`);
      if (!/^.{1,40}$/.test(String(call.id))) problems.push(`${at}: call id`);
    }
    const empty = message.content === null || message.content === '' || (Array.isArray(message.content) && message.content.length === 0);
    if (empty && calls.length === 0) problems.push(`${at}: no content`);
    if (message.role !== 'user' && objects(message.content).some((part) => part.type !== 'text')) problems.push(`${at}: media outside user messages`);
  });
  if (open.length > 0) problems.push('calls unanswered at the end');
  return problems;
}

const blocksOf = (content: unknown): Json[] => (typeof content === 'string' ? [{ type: 'text', text: content }] : objects(content));

/** Anthropic Messages: user first, roles alternate, calls answered first thing in the next message, nothing empty. */
export function anthropicProblems(body: Json): string[] {
  const problems = commonProblems(
    body,
    objects(body.tools).map((tool) => tool.input_schema),
  );
  const blank = (text: unknown): boolean => typeof text === 'string' && text.trim() === '';
  if (body.system !== undefined && blocksOf(body.system).some((block) => blank(block.text))) problems.push('system: blank text');
  if (typeof body.max_tokens !== 'number') problems.push('max_tokens');
  const messages = objects(body.messages);
  if (messages.length > 0 && messages[0]!.role !== 'user') problems.push('first message is not the user’s');
  let open: string[] = [];
  messages.forEach((message, i) => {
    const at = `messages[${i}]`;
    if (i > 0 && messages[i - 1]!.role === message.role) problems.push(`${at}: roles do not alternate`);
    if (message.content === '' || (Array.isArray(message.content) && message.content.length === 0)) problems.push(`${at}: empty`);
    const blocks = blocksOf(message.content);
    const results = blocks.filter((block) => block.type === 'tool_result').map((block) => String(block.tool_use_id));
    if (results.some((id) => !open.includes(id)) || new Set(results).size !== results.length) problems.push(`${at}: result without a call`);
    if (open.some((id) => !results.includes(id))) problems.push(`${at}: calls unanswered`);
    if (blocks.slice(0, results.length).some((block) => block.type !== 'tool_result')) problems.push(`${at}: results do not come first`);
    for (const block of blocks) {
      if (block.type === 'text' && blank(block.text)) problems.push(`${at}: blank text`);
      if (block.type === 'tool_result' && blocksOf(block.content).some((inner) => blank(inner.text))) problems.push(`${at}: blank text in a result`);
      if (block.type === 'thinking' && !block.signature) problems.push(`${at}: thinking without signature`);
      if (block.type === 'tool_use' && (typeof block.input !== 'object' || !/^[\w-]+$/.test(String(block.id)))) problems.push(`${at}: call`);
      if (block.type === 'tool_use' && message.role !== 'assistant') problems.push(`${at}: call of the user`);
      if ((block.type === 'image' || block.type === 'document') && message.role !== 'user') problems.push(`${at}: media outside user messages`);
    }
    const end = blocks.at(-1);
    if (i === messages.length - 1 && message.role === 'assistant' && typeof end?.text === 'string' && /\s$/.test(end.text))
      problems.push(`${at}: the last answer ends in white space`);
    if (end?.type === 'thinking') problems.push(`${at}: ends in thinking`);
    open = blocks.filter((block) => block.type === 'tool_use').map((block) => String(block.id));
  });
  if (open.length > 0) problems.push('calls unanswered at the end');
  return problems;
}

/** OpenAI Responses: calls and outputs pair by id and kind, nothing is empty, reasoning is encrypted and leads to an item of its answer. */
export function responsesProblems(body: Json): string[] {
  const problems = commonProblems(
    body,
    objects(body.tools).flatMap((tool) => (tool.type === 'function' ? [tool.parameters] : [])),
  );
  const open = new Map<string, string>();
  const items = objects(body.input);
  items.forEach((item, i) => {
    const at = `input[${i}]`;
    const kind = String(item.type);
    const id = String(item.call_id);
    if (kind === 'message') {
      const content = objects(item.content);
      const allowed =
        item.role === 'assistant' ? ['output_text'] : item.role === 'user' ? ['input_text', 'input_image', 'input_file'] : ['input_text'];
      if (!['user', 'assistant', 'system', 'developer'].includes(String(item.role))) problems.push(`${at}: role`);
      if (content.length === 0 || content.some((part) => part.text === '')) problems.push(`${at}: no content`);
      if (content.some((part) => !allowed.includes(String(part.type)))) problems.push(`${at}: content of another role`);
      if (content.some((part) => part.type === 'input_file' && part.file_data !== undefined && !part.filename))
        problems.push(`${at}: file without a name`);
    } else if (kind === 'function_call' || kind === 'custom_tool_call') {
      if (open.has(id)) problems.push(`${at}: call id repeats`);
      if (!/^[\w-]{1,64}$/.test(id) || !/^[\w-]{1,64}$/.test(String(item.name))) problems.push(`${at}: name or id of the call`);
      if (typeof (kind === 'function_call' ? item.arguments : item.input) !== 'string') problems.push(`${at}: arguments`);
      open.set(id, kind);
    } else if (kind === 'function_call_output' || kind === 'custom_tool_call_output') {
      if (open.get(id) !== kind.replace('_output', '')) problems.push(`${at}: output without its call`);
      open.set(id, 'answered');
      if (typeof item.output !== 'string' && objects(item.output).length === 0) problems.push(`${at}: output`);
    } else if (kind === 'reasoning') {
      const next = items[i + 1];
      if (!item.encrypted_content || !Array.isArray(item.summary)) problems.push(`${at}: reasoning that is not the provider's`);
      const leads = next?.type === 'reasoning' || next?.type === 'function_call' || next?.type === 'custom_tool_call' || next?.role === 'assistant';
      if (!leads) problems.push(`${at}: reasoning without its item`);
    } else if (kind !== 'compaction' || !item.encrypted_content) problems.push(`${at}: ${kind}`);
  });
  if ([...open.values()].some((state) => state !== 'answered')) problems.push('calls unanswered at the end');
  return problems;
}

const GEMINI_PARTS = ['text', 'inlineData', 'fileData', 'functionCall', 'functionResponse'];

/** Gemini: the user first, calls directly after the user's side, as many responses as calls directly after them, nothing empty. */
export function geminiProblems(body: Json): string[] {
  const declared = objects(body.tools).flatMap((tool) => objects(tool.functionDeclarations));
  const problems = commonProblems(
    body,
    declared.map((one) => one.parametersJsonSchema),
  );
  const contents = objects(body.contents);
  if (contents.length > 0 && contents[0]!.role !== 'user') problems.push('first content is not the user’s');
  let calls: string[] = [];
  contents.forEach((content, i) => {
    const at = `contents[${i}]`;
    const parts = objects(content.parts);
    if (content.role !== 'user' && content.role !== 'model') problems.push(`${at}: role`);
    if (parts.length === 0) problems.push(`${at}: empty`);
    for (const part of parts) {
      if (GEMINI_PARTS.filter((name) => name in part).length !== 1 || part.text === '') problems.push(`${at}: part`);
      if ('inlineData' in part && !(part.inlineData as Json).mimeType) problems.push(`${at}: data without a type`);
      if ((part.thought !== undefined || part.thoughtSignature !== undefined) && content.role !== 'model')
        problems.push(`${at}: thought of the user`);
    }
    const names = (key: string): string[] => parts.flatMap((part) => (part[key] ? [String((part[key] as Json).name)] : []));
    const answered = names('functionResponse');
    if (answered.length > 0 && (content.role !== 'user' || answered.length < parts.length)) problems.push(`${at}: responses among other parts`);
    if (answered.join() !== calls.join()) problems.push(`${at}: not as many responses as calls`);
    calls = names('functionCall');
    if (calls.length > 0 && (content.role !== 'model' || contents[i - 1]?.role !== 'user')) problems.push(`${at}: call not after the user`);
    if (calls.some((name) => !/^[a-z_][\w-]{0,63}$/i.test(name))) problems.push(`${at}: tool name`);
    const bags = parts.flatMap((part) => [(part.functionCall as Json | undefined)?.args, (part.functionResponse as Json | undefined)?.response]);
    if (bags.some((value) => value !== undefined && (typeof value !== 'object' || value === null || Array.isArray(value))))
      problems.push(`${at}: no object`);
  });
  if (calls.length > 0) problems.push('calls unanswered at the end');
  return problems;
}
