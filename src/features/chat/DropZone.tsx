import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { sendFiles } from './send-files.ts';
import type { Talk } from './talk.store.ts';

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

/** A conversation onto which pictures and files are dragged; who may not write there drops nothing. */
export function DropZone({ talk, blocked, children }: { talk: Talk; blocked: boolean; children: ReactNode }) {
  const [over, setOver] = useState(false);
  // each element below that the pointer enters says so before the one that it left
  const depth = useRef(0);
  const move = (by: 1 | -1) => (event: DragEvent) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    depth.current = Math.max(0, depth.current + by);
    setOver(depth.current > 0);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the pointer; keys have the buttons 图片 and 文件
    <div
      className="contents"
      onDragEnter={move(1)}
      onDragLeave={move(-1)}
      onDragOver={(event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = blocked ? 'none' : 'copy';
      }}
      onDrop={(event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        depth.current = 0;
        setOver(false);
        if (!blocked) sendFiles(talk, [...event.dataTransfer.files]);
      }}
    >
      {children}
      {over ? <p className="chat-drop">{blocked ? '您已屏蔽对方，不能发送' : '松开后发送图片或文件'}</p> : null}
    </div>
  );
}
