import { useState } from 'react';
import { addressPage, writeAddress } from './address.ts';

/** The page of a list that its address says. For what is drawn in the browser alone. */
export function useAddressPage(): [page: number, setPage: (page: number) => void] {
  const [page, setPage] = useState(() => addressPage());
  const choose = (next: number) => {
    writeAddress({ page: next });
    setPage(next);
  };
  return [page, choose];
}
