import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { openDialog } from '#ui/open-dialog.tsx';

interface Asked {
  title: string;
  /** What will be so afterwards. */
  about: string;
  verb: string;
}

/** Asks before a way into the account ends. */
export async function askSure({ title, about, verb }: Asked): Promise<boolean> {
  return openDialog<boolean>((close) => (
    <Dialog open title={title} width={480} onClose={() => close(false)}>
      <p>{about}</p>
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={() => close(false)}>取消</Button>
        <Button look="primary" onClick={() => close(true)}>
          {verb}
        </Button>
      </div>
    </Dialog>
  ));
}
