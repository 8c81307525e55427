import type { Claim } from './claims.ts'

export type Person = {
  userid: string
  sessionid: string
  name: string
  email: string
  accountid: string
  accountname: string
  roles: readonly string[]
  claims: ReadonlySet<Claim>
  /** By an API key for which claims were chosen: what any seat may do is closed to it. */
  narrow: boolean
  platformowner: boolean
  /** The time is over, or more seats are held than are paid for (decision B5). */
  expired: boolean
  /** Only when that is the one reason why the account counts as expired. */
  overseats?: { used: number; paid: number }
  /** Of an account that is the copy of another, to read alone: of which ('' is not known), and as of when. */
  copy?: { of: string; utc: string | null }
  utcexpires: string | null
  subscribed: boolean
  evaluating: boolean
  size: number
  logofile: string | null
}
