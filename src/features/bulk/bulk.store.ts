import { map } from 'nanostores';
import { ApiError, type Failure, failureOf, plainFailure } from '#client/api-error.ts';
import { fetchCsv, saveBlob } from '#client/fetch-csv.ts';
import { gateway } from '#client/gateway.ts';
import { $session, loginUrl } from '#client/session.ts';
import { toastError } from '#client/toast.ts';
import { BULK_REPORT_CALL, BULK_TEMPLATE_CALL, BULK_ZIP_MAX_BYTES, type BulkImport, type BulkReport } from '#contract/bulk.ts';
import { createSingleUpload, type Upload } from '#kit/upload/single-upload.ts';

export interface BulkState {
  /** Key of the kind of the works. */
  kind: string;
  action: 'draft' | 'submit';
  upload: Upload | null;
  /** Why it was not begun. */
  refusal: Failure | null;
  beginning: boolean;
  list: BulkImport[] | null;
  /** The import that is looked at. */
  report: BulkReport | null;
  failure: Failure | null;
}

const POLL_MS = 2_000;

/** 批量导入: a ZIP on its way, and what became of the last ones. */
export function createBulk({ kinds }: { kinds: readonly string[] }) {
  const $state = map<BulkState>({
    ...{ kind: kinds[0] ?? '', action: 'draft', upload: null, refusal: null, beginning: false, list: null, report: null, failure: null },
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const upload = createSingleUpload({
    purpose: 'bulk',
    show: (now) => $state.setKey('upload', now),
    onStored: ({ id }) => begin(id),
    onSessionOver: () => location.replace(loginUrl()),
  });

  /** A visitor is sent to sign in and comes back here. */
  function open(): void {
    if (!$session.get()) location.replace(loginUrl());
    else void load();
  }

  /** The last imports; the newest is looked at where none is. */
  async function load(): Promise<void> {
    try {
      const { list } = await gateway('GET /user/publish/bulk/list', {}, { silent: true });
      $state.set({ ...$state.get(), list, failure: null });
      const newest = list[0];
      if (newest && !$state.get().report) await look(newest.id);
    } catch (error) {
      $state.setKey('failure', failureOf(error));
    }
  }

  /** Looks at an import, again and again while it runs. */
  async function look(id: number): Promise<void> {
    clearTimeout(timer);
    try {
      const report = await gateway('GET /user/publish/bulk', { id }, { silent: true, background: true });
      $state.setKey('report', report);
      const list = ($state.get().list ?? []).map((one) => (one.id === id ? report : one));
      $state.setKey('list', list);
      if (report.status === 'waiting' || report.status === 'running') timer = setTimeout(() => void look(id), POLL_MS);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // a line that is away for a moment: the next look finds what is true then
      timer = setTimeout(() => void look(id), POLL_MS * 2);
    }
  }

  function choose(file: File): void {
    $state.setKey('refusal', null);
    if (!/\.zip$/i.test(file.name)) $state.setKey('refusal', plainFailure('请选择 ZIP 压缩包'));
    else if (file.size > BULK_ZIP_MAX_BYTES) $state.setKey('refusal', plainFailure('压缩包最大 1 GB，请分几次导入'));
    else void upload.choose(file);
  }

  async function begin(file_id: number): Promise<void> {
    const { kind, action } = $state.get();
    $state.setKey('beginning', true);
    try {
      const { id } = await gateway('POST /user/publish/bulk', { kind, file_id, action }, { silent: true });
      $state.setKey('report', null);
      await look(id);
      await load();
    } catch (error) {
      $state.setKey('refusal', failureOf(error));
    } finally {
      $state.setKey('beginning', false);
    }
  }

  async function save(path: string, name: string): Promise<void> {
    try {
      saveBlob(await fetchCsv(path), name);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toastError(error.msg);
    }
  }

  return {
    $state,
    actions: {
      open,
      load,
      look,
      choose,
      cancel: upload.cancel,
      resume: upload.resume,
      chooseKind: (kind: string) => $state.setKey('kind', kind),
      chooseAction: (action: BulkState['action']) => $state.setKey('action', action),
      saveTemplate: (noun: string) =>
        save(`${BULK_TEMPLATE_CALL}?${new URLSearchParams({ kind: $state.get().kind })}`, `批量导入${noun}.csv`),
      saveReport: ({ id, name }: BulkImport) => save(`${BULK_REPORT_CALL}?id=${id}`, `导入结果-${name.replace(/\.zip$/i, '')}.csv`),
    },
  };
}
