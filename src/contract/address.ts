import type { z } from 'zod';
import type { mallCalls } from './mall/calls.ts';
import type { Address } from './outputs/mall.ts';
import { receiverFaults } from './receiver.ts';
import { REGIONS } from './regions.ts';

export type AddressInput = z.output<typeof mallCalls.post_address.input>;

export const ADDRESSES_MOST = 20;
export const DETAIL_MAX = 120;

type AddressField = 'receiver' | 'tel' | 'province' | 'city' | 'detail';

/** Messages by field; empty when all is well. Both sides check by it. */
export function checkAddress(form: Record<AddressField, string>): Partial<Record<AddressField, string>> {
  const wrong: Partial<Record<AddressField, string>> = receiverFaults(form);
  const region = REGIONS.find(({ name }) => name === form.province);
  if (!region) wrong.province = '请选择省份';
  else if (region.cities.length === 0 ? form.city !== '' : !region.cities.some(({ name }) => name === form.city)) wrong.city = '请选择城市';
  if (form.detail.trim().length < 4) wrong.detail = '请输入详细地址';
  return wrong;
}

/** On one line, as it is written on a parcel. */
export const addressLine = ({ province, city, detail }: Pick<Address, 'province' | 'city' | 'detail'>): string =>
  `${province}${city} ${detail}`;
