import { COMPANY_WARN_DAYS } from '#contract/verification.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { ownCompany, ownRealname } from '../../modules/verification/index.ts';
import { type TodaySource, todayCard } from '../../views/today-cards.ts';

const COMPANY = '/personalCenter/myEnterprise';

/** What was not approved, and an approval that ends soon. */
export const verificationToday: TodaySource = async (ctx) => {
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
