import type { home as english } from '../en/home.ts';
import type { ChineseKeys } from './keys.ts';

/** 简体中文：撤销、最近打开、离线。 */
export const home: Record<ChineseKeys<typeof english>, string> = {
  'undo.undo': '撤销：{{what}}',
  'undo.redo': '重做：{{what}}',
  'undo.undo.none': '没有可撤销的更改',
  'undo.redo.none': '没有可重做的更改',
  'undo.more_other': '{{what}}及另外 {{count}} 项更改',
  'undo.what.settings': '设置',
  'undo.what.rows': '行',
  'undo.what.marks': '消息的优先级',
  'undo.what.pinned': '固定的行',
  'undo.what.view': '视图',
  'undo.what.kept': '对其他文件保留的设置',
  'undo.what.replay': '回放',
  'undo.what.context': '对话',
  'undo.what.applied': '已执行的压缩',
  'shortcuts.undo': '撤销上一次设置更改',
  'shortcuts.redo': '重做',
};
