import type { ReactNode } from 'react';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { openDialog } from '#ui/open-dialog.tsx';

interface SureWish {
  title: string;
  /** What it is done to, by name. */
  subject?: ReactNode;
  /** What will be so afterwards. */
  about: ReactNode;
  /** Labels of the button that does it and of the one that does not. */
  verb: string;
  back?: string;
}

/** Whether something is really to be done. */
export function askSure({ title, subject, about, verb, back = '取消' }: SureWish): Promise<boolean> {
  return openDialog<boolean>((close) => (
    <Dialog open title={title} width={400} onClose={() => close(false)}>
      {subject && <p className="mb-2 font-semibold">{subject}</p>}
      <p className={subject ? 'text-muted' : undefined}>{about}</p>
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={() => close(false)}>{back}</Button>
        <Button look="primary" onClick={() => close(true)}>
          {verb}
        </Button>
      </div>
    </Dialog>
  ));
}
