import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { openDialog } from '#ui/open-dialog.tsx';

export interface TitleWish {
  heading: string;
  label: string;
  max: number;
  value: string;
}

/** A name that is typed; null: the reader thought otherwise. */
export function askTitle(wish: TitleWish): Promise<string | null> {
  return openDialog<string | null>((close) => <TitleDialog wish={wish} onClose={close} />);
}

function TitleDialog({ wish, onClose }: { wish: TitleWish; onClose(title: string | null): void }) {
  const [title, setTitle] = useState(wish.value);
  const [wrong, setWrong] = useState('');
  return (
    <Dialog open title={wish.heading} width={480} onClose={() => onClose(null)}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (title.trim() === '') setWrong(`请输入${wish.label}`);
          else onClose(title.trim());
        }}
      >
        <Field
          label={wish.label}
          required
          maxLength={wish.max}
          value={title}
          error={wrong || null}
          onChange={(event) => {
            setTitle(event.target.value);
            setWrong('');
          }}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={() => onClose(null)}>取消</Button>
          <Button type="submit" look="primary">
            确定
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Whether something is thrown away. */
export function askRemove(title: string, text: string): Promise<boolean> {
  return openDialog<boolean>((close) => (
    <Dialog open title={title} width={400} onClose={() => close(false)}>
      <p className="text-muted">{text}</p>
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={() => close(false)}>取消</Button>
        <Button look="primary" onClick={() => close(true)}>
          删除
        </Button>
      </div>
    </Dialog>
  ));
}
