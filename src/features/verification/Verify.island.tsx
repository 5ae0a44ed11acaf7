import { useOwnSession, useReaderKey } from '#client/use-session.ts';
import Realname from './Realname.tsx';

/** 实名认证 as a page of the personal centre. */
export default function VerifyIsland() {
  useOwnSession();
  return (
    <div className="panel max-w-160 p-4 sm:p-6">
      <Realname key={useReaderKey()} />
    </div>
  );
}
