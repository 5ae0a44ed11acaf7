import { COMPANY_WARN_DAYS } from '#contract/verification.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { once } from '../../modules/privacy/index.ts';
import {
  companyReview,
  forgetVerification,
  idPictureDays,
  ownCompany,
  ownRealname,
  realnameMode,
  realnameReview,
  verificationJobs,
} from '../../modules/verification/index.ts';
import { type TodaySource, todayCard } from '../../views/today-cards.ts';
import type { Manifest } from '../manifest.ts';
import { verificationEndpoints } from './routes.ts';

const COMPANY = '/personalCenter/myEnterprise';

/** What was not approved, and an approval that ends soon. */
const verificationToday: TodaySource = async (ctx) => {
  const [person, company] = [await ownRealname(ctx), await ownCompany(ctx)];
  const left_s = company.certified_until - unixSeconds(ctx.app.clock.now());
  const soon = company.status === 'approved' && left_s < COMPANY_WARN_DAYS * 86_400;
  return [
    ...todayCard('answer', {
      ...{ key: 'realname', title: '实名认证未通过', text: person.reason, num: Number(person.status === 'rejected') },
      href: '/personalCenter/myVerify',
    }),
    ...todayCard('answer', {
      ...{ key: 'company', title: '企业认证未通过', text: company.reason, num: Number(company.status === 'rejected') },
      href: `${COMPANY}/reject`,
    }),
    ...todayCard('ending', {
      ...{ key: 'company-ends', title: '企业认证即将到期', text: '到期前重新提交，权益不中断', num: Number(soon), href: COMPANY },
    }),
    ...todayCard('answer', {
      ...{ key: 'company-ended', title: '企业认证已到期', text: '重新提交后恢复企业权益', num: Number(company.status === 'expired') },
      href: COMPANY,
    }),
  ];
};

/** People and enterprises prove who they are. */
export const verificationArea: Manifest = {
  name: 'verification',
  endpoints: verificationEndpoints,
  jobs: verificationJobs,
  settings: [realnameMode, idPictureDays],
  reviewables: [realnameReview, companyReview],
  today: verificationToday,
  personal: {
    files: {
      实名认证: once(async (ctx) => [await ownRealname(ctx)].filter(({ status }) => status !== 'none')),
      企业认证: once(async (ctx) => [await ownCompany(ctx)].filter(({ status }) => status !== 'none')),
    },
    forget: [forgetVerification],
  },
};
