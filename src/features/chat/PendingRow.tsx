import { Button } from '#ui/Button.tsx';
import type { Pending } from './drafts.ts';
import type { Talk } from './talk.store.ts';

const STATE = { uploading: '正在上传', waiting: '等待发送', sending: '发送中', asks: '等您确认', failed: '未发送' };
const KIND: Record<Pending['type'], string> = { text: '', picture: '[图片]', file: '[文件]', work: '[作品]', price: '[报价]' };

/** Something of one's own that is not there yet: on its way, asked about, or failed. */
export function PendingRow({ one, talk }: { one: Pending; talk: Talk }) {
  const { client_id, state, why, final } = one;
  return (
    <div className="grid justify-items-end gap-1" data-pending={state}>
      <p className="chat-text chat-text-own max-w-[min(80%,560px)]">{one.text || `${KIND[one.type]} ${one.label}`.trim()}</p>
      {/* what is pending is announced once; a failure must be heard */}
      <p className="text-xs text-muted" role={state === 'failed' || state === 'asks' ? 'alert' : undefined}>
        {why === '' ? STATE[state] : state === 'waiting' ? why : `${STATE[state]}：${why}`}
      </p>
      {state === 'asks' ? (
        <div className="flex gap-2">
          <Button size="sm" look="primary" onClick={() => talk.actions.discard(client_id)}>
            返回修改
          </Button>
          <Button size="sm" onClick={() => void talk.actions.retry(client_id, true)}>
            仍然发送
          </Button>
        </div>
      ) : null}
      {state === 'waiting' && why !== '' ? (
        <Button size="sm" onClick={() => talk.actions.discard(client_id)}>
          {one.type === 'text' ? '取回修改' : '不发送了'}
        </Button>
      ) : null}
      {state === 'failed' ? (
        <div className="flex gap-2">
          {final ? null : (
            <Button size="sm" onClick={() => void talk.actions.retry(client_id)}>
              重新发送
            </Button>
          )}
          <Button size="sm" onClick={() => talk.actions.discard(client_id)}>
            {one.type === 'text' ? '取回修改' : '删除'}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
