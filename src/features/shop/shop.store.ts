import { map } from 'nanostores';
import { ApiError, type Failure, failureOf, formErrors } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { toastSuccess } from '#client/toast.ts';
import {
  checkShop,
  EMPTY_SHOP_FORM,
  type OwnShop,
  type ShopCard,
  type ShopErrors,
  type ShopForm,
  type ShopPictureSlot,
} from '#contract/shop.ts';
import { uploadFault, uploadFile } from '#kit/upload/upload-file.ts';
import { shanghaiDay } from '#ui/time-text.ts';

export interface OwnShopState {
  /** False until the first answer. */
  known: boolean;
  /** Null: none was opened yet. */
  shop: ShopCard | null;
  values: ShopForm;
  /** Something was typed and is not saved. */
  changed: boolean;
  errors: ShopErrors & { form?: string };
  /** What is wrong with the last picture of a slot. */
  picture_errors: Partial<Record<ShopPictureSlot, string>>;
  failure: Failure | null;
  busy: '' | 'form' | ShopPictureSlot;
}

/** The signed-in reader's own shop and the form that changes it. */
export function createOwnShop() {
  const $state = map<OwnShopState>({
    known: false,
    shop: null,
    values: EMPTY_SHOP_FORM,
    changed: false,
    errors: {},
    picture_errors: {},
    failure: null,
    busy: '',
  });
  const set = (change: Partial<OwnShopState>) => $state.set({ ...$state.get(), ...change });

  async function load(): Promise<void> {
    try {
      const own = await fetchOwnShop();
      set({ known: true, failure: null, shop: own?.shop ?? null, values: own?.form ?? EMPTY_SHOP_FORM, changed: false });
    } catch (error) {
      set({ failure: failureOf(error) });
    }
  }

  function setValue<K extends keyof ShopForm>(key: K, value: ShopForm[K]): void {
    const { values, errors } = $state.get();
    set({ changed: true, values: { ...values, [key]: value }, errors: { ...errors, [key]: undefined, form: undefined } });
  }

  /** Another province has other cities; one without cities has none. */
  function chooseProvince(province: number | null): void {
    setValue('province', province);
    setValue('city', null);
  }

  /** Opens the shop or saves it. False: something is wrong, and the state says what. */
  async function submit(): Promise<boolean> {
    const { values, busy, shop } = $state.get();
    if (busy !== '') return false;
    const year = Number(shanghaiDay().slice(0, 4));
    const errors = checkShop(values, year);
    set({ errors });
    if (Object.keys(errors).length > 0) return false;
    set({ busy: 'form' });
    try {
      await saveShop(values);
      toastSuccess(shop ? '店铺资料已保存' : '店铺已开通，再加上 LOGO 和封面吧');
      await load();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      set({ errors: formErrors(error) });
      return false;
    } finally {
      set({ busy: '' });
    }
  }

  /** Sends a cut-out picture and makes it the shop's. */
  async function submitPicture(slot: ShopPictureSlot, file: File): Promise<void> {
    if ($state.get().busy !== '') return;
    const wrong = (text: string) => set({ picture_errors: { ...$state.get().picture_errors, [slot]: text } });
    set({ busy: slot });
    wrong('');
    try {
      const stored = await uploadFile(file, { purpose: 'cover', signal: new AbortController().signal, onProgress: () => undefined });
      set({ shop: await saveShopPicture(slot, stored.id) });
      toastSuccess(slot === 'logo' ? 'LOGO 已更新' : '封面已更新');
    } catch (error) {
      wrong(uploadFault(error).message);
    } finally {
      set({ busy: '' });
    }
  }

  return { $state, actions: { load, setValue, chooseProvince, submit, submitPicture } };
}

export type OwnShopActions = ReturnType<typeof createOwnShop>['actions'];

const fetchOwnShop = (): Promise<OwnShop | null> => gateway('GET /resource/shop/mine', {}, SILENT);

const saveShop = (form: ShopForm): Promise<{ id: number }> => gateway('POST /resource/shop/save', form, SILENT);

const saveShopPicture = (slot: ShopPictureSlot, file_id: number): Promise<ShopCard | null> =>
  gateway('POST /resource/shop/picture', { slot, file_id }, SILENT);
