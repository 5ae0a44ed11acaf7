import { ApiError, type Failure, failureOf, plainFailure } from '#client/api-error.ts';
import { FORMS_KEY } from '#client/forget-texts.ts';
import { newKey } from '#client/new-key.ts';
import { $session, LoginDismissed, requireSession } from '#client/session.ts';
import { readJson, writeText } from '#client/storage.ts';
import { toastError, toastNote } from '#client/toast.ts';
import { ENTERPRISE_PARAM } from '#contract/envelope.ts';

const AUTOSAVE_MS = 1_200;
/** How long this browser has what it could not save, ms. */
const COPY_MS = 7 * 86_400_000;

export type SaveState =
  | { kind: 'none' | 'dirty' | 'saving' }
  | { kind: 'saved'; at_s: number }
  | { kind: 'failed'; failure: Failure }
  /** Another page saved it meanwhile. `whole`: what is shown is theirs, and this browser has a text of its own beside it. */
  | { kind: 'conflict'; whole: boolean };

export interface SaveWish<Form> {
  id: number | null;
  draft_key: string;
  /** What of it this page has read; undefined: whatever is stored is written over. */
  edition: number | undefined;
  form: Form;
}

/** Every answer of saving and of reading: what the form is under, and what names its stored text. */
export interface Edition {
  id: number;
  edition: number;
}

interface SavingForm<Form, Saved extends Edition> {
  /** Names the form among those of this browser. */
  name: string;
  read(): { id: number | null; form: Form };
  /** `leaving`: the call goes on after the page is left. */
  save(wish: SaveWish<Form>, leaving: boolean): Promise<Saved>;
  /** Takes over what the answer says; the id of a new form goes into the address, by which a reload finds it. */
  saved(answer: Saved): void;
  atOf(answer: Saved): number;
  state(): SaveState;
  show(save: SaveState): void;
  /** It was submitted: nothing of it is saved any more. */
  isDone(): boolean;
  /** Something that a draft does not hold is under way, as an upload. */
  isBusy?(): boolean;
  /** Fetches and shows what is stored under an id; without one an empty form. Undefined: there is nothing to save over. */
  fetch(id: number | null): Promise<Edition | undefined>;
}

interface Copy<Form> {
  draft_key: string;
  /** Null: unknown, a save was under way. */
  edition: number | null;
  form: Form;
  at: number;
}

/**
 * Saves a form on a pause in typing and when the page is left, asks for a login where that ended, and says when another page saved the same form. What
 * no answer has confirmed stays in this browser, and goes to the server when the form is opened again.
 */
export function createSavingForm<Form, Saved extends Edition>(of: SavingForm<Form, Saved>, wait_ms = AUTOSAVE_MS) {
  const draft_key = newKey();
  let edition: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let turn: Promise<void> = Promise.resolve();
  let under_way = 0;
  /** What this browser has beside the text of another page, until the reader chose. */
  let beside: Copy<Form> | null = null;
  /** The login ended by itself: what is typed is still this reader's. */
  let expired = false;
  let watched = false;
  /** Whose text it is: of the first login that was seen. */
  let first: number | undefined;
  const owner = (): number | undefined => {
    first ??= $session.get()?.user.id;
    return first;
  };
  const isOwner = () => expired || $session.get()?.user.id === owner();
  const isUnsaved = () => isOwner() && !of.isDone() && ['dirty', 'saving', 'failed', 'conflict'].includes(of.state().kind);

  const keyOf = (id: number | null) => {
    const enterprise = new URLSearchParams(globalThis.location?.search).get(ENTERPRISE_PARAM) ?? '';
    return `${FORMS_KEY}${owner()}:${of.name}:${enterprise}:${id ?? `new${globalThis.location?.search}`}`;
  };

  /** False: this browser takes no more, and leaving would lose something. */
  function writeCopy(): boolean {
    if (beside) return true;
    const { id, form } = of.read();
    const copy: Copy<Form> = { draft_key, edition: under_way > 0 ? null : (edition ?? null), form, at: Date.now() };
    return writeText(keyOf(id), JSON.stringify(copy));
  }

  function readCopy(id: number | null): Copy<Form> | null {
    const copy = readJson(keyOf(id)) as Copy<Form> | null;
    if (!copy || typeof copy.draft_key !== 'string' || typeof copy.form !== 'object' || !copy.form || !(copy.at > Date.now() - COPY_MS))
      return null;
    return copy;
  }

  function watchLeaving(): void {
    if (typeof window === 'undefined') return;
    window.addEventListener('beforeunload', (event) => {
      if (of.isDone()) return;
      const lost = of.state().kind === 'failed' || of.state().kind === 'conflict' || (isUnsaved() && !writeCopy());
      if (lost || of.isBusy?.()) event.preventDefault();
    });
    window.addEventListener('pagehide', () => {
      if (!isUnsaved()) return;
      writeCopy();
      if (of.state().kind === 'conflict') return;
      const { id, form } = of.read();
      // the answer of a save under way is not waited for, so its edition is not known
      of.save({ id, draft_key, edition: under_way > 0 ? undefined : edition, form }, true).catch(() => null);
    });
    window.addEventListener('pageshow', (event) => {
      if (event.persisted && isUnsaved()) void saveNow();
    });
  }

  /**
   * Sends what this browser still has of a form to the server, before the form is fetched. @returns the id under which it is now; `kept`: it
   * was brought back. Another page's text is not written over: `reopened` says so.
   */
  async function recover(id: number | null): Promise<{ id: number | null; kept: boolean }> {
    const copy = readCopy(id);
    if (!copy) return { id, kept: false };
    // of a new form nothing was read: where its draft was made and went on elsewhere, that is not written over
    const edition = copy.edition ?? (id === null ? 0 : undefined);
    try {
      const saved = await of.save({ id, draft_key: copy.draft_key, edition, form: copy.form }, false);
      writeText(keyOf(id), null);
      // a reload goes on with it
      if (id === null) of.saved(saved);
      return { id: saved.id, kept: true };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (isOverwriting(error)) beside = copy;
      // nothing can be saved there any more
      else if (error.status === 404) writeText(keyOf(id), null);
      else toastError(error.msg);
      return { id, kept: false };
    }
  }

  /** Begins with the form that an address names, or an empty one. */
  async function begin(id: number | null): Promise<void> {
    if (!watched) watchLeaving();
    watched = true;
    const { id: at, kept } = await recover(id);
    edition = (await of.fetch(at))?.edition;
    if (beside) of.show({ kind: 'conflict', whole: true });
    else if (kept) toastNote('已恢复上次没有保存完的内容');
  }

  /** What was typed is taken over and waits to be saved. */
  function touch(): void {
    if (of.state().kind !== 'conflict') of.show({ kind: 'dirty' });
    clearTimeout(timer);
    timer = setTimeout(() => void saveNow(), wait_ms);
  }

  /** Saves follow one another, so the last one wins and the first one makes only one draft. */
  function saveNow(): Promise<void> {
    clearTimeout(timer);
    turn = turn.then(saveOnce);
    return turn;
  }

  async function saveOnce(): Promise<void> {
    if (of.isDone() || of.state().kind === 'conflict') return;
    const session = $session.get();
    if (session && session.user.id !== owner()) {
      of.show({ kind: 'failed', failure: plainFailure('现在登录的是另一个账号，这份内容还没有保存，请换回原来的账号') });
      return;
    }
    const { id, form } = of.read();
    of.show({ kind: 'saving' });
    under_way += 1;
    try {
      took(await of.save({ id, draft_key, edition, form }, false));
      if (of.read().form !== form) of.show({ kind: 'dirty' });
    } catch (error) {
      refused(error, session !== null);
    } finally {
      under_way -= 1;
    }
  }

  /** Takes over an answer of the server about this form, of whatever call. */
  function took(answer: Saved): void {
    edition = answer.edition;
    // a new form gets its id, and another address, with the answer
    const at = keyOf(of.read().id);
    of.saved(answer);
    writeText(at, null);
    of.show({ kind: 'saved', at_s: of.atOf(answer) });
  }

  /** Says why something was not saved. `ask`: a login that ended is asked for, once, and what was typed is saved after it. */
  function refused(error: unknown, ask = true): void {
    if (error instanceof ApiError && isOverwriting(error)) {
      of.show({ kind: 'conflict', whole: false });
      // the line that asks may be below what is seen
      toastError('这里的修改还没有保存，请在保存提示处选择保留哪一份');
      return;
    }
    of.show({ kind: 'failed', failure: failureOf(error, '草稿未能保存') });
    expired ||= error instanceof ApiError && error.code === 2;
    writeCopy();
    if (expired && ask) void saveAgain();
  }

  /** Saves, after a login where the session ended meanwhile. */
  async function saveAgain(): Promise<void> {
    if ($session.get() || (await askLogin())) await saveNow();
  }

  /** Of two texts the one of this page, or of this browser. */
  async function keepMine(): Promise<void> {
    const mine = beside;
    beside = null;
    edition = undefined;
    of.show({ kind: 'dirty' });
    if (!mine) return saveNow();
    const { id } = of.read();
    try {
      const saved = await of.save({ id, draft_key: mine.draft_key, edition: undefined, form: mine.form }, false);
      writeText(keyOf(id), null);
      if (id === null) of.saved(saved);
    } catch (error) {
      beside = mine;
      of.show({ kind: 'conflict', whole: true });
      if (!(error instanceof ApiError)) throw error;
      return toastError(error.msg);
    }
    await takeStored();
  }

  /** Of two texts the one that is stored. */
  async function takeStored(): Promise<void> {
    beside = null;
    clearTimeout(timer);
    writeText(keyOf(of.read().id), null);
    of.show({ kind: 'none' });
    edition = (await of.fetch(of.read().id))?.edition;
  }

  return {
    ...{ begin, touch, saveNow, saveAgain, keepMine, takeStored, took, refused },
    /** Nothing waits and nothing is under way any more. */
    async settle(): Promise<void> {
      clearTimeout(timer);
      await turn;
    },
    /** Another text was fetched. */
    reread: (found: Edition): void => {
      edition = found.edition;
    },
    wish: (): Pick<SaveWish<Form>, 'draft_key' | 'edition'> => ({ draft_key, edition }),
  };
}

export const isOverwriting = (error: ApiError): boolean =>
  error.status === 409 && typeof (error.data as { edition?: unknown } | null)?.edition === 'number';

/** Texts for which this browser has no room, for this page alone. */
const without_room = new Map<string, string>();

/**
 * Where a form without a draft of the server is saved: this browser, one a reader and name, with the same refusal of another tab's text. It goes when
 * its owner signs out.
 */
export function inThisBrowser<Form>(name: string) {
  const key = () => `${FORMS_KEY}${$session.get()?.user.id ?? 0}:${name}:draft`;
  let at = key();
  const read = (): { edition: number; form: Form } | null => {
    if ($session.get()) at = key();
    const here = without_room.get(at);
    const found = (here === undefined ? readJson(at) : JSON.parse(here)) as { edition?: unknown; form?: unknown } | null;
    if (typeof found?.edition !== 'number' || typeof found.form !== 'object' || found.form === null) return null;
    return found as { edition: number; form: Form };
  };
  return {
    read,
    save({ edition, form }: SaveWish<Form>): Edition {
      const there = read();
      if (there && edition !== undefined && there.edition !== edition && JSON.stringify(there.form) !== JSON.stringify(form)) {
        throw new ApiError({ code: 1, msg: '这份内容在别的窗口改过', status: 409, data: { edition: there.edition } });
      }
      const now = Math.max(Date.now(), (there?.edition ?? 0) + 1);
      const text = JSON.stringify({ edition: now, form });
      without_room.delete(at);
      if (!writeText(at, text)) {
        without_room.set(at, text);
        throw new ApiError({ code: 1, msg: '浏览器没有空间保存草稿，请先不要关闭页面', status: 0 });
      }
      return { id: 1, edition: now };
    },
    forget(): void {
      without_room.delete(at);
      writeText(at, null);
    },
  };
}

/** The session ended while the form was open: nothing typed is lost, and the reader goes on after signing in. */
export function askLogin(): Promise<boolean> {
  return requireSession('登录已过期，登录后继续，已填写的内容还在').then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof LoginDismissed)) throw error;
      return false;
    },
  );
}
