import { Dialog } from '#ui/Dialog.tsx';
import { KEY_LIST } from './stage-keys.ts';

/** Keys of the player, for who pressed ?. */
export function StageKeys({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open title="播放器按键" width={400} onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        {KEY_LIST.map(([keys, does]) => (
          <div key={keys} className="contents">
            <dt className="num font-semibold whitespace-nowrap">{keys}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-muted">焦点在播放器里时有效。触屏：点一下显示控制条，双击左右两侧后退、前进 10 秒。</p>
    </Dialog>
  );
}
