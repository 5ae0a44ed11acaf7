import { useState } from 'react';
import type { StaffUser } from '#contract/admin.ts';
import { CONSENT_WAYS, type ConsentWay } from '#contract/consent.ts';
import { ROLE_NAMES, type Role, type StaffVerb } from '#contract/staff.ts';
import { Ask } from '#kit/console/Ask.tsx';
import { Facts, Panel } from '#kit/console/Panel.tsx';
import { Button } from '#ui/Button.tsx';
import { amountText } from '#ui/price-text.ts';
import { timeText } from '#ui/time-text.ts';
import { StaffTerms } from '../vip/StaffTerms.tsx';
import { AuditLines } from './AuditLines.tsx';
import { GiftAsk } from './GiftAsk.tsx';
import { RolesAsk } from './RolesAsk.tsx';
import type { CouponGift, VoucherGift } from './screens.store.ts';

export interface UserFactsProps {
  user: StaffUser;
  /** The whole number, once it was shown. */
  mobile: string;
  may(verb: StaffVerb): boolean;
  onReveal(reason: string): Promise<string | null>;
  onEndLogins(reason: string, token_id?: number): Promise<string | null>;
  onBan(reason: string): Promise<string | null>;
  onLift(reason: string): Promise<string | null>;
  onRoles(roles: readonly Role[], reason: string): Promise<string | null>;
  onCoupon(gift: CouponGift, reason: string): Promise<string | null>;
  onVoucher(gift: VoucherGift, reason: string): Promise<string | null>;
  /** Something of the user changed that is shown elsewhere on the screen. */
  onChanged(): void;
}

type Asked = { what: 'reveal' | 'ban' | 'lift' | 'roles' | 'coupon' | 'voucher' } | { what: 'logins'; token_id?: number };

/** A user as staff see them. */
export function UserFacts(props: UserFactsProps) {
  const { user, mobile, may } = props;
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Panel
          title={user.nickname}
          side={
            <span className="flex flex-wrap gap-2">
              {may('user.roles') && (
                <Button size="sm" onClick={() => setAsked({ what: 'roles' })}>
                  设定角色
                </Button>
              )}
              {may('user.ban') && (
                <Button size="sm" onClick={() => setAsked({ what: user.blocked ? 'lift' : 'ban' })}>
                  {user.blocked ? '恢复账号' : '停用账号'}
                </Button>
              )}
            </span>
          }
        >
          {user.blocked && (
            <p role="alert" className="mb-3 rounded-box bg-gold-tint p-3 text-gold-ink">
              该账号已停用，不能登录。
            </p>
          )}
          <Facts
            facts={[
              ['编号', user.id],
              [
                '手机号',
                <span key="mobile" className="flex flex-wrap items-center gap-2">
                  {mobile || user.masked_mobile}
                  {may('user.reveal') && !mobile && (
                    <Button size="sm" look="ghost" onClick={() => setAsked({ what: 'reveal' })}>
                      显示完整号码
                    </Button>
                  )}
                </span>,
              ],
              ['角色', user.roles.map((role) => ROLE_NAMES[role as Role] ?? role).join('、') || '—'],
              ['城市', user.city || '—'],
              ['注册', timeText(user.created_at)],
              [
                '作品',
                <a key="works" className="link" href={`/admin/works?publisher=${user.id}`}>
                  {user.works_num}
                </a>,
              ],
              ['粉丝', user.fans_num],
              ['余额', `¥${amountText(user.balance)}${user.held > 0 ? `（冻结 ¥${amountText(user.held)}）` : ''}`],
              ['未提现的收益', `¥${amountText(user.earning)}`],
              [
                '猫币 / 积分',
                <span key="points">
                  {user.coin} /{' '}
                  <a className="link" href={`/admin/points?id=${user.id}`}>
                    {user.point}
                  </a>
                </span>,
              ],
              ['会员', user.memberships.map(({ name, end_time }) => `${name} 至 ${timeText(end_time)}`).join('；') || '—'],
            ]}
          />
        </Panel>
        {may('vip.see') && <StaffTerms user_id={user.id} may_give={may('vip.give')} onChanged={props.onChanged} />}
        <Panel
          title="优惠券与下载券"
          side={
            may('user.gift') && (
              <span className="flex gap-2">
                <Button size="sm" onClick={() => setAsked({ what: 'coupon' })}>
                  发优惠券
                </Button>
                <Button size="sm" onClick={() => setAsked({ what: 'voucher' })}>
                  发下载券
                </Button>
              </span>
            )
          }
        >
          {user.coupons.length + user.vouchers.length === 0 && <p className="text-muted">没有。</p>}
          <ul className="grid gap-1">
            {user.coupons.map((coupon) => (
              <li key={coupon.id} className="num flex flex-wrap justify-between gap-2">
                <span>
                  {coupon.title} ¥{amountText(coupon.amount)}
                  {coupon.min_price > 0 && `（满 ¥${amountText(coupon.min_price)}）`}
                </span>
                <span className="text-xs text-muted">
                  {coupon.status} · 至 {timeText(coupon.end_time)}
                </span>
              </li>
            ))}
            {user.vouchers.map((voucher) => (
              <li key={`voucher-${voucher.id}`} className="num flex flex-wrap justify-between gap-2">
                <span>{voucher.kind}下载券</span>
                <span className="text-xs text-muted">
                  {voucher.status} · 至 {timeText(voucher.end_time)}
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Panel
          title="登录"
          side={
            may('user.end_login') &&
            user.logins.length > 0 && (
              <Button size="sm" onClick={() => setAsked({ what: 'logins' })}>
                结束全部登录
              </Button>
            )
          }
        >
          {user.logins.length === 0 && <p className="text-muted">没有登录中的设备。</p>}
          <ul className="grid max-h-96 gap-2 overflow-y-auto">
            {user.logins.map((login) => (
              <li key={login.id} className="num flex items-center justify-between gap-2 rounded-box bg-ground p-3">
                <span>
                  {login.device || '未知设备'}
                  <span className="block text-xs text-muted">
                    登录于 {timeText(login.created_at)}，有效至 {timeText(login.expires_at)}
                  </span>
                </span>
                {may('user.end_login') && (
                  <Button size="sm" look="ghost" onClick={() => setAsked({ what: 'logins', token_id: login.id })}>
                    结束
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </Panel>
        <Panel title="可下载的内容">
          {user.grants.length === 0 && <p className="text-muted">没有。</p>}
          <ul className="grid gap-1">
            {user.grants.map((grant) => (
              <li key={`${grant.item_id}/${grant.source}`} className="flex flex-wrap justify-between gap-2">
                <span className="min-w-0">{grant.title}</span>
                <span className="num text-xs text-muted">
                  {grant.source} · {timeText(grant.at)}
                </span>
              </li>
            ))}
          </ul>
        </Panel>
        <Panel title="同意记录">
          {user.consents.length === 0 && <p className="text-muted">没有。</p>}
          <ul className="grid gap-1">
            {user.consents.map(({ name, title, is_given, version, way, time }) => (
              <li key={name} className="flex flex-wrap justify-between gap-2">
                <span>{title}</span>
                <span className="num text-xs text-muted">
                  {time > 0
                    ? `${is_given ? '' : '已撤回 · '}第 ${version} 版 · ${CONSENT_WAYS[way as ConsentWay] ?? way} · ${timeText(time)}`
                    : '默认允许'}
                </span>
              </li>
            ))}
          </ul>
        </Panel>
        <Panel title="操作记录">
          <AuditLines audit={user.audit} />
        </Panel>
      </div>
      {asked?.what === 'reveal' && (
        <Ask title="显示完整手机号" verb="显示" about="只在处理事务需要时查看。" onClose={close} onDo={props.onReveal} />
      )}
      {asked?.what === 'ban' && (
        <Ask
          title="停用账号"
          verb="确认停用"
          about="用户立即退出登录，停用期间不能登录；已发布的作品仍在架，需要时请在“作品”里按发布者下架。"
          onClose={close}
          onDo={props.onBan}
        />
      )}
      {asked?.what === 'lift' && <Ask title="恢复账号" verb="确认恢复" about="用户可以重新登录。" onClose={close} onDo={props.onLift} />}
      {asked?.what === 'logins' && (
        <Ask
          title={asked.token_id === undefined ? '结束全部登录' : '结束这个登录'}
          verb="确认结束"
          about="用户需要重新登录。"
          onClose={close}
          onDo={(reason) => props.onEndLogins(reason, asked.token_id)}
        />
      )}
      {asked?.what === 'roles' && <RolesAsk roles={user.roles} onClose={close} onDo={props.onRoles} />}
      {asked?.what === 'coupon' && <GiftAsk what="coupon" onClose={close} onDo={props.onCoupon} />}
      {asked?.what === 'voucher' && <GiftAsk what="voucher" onClose={close} onDo={props.onVoucher} />}
    </div>
  );
}
