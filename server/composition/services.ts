// The services for routes, pages and jobs: one field a subject.
import type { StoreContext } from '../context.ts';
import type { Pages } from '../pages/pages.ts';
import type { Core } from './core.ts';
import type { DigestServices } from './digest.ts';
import type { NotificationServices } from './notifications.ts';
import type { OperationServices } from './operations.ts';
import type { SystemServices } from './system.ts';
import type { WebhookServices } from './webhooks.ts';

export type Services = {
  ctx: StoreContext;
  core: Core;
  digest: DigestServices;
  operations: OperationServices;
  webhooks: WebhookServices;
  system: SystemServices;
  notifications: NotificationServices;
  /** Null: this process serves no pages. */
  pages: Pages | null;
};
