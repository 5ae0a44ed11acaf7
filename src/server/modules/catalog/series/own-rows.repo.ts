import { ownRows } from '../../../db/own-rows.ts';
import { series } from './tables.ts';

/** For the package of somebody's data. */
export const seriesRows = ownRows(series, series.owner_id, [series.id]);
