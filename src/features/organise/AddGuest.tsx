import { useEffect, useState } from 'react';
import { newKey } from '#client/new-key.ts';
import type { OrganisedSalon } from '#contract/organise.ts';
import { labelOf, type PlanBlock } from '#contract/seats.ts';
import { askSure } from '#kit/ask-sure.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { Select } from '#ui/Select.tsx';
import { HolderDialog } from '../salon/HolderDialog.tsx';
import { addGuest, fetchSeats } from './screen-calls.ts';

/** Enters a guest by hand. @returns whether it was done */
export async function askGuest(salon: OrganisedSalon): Promise<boolean> {
  const kinds = salon.kinds.filter(({ left }) => left > 0);
  if (kinds.length > 0) return openDialog<boolean>((close) => <AddGuest salon={salon} kinds={kinds} close={close} />);
  const about = '所有票种都没有名额了，请先在沙龙的表单里增加名额。';
  if (await askSure({ title: '没有名额了', about, verb: '修改沙龙' })) location.assign(`/salon/establish?id=${salon.id}`);
  return false;
}

type AddGuestProps = { salon: OrganisedSalon; kinds: OrganisedSalon['kinds']; close(added: boolean): void };

function AddGuest({ salon, kinds, close }: AddGuestProps) {
  const [key] = useState(newKey);
  const [kind_id, setKind] = useState(kinds[0]?.id ?? 0);
  const [seat, setSeat] = useState('');
  const [plan, setPlan] = useState<readonly PlanBlock[]>([]);
  // without the plan a seat is found all the same
  const load = () =>
    fetchSeats(salon.id).then(
      (seats) => setPlan(seats.plan),
      () => undefined,
    );
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it opens
  useEffect(() => void load(), []);
  const free = plan
    .filter((block) => block.kind_id === kind_id)
    .flatMap(({ ids, states }) => ids.filter((_, at) => states[at] === '0').map((id) => [id, labelOf(plan, id)] as const));
  return (
    <HolderDialog
      title="添加来宾（赠票）"
      about="占用一个名额，不收款；停止售票时也可以添加，之后可以收回。手机号可以不填，填了而且有账号的，对方会收到消息。"
      verb="添加"
      person={{ who: '', optional: true }}
      questions={salon.kinds.find(({ id }) => id === kind_id)?.questions ?? []}
      fields={{
        names: free.length > 0 ? ['kind_id', 'seats'] : ['kind_id'],
        show: (errors) => (
          <>
            <Select
              label="票种"
              required
              options={kinds.map(({ id, name, left }) => [id, `${name}（余 ${left}）`])}
              value={kind_id}
              error={errors['kind_id'] ?? null}
              onValue={(id) => {
                setKind(Number(id));
                setSeat('');
              }}
            />
            {free.length > 0 && (
              <Select label="座位" none="自动选一个座位" options={free} value={seat} error={errors['seats'] ?? null} onValue={setSeat} />
            )}
          </>
        ),
      }}
      send={(who, answers) =>
        addGuest(salon.id, { key, kind_id, ...(seat ? { seat_id: Number(seat) } : {}), ...who, answers })
          .finally(load)
          .then(({ path }) => path)
      }
      done={{
        title: '已添加来宾',
        text: (name) => `${name}已在来宾名单中。没有账号的来宾，把门票链接发给对方，或在名单里点“查看门票”打印。`,
      }}
      close={close}
    />
  );
}
