import { useStore } from '@nanostores/react';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { $session, loginUrl } from '#client/session.ts';
import { toastError, toastSuccess } from '#client/toast.ts';
import { ADDRESSES_MOST, addressLine } from '#contract/address.ts';
import type { Address } from '#contract/outputs/mall.ts';
import { RECEIVER_TEXTS } from '#contract/receiver.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { AddressDialog } from './AddressDialog.tsx';
import { createAddresses } from './addresses.store.ts';

type Asked = { what: 'edit'; address: Address | null } | { what: 'remove'; address: Address } | null;

/** 收货地址: the book with its default one. */
export default function AddressBookIsland() {
  const [book] = useState(createAddresses);
  const { list, failure } = useStore(book.$state);
  const [asked, setAsked] = useState<Asked>(null);
  useEffect(() => {
    if ($session.get()) void book.actions.load();
    else location.replace(loginUrl());
  }, [book]);
  const close = () => setAsked(null);
  const remove = async (id: number) => {
    const wrong = await book.actions.remove(id);
    if (wrong === null) toastSuccess('地址已删除');
    else toastError(wrong);
    close();
  };
  if (failure) return <ErrorState {...failure} onRetry={() => void book.actions.load()} />;
  if (!list) return <Skeleton rows={3} row_class="h-20" />;
  const add = (
    <Button
      look="primary"
      disabled={list.length >= ADDRESSES_MOST}
      icon={<Plus size={16} aria-hidden="true" />}
      onClick={() => setAsked({ what: 'edit', address: null })}
    >
      新增地址
    </Button>
  );
  return (
    <div className="panel grid gap-4 p-4 sm:p-6">
      {list.length === 0 ? (
        <Empty title="还没有收货地址" hint="兑换实物商品时寄到这里。">
          {add}
        </Empty>
      ) : (
        <>
          <div>{add}</div>
          <ul className="grid grid-cols-1 divide-y divide-line">
            {list.map((address) => (
              <li key={address.id} className="flex flex-wrap items-center gap-3 py-4">
                <div className="min-w-0 flex-1 basis-64">
                  <p className="font-semibold">
                    {address.receiver} <span className="num font-normal">{address.tel}</span>
                    {address.is_default === 1 && <span className="badge badge-soft ml-2">默认</span>}
                  </p>
                  <p className="break-all text-muted">{addressLine(address)}</p>
                </div>
                <Button size="sm" aria-label={`修改 ${address.receiver} 的地址`} onClick={() => setAsked({ what: 'edit', address })}>
                  修改
                </Button>
                <Button
                  size="sm"
                  look="ghost"
                  aria-label={`删除 ${address.receiver} 的地址`}
                  onClick={() => setAsked({ what: 'remove', address })}
                >
                  删除
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {asked?.what === 'edit' && (
        <AddressDialog
          address={asked.address}
          book={book}
          onClose={close}
          onSaved={() => {
            toastSuccess(RECEIVER_TEXTS.saved);
            close();
          }}
        />
      )}
      {asked?.what === 'remove' && (
        <Dialog open title="删除收货地址" width={400} onClose={close}>
          <p className="mb-4 break-all">{addressLine(asked.address)}</p>
          <div className="flex justify-end gap-2">
            <Button onClick={close}>取消</Button>
            <Button look="primary" onClick={() => void remove(asked.address.id)}>
              删除
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
