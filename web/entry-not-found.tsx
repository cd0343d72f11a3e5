// The script of the 404 page: it redirects a signed-in admin from an order link.
import { followAdminOrderLink } from './shop/admin-order-link.ts';

followAdminOrderLink();
