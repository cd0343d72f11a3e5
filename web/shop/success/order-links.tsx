// The links of a paid order on the result page, as its own page shows them. Loaded on demand.
export { OrderPosts as default } from '../order/order-posts.tsx';
