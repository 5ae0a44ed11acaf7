import { KINDS } from '#contract/kinds.ts';
import { pageTags } from '../../http/cache-tags.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import { getItem } from '../../modules/catalog/index.ts';
import { countShopWorks, shopRows, shopsOfCards } from '../../modules/shops/index.ts';
import type { Manifest } from '../manifest.ts';
import { caseReaderFields, resourceCaseFields, resourceCaseReaderFields, supplierCaseFields } from './case-fields.ts';
import { caseEndpoints } from './case-routes.ts';
import { shopEndpoints } from './routes.ts';
import { shopList } from './staff-list.ts';

const { supplier_case, resource_case } = KINDS;

/** Shops of suppliers and their cases. */
export const shopArea: Manifest = {
  name: 'shop',
  endpoints: [...shopEndpoints, ...caseEndpoints],
  staff_lists: [shopList],
  card_shops: shopsOfCards,
  own_fields: { [supplier_case.key]: supplierCaseFields, [resource_case.key]: resourceCaseFields },
  reader_parts: { [supplier_case.key]: caseReaderFields, [resource_case.key]: resourceCaseReaderFields },
  on: (app, ctx) => ({
    'shop.changed': [({ shop_id }) => purgeTags(app, [pageTags.shops, pageTags.shop(shop_id)])],
    'item.changed': [
      async ({ item_id, what = 'status' }) => {
        if (what === 'texts') return;
        const shop_id = (await getItem(ctx, item_id))?.shop_id ?? null;
        if (shop_id === null) return;
        await countShopWorks(ctx, shop_id);
        await purgeTags(app, [pageTags.shop(shop_id)]);
      },
    ],
  }),
  personal: { files: { 店铺: shopRows } },
};
