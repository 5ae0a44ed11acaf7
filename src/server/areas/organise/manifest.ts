import { recapFiles, recapReview } from '../../modules/salons/index.ts';
import type { Manifest } from '../manifest.ts';
import { doorEndpoints, organiseEndpoints } from './routes.ts';
import { organiseLists } from './staff-lists.ts';

/** Guests of salons: doors, the organiser's screens, and recaps. */
export const organiseArea: Manifest = {
  name: 'organise',
  endpoints: [...organiseEndpoints, ...doorEndpoints],
  reviewables: [recapReview],
  staff_lists: organiseLists,
  file_uses: [(ctx, file_ids) => recapFiles(ctx, file_ids)],
};
