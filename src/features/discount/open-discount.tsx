import type { Discount } from '#contract/discount.ts';
import { openDialog } from '#ui/open-dialog.tsx';
import { DiscountForm } from './DiscountForm.tsx';

/** Makes a code, for one work or for all; or changes one. @returns whether it was saved */
export async function openDiscount(of: { work?: { id: number; title: string }; discount?: Discount }): Promise<boolean> {
  return (await openDialog<Discount | null>((close) => <DiscountForm {...of} close={close} />)) !== null;
}
