// The service worker of the admin, served as /admin-sw.js. One file: a worker loads no others.
import { startWorker } from './admin/push/worker.ts';
import type { WorkerScope } from './admin/push/worker-scope.ts';

startWorker(self as unknown as WorkerScope);
