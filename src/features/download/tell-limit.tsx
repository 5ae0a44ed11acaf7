import { findSection } from '../shell/sections.ts';
import { LimitDialog } from './LimitDialog.tsx';
import { openDialog } from './open-dialog.tsx';

/** Tells that today's free downloads are used up; resolves when the reader closes the dialog. */
export function tellLimit(limit: number): Promise<void> {
  return openDialog<void>((close) => <LimitDialog limit={limit} vip_route={findSection('vip')?.route ?? null} onClose={() => close()} />);
}
