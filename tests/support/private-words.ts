/** Words of the calls and of the code, and the names of rights: on pages others stand for them. */
export const privateWords =
  /\b(claims?|consum(e|ed|es|ing|ption)|assertions?|tenants?|ledger)\b|\b[a-z]+\.(read|write|manage|issue)\b/i
