import { vipOfText } from '#contract/membership.ts';
import { OPEN_PAGES } from '#contract/open-pages.ts';
import { openDialog } from '#ui/open-dialog.tsx';
import { LimitDialog, type LimitFacts } from './LimitDialog.tsx';

/** Says that today's free downloads are used up, and what helps: whether the reader takes a voucher, became a member, or neither. */
export async function tellLimit(facts: LimitFacts): Promise<'voucher' | 'member' | null> {
  const answer = await openDialog<'voucher' | 'vip' | null>((close) => (
    <LimitDialog
      {...facts}
      vip_route={OPEN_PAGES.vip}
      mall_route={OPEN_PAGES.integral}
      onVip={() => close('vip')}
      onVoucher={() => close('voucher')}
      onClose={() => close(null)}
    />
  ));
  if (answer !== 'vip') return answer;
  const { openVip } = await import('../vip/open-vip.ts');
  return (await openVip({ vip_type: vipOfText(facts.vip_text)?.vip_type ?? 0 })) ? 'member' : null;
}
