import type { SandboxAccount } from '#server/app/ctx.ts';
import type { Config } from '#server/config/config.ts';
import { ADMIN, BUYER, DEMO_PASSWORD, FINANCE, MEMBER, PUBLISHERS, REVIEWER } from './world/people.ts';

/** Who can be tried out at this address: no staff where others reach it. */
export function demoAccounts({ local, seed }: Pick<Config, 'local' | 'seed'>): SandboxAccount[] {
  if (seed === null) return [];
  const people = [
    { role: '买家（有优惠券和兑换券）', person: BUYER },
    { role: '方案会员（有余额）', person: MEMBER },
    { role: '发布者', person: PUBLISHERS[0] },
    { role: '运营与审核', person: local ? REVIEWER : undefined },
    { role: '财务（月结、对账与发票）', person: local ? FINANCE : undefined },
    { role: '管理员（操作记录与角色）', person: local ? ADMIN : undefined },
  ];
  return people.flatMap(({ role, person }) =>
    person ? [{ role, nickname: person.nickname, mobile: person.mobile, password: DEMO_PASSWORD }] : [],
  );
}
