import { OPEN_PAGES } from '#contract/open-pages.ts';
import { openDialog } from '#ui/open-dialog.tsx';
import { LimitDialog, type LimitFacts } from './LimitDialog.tsx';

/** Tells that today's free downloads are used up, and what helps; resolves when the reader closes the dialog or takes a voucher. */
export async function tellLimit(facts: LimitFacts): Promise<'voucher' | null> {
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
  await openVip({ vip_type: 1 });
  return null;
}
