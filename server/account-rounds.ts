import type { Platform } from '#db/platform.ts'
import { listActiveAccounts } from '#db/queries/platform/accounts.ts'
import type { Tenants } from '#db/tenants.ts'

type Needs = { platform: Platform; tenants: Pick<Tenants, 'isMine' | 'exists' | 'glance'>; clock: () => Date }

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

type Walk = {
  /** Up to which account it has come in the round of this time; undefined while it is in another. */
  at(now: Date): string | undefined
  /** @returns what is still to be awaited */
  visit(accountid: string, now: Date): Promise<void> | void
}

/** To open a file takes longer than to see that nothing in it is due: rounds that stand before one look in together. */
const walks = new WeakMap<Needs['tenants'], Set<Walk>>()

/** A background job that visits each active account of this process once in each round, some at a time so that requests go between. */
export function accountRounds(services: Needs, { everyms, aheadms = 0, visit }: Round) {
  const { platform, tenants, clock } = services
  const roundAt = (now: Date) => Math.floor((now.getTime() + aheadms) / everyms)
  const visitAlone = oneAtATime(visit)
  let round = -1
  let last = ''
  let running = 0
  const begin = (present: number) => {
    if (present !== round) last = ''
    round = present
  }
  const walk: Walk = {
    at(now) {
      const present = roundAt(now)
      // Its own run comes to its end first, and another one that began earlier never takes it back.
      if (present > round && running === 0) begin(present)
      return present === round ? last : undefined
    },
    visit(accountid, now) {
      last = accountid
      return tenants.isMine(accountid) ? visitAlone(accountid, now) : undefined
    },
  }
  const others = walks.get(tenants) ?? new Set()
  walks.set(tenants, others.add(walk))
  const goOn = async (now: Date) => {
    const present = roundAt(now)
    begin(present)
    if (last === THROUGH) return
    const ids = platform.read((db) => listActiveAccounts(db, now.toISOString(), last, AT_ONCE))
    for (const id of ids) {
      if (id <= last) continue
      const together = [...others].filter((one) => one.at(now) === last)
      await lookIn(tenants, id, () => together.map((one) => one.visit(id, now)))
      await new Promise((done) => setImmediate(done))
      if (round !== present) return
    }
    if (ids.length < AT_ONCE) last = THROUGH
  }
  return async () => {
    running++
    try {
      await goOn(clock())
    } finally {
      running--
    }
  }
}

/** A visit that another walk's run began may still go on when the next round comes to the account. */
function oneAtATime(visit: Round['visit']): Round['visit'] {
  const underway = new Map<string, Promise<void>>()
  return (accountid, now) => {
    const earlier = underway.get(accountid)
    const visited = earlier ? earlier.then(() => visit(accountid, now)) : visit(accountid, now)
    if (!visited) return
    underway.set(accountid, visited)
    return visited.finally(() => {
      if (underway.get(accountid) === visited) underway.delete(accountid)
    })
  }
}

/** What is due in it is done once it is open, or asked for anew. */
async function lookIn(tenants: Needs['tenants'], id: string, visitAll: () => (Promise<void> | void)[]) {
  let begun: (Promise<void> | void)[] | undefined
  const begin = () => {
    begun ??= visitAll()
  }
  try {
    if (tenants.isMine(id) && tenants.exists(id)) tenants.glance(id, begin)
  } catch {
    // Each visit says for itself what it could not do.
  }
  begin()
  await Promise.all(begun ?? [])
}
