import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { openDialog } from '#ui/open-dialog.tsx';

/** Whether a draft is thrown away. */
export function askDrop(title: string): Promise<boolean> {
  return openDialog<boolean>((close) => (
    <Dialog open title="删除这条草稿？" width={400} onClose={() => close(false)}>
      <p className="font-semibold">{title}</p>
      <p className="mt-2 text-muted">填写的内容和附件会一起删除，无法恢复。</p>
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={() => close(false)}>取消</Button>
        <Button look="primary" onClick={() => close(true)}>
          删除
        </Button>
      </div>
    </Dialog>
  ));
}
