import type { StoreModule } from '../../store-module.ts';
import { apiKeysActionItems } from './api-keys.action-items.ts';
import { apiKeyRoutes } from './api-keys.routes.ts';

export const apiKeys = { routes: apiKeyRoutes, actionItems: apiKeysActionItems } satisfies StoreModule;
