import { CircleCheck } from 'lucide-react';
import { Button } from '#ui/Button.tsx';
import { givesLessons, ordersTitle } from './order-kind.ts';

type Done = 'paid' | 'free' | 'owned';

function textsOf(item_kind: string, noun: string, lessons: boolean): Record<Done, { title: string; text: string }> {
  const kept = `${noun}已加入「${ordersTitle(item_kind)}」`;
  return {
    paid: { title: '支付成功', text: lessons ? `${kept}，现在就可以开始学习。` : `${kept}，随时可以再次下载。` },
    free: { title: '恭喜您，本单免费！', text: `优惠已抵扣全部金额，${kept}。` },
    owned: { title: `您已拥有该${noun || '内容'}`, text: `无需再次购买，可以直接${lessons ? '学习' : '下载'}。` },
  };
}

interface DoneProps {
  kind: Done;
  noun: string;
  /** Key of the kind that was bought. */
  item_kind: string;
  /** As a quote says it. */
  give_back: string;
  onDownload: () => void;
  onClose: () => void;
}

/** Success, free order and already owned: one way on, the download or the first lesson. */
export function PurchaseDone({ kind, noun, item_kind, give_back, onDownload, onClose }: DoneProps) {
  const lessons = givesLessons(item_kind);
  const { title, text } = textsOf(item_kind, noun, lessons)[kind];
  return (
    <div role="status" className="grid justify-items-center gap-2 px-4 py-10 text-center">
      <span
        className={`grid size-20 place-items-center rounded-full ${kind === 'free' ? 'bg-gold-tint text-gold' : 'bg-tint text-success'}`}
      >
        <CircleCheck size={40} aria-hidden="true" />
      </span>
      <p className="mt-3 text-lg font-semibold">{title}</p>
      <p className="text-muted">{text}</p>
      {kind === 'paid' && <p className="text-xs text-muted">{give_back}</p>}
      <div className="mt-5 flex flex-wrap justify-center gap-3">
        <Button size="lg" onClick={onClose}>
          继续浏览
        </Button>
        <Button look="primary" size="lg" onClick={onDownload} ref={(button) => button?.focus()}>
          {lessons ? '开始学习' : '去下载'}
        </Button>
      </div>
    </div>
  );
}
