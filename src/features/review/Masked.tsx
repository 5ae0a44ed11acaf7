import { useState } from 'react';
import { Ask } from '#kit/console/Ask.tsx';
import { Button } from '#ui/Button.tsx';

/** Shows what is masked, to who says why. */
export function Masked({ onReveal }: { onReveal(reason: string): Promise<string | null> }) {
  const [asked, setAsked] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button onClick={() => setAsked(true)}>显示完整资料</Button>
      <span className="text-xs text-muted">个人信息只显示一部分，查看完整内容会记入操作记录。</span>
      {asked && (
        <Ask title="显示完整资料" verb="显示" about="只在审核需要时查看。" reason="审核" onClose={() => setAsked(false)} onDo={onReveal} />
      )}
    </div>
  );
}
