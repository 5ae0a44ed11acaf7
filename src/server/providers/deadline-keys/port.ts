/** What a deadline key opens with, once its time has come. */
export interface DeadlineKey {
  /** PKCS8, base64url. */
  private_key: string;
}

/**
 * Keeps the private halves of key pairs until a moment. Any holder of the public half seals; the private half is not released before, not even to
 * the program that sealed.
 */
export interface DeadlineKeys {
  readonly name: string;
  /** Makes the pair of that name, or answers the one there is. X25519, SPKI as base64url. `name`: ours, unique for ever. */
  make(name: string, opens_at: Date): Promise<{ public_key: string; opens_at: Date }>;
  /** Puts the moment off; an earlier one than before changes nothing. @throws AppError 404 for an unknown name */
  putOff(name: string, opens_at: Date): Promise<void>;
  /** @throws AppError 409 before its moment, 404 for an unknown name */
  release(name: string): Promise<DeadlineKey>;
}
