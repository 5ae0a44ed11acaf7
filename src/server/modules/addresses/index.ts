export { ownAddresses, parcelAddress, removeAddress, saveAddress } from './address-book.ts';
