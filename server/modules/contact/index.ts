import { storeModule } from '../../store-module.ts';
import { contactRoutes } from './contact.routes.ts';

export const contact = storeModule({ routes: contactRoutes });
