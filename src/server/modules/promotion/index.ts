export { adOf, adShown, adsFor, popupOffers } from './ads.ts';
export {
  type BannerInput,
  bannerClicked,
  bannerForm,
  listBanners,
  removeBanner,
  saveBanner,
  shownBanners,
  switchBanner,
} from './banners.ts';
export { countExposures } from './exposures.ts';
export { giftWaits, listGifts, noteNewReader, saveGifts, shownGifts, takeGifts } from './gifts.ts';
export { type BannerLine, bannerSource } from './repo.ts';
export { freeOrderSetting, outsideLinks, popupSetting } from './settings.ts';
