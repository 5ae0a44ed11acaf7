import { ApiError } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import type { CallInput } from '#contract/gateway.ts';
import type { OwnListQuery } from '#kit/own-list/own-list.store.ts';

export const SIDES = ['sent', 'received', 'file'] as const;
export const loadNotices = ({ tab, page }: OwnListQuery) =>
  gateway('GET /infringement/own', { side: tab === 'received' ? 'received' : 'sent', page, limit: 10 }, SILENT);

export const fileNotice = (input: CallInput<'POST /infringement/file'>) => faultsOf(gateway('POST /infringement/file', input, SILENT));
export const counterNotice = (input: CallInput<'POST /infringement/counter'>) =>
  faultsOf(gateway('POST /infringement/counter', input, SILENT));
export const sayWord = (input: CallInput<'POST /infringement/word'>) => faultsOf(gateway('POST /infringement/word', input, SILENT));
export const withdrawNotice = (id: number) => faultsOf(gateway('POST /infringement/withdraw', { id }, SILENT));

/** The notice that the address names, for staff. */
export const fetchRecord = () =>
  gateway('GET /admin/infringement', { id: Number(new URLSearchParams(location.search).get('id')) }, { silent: true });

export type Faults = Readonly<Record<string, string>>;

/** Null: done; else what is wrong by its field, `form` for the rest. */
async function faultsOf(sent: Promise<unknown>): Promise<Faults | null> {
  try {
    await sent;
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return Object.keys(error.fields).length > 0 ? error.fields : { form: error.msg };
  }
}
