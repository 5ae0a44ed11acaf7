import { Lock } from 'lucide-react';
import { lockedEndText } from '#contract/preview-texts.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { type ActionCode, lockedActions } from './actions.ts';
import { item } from './item.store.ts';
import { readPageState } from './page-state.ts';
import { press } from './perform.ts';

/** The prompt at the locked end of the preview (spec 4): what is left, and what opens it; `onGo` when the reader wants that. */
export async function tellLocked(onGo: () => void): Promise<void> {
  const { offer, pages, unit } = readPageState();
  const { main, line } = lockedActions(offer, item.$state.get().detail);
  const go = await openDialog<ActionCode | null>((close) => (
    <Dialog open title="后面的内容还未解锁" onClose={() => close(null)} width={400}>
      <div className="grid justify-items-center gap-3 text-center">
        <span className="grid size-14 place-items-center rounded-full bg-tint text-primary">
          <Lock size={26} aria-hidden="true" />
        </span>
        <p className="text-base">{lockedEndText(pages, unit)}</p>
        <p className="text-muted">{line}</p>
        <Button look={main.code === 'open_vip' ? 'gold' : 'primary'} size="lg" wide onClick={() => close(main.code)}>
          {main.label}
        </Button>
        <Button look="ghost" wide onClick={() => close(null)}>
          再看看
        </Button>
      </div>
    </Dialog>
  ));
  if (!go) return;
  onGo();
  await press(go);
}
