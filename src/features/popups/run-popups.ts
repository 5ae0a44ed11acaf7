import { loginUrl } from '#client/session.ts';
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
import { type Ad, BANNER_CLAIM, BANNER_COLUMN, BANNER_FULL, BANNER_REGISTER, BANNER_UPGRADE, type PopupType } from '#contract/promotion.ts';
import { keepCookie, keepKey } from './kept-popups.ts';
import { pageFree } from './page-free.ts';
import { shown, stateOf } from './popup-state.ts';
import { fetchClaimAd, fetchColumnAd, fetchFullAd, fetchRegisterAd, fetchUpgradeAd, reportClick, reportShown } from './popups.api.ts';
import { showAd } from './show-ad.ts';

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

/** A bar at the lower edge for visitors, until they close it. It lies over the page, so nothing moves. */
function showRegisterBanner(ad: Ad, onClose: () => void): void {
  const bar = document.createElement('aside');
  bar.className = 'register-banner for-visitors';
  bar.ariaLabel = '注册';
  const face = ad.img_url ? new Image() : document.createElement('span');
  if (face instanceof HTMLImageElement) {
    face.src = ad.img_url;
    face.alt = ad.title;
  } else face.textContent = [ad.title, ad.summary].filter(Boolean).join('：');
  const link = document.createElement('a');
  link.className = 'btn btn-primary shrink-0';
  link.href = ad.jump_url === '/register' ? loginUrl('/register') : ad.jump_url;
  link.textContent = '立即注册';
  link.addEventListener('click', () => void reportClick(ad.id));
  const close = document.createElement('button');
  close.type = 'button';
  close.className = 'btn btn-ghost btn-sm btn-square absolute right-2 text-lg';
  close.ariaLabel = '关闭注册横幅';
  close.textContent = '×';
  close.addEventListener('click', () => {
    onClose();
    bar.remove();
  });
  bar.append(face, link, close);
  document.body.append(bar);
  void reportShown(ad.id);
}
