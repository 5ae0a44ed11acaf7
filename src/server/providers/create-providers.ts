import type { Config } from '../config/config.ts';
import type { Db } from '../db/pool.ts';
import type { Clock } from '../kernel/clock.ts';
import { createSandboxCalls } from './calls/sandbox.ts';
import { localDocuments } from './document/local.ts';
import { createSandboxPartner } from './partner/sandbox.ts';
import { createAlipay } from './payment/alipay/alipay.ts';
import type { PaymentChannel } from './payment/channel.ts';
import type { PaymentPort } from './payment/port.ts';
import { createSandboxPayment } from './payment/sandbox.ts';
import { createScanPayment } from './payment/scan/scan.ts';
import { createWechatPay } from './payment/wechat/wechat.ts';
import { createSandboxPayout } from './payout/sandbox.ts';
import type { Providers } from './providers.ts';
import { createAliyunSms } from './sms/aliyun.ts';
import { createSandboxSms } from './sms/sandbox.ts';
import { localStorage } from './storage/local.ts';

/** Chooses an adapter for every port: the sandbox one unless the configuration names a real one. */
export function createProviders(config: Config, db: Db, clock: Clock): Providers {
  const storage = localStorage(config.data_dir);
  return {
    storage,
    documents: localDocuments(storage, config.tool_path, config.document_page_ms),
    sms: config.providers.sms ? createAliyunSms(config.providers.sms, clock) : createSandboxSms(db),
    partner: createSandboxPartner(db),
    payment: createPayment(config, db, clock),
    payout: createSandboxPayout(db),
    calls: createSandboxCalls(db),
  };
}

function createPayment(config: Config, db: Db, clock: Clock): PaymentPort {
  const { site_url, secrets } = config;
  const { wechat, alipay } = config.providers;
  const told = (name: string) => ({ notify_url: `${site_url}/gateway/pay/notify/${name}`, clock });
  const channels: PaymentChannel[] = [];
  if (wechat) channels.push(createWechatPay(wechat, told('wechat')));
  if (alipay) channels.push(createAlipay(alipay, told('alipay')));
  if (channels.length > 0) return createScanPayment({ db, channels, site_url, clock });
  return createSandboxPayment({ db, secret: secrets.sandbox_payment, site_url, clock });
}
