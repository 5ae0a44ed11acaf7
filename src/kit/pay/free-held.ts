import { postCancel } from './order.api.ts';

/** Closes an order for what it holds. One that was closed or paid meanwhile is no fault: the next quote says which. */
export const freeHeld = (orderid: string): Promise<unknown> => postCancel(orderid).catch(() => undefined);
