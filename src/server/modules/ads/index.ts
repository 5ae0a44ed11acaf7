export { type AdViewLine, adViewRows, adViewSource } from './repo.ts';
export { adFilms, adMembersOnly, adPictureSeconds, adPriceMost, adsADay } from './settings.ts';
export { adFilm, adState, beatAd, offersAd, requestAd } from './watch-ad.ts';
