import type { Platform } from '#db/platform.ts'
import { listActiveAccounts } from '#db/queries/platform/accounts.ts'
import type { Tenants } from '#db/tenants.ts'

type Needs = { platform: Platform; tenants: Pick<Tenants, 'isMine'>; clock: () => Date }

type Round = {
  /** How often each account is visited: the clock of UTC is cut into pieces of this length. */
  everyms: number
  /** How much earlier than by UTC a piece begins. */
  aheadms?: number
  /** Must not throw. */
  visit(accountid: string, now: Date): Promise<void> | void
}

const AT_ONCE = 50
/** After every id. */
const THROUGH = '~'

/** A background job that visits each active account of this process once in each round, some at a time so that requests go between. */
export function accountRounds({ platform, tenants, clock }: Needs, { everyms, aheadms = 0, visit }: Round) {
  let round = -1
  let last = ''
  return async () => {
    const now = clock()
    const present = Math.floor((now.getTime() + aheadms) / everyms)
    if (present !== round) last = ''
    round = present
    if (last === THROUGH) return
    const ids = platform.read((db) => listActiveAccounts(db, now.toISOString(), last, AT_ONCE))
    for (const id of ids) {
      if (tenants.isMine(id)) await visit(id, now)
      await new Promise((done) => setImmediate(done))
      last = id
    }
    if (ids.length < AT_ONCE) last = THROUGH
  }
}
