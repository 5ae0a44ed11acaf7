export { type ItemOffer, itemSubject } from './item-subject.ts';
export { listItemOrders, orderForNothing, orderItem, quoteItem, salesOf, salesSince } from './order-item.ts';
export { redeemItem } from './redeem-item.ts';
export { publisherShare } from './settings.ts';
