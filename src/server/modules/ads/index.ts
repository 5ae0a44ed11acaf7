export { adViewRows } from './own-rows.repo.ts';
export { type AdViewLine, adViewSource } from './repo.ts';
export { adFilms, adMembersOnly, adPictureSeconds, adPriceMost, adsADay } from './settings.ts';
export { adFilm, adState, beatAd, offersAd, requestAd } from './watch-ad.ts';
