export { forgetAddresses, ownAddresses, parcelAddress, removeAddress, saveAddress } from './address-book.ts';
export { addressRows } from './repo.ts';
