// Starts the visit tracker when the browser is idle.
import { track } from './visits/tracker.ts';

(window.requestIdleCallback ?? setTimeout)(track);
