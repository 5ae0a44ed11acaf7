/** Every table of the house, for migrations and for nothing else: modules import their own `tables.ts`. */
export * from '../modules/access/tables.ts';
export * from '../modules/catalog/tables.ts';
export * from '../modules/downloads/tables.ts';
export * from '../modules/engagement/tables.ts';
export * from '../modules/identity/tables.ts';
export * from '../modules/membership/tables.ts';
export * from '../modules/orders/tables.ts';
export * from '../modules/promotion/tables.ts';
export * from '../modules/publishing/tables.ts';
export * from '../modules/review/tables.ts';
export * from '../modules/search/tables.ts';
export * from '../modules/settings/tables.ts';
export * from '../modules/vouchers/tables.ts';
export * from '../modules/wallet/tables.ts';
export * from '../providers/payment/tables.ts';
export * from '../providers/sms/tables.ts';
export * from './outbox.tables.ts';
