/** A random name: of one wish, which is sent again with the same one, of a message, of a row. `randomUUID` is there with https alone. */
export const newKey = (): string => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
