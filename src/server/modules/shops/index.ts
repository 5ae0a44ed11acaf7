export { getShop, listShops, shopCards, shopEntries, shopNamesOf, shopOf, shopOptions, shopsOfCards } from './read-shops.ts';
export { type ShopLine, shopRows, shopSource } from './repo.ts';
export {
  addShopViews,
  addToShopFollowers,
  type Certificate,
  type CertificateChange,
  certifyShop,
  changeCertificate,
  countShopWorks,
  grantShop,
  saveShop,
  setShopPicture,
} from './save-shop.ts';
