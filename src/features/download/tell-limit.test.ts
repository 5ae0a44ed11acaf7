import { expect, it, vi } from 'vitest';
import { KINDS, type KindFacts } from '#contract/kinds.ts';
import { vipOfText } from '#contract/membership.ts';
import { centerKinds } from '../center/center-kinds.ts';

let pressed: 'vip' | 'voucher' | null = 'vip';
let became_member = true;
const opened: number[] = [];
vi.mock('#ui/open-dialog.tsx', () => ({ openDialog: async () => pressed }));
vi.mock('../vip/open-vip.ts', () => ({
  openVip: async ({ vip_type }: { vip_type: number }) => {
    opened.push(vip_type);
    return became_member;
  },
}));

const { tellLimit } = await import('./tell-limit.tsx');
const facts = { limit: 3, noun: '', short: '', vouchers: 0 };
/** What is downloaded for nothing a number of times a day. */
const counted = Object.values<KindFacts>(KINDS).flatMap(({ key, sale, gives }) => (sale && gives === 'file' ? [{ key, sale }] : []));

it('leads from the used-up day to the membership of the kind itself, in the library as on its page', async () => {
  expect(counted.length).toBeGreaterThanOrEqual(3);
  for (const { key, sale } of counted) {
    const vip_text = centerKinds().find((kind) => kind.key === key)?.vip_text ?? '';
    opened.length = 0;
    expect(await tellLimit({ ...facts, vip_text })).toBe('member');
    expect(opened).toEqual([sale.vip_type]);
    expect([vip_text, vipOfText(vip_text)?.vip_type]).toEqual([sale.vip_text, sale.vip_type]);
  }
});

it('is no member who closes what opened, and opens nothing for a voucher', async () => {
  became_member = false;
  expect(await tellLimit({ ...facts, vip_text: 'ppt' })).toBeNull();
  opened.length = 0;
  pressed = 'voucher';
  expect([await tellLimit({ ...facts, vip_text: 'ppt' }), opened]).toEqual(['voucher', []]);
  pressed = null;
  expect(await tellLimit({ ...facts, vip_text: 'ppt' })).toBeNull();
});
