/** `failure` says why, as a sentence; `waits`: an organisation was chosen, for which documents are kept meanwhile. */
export const connectionEnded = (failure: string, { waits }: { waits: boolean }) =>
  `The connection to Xero has ended: ${failure} ${waits ? 'Documents wait, and go out once somebody connects again.' : 'Nothing goes out or comes in until somebody connects again.'}`
