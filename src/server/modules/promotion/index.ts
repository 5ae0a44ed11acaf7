export { adOf, adsFor, adsShown, countExposures, currentAnnouncements, popupOffers } from './ads.ts';
export {
  type BannerInput,
  bannerClicked,
  bannerForm,
  listBanners,
  placedBanner,
  placedBanners,
  removeBanner,
  saveBanner,
  shownBanners,
  switchBanner,
} from './banners.ts';
export { giftWaits, listGifts, noteNewReader, saveGifts, shownGifts, takeGifts } from './gifts.ts';
export { announcementSource, type BannerLine, bannerSource } from './repo.ts';
export { filings, freeOrderSetting, outsideLinks, popupSetting } from './settings.ts';
