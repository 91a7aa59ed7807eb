/**
 * Chats of VS Code: what "Chat: Export Chat…" writes, and `chatSessions/<id>.json`. Shapes: microsoft/vscode
 * `src/vs/workbench/contrib/chat/common/model/chatModel.ts`; of `metadata` microsoft/vscode-copilot-chat
 * `src/extension/prompt/common/toolCallRound.ts`, `conversation.ts`; a real export.
 */
export interface Chat {
  version?: number;
  sessionId?: string;
  customTitle?: string;
  responderUsername: string;
  requests: readonly Request[];
}

export interface Request {
  requestId: string;
  message: { text: string; parts: readonly { text?: string }[] } | string;
  variableData?: { variables: readonly Variable[] };
  response: readonly object[];
  result?: { metadata?: Metadata; errorDetails?: { message: string } };
  modelId?: string;
  timestamp?: number;
  shouldBeRemovedOnSend?: unknown;
  isHidden?: boolean;
}

export interface Variable {
  kind: string;
  name: string;
  /** A text, a place, or bytes. */
  value: unknown;
  mimeType?: string;
}

export interface Metadata {
  toolCallRounds?: readonly Round[];
  toolCallResults?: Readonly<Record<string, { content: readonly { value?: string | { node: PromptNode }; mimeType?: string; data?: unknown }[] }>>;
  /** `summary` in older versions: one of these. */
  summaries?: readonly Summary[];
  summary?: Summary;
  renderedUserMessage?: readonly { type: number; text?: string }[];
  renderedGlobalContext?: readonly { type: number; text?: string }[];
  promptTokens?: number;
  outputTokens?: number;
}

export interface Round {
  id: string;
  response: string;
  thinking?: { id: string; text: string | readonly string[]; encrypted?: string };
  toolCalls: readonly { id: string; name: string; arguments: string }[];
  compaction?: object;
}

export interface Summary {
  toolCallRoundId: string;
  text: string;
  contextLengthBefore?: number;
}

/** 2 = a text; the others hold children. */
export interface PromptNode {
  type: number;
  text?: string;
  lineBreakBefore?: boolean;
  children?: readonly PromptNode[];
}

export const INTERFACE = new Set([
  'prepareToolInvocation',
  'progressTaskSerialized',
  'progressTask',
  'progressMessage',
  'mcpServersStarting',
  'undoStop',
  'codeblockUri',
  'confirmation',
  'elicitation',
  'elicitationSerialized',
  'command',
  'treeData',
  'extensions',
  'clearToPreviousToolInvocation',
  'hook',
]);
