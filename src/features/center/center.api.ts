import { gateway } from '#client/gateway.ts';
import type {
  CollectedList,
  CollectedRow,
  CouponStatus,
  FollowedRow,
  FootprintGroup,
  Library,
  LibraryRow,
  OwnCoupons,
  OwnPage,
  SalesList,
  WalletAccount,
  WalletLine,
} from '#contract/center.ts';
import type { PublishedRow } from '#contract/publish.ts';

/** Lists show their errors in place. */
const SILENT = { silent: true } as const;
export const PER_PAGE = 10;
/** Footprints in the toolbar (spec 9). */
export const BESIDE_SIZE = 10;
const paged = (page: number) => ({ page, limit: PER_PAGE });

export const fetchLibrary = (kind: string, q: string, page: number): Promise<Library> =>
  gateway('GET /user/library', { kind, q, ...paged(page) }, SILENT);
export const fetchCollected = (kind: string, page: number): Promise<CollectedList> =>
  gateway('GET /user/collect', { kind, ...paged(page) }, SILENT);
export const fetchFollowed = (type: number, page: number): Promise<OwnPage<FollowedRow>> =>
  gateway('GET /user/focus', { type, ...paged(page) }, SILENT);
export const fetchFootprints = (page: number, size: number): Promise<FootprintGroup[]> =>
  gateway('GET /footprint/index', { page, size }, SILENT);
export const deleteFootprints = (of?: { type: number; rid: number }): Promise<null> => gateway('DELETE /footprint/index', { ...of });
export const fetchLines = (account: WalletAccount, page: number): Promise<OwnPage<WalletLine>> =>
  gateway('GET /user/balance/lines', { account, ...paged(page) }, SILENT);
export const fetchSales = (page: number): Promise<SalesList> => gateway('GET /user/sales', paged(page), SILENT);
export const fetchCoupons = (status: CouponStatus, page: number): Promise<OwnCoupons> =>
  gateway('GET /user/coupon/mine', { status, ...paged(page) }, SILENT);

/** A row of pictures. */
const RECENT = { page: 1, limit: 4 } as const;

/** The newest of what the reader had, made and collected; a list that cannot be had is empty, all of them together are an error. @throws ApiError */
export async function fetchRecent(): Promise<{ had: LibraryRow[]; made: PublishedRow[]; collected: CollectedRow[] }> {
  const [had, made, collected] = await Promise.allSettled([
    gateway('GET /user/library', { kind: '', q: '', ...RECENT }, SILENT),
    gateway('GET /user/publish/mine', { kind: '', tab: 'all', ...RECENT }, SILENT),
    gateway('GET /user/collect', { kind: '', ...RECENT }, SILENT),
  ]);
  const none = [had, made, collected].every(({ status }) => status === 'rejected');
  if (none && had.status === 'rejected') throw had.reason;
  const listOf = <Row>(one: PromiseSettledResult<{ list: Row[] }>): Row[] => (one.status === 'fulfilled' ? one.value.list : []);
  return { had: listOf(had), made: listOf(made), collected: listOf(collected) };
}

export const fetchToday = () => gateway('GET /user/user/today', {}, { silent: true });
