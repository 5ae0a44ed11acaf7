import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';

/** Goes back to what readers see, after a question: what was typed is lost. */
export function DiscardChange({ onDiscard }: { onDiscard(): void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="ghost" wide onClick={() => setOpen(true)}>
        放弃修改
      </Button>
      <Dialog open={open} title="放弃未提交的修改？" width={400} onClose={() => setOpen(false)}>
        <p className="text-muted">表单会回到读者现在看到的内容，没有提交的修改和新上传的文件不再保留。</p>
        <div className="mt-6 flex justify-end gap-2">
          <Button onClick={() => setOpen(false)}>继续编辑</Button>
          <Button
            look="primary"
            onClick={() => {
              setOpen(false);
              onDiscard();
            }}
          >
            放弃修改
          </Button>
        </div>
      </Dialog>
    </>
  );
}
