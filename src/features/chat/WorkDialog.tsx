import { useState } from 'react';
import { type KindFacts, PUBLISHED_KINDS } from '#contract/kinds.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Select } from '#ui/Select.tsx';
import { ItemPicker } from '../publish/ItemPicker.tsx';

/** Chooses a published work to show to the other side. */
export function WorkDialog({ close }: { close(work: { id: number; title: string } | null): void }) {
  const [kind, setKind] = useState<KindFacts['key']>(PUBLISHED_KINDS[0]?.key ?? '');
  const [id, setId] = useState<number | null>(null);
  const noun = PUBLISHED_KINDS.find(({ key }) => key === kind)?.noun ?? '作品';
  return (
    <Dialog open title="发送作品" width={480} onClose={() => close(null)}>
      <div className="grid gap-2">
        <Select
          label="类型"
          value={kind}
          onValue={(chosen) => {
            setKind(chosen);
            setId(null);
          }}
          options={PUBLISHED_KINDS.map((one) => [one.key, one.noun])}
        />
        <ItemPicker key={kind} label={noun} error="" required={false} kind={kind} value={id} onChange={setId} />
        <div className="flex justify-end gap-2">
          <Button onClick={() => close(null)}>取消</Button>
          <Button look="primary" disabled={id === null} onClick={() => id !== null && close({ id, title: noun })}>
            发送
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
