import { useOwnSession } from '#client/use-session.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import Realname from './Realname.tsx';

/** 实名认证 as a page of the personal centre. */
export default function VerifyIsland() {
  const signed_in = useOwnSession() !== null;
  return (
    <div className="panel max-w-160 p-4 sm:p-6">{signed_in ? <Realname /> : <Skeleton rows={3} row_class="h-12" label="正在加载" />}</div>
  );
}
