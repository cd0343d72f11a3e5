import { storeModule } from '../../store-module.ts';
import { apiKeyRoutes } from './api-keys.routes.ts';

export const apiKeys = storeModule({ routes: apiKeyRoutes });
