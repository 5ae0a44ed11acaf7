import { type ReactNode, useEffect, useRef } from 'react';

export interface AnsweredProps {
  className?: string;
  /** False: it stood there from the first. */
  by_form?: boolean;
  /** Lines of it are announced by themselves. */
  silent?: boolean;
  children: ReactNode;
}

/** What takes the place of a form that was sent: the form is gone, and with it the focus and the place on the page. */
export function Answered({ className = '', by_form = true, silent = false, children }: AnsweredProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (by_form) box.current?.focus();
  }, [by_form]);
  return (
    <div ref={box} tabIndex={-1} role={silent ? undefined : 'status'} className={`scroll-mt-24 outline-none ${className}`}>
      {children}
    </div>
  );
}
