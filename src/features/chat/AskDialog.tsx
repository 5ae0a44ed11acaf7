import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';

/** A question with yes and no. */
export function AskDialog({ title, text, yes, close }: { title: string; text: string; yes: string; close(sure: boolean): void }) {
  return (
    <Dialog open title={title} width={400} onClose={() => close(false)}>
      <p>{text}</p>
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={() => close(false)}>取消</Button>
        <Button look="primary" onClick={() => close(true)}>
          {yes}
        </Button>
      </div>
    </Dialog>
  );
}
