export { ownAddresses, parcelAddress, removeAddress, saveAddress } from './address-book.ts';
export { forgetAddresses } from './forget-addresses.ts';
export { addressRows } from './repo.ts';
