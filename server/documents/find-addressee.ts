type Reachable = { contactname?: string; contactemail?: string }

/** Whom a mail is proposed to: the first with an e-mail address, and the name that belongs to it; else the first contact that is named. */
export function findAddressee(among: readonly (Reachable | null | undefined)[]): {
  to: string
  name?: string
} {
  const reached = among.find((one) => one?.contactemail)
  if (reached) return { to: reached.contactemail ?? '', name: reached.contactname }
  return { to: '', name: among.find((one) => one?.contactname)?.contactname }
}
