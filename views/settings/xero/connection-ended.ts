/** `failure` says why, as a sentence. */
export const connectionEnded = (failure: string) =>
  `The connection to Xero has ended: ${failure} Documents wait, and go out once somebody connects again.`
