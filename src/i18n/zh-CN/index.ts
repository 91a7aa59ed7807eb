/** 简体中文 of the page and of everything the engine says: a chunk of its own, loaded when somebody reads Chinese. */
import { answer } from './answer.ts';
import { app } from './app.ts';
import { compare, table } from './compare.ts';
import { diff } from './diff.ts';
import { engine } from './engine.ts';
import { home, start } from './start.ts';
import { loss } from './loss.ts';
import { replayPage } from './replay-page.ts';
import { orientation } from './orientation.ts';
import { report } from './report.ts';
import { tune } from './tune.ts';
import { sent } from './sent.ts';
import { set } from './set.ts';
import { use } from './use.ts';
import { warnings } from './warnings.ts';

export const dictionary: Readonly<Record<string, string>> = {
  ...answer,
  ...engine,
  ...app,
  ...compare,
  ...diff,
  ...home,
  ...start,
  ...loss,
  ...orientation,
  ...replayPage,
  ...report,
  ...tune,
  ...sent,
  ...set,
  ...table,
  ...use,
  ...warnings,
};
