import type { OpeningStep } from '#contract/operations.ts';
import type { Ctx } from '../../app/ctx.ts';
import { staffAccounts, usedSms } from '../../modules/identity/index.ts';
import { type BackupState, CERTIFICATE_DAYS_MIN, daysUntil, publicAccounts, type Watched } from '../../modules/operations/index.ts';
import { paidForReal } from '../../modules/orders/index.ts';
import { filings } from '../../modules/promotion/index.ts';
import { findSettingByKey, getSetting } from '../../modules/settings/index.ts';

const SETTINGS = '/admin/settings';

/** What a site needs before the public comes, each looked at now. Of what only somebody can try (a payment, a code) it is seen whether that was done. */
export async function beforeOpening(ctx: Ctx, looked: Watched, { last_done, last_rehearsal }: BackupState): Promise<OpeningStep[]> {
  const { config, clock } = ctx.app;
  const { providers } = config;
  const pays = providers.wechat !== null || providers.alipay !== null;
  const service = findSettingByKey('customer_service');
  const [paid, sent, staff, demo, filed, reached] = await Promise.all([
    pays && paidForReal(ctx),
    providers.sms !== null && usedSms(ctx),
    staffAccounts(ctx),
    publicAccounts(ctx),
    getSetting(ctx, filings),
    service && (getSetting(ctx, service) as Promise<{ phone: string }>),
  ]);
  const admins = staff.filter(({ roles }) => roles.includes('admin')).length;
  const public_address = config.site_url.startsWith('https:') && !config.local;
  const ends_at = looked.certificate?.ends_at ?? null;
  const days = ends_at && daysUntil(ends_at, clock.now());
  const step = (title: string, done: boolean, good: string, todo: string, href = ''): OpeningStep => ({
    title,
    done,
    text: done ? good : todo,
    href: done ? '' : href,
  });
  return [
    step('网站地址', public_address, config.site_url, `现在是 ${config.site_url}；在 cemao.env 里把 SITE_URL 改为 https 开头的正式地址`),
    step(
      'HTTPS 证书',
      days !== null && days >= CERTIFICATE_DAYS_MIN && looked.certificate?.fault === '',
      `还有 ${days} 天`,
      looked.certificate ? looked.certificate.fault || `还有 ${days} 天，检查自动续期` : '有了 https 地址后再看',
    ),
    step(
      '收款',
      paid,
      '已有真实付款',
      pays ? '已接入，还没有人付过款：买一件最便宜的作品试付一笔，再退款' : '现在是模拟付款；在 cemao.env 里填写 WECHATPAY_* 或 ALIPAY_*',
    ),
    step(
      '短信',
      sent,
      '已有人用验证码登录或注册',
      providers.sms ? '已接入，还没有人收到过验证码：用自己的手机号登录一次' : '现在是模拟短信；在 cemao.env 里填写 ALIYUN_SMS_*',
    ),
    step('邮件', providers.mail !== null, '已接入', '没有接入，提醒与导出完成的邮件发不出去；在 cemao.env 里填写 MAIL_URL 与 MAIL_FROM'),
    step(
      '备份',
      config.backup_dir !== null && last_done !== null,
      '每天自动备份，已成功过',
      config.backup_dir ? '还没有成功的备份，在下面点“立即备份”' : '没有自动备份；在 cemao.env 里填写 BACKUP_DIR',
    ),
    step('恢复演练', last_rehearsal !== null, '已演练过恢复', '备份还没有试着恢复过，在下面点“立即演练”'),
    step('主办单位与备案', filed.company !== '' && filed.icp !== '', filed.icp, '页脚还没有主办单位与备案号', `${SETTINGS}?q=site_filings`),
    step('客服电话', Boolean(reached?.phone), reached?.phone ?? '', '买家找不到人；填写电话与服务时间', `${SETTINGS}?q=customer_service`),
    step('两位管理员', admins > 1, `${admins} 位`, `现在 ${admins} 位；改分成、大额退款要另一位管理员确认`, '/admin/users'),
    step('演示数据', demo.length === 0, '没有演示账号', '演示账号的密码谁都知道；正式的网站请用新的 DATA_DIR 与 SEED=none 重新开始'),
  ];
}
