import { Ellipsis, Pencil, Pin, PinOff, Share2, Trash2 } from 'lucide-react';
import { type ReactNode, type ToggleEvent, useId, useRef } from 'react';
import type { AssistantConversation } from '#contract/assistant.ts';

interface MenuProps {
  one: AssistantConversation;
  onShare(): void;
  onPin(): void;
  onRename(): void;
  onRemove(): void;
}

/** Room that the menu takes, px. */
const HEIGHT = 200;

/** What can be done with a conversation, beside its line. */
export function TalkMenu({ one, onShare, onPin, onRename, onRemove }: MenuProps) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const place = ({ newState }: ToggleEvent<HTMLDivElement>) => {
    if (newState !== 'open' || !menu.current || !button.current) return;
    const { right, top, bottom } = button.current.getBoundingClientRect();
    const below = bottom + HEIGHT < innerHeight;
    menu.current.style.inset = `${below ? `${bottom}px` : 'auto'} ${innerWidth - right}px ${below ? 'auto' : `${innerHeight - top}px`} auto`;
  };
  const entry = (text: string, icon: ReactNode, onPress: () => void) => (
    <button
      type="button"
      className="talk-menu-entry"
      onClick={() => {
        menu.current?.hidePopover();
        onPress();
      }}
    >
      {icon}
      {text}
    </button>
  );
  return (
    <>
      <button
        ref={button}
        type="button"
        className="btn btn-ghost btn-sm btn-square mr-1 shrink-0"
        aria-label={`“${one.title}”的操作`}
        title="更多操作"
        popoverTarget={id}
      >
        <Ellipsis size={16} aria-hidden="true" />
      </button>
      <div ref={menu} id={id} popover="auto" className="talk-menu" onBeforeToggle={place}>
        {one.tool === '' && entry('分享', <Share2 size={16} aria-hidden="true" />, onShare)}
        {one.pinned === 1
          ? entry('取消置顶', <PinOff size={16} aria-hidden="true" />, onPin)
          : entry('置顶', <Pin size={16} aria-hidden="true" />, onPin)}
        {entry('重命名', <Pencil size={16} aria-hidden="true" />, onRename)}
        {entry('删除', <Trash2 size={16} aria-hidden="true" />, onRemove)}
      </div>
    </>
  );
}
