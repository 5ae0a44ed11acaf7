export { cartRows, clearCart } from './cart.repo.ts';
export { addToCart, orderCart, ownBundle, ownCart, takeFromCart } from './cart.ts';
export { type ItemOffer, itemSubject } from './item-subject.ts';
export { listItemOrders, orderForNothing, orderItem, quoteItem, redeemItem, salesOf, salesSince } from './order-item.ts';
export { publisherShare } from './settings.ts';
