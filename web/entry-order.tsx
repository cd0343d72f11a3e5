// Hydrates the page of an order.
import './entry-order.css';
import { hydrate } from './shop/hydrate.tsx';
import OrderIsland from './shop/order/order-island.tsx';

hydrate(OrderIsland);
