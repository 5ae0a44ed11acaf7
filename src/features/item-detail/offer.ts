import type { ItemPublic } from '#contract/item.ts';
import { isTaken, type KindFacts } from '#contract/kinds.ts';
import type { Contact, Offer } from './actions.ts';

interface Shown {
  /** Where a membership of the kind is opened; null while that cannot be done. */
  vip_route: string | null;
  member_first?: boolean;
  contact?: Contact | undefined;
}

/** What the page of an item knows of its price and of the words around it, before anything is known of the reader. */
export function offerOf(
  kind: KindFacts,
  item: Pick<ItemPublic, 'price' | 'org_price' | 'member_price' | 'member_discount' | 'vip_only'> & Partial<Pick<ItemPublic, 'fields'>>,
  { vip_route, member_first = false, contact }: Shown,
): Offer {
  const free = item.price === 0 && !item.vip_only;
  const album = kind.gives === 'pictures';
  const { noun, short = noun, download = `下载${noun}` } = kind;
  return {
    gives: isTaken(kind),
    price: item.price,
    org_price: item.org_price,
    member_price: item.member_price,
    member_discount: item.member_discount,
    vip_only: item.vip_only,
    free,
    noun,
    vip_name: `${short}会员`,
    download,
    vip_route,
    album,
    ...(album && free && item.fields && item.fields['album'] !== '1' ? { album_missing: true } : {}),
    lessons: kind.gives === 'lessons',
    member_first,
    ...(contact ? { contact } : {}),
  };
}
