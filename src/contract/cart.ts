/** The cart: works that are bought together, in one payment. */
export type { Cart, CartLine, CartOrderInput } from './outputs/cart.ts';

export const CART_MAX = 20;
