/**
 * Everything that the page can ask the worker: name → (what the session has, arguments, control). The types of the session and of the
 * client are made from this table. Arguments and answers are data that can be cloned; errors are values.
 */
import { askMethods, modelMethods } from './method-models.ts';
import { comparisonMethods, lossMethods } from './comparison.ts';
import { exportMethods } from './exports.ts';
import { fileMethods } from './file.ts';
import { replayMethods } from './method-replay.ts';

export const methods = { ...fileMethods, ...comparisonMethods, ...exportMethods, ...lossMethods, ...modelMethods, ...replayMethods, ...askMethods };
