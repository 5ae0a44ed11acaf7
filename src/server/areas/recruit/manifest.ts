import { KINDS } from '#contract/kinds.ts';
import type { Ctx } from '../../app/ctx.ts';
import type { Item } from '../../modules/catalog/index.ts';
import { once, paged } from '../../modules/privacy/index.ts';
import { exportedResumes, forgetResumes, jobGate, jobWorkbench, ownApplications, recruitingJobs } from '../../modules/recruiting/index.ts';
import { enterpriseNames } from '../../modules/verification/index.ts';
import { shopInfo } from '../../views/shop-screens.ts';
import type { Manifest } from '../manifest.ts';
import { jobEndpoints, resumeEndpoints } from './routes.ts';
import { jobList } from './staff-list.ts';

/** Shop and enterprise of a job, as this reader has them. */
async function jobReaderFields(ctx: Ctx, item: Item): Promise<object> {
  const [shop, nameOf] = await Promise.all([
    item.shop_id === null ? null : shopInfo(ctx, item.shop_id),
    enterpriseNames(ctx, [item.publisher_id]),
  ]);
  return { shop_id: item.shop_id ?? 0, shop, is_focus: shop?.is_focus ?? 0, enterprise: nameOf(item.publisher_id) };
}

/** Jobs, applications and resumes. */
export const recruitArea: Manifest = {
  name: 'recruit',
  endpoints: [...jobEndpoints, ...resumeEndpoints],
  jobs: recruitingJobs,
  publish_gates: [jobGate],
  staff_lists: [jobList],
  workbench: jobWorkbench,
  reader_parts: { [KINDS.job.key]: jobReaderFields },
  personal: {
    files: { 简历: once(exportedResumes), 求职投递: paged(async (ctx, _user_id, at) => (await ownApplications(ctx, at)).list) },
    forget: [forgetResumes],
  },
};
