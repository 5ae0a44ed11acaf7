export interface CallBinding {
  /** Ours, unique for ever: binding the same number twice is one binding. */
  bind_no: string;
  /** Who may call, and who is rung; neither learns the other's number. */
  caller: string;
  callee: string;
  /** For the phone that is rung. */
  title: string;
  /** The number leads nowhere after this. */
  expires_at: Date;
}

/** Private numbers: who dials `x_number` from the bound phone reaches the other without seeing their number. */
export interface CallPort {
  readonly name: string;
  bind(binding: CallBinding): Promise<{ x_number: string }>;
  /** The same binding for calls from another phone; the number to dial may change. */
  rebind(bind_no: string, caller: string): Promise<{ x_number: string }>;
}
