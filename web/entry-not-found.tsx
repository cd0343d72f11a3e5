// What the 404 page alone runs in the browser: it leads a signed-in admin on.
import { followAdminOrderLink } from './shop/admin-order-link.ts';

followAdminOrderLink();
