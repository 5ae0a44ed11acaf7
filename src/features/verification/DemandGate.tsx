import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { openDialog } from '#ui/open-dialog.tsx';

/** Whether the reader wants to be verified now. */
export function askToVerify(): Promise<boolean> {
  return openDialog<boolean>((close) => (
    <Dialog open title="请先进行个人认证" width={400} onClose={() => close(false)}>
      <p>上传需要进行个人实名认证，是否认证？</p>
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={() => close(false)}>取消</Button>
        <Button look="primary" onClick={() => close(true)}>
          确定
        </Button>
      </div>
    </Dialog>
  ));
}
