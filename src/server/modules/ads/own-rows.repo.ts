import { ownRows } from '../../db/own-rows.ts';
import { ad_views } from './tables.ts';

// for the package of somebody's data
export const adViewRows = ownRows(ad_views, ad_views.user_id, [ad_views.id], { ours: [ad_views.request_id, ad_views.film_src] });
