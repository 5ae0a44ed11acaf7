import type { OwnSecurity } from '#contract/account.ts';

/** Ways into an account that a new password does not end, in words. */
export function otherWays({ wechat, passkeys, calendar }: Pick<OwnSecurity, 'wechat' | 'passkeys' | 'calendar'>): string[] {
  return [
    ...(wechat ? [`微信“${wechat.nickname}”`] : []),
    ...passkeys.map(({ name }) => `通行密钥“${name}”`),
    ...(calendar ? ['工作台的日历订阅地址'] : []),
  ];
}
