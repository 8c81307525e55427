/** Under which number of its placement this process serves an account. */
export type Placed = { cell: string; epoch: number }

/** Not to be opened by this process: another one serves the account, or will in a moment. */
export class ServedElsewhere extends Error {
  constructor(readonly accountid: string) {
    super(`account ${accountid} is served by another process of this installation`)
  }
}

/**
 * What the one door to accounts' files asks before it opens one, in an installation of several processes.
 * @throws ServedElsewhere
 */
export type Placement = {
  require(accountid: string): Placed
  isMine(accountid: string): boolean
}
