import type { Config } from '../config/config.ts';
import type { Db } from '../db/pool.ts';
import { createSandboxCalls } from './calls/sandbox.ts';
import { localDocuments } from './document/local.ts';
import { createSandboxPartner } from './partner/sandbox.ts';
import { createSandboxPayment } from './payment/sandbox.ts';
import { createSandboxPayout } from './payout/sandbox.ts';
import type { Providers } from './providers.ts';
import { createSandboxSms } from './sms/sandbox.ts';
import { localStorage } from './storage/local.ts';

/** Chooses an adapter for every port: the sandbox one unless the configuration names a real one. */
export function createProviders(config: Config, db: Db): Providers {
  const storage = localStorage(config.data_dir);
  return {
    storage,
    documents: localDocuments(storage, config.tool_path, config.document_page_ms),
    sms: createSandboxSms(db),
    partner: createSandboxPartner(db),
    payment: createSandboxPayment({ db, secret: config.secrets.sandbox_payment, site_url: config.site_url }),
    payout: createSandboxPayout(db),
    calls: createSandboxCalls(db),
  };
}
