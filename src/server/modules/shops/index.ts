export { type Certificate, type CertificateChange, certifyShop, changeCertificate, grantShop } from './certify-shop.ts';
export { addShopViews, addToShopFollowers, countShopWorks } from './count-works.ts';
export { getShop, listShops, shopCards, shopEntries, shopNamesOf, shopOf, shopOptions, shopsOfCards } from './read-shops.ts';
export { shopRows } from './repo.ts';
export { saveShop } from './save-shop.ts';
export { setShopPicture } from './shop-picture.ts';
export { type ShopLine, shopSource } from './staff.repo.ts';
