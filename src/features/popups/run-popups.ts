import {
  columnPlace,
  cookieEnd,
  keptAs,
  nextPopup,
  POPUP_COOKIES,
  type PopupName,
  popupDay,
  registerBannerDue,
  SIGN_TIME_KEY,
} from '#contract/popups.ts';
import { BANNER_CLAIM, BANNER_COLUMN, BANNER_FULL, BANNER_REGISTER, BANNER_UPGRADE, type PopupType } from '#contract/promotion.ts';
import { keepCookie, keepKey } from './kept-popups.ts';
import { pageFree } from './page-free.ts';
import { shown, stateOf } from './popup-state.ts';
import { fetchClaimAd, fetchColumnAd, fetchFullAd, fetchRegisterAd, fetchUpgradeAd } from './popups.api.ts';
import { showAd } from './show-ad.ts';
import { showRegisterBanner } from './show-register-banner.ts';

const running = { now: false, came: false };

/** Brings up what is due on this page, one a session; `told`: what the page says of it. Something else that is open goes first. */
export async function runPopups(told: string | undefined): Promise<void> {
  if (running.now || running.came) return;
  running.now = true;
  try {
    if (registerBannerDue(stateOf(told), new Date())) await registerBanner();
    for (let next = nextPopup(stateOf(told), new Date()); next !== null; next = nextPopup(stateOf(told), new Date())) {
      if (!pageFree()) return;
      shown.push(next);
      await SHOW[next]();
      if (running.came) return;
    }
  } finally {
    running.now = false;
  }
}

/** Something comes up now: on this page and in this session it is the only one. */
function come(): void {
  running.came = true;
  keepCookie(POPUP_COOKIES.came, null);
}

const SHOW: Readonly<Record<PopupName, () => Promise<void>>> = {
  gift: async () => (await import('./open-gifts.tsx')).openGifts(come),
  async sign_in() {
    const { openSignIn } = await import('../points/open-sign-in.ts');
    if (!pageFree() || !keepKey(SIGN_TIME_KEY, popupDay(new Date()))) return;
    come();
    await openSignIn();
  },
  full: () => ad(BANNER_FULL, fetchFullAd),
  column: () => ad(BANNER_COLUMN, () => fetchColumnAd(columnPlace(location.pathname))),
  claim: () => ad(BANNER_CLAIM, fetchClaimAd),
  upgrade: () => ad(BANNER_UPGRADE, fetchUpgradeAd),
};

const ONCE: readonly PopupType[] = [BANNER_CLAIM, BANNER_UPGRADE];

async function ad(type: PopupType, fetch: () => ReturnType<typeof fetchFullAd>): Promise<void> {
  const name = keptAs(type, columnPlace(location.pathname));
  const found = await fetch().catch(() => null);
  if (!found) {
    // there is none for this reader: the pages of this session need not ask again
    keepCookie(name, null);
    return;
  }
  if (!pageFree()) return;
  const kept = ONCE.includes(type) ? keepKey(name) : keepCookie(name, cookieEnd(found.frequency_type, new Date()));
  if (!kept) return;
  come();
  await showAd(found);
}

async function registerBanner(): Promise<void> {
  const found = await fetchRegisterAd().catch(() => null);
  if (found) showRegisterBanner(found, () => keepCookie(keptAs(BANNER_REGISTER, 0), cookieEnd(found.frequency_type, new Date())));
}
