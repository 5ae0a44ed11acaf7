import type { ItemStatus } from '#contract/publish.ts';
import { type Fen, split } from '../../../kernel/money.ts';
import { kindOf } from '../kinds/registry.ts';

/** As much of a work as its share of a price needs. */
export interface BundleWork {
  id: number;
  /** Code of a kind. */
  kind: number;
  status: ItemStatus;
  price_fen: Fen;
  vip_only: boolean;
}

/** What all works of a series are sold for together. */
export interface Bundle {
  /** Of those that are on sale, and what they cost singly. */
  price_fen: Fen;
  list_price_fen: Fen;
  /** What each is worth of it, by its id; also of works that left the site, whose share is not paid. */
  shares: Map<number, Fen>;
}

/** Shares follow the prices of the works. Null: it is not sold, or would save nothing. */
export function bundleOf(price_fen: Fen, works: readonly BundleWork[]): Bundle | null {
  const sold = works.filter((work) => isSoldSingly(work) && (work.status === 'published' || work.status === 'taken_down'));
  const parts = split(
    price_fen,
    sold.map((work) => work.price_fen),
  );
  const shares = new Map(sold.map(({ id }, at) => [id, Math.max(1, parts[at] as Fen)]));
  const there = sold.filter(({ status }) => status === 'published');
  const sum = (of: (work: BundleWork) => Fen) => there.reduce((fen, work) => fen + of(work), 0);
  const [together_fen, list_price_fen] = [sum(({ id }) => shares.get(id) as Fen), sum((work) => work.price_fen)];
  return price_fen > 0 && there.length > 1 && together_fen < list_price_fen ? { price_fen: together_fen, list_price_fen, shares } : null;
}

/** Whatever its status: it would be bought by anybody, for money. */
export const isSoldSingly = ({ kind, price_fen, vip_only }: Omit<BundleWork, 'id' | 'status'>): boolean =>
  price_fen > 0 && !vip_only && kindOf(kind).sale !== undefined;
