/**
 * The JSON of one value, already bytes, in pieces that follow each other. For answers of which a large part is the same for many
 * readers: that part is turned into text and bytes once, not with every answer.
 */
export class WrittenJson {
  readonly pieces: readonly Uint8Array[];

  constructor(pieces: readonly Uint8Array[]) {
    this.pieces = pieces;
  }
}

/** An object's JSON up to its last field, for `closeObject` to go on with. */
export function openObject(fields: object): Uint8Array {
  const text = JSON.stringify(fields);
  return Buffer.from(text === '{}' ? '{' : `${text.slice(0, -1)},`);
}

/** The rest of an object that `openObject` began. `fields` holds at least one that is defined. */
export function closeObject(fields: object): Uint8Array {
  return Buffer.from(JSON.stringify(fields).slice(1));
}
