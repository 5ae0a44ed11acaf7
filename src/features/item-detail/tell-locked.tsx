import { Lock } from 'lucide-react';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { openDialog } from '../download/open-dialog.tsx';
import { $scheme } from './item.store.ts';
import { pressMain } from './item-actions.ts';
import { type ItemFacts, mainAction } from './main-action.ts';

/** The prompt at the locked end of the preview (spec 4): what is left, and the main action. */
export async function tellLocked(id: number, facts: ItemFacts, pages: number): Promise<void> {
  const action = mainAction(facts, $scheme.get().detail);
  const go = await openDialog<boolean>((close) => (
    <Dialog open title="后面的内容还未解锁" onClose={() => close(false)} width={400}>
      <div className="grid justify-items-center gap-3 text-center">
        <span className="grid size-14 place-items-center rounded-full bg-tint text-primary">
          <Lock size={26} aria-hidden="true" />
        </span>
        <p className="text-base">本案共计{pages}页，解锁后查看全部内容</p>
        <p className="text-muted">{action.line}</p>
        <Button look={action.act === 'membership' ? 'gold' : 'primary'} size="lg" wide onClick={() => close(true)}>
          {action.label}
        </Button>
        <Button look="ghost" wide onClick={() => close(false)}>
          再看看
        </Button>
      </div>
    </Dialog>
  ));
  if (go) await pressMain(id, facts);
}
