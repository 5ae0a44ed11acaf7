import { exportedEmployments, forgetEmployments, isEmployed } from '../../modules/employees/index.ts';
import { once } from '../../modules/privacy/index.ts';
import type { Manifest } from '../manifest.ts';
import { employeeEndpoints } from './routes.ts';
import { employeesToday } from './today.ts';

/** People who act for an enterprise. */
export const employeesArea: Manifest = {
  name: 'employees',
  endpoints: employeeEndpoints,
  today: employeesToday,
  account_links: [isEmployed],
  personal: { files: { 任职的企业: once(exportedEmployments) }, forget: [forgetEmployments] },
};
