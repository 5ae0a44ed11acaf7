import { OPEN_PAGES } from '#contract/open-pages.ts';
import { openDialog } from '#ui/open-dialog.tsx';
import { LimitDialog, type LimitFacts } from './LimitDialog.tsx';

/** Tells that today's free downloads are used up, and what helps; resolves when the reader closes the dialog or takes a voucher. */
export function tellLimit(facts: LimitFacts): Promise<'voucher' | null> {
  return openDialog((close) => (
    <LimitDialog
      {...facts}
      vip_route={OPEN_PAGES.vip}
      mall_route={OPEN_PAGES.integral}
      onVoucher={() => close('voucher')}
      onClose={() => close(null)}
    />
  ));
}
