import type { Claim } from './claims.ts'

/** Who is asking, once the gate has let the request in. */
export type Person = {
  userid: string
  sessionid: string
  name: string
  email: string
  accountid: string
  accountname: string
  roles: readonly string[]
  claims: ReadonlySet<Claim>
  platformowner: boolean
  /** Nothing may be written: the account's time is over, or more seats are held than are paid for (decision B5). */
  expired: boolean
  /** Only when that is the one reason why the account counts as expired. */
  overseats?: { used: number; paid: number }
  utcexpires: string | null
  subscribed: boolean
  /** Nothing was ever paid for the account. */
  evaluating: boolean
  size: number
  logofile: string | null
}
