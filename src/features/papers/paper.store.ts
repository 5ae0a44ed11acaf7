import { map, type ReadableAtom } from 'nanostores';
import { ApiError, type Failure, failureOf } from '#client/api-error.ts';
import { ASIDE, gateway, SILENT } from '#client/gateway.ts';
import { toastError, toastSuccess } from '#client/toast.ts';
import type { ExportFormat } from '#contract/assistant-tools.ts';
import { type OwnPaper, PAPER_ROWS_MAX, type PaperBody, type PaperCell, type PaperRow } from '#contract/paper.ts';
import { PAPER_EXPORT } from '#contract/paper-template.ts';
import { createSavingForm, type Edition, type SaveState } from '#kit/saving-form.ts';
import { saveExport } from '../assistant/save-export.ts';
import { moved, turned, withCell, withoutRow, withRow } from './rows.ts';

interface PaperForm {
  title: string;
  body: PaperBody;
}

export interface PaperState {
  own: OwnPaper | null;
  failure: Failure | null;
  form: PaperForm;
  save: SaveState;
  /** Steps that can be taken back. */
  steps: number;
}

const STEPS_MOST = 100;
const EMPTY: PaperForm = { title: '', body: { note: '', start: '', service_permille: 0, tax_permille: 0, rows: [] } };

/** One document while it is edited; what is typed saves itself. */
export function createPaper(id: number) {
  const $state = map<PaperState>({ own: null, failure: null, form: EMPTY, save: { kind: 'none' }, steps: 0 });
  const set = (change: Partial<PaperState>) => $state.set({ ...$state.get(), ...change });
  const steps: PaperForm[] = [];
  /** What the last step was about: letters typed into one cell are one. */
  let last = '';
  const saving = createSavingForm<PaperForm, OwnPaper>({
    name: 'paper',
    read: () => ({ id, form: $state.get().form }),
    save: ({ id: of, form, edition }, leaving) =>
      gateway('PUT /paper/save', { ...form, id: of ?? id, edition }, { ...ASIDE, keepalive: leaving }),
    saved: () => undefined,
    atOf: ({ saved_at }) => saved_at,
    state: () => $state.get().save,
    show: (save) => set({ save }),
    isDone: () => false,
    fetch,
  });

  async function fetch(): Promise<Edition | undefined> {
    try {
      const own = await gateway('GET /paper/one', { id }, SILENT);
      set({ own, failure: null, form: { title: own.title, body: own.body }, save: { kind: 'saved', at_s: own.saved_at } });
      return own;
    } catch (error) {
      set({ failure: failureOf(error) });
      return undefined;
    }
  }

  /** `about`: changes of the same are one step back. */
  function change(part: Partial<PaperForm>, about: string): void {
    const { form } = $state.get();
    if (about === '' || about !== last) steps.push(form);
    if (steps.length > STEPS_MOST) steps.shift();
    last = about;
    set({ form: { ...form, ...part }, steps: steps.length });
    saving.touch();
  }

  const changeBody = (part: Partial<PaperBody>, about: string) => change({ body: { ...$state.get().form.body, ...part } }, about);

  function changeRows(rows: PaperRow[], about = ''): boolean {
    if (rows === $state.get().form.body.rows) return false;
    changeBody({ rows }, about);
    return true;
  }

  const rowsNow = () => $state.get().form.body.rows;

  /** Takes an answer of the server for what is shown: another text stands there now. */
  function took(own: OwnPaper): void {
    steps.push($state.get().form);
    last = '';
    set({ own, form: { title: own.title, body: own.body }, steps: steps.length });
    saving.took(own);
  }

  return {
    $state: $state as ReadableAtom<PaperState>,
    actions: {
      load: () => saving.begin(id).catch((error: unknown) => set({ failure: failureOf(error, '文档没有加载出来') })),
      ...{ saveAgain: saving.saveAgain, keepMine: saving.keepMine, takeStored: saving.takeStored, settle: saving.settle },
      change: (part: { title: string }) => change(part, 'title'),
      changeBody: (part: Partial<Omit<PaperBody, 'rows'>>) => changeBody(part, Object.keys(part).join()),
      setCell: (key: string, at: number, value: PaperCell) => void changeRows(withCell(rowsNow(), key, at, value), `${key} ${at}`),
      /** @returns the key of the new row; null: there is no room */
      addRow(after: string | null, head: 0 | 1): string | null {
        const made = withRow($state.get().own?.kind ?? 'outline', rowsNow(), after, head);
        if (made.key === null) toastError(`一份文档最多 ${PAPER_ROWS_MAX} 行`);
        else changeRows(made.rows);
        return made.key;
      },
      /** @returns the key of the row to go on at */
      dropRow(key: string): string | null {
        const made = withoutRow(rowsNow(), key);
        changeRows(made.rows);
        return made.key;
      },
      /** @returns its new place from 1; 0: it stayed */
      moveRow: (key: string, by: -1 | 1): number =>
        changeRows(moved(rowsNow(), key, by)) ? rowsNow().findIndex((row) => row.key === key) + 1 : 0,
      turnRow: (key: string): void => void changeRows(turned($state.get().own?.kind ?? 'outline', rowsNow(), key)),
      undo(): void {
        const form = steps.pop();
        if (!form) return;
        last = '';
        set({ form, steps: steps.length });
        saving.touch();
      },
      /** Takes over rows of an answer of the assistant, as a version of its own. @returns whether they were */
      async take(answer_id: number, part: Pick<PaperBody, 'rows' | 'start'> & Partial<PaperBody>): Promise<boolean> {
        await saving.saveNow();
        const { form, save } = $state.get();
        if (save.kind !== 'saved') return false;
        const { edition } = saving.wish();
        try {
          took(await gateway('PUT /paper/save', { ...form, body: { ...form.body, ...part }, id, edition, answer_id }));
          toastSuccess('已采用，可以撤销');
          return true;
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          return false;
        }
      },
      /** A file of what is stored after what is typed is saved. A failure is said. */
      async export(format: ExportFormat): Promise<void> {
        if ($state.get().save.kind !== 'saved') await saving.saveNow();
        const { form, save } = $state.get();
        if (save.kind === 'saved') await saveExport(PAPER_EXPORT, { id, title: form.title }, format);
        else toastError('刚才的修改还没有保存，没有导出');
      },
      /** Brings a version back. @returns whether it was */
      async back(no: number): Promise<boolean> {
        await saving.saveNow();
        if ($state.get().save.kind !== 'saved') return false;
        try {
          took(await gateway('PUT /paper/back', { id, no }));
          toastSuccess('已恢复，之前的内容仍在历史里');
          return true;
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          return false;
        }
      },
    },
  };
}

export type PaperStore = ReturnType<typeof createPaper>;
