import type { OwnSecurity } from '#contract/account.ts';
import { timeText } from '#ui/time-text.ts';

type Security = Pick<OwnSecurity, 'wechat' | 'passkeys' | 'calendar' | 'doors' | 'employees'>;

/** Ways into an account that a new password does not end and one press does, in words. */
export function otherWays({ wechat, passkeys, calendar, doors }: Security): string[] {
  return [
    ...(wechat ? [`微信“${wechat.nickname}”`] : []),
    ...passkeys.map(({ name }) => `通行密钥“${name}”`),
    ...(calendar ? ['工作台的日历订阅地址'] : []),
    ...(doors > 0 ? [`${doors} 个沙龙检票链接`] : []),
  ];
}

export const STAFF_PAGE = '/personalCenter/myStaff';
const NAMED = 8;

/** Who acts in the enterprise's name: with logins of their own, so each is ended in the enterprise's list. */
export function staffWays({ employees }: Security): string[] {
  const named = employees.slice(0, NAMED).map(({ nickname, since }) => `员工“${nickname}”（${timeText(since)} 起）`);
  return employees.length > NAMED ? [...named, `另外 ${employees.length - NAMED} 名员工`] : named;
}
