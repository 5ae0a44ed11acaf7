import type { Config } from '../config/config.ts';
import type { Db } from '../db/pool.ts';
import type { Clock } from '../kernel/clock.ts';
import { StartError } from '../kernel/errors.ts';
import { createWebhook, noAlert } from './alert/webhook.ts';
import { createOpenAiAssistant } from './assistant/openai.ts';
import { createSandboxAssistant } from './assistant/sandbox.ts';
import { createSandboxCalls } from './calls/sandbox.ts';
import { createHttpCdn } from './cdn/http.ts';
import { createLocalDeadlineKeys } from './deadline-keys/local.ts';
import { localDocuments } from './document/local.ts';
import { createSandboxMail, noMail } from './mail/sandbox.ts';
import { createSmtpMail } from './mail/smtp.ts';
import { createSandboxPartner } from './partner/sandbox.ts';
import { createAlipay } from './payment/alipay/alipay.ts';
import type { PaymentChannel } from './payment/channel.ts';
import type { PaymentPort } from './payment/port.ts';
import { createSandboxPayment } from './payment/sandbox.ts';
import { createScanPayment } from './payment/scan/scan.ts';
import { createWechatPay } from './payment/wechat/wechat.ts';
import { createSandboxPayout } from './payout/sandbox.ts';
import type { Providers } from './providers.ts';
import { createAliyunRealname } from './realname/aliyun.ts';
import { sandboxRealname, staffRealname } from './realname/sandbox.ts';
import { createBaiduPush } from './search-engine/baidu.ts';
import { createIndexNow } from './search-engine/indexnow.ts';
import type { SearchEngine } from './search-engine/port.ts';
import { createSandboxEngines } from './search-engine/sandbox.ts';
import { createAliyunSms } from './sms/aliyun.ts';
import { createSandboxSms } from './sms/sandbox.ts';
import { localStorage } from './storage/local.ts';
import type { Storage } from './storage/port.ts';
import { s3Storage } from './storage/s3.ts';
import { createAliyunTextCheck } from './text-check/aliyun.ts';
import { noTextCheck, sandboxTextCheck } from './text-check/sandbox.ts';
import { createOpenPlatform } from './wechat-login/open-platform.ts';
import { createSandboxWechat } from './wechat-login/sandbox.ts';

/** Chooses an adapter for every port: the sandbox one unless the configuration names a real one. */
export function createProviders(config: Config, db: Db, clock: Clock): Providers {
  const storage = createStorage(config, config.storage);
  // on the open net a sandbox would verify everybody, and show everybody's mail
  const stand_ins = config.local || config.allow_sandbox;
  const { mail, realname, assistant, text_check } = config.providers;
  return {
    storage,
    documents: localDocuments(storage, config.tool_path, config.document_page_ms),
    sms: config.providers.sms ? createAliyunSms(config.providers.sms, clock) : createSandboxSms(db),
    partner: createSandboxPartner(db),
    payment: createPayment(config, db, clock),
    payout: createSandboxPayout(db),
    calls: createSandboxCalls(db),
    wechat_login: config.providers.wechat_login
      ? createOpenPlatform(config.providers.wechat_login)
      : createSandboxWechat({ db, site_url: config.site_url, clock }),
    search_engines: createSearchEngines(config, clock),
    realname: realname ? createAliyunRealname(realname, clock) : stand_ins ? sandboxRealname : staffRealname,
    alert: config.providers.alert ? createWebhook(config.providers.alert) : noAlert,
    cdn: config.providers.cdn ? createHttpCdn(config.providers.cdn, clock) : null,
    mail: mail ? createSmtpMail(mail) : stand_ins ? createSandboxMail(db) : noMail,
    // its answers say what they are, so strangers may have them too
    assistant: assistant ? createOpenAiAssistant(assistant) : createSandboxAssistant(),
    text_check: text_check ? createAliyunTextCheck(text_check, clock) : stand_ins ? sandboxTextCheck : noTextCheck,
    deadline_keys: createLocalDeadlineKeys({ db, secret: config.secrets.deadline, clock }),
  };
}

/** Also of the other kind than the site's, for moving files. @throws StartError without its settings */
export function createStorage({ data_dir, providers }: Config, kind: Config['storage']): Storage {
  if (kind === 'local') return localStorage(data_dir);
  if (!providers.s3) throw new StartError('还没有配置对象存储：需要环境变量 S3_ENDPOINT、S3_BUCKET、S3_KEY_ID、S3_SECRET');
  return s3Storage(providers.s3, data_dir);
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

/** A site that strangers reach and that names no engine notifies none: what a sandbox counts would be taken for truth. */
function createSearchEngines({ providers, site_url, local, allow_sandbox }: Config, clock: Clock): SearchEngine[] {
  const engines: SearchEngine[] = [];
  if (providers.baidu_push) engines.push(createBaiduPush(providers.baidu_push));
  if (providers.indexnow) engines.push(createIndexNow(providers.indexnow, site_url));
  if (engines.length > 0) return engines;
  return local || allow_sandbox ? createSandboxEngines(clock) : [];
}
