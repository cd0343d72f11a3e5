// Starts what tells of visits, once the browser has nothing better to do.
import { track } from './visits/tracker.ts';

(window.requestIdleCallback ?? setTimeout)(track);
