import type { OwnListQuery } from '#kit/own-list/own-list.store.ts';
import { dropSalon, fetchOrganised, fetchTickets, leaveList, putAct, putRefund } from './salon.api.ts';

/** What 我的沙龙 loads and changes. */
export const loadTickets = ({ page }: OwnListQuery) => fetchTickets(page);
export const loadOrganised = ({ page }: OwnListQuery) => fetchOrganised(page);
export { dropSalon as dropOwnSalon, leaveList as leaveWaiting, putAct as actOnSalon, putRefund as refundTicket };
