import { labelPath } from '#contract/demand.ts';
import { packPopups } from '#contract/popups.ts';
import type { Announcement, FreeOrder } from '#contract/promotion.ts';
import type { Filings } from '#contract/site.ts';
import { AppMemory } from '../app/app-memory.ts';
import type { App, Ctx } from '../app/ctx.ts';
import { shanghaiDay } from '../kernel/clock.ts';
import { shownLabels } from '../modules/demands/index.ts';
import { ageGate } from '../modules/privacy/index.ts';
import { currentAnnouncements, filings, freeOrderSetting, outsideLinks, popupOffers, popupSetting } from '../modules/promotion/index.ts';
import { hotWordsSetting } from '../modules/search/index.ts';
import { findSettingByKey, getSetting } from '../modules/settings/index.ts';
import { sandboxApps } from './scanned-payment.ts';

/** What header, toolbar and footer of every page show. */
export interface SiteFrame {
  /** Origin without a trailing slash, for canonical addresses. */
  site_url: string;
  /** First hot word, for the placeholder of the search field; empty when an operator set none. */
  hot_word: string;
  /** Payment is a sandbox: the header says so and leads to the phone. */
  sandbox: boolean;
  /** Text messages arrive at that phone. */
  sandbox_sms: boolean;
  /** The least age of who registers; undefined: none is asked for. */
  least_age: string | undefined;
  year: number;
  /** Sites of others; empty: not shown. */
  outside: { shop: string; publish_resource: string };
  filed: Filings;
  /** Null: no free orders at the moment. */
  free_order: Omit<FreeOrder, 'free'> | null;
  /** What the QR of the community holds; empty: not shown. */
  community: string;
  /** The sub-menu of demands, as staff edit it. */
  demand_menu: Array<{ title: string; href: string }>;
  /** Announcements that are not over. */
  announcements: Announcement[];
  /** What may come up by itself, packed (contract/popups.ts); undefined: nothing. */
  popups: string | undefined;
}

/** What goes by the clock (announcements, what comes up by itself) may be this late; what staff change is not. */
const KEPT_MS = 5_000;
const kept = new AppMemory<'frame', Promise<SiteFrame>>({ max: 1, ttl_ms: KEPT_MS });

/**
 * Loaded by the layout itself, so that no page can forget it. The same for everybody, so pages that are rendered within moments share it; a
 * change empties all pages and this (`pageTags.frame`).
 */
export function siteFrame(ctx: Ctx): Promise<SiteFrame> {
  return kept.share(ctx.app, 'frame', () => readFrame(ctx));
}

/** Drops what this process remembers of it. */
export function forgetFrame(app: App): void {
  kept.clear(app);
}

async function readFrame(ctx: Ctx): Promise<SiteFrame> {
  const qrcode = findSettingByKey('customer_qrcode');
  const [hot_words, outside, filed, free, popups, offers, announcements, community, labels, age] = await Promise.all([
    getSetting(ctx, hotWordsSetting),
    getSetting(ctx, outsideLinks),
    getSetting(ctx, filings),
    getSetting(ctx, freeOrderSetting),
    getSetting(ctx, popupSetting),
    popupOffers(ctx),
    currentAnnouncements(ctx),
    qrcode ? getSetting(ctx, qrcode) : '',
    shownLabels(ctx),
    getSetting(ctx, ageGate),
  ]);
  return {
    site_url: ctx.app.config.site_url,
    hot_word: hot_words[0] ?? '',
    sandbox: sandboxApps(ctx.app).includes('pay'),
    sandbox_sms: sandboxApps(ctx.app).includes('sms'),
    least_age: age === '0' ? undefined : age,
    year: Number(shanghaiDay(ctx.app.clock.now()).slice(0, 4)),
    outside,
    filed,
    free_order: free.on ? { img: free.img, icon: free.icon } : null,
    community: String(community),
    demand_menu: labels.map((label) => ({ title: label.name, href: labelPath(label, labels) })),
    announcements,
    popups: packPopups(popups.sign_in, offers),
  };
}
