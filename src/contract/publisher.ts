import type { Page } from './envelope.ts';
import type { ItemCard, ReleaserCard } from './item.ts';
import type { SeriesCard } from './series.ts';

/** Works a page of a publisher: whole rows in two, four and five columns. */
export const PUBLISHER_PAGE_SIZE = 20;

/** The public page of a publisher. */
export interface PublisherView {
  releaser: ReleaserCard;
  introduction: string;
  /** The shop that they own; null: none. */
  shop: { id: number; name: string } | null;
  /** Those that show something, the newest first. */
  series: SeriesCard[];
  /** Published works of all kinds. */
  total: number;
  /** Kinds of which something is published, in the order of the menus. */
  kinds: Array<{ kind: string; total: number }>;
  /** Key of the kind that `works` are of; null: all. */
  kind: string | null;
  works: Page<ItemCard>;
}
