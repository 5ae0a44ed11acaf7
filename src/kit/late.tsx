import { type ComponentType, lazy, useEffect, useState } from 'react';
import { tellLoadFailed } from '#client/tell-load-failed.ts';

type Load<P> = () => Promise<{ default: ComponentType<P> }>;

/** A part of a screen whose code comes when it is first shown. Without it the screen stays, and the reader sees an error and may retry. */
export const late = <P extends object>(load: Load<P>) =>
  lazy<ComponentType<P>>(() => load().catch(() => ({ default: (props: P) => <Again load={load} props={props} /> })));

/** Asks for the code again, each time it is shown and whenever the reader wants. */
function Again<P extends object>({ load, props }: { load: Load<P>; props: P }) {
  const [loaded, setLoaded] = useState<{ Part: ComponentType<P> } | null>(null);
  useEffect(() => {
    const again = (): void =>
      void load().then(
        ({ default: Part }) => setLoaded({ Part }),
        () => tellLoadFailed(again),
      );
    again();
  }, [load]);
  return loaded && <loaded.Part {...props} />;
}
