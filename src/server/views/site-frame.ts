import type { Ctx } from '../app/ctx.ts';
import { shanghaiDay } from '../kernel/clock.ts';
import { hotWordsSetting } from '../modules/search/index.ts';
import { getSetting } from '../modules/settings/index.ts';
import { sandboxApps } from './sandbox-apps.ts';

/** What header and footer of every page show. */
export interface SiteFrame {
  /** Origin without a trailing slash, for canonical addresses. */
  site_url: string;
  /** First hot word, for the placeholder of the search field; empty when an operator set none. */
  hot_word: string;
  /** Payment is a sandbox: the header says so and leads to the phone. */
  sandbox: boolean;
  /** Text messages arrive at that phone. */
  sandbox_sms: boolean;
  year: number;
}

/** Loaded by the layout itself, so that no page can forget it. The same for everybody. */
export async function siteFrame(ctx: Ctx): Promise<SiteFrame> {
  const hot_words = await getSetting(ctx, hotWordsSetting);
  return {
    site_url: ctx.app.config.site_url,
    hot_word: hot_words[0] ?? '',
    sandbox: sandboxApps(ctx.app).includes('pay'),
    sandbox_sms: sandboxApps(ctx.app).includes('sms'),
    year: Number(shanghaiDay(ctx.app.clock.now()).slice(0, 4)),
  };
}
