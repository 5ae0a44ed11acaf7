import type { Page } from './envelope.ts';
import type { ItemCard, ReleaserCard } from './item.ts';

/** Schemes a page of a publisher: whole rows in two, four and five columns. */
export const PUBLISHER_PAGE_SIZE = 20;

/** The public page of a publisher. */
export interface PublisherView {
  releaser: ReleaserCard;
  introduction: string;
  schemes: Page<ItemCard>;
}
