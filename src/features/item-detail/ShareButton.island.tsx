import { Share2 } from 'lucide-react';
import { pageItem } from './page-item.ts';

/** Opens the share dialog; its code is loaded with the first press. Place it with `client:intent`. */
export default function ShareButtonIsland() {
  const open = async () => {
    const { openShare } = await import('./open-share.tsx');
    const { id, title } = pageItem();
    await openShare(id, title);
  };
  return (
    <button type="button" className="btn btn-ghost" onClick={() => void open()}>
      <Share2 size={18} aria-hidden="true" />
      分享
    </button>
  );
}
