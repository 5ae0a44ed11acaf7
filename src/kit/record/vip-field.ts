import { VIPS } from '#contract/membership.ts';
import type { RecordField } from './fields.ts';

/** Which membership a record gives. */
export const VIP_FIELD = {
  key: 'vip_type',
  label: '会员种类',
  kind: 'choice',
  is_number: true,
  options: VIPS.map(({ vip_type, name }) => ({ value: String(vip_type), title: name })),
} as const satisfies RecordField;
