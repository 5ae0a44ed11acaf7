import { toastError, toastSuccess } from '#client/toast.ts';
import { useOwnPage } from '#kit/own-list/use-own-page.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { fetchJoining, join } from './company-calls.ts';

interface JoinProps {
  code: string;
  onJoined(): void;
  onDone(): void;
}

/** A link into a company was opened: whose it is, and whether one joins. */
export function Join({ code, onJoined, onDone }: JoinProps) {
  const { data, failure, actions } = useOwnPage(() => fetchJoining(code));
  if (failure) return <ErrorState {...failure} onRetry={() => void actions.load()} />;
  if (!data) return <Skeleton rows={1} row_class="h-24" />;
  const accept = async () => {
    let seat = 0 as 0 | 1;
    const wrong = await actions.run(async () => {
      ({ seat } = await join(code));
    });
    if (wrong !== null) return toastError(wrong);
    toastSuccess(data.seats === '' ? '已加入' : seat === 1 ? `已加入，${data.seats}立即生效` : '已加入；席位暂时已满，请联系企业分配');
    onDone();
    onJoined();
  };
  return (
    <section className="panel grid gap-3 p-4 sm:p-6" aria-labelledby="join-title">
      <h2 id="join-title" className="text-base font-semibold">
        {data.name}邀请您加入
      </h2>
      <p className="text-muted">
        加入后，企业可以把会员席位分配给您{data.seats && `（这次包含${data.seats}席位）`}。随时可以离开，自己购买的内容不受影响。
      </p>
      <p className="flex gap-2">
        <Button look="primary" onClick={() => void accept()}>
          加入企业
        </Button>
        <Button look="ghost" onClick={onDone}>
          暂不加入
        </Button>
      </p>
    </section>
  );
}
