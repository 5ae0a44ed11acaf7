export interface Desk {
  /** One more document, whose first worker never waits. Call the answer when it is done. */
  open(): () => void;
  /** Waits for room for a helper; call the answer when it leaves. Null when `until` is aborted before. */
  join(until: AbortSignal): Promise<(() => void) | null>;
  /** A helper is one too many: a document has come. */
  isCrowded(): boolean;
}

/** Room for `seats` workers: each document has its first one, and what is left is for helpers in order of asking. */
export function createDesk(seats: number): Desk {
  let documents = 0;
  let helpers = 0;
  const queue: Array<() => void> = [];
  const fill = () => {
    while (documents + helpers < seats && queue.length > 0) {
      helpers++;
      queue.shift()?.();
    }
  };
  return {
    open() {
      documents++;
      return () => {
        documents--;
        fill();
      };
    },
    join(until) {
      return new Promise((resolve) => {
        if (until.aborted) return resolve(null);
        const give = () => {
          until.removeEventListener('abort', give_up);
          resolve(() => {
            helpers--;
            fill();
          });
        };
        const give_up = () => {
          queue.splice(queue.indexOf(give), 1);
          resolve(null);
        };
        until.addEventListener('abort', give_up, { once: true });
        queue.push(give);
        fill();
      });
    },
    isCrowded: () => documents + helpers > seats,
  };
}
