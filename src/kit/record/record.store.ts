import { map } from 'nanostores';
import { ApiError, type Failure, failureOf, formErrors } from '#client/api-error.ts';
import { $session, loginUrl } from '#client/session.ts';
import { toastSuccess } from '#client/toast.ts';
import { faultOf } from '../console/second-person.ts';
import { type Draft, draftOf, faultsOf, type RecordField, valuesOf } from './fields.ts';

export interface RecordState<Facts> {
  load: 'loading' | 'forbidden' | 'missing' | 'failed' | 'ready';
  failure: Failure | null;
  /** 0: it is new. */
  id: number;
  draft: Draft;
  /** Something of it was written and is not saved. */
  changed: boolean;
  /** What came with the values, e.g. figures. */
  facts: Facts | null;
  errors: Readonly<Record<string, string>>;
  saving: boolean;
}

/** `Form`: what the call that saves takes; fields that it does not know are errors of types. */
export interface RecordInput<Facts, Form extends object> {
  /** There is one such record, and the address names none. */
  only?: true;
  fields: readonly RecordField<keyof Form & string>[];
  empty: { readonly [K in keyof Form]?: unknown };
  read(id: number): Promise<{ values: Readonly<Record<string, unknown>>; facts: Facts }>;
  save(values: Form): Promise<{ id: number }>;
}

/** A console form of the record that the address names (`?id=`), or of a new one. */
export function createRecord<Facts, Form extends object>(input: RecordInput<Facts, Form>) {
  const draft = draftOf(input.fields, input.empty);
  const $state = map<RecordState<Facts>>({
    ...{ load: 'loading', failure: null, id: 0, draft, changed: false, facts: null, errors: {}, saving: false },
  });
  const set = (change: Partial<RecordState<Facts>>) => $state.set({ ...$state.get(), ...change });

  async function open(): Promise<void> {
    if (!$session.get()) return location.replace(loginUrl());
    const id = input.only ? 1 : Number(new URLSearchParams(location.search).get('id') ?? 0);
    if (!(id > 0)) return set({ load: 'ready' });
    try {
      const { values, facts } = await input.read(id);
      // what is written meanwhile stays
      const read = $state.get().changed ? {} : { draft: draftOf(input.fields, values) };
      set({ load: 'ready', id, ...read, facts, failure: null });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const load = error.status === 403 ? 'forbidden' : error.status === 404 ? 'missing' : 'failed';
      set({ load, failure: failureOf(error) });
    }
  }

  async function save(): Promise<void> {
    const { id, draft } = $state.get();
    const errors = faultsOf(input.fields, draft);
    if (Object.keys(errors).length > 0) return set({ errors });
    set({ saving: true, errors: {} });
    try {
      const saved = await input.save({ ...valuesOf(input.fields, draft), ...(id > 0 ? { id } : {}) } as Form);
      toastSuccess('已保存');
      if (!input.only) history.replaceState(history.state, '', `${location.pathname}?id=${saved.id}`);
      set({ saving: false, changed: $state.get().draft !== draft });
      await open();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const waits = faultOf(error) === null;
      set({ saving: false, ...(waits ? { errors: {}, changed: false } : { errors: formErrors(error) }) });
    }
  }

  function change(part: Draft): void {
    const { draft, errors } = $state.get();
    const left = Object.fromEntries(Object.entries(errors).filter(([key]) => !Object.hasOwn(part, key) && key !== 'form'));
    set({ draft: { ...draft, ...part }, changed: true, errors: left });
  }

  return { $state, actions: { open, save, change } };
}
