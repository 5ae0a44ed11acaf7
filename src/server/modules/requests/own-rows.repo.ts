import { ownRows } from '../../db/own-rows.ts';
import { request_reports } from './tables.ts';

// for the package of somebody's data
export const requestReportRows = ownRows(request_reports, request_reports.user_id, [request_reports.request_id]);
