export { type BannerInput, bannerClicked, listBanners, removeBanner, saveBanner, shownBanners } from './banners.ts';
export { countExposures } from './exposures.ts';
