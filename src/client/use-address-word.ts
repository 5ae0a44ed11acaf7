import { useEffect, useState } from 'react';
import { type AddressChange, addressQuery, followAddress, stepTo } from './address.ts';

/**
 * One word of the address, such as the tab of a page: one of `words`, by default the first. A change drops the parameters that
 * `again` names, e.g. the page of the list before it. The server does not read the query, so the first drawing is that of the first word.
 */
export function useAddressWord<W extends string>(
  name: string,
  words: readonly [W, ...W[]],
  anew: readonly string[] = ['page', 'q'],
): [word: W, choose: (next: W) => void] {
  const [word, setWord] = useState<W>(words[0]);
  useEffect(() => {
    const read = () => setWord(words.find((one) => one === addressQuery().get(name)) ?? words[0]);
    read();
    return followAddress(read);
  }, [name, words]);
  const choose = (next: W) => {
    const change: AddressChange = { [name]: next === words[0] ? '' : next, ...Object.fromEntries(anew.map((other) => [other, ''])) };
    stepTo(change);
    setWord(next);
  };
  return [word, choose];
}
