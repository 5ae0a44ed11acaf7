import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { Button } from '#ui/Button.tsx';
import { asked } from './asked.store.ts';
import { ASKED_PLACE } from './second-person.ts';

/** Above a screen: what was just asked for, and where it waits. */
export function AskedNote() {
  const text = useStore(asked.$state);
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (text !== null) note.current?.scrollIntoView({ block: 'nearest' });
  }, [text]);
  return (
    <div ref={note} role="status" className="scroll-mt-24">
      {text !== null && (
        <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-box border border-success bg-surface p-4">
          <p className="min-w-0 flex-1 basis-60">{text}</p>
          <a className="btn btn-sm" href={ASKED_PLACE}>
            查看待复核的操作
          </a>
          <Button size="sm" look="ghost" onClick={() => asked.actions.end()}>
            知道了
          </Button>
        </div>
      )}
    </div>
  );
}
