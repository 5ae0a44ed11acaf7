import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { TextArea } from '#ui/TextArea.tsx';

export interface TitleWish {
  heading: string;
  label: string;
  max: number;
  value: string;
  /** A text of several lines. */
  rows?: number;
}

/** Asks for a name until `save` took it (null) or the reader gives up: what was typed stays beside what is wrong with it. */
export function askTitle(wish: TitleWish, save: (title: string) => Promise<string | null>): Promise<void> {
  return openDialog<void>((close) => <TitleDialog wish={wish} save={save} onClose={() => close()} />);
}

function TitleDialog({ wish, save, onClose }: { wish: TitleWish; save: Parameters<typeof askTitle>[1]; onClose(): void }) {
  const [title, setTitle] = useState(wish.value);
  const [wrong, setWrong] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async () => {
    if (title.trim() === '') return setWrong(`请输入${wish.label}`);
    setBusy(true);
    const refused = await save(title.trim()).finally(() => setBusy(false));
    if (refused === null) onClose();
    else setWrong(refused);
  };
  const field = {
    ...{ label: wish.label, required: true, maxLength: wish.max, value: title, error: wrong || null },
    onValue(text: string) {
      setTitle(text);
      setWrong('');
    },
  };
  return (
    <Dialog open title={wish.heading} width={wish.rows ? 640 : 480} modal_only={wish.rows !== undefined} onClose={onClose}>
      <Form onSubmit={send}>
        {wish.rows ? <TextArea {...field} rows={wish.rows} /> : <Field {...field} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" look="primary" busy={busy}>
            确定
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
