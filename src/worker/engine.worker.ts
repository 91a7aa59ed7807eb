/** Entry of the worker: the session behind Comlink. */
import * as Comlink from 'comlink';
import { Session } from './session.ts';

Comlink.expose(new Session());
