import { gateway, SILENT } from '#client/gateway.ts';
import type { SalonAct } from '#contract/salon.ts';
import type { OwnListQuery } from '#kit/own-list/own-list.store.ts';

/** What 我的沙龙 loads and changes. */
export const loadTickets = ({ page }: OwnListQuery) => gateway('GET /salon/ticket/mine', { page, limit: 10 }, SILENT);
export const loadOrganised = ({ page }: OwnListQuery) => gateway('GET /salon/establish/mine', { page, limit: 10 }, SILENT);
export const dropOwnSalon = (id: number) => gateway('DELETE /salon/establish/draft', { id });
export const leaveWaiting = (id: number) => gateway('DELETE /salon/waiting', { id });
export const actOnSalon = (id: number, act: SalonAct, why: string) => gateway('PUT /salon/establish/act', { id, act, why });
export const changeHolder = (wish: { id: number; s: string; answers: Record<string, string>; to?: { name: string; phone: string } }) =>
  gateway('PUT /salon/ticket/holder', wish, SILENT);
export const holdAgain = (wish: {
  id: number;
  key: string;
  date: string;
  every: 'once' | 'week' | 'month';
  times: number;
  send: boolean;
}) => gateway('POST /salon/establish/again', wish, SILENT);
export const refundTicket = (id: number) => gateway('PUT /salon/ticket/refund', { id });
