import type { StoreModule } from '../../store-module.ts';
import { contactPrivacy } from './contact.privacy.ts';
import { contactRoutes } from './contact.routes.ts';

export const contact = { routes: contactRoutes, privacy: contactPrivacy } satisfies StoreModule;
