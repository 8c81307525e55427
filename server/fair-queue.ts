import { availableParallelism } from 'node:os'

/** Whose work it is. Once `signal` aborts nobody waits for it any longer, and it loses its place in the queue. */
export type Requester = { accountid: string; userid: string; signal?: AbortSignal }

type Limits = {
  /** How many run at once. One account leaves one of several free for the others. */
  places: number
  /** How many of one account, and of one person, may run or wait. */
  account: number
  person: number
  refusal: () => Error
}

type Start = () => void
type Work<T> = () => Promise<T>

export type QueueEntry = { run<T>(work: Work<T>): Promise<T>; end(): void }

/** On one core too, what one account asks for must not wait until that of another is done. */
export const CORES = Math.max(2, availableParallelism())

/** Fair queueing: accounts take turns, and within an account its people. */
export class FairQueue {
  /** By account and person, each in the order of their turns. */
  readonly #waiting = new Map<string, Map<string, Start[]>>()
  readonly #running = new Counts()
  readonly #admitted = new Counts()
  #busy = 0

  constructor(private readonly limits: Limits) {}

  get running(): number {
    return this.#busy
  }

  get waiting(): number {
    const people = [...this.#waiting.values()].flatMap((one) => [...one.values()])
    return people.reduce((count, starts) => count + starts.length, 0)
  }

  /** @throws the refusal, or the reason of the signal */
  async run<T>(requester: Requester, work: Work<T>): Promise<T> {
    const entry = this.open(requester)
    try {
      return await entry.run(work)
    } finally {
      entry.end()
    }
  }

  /**
   * For work in steps, each of which waits for its turn; until `end`, or until its signal aborts, it counts as one.
   * @throws the refusal, or the reason of the signal
   */
  open(requester: Requester): QueueEntry {
    const { accountid, userid, signal } = requester
    signal?.throwIfAborted()
    const person = `${accountid} ${userid}`
    const { account, person: mostOfPerson, refusal } = this.limits
    if (this.#admitted.of(accountid) >= account || this.#admitted.of(person) >= mostOfPerson) throw refusal()
    const count = (by: number) => {
      this.#admitted.add(accountid, by)
      this.#admitted.add(person, by)
    }
    count(1)
    let open = true
    const end = () => {
      signal?.removeEventListener('abort', end)
      if (open) count(-1)
      open = false
    }
    signal?.addEventListener('abort', end)
    return { run: <T>(work: Work<T>) => this.turn(requester, work), end }
  }

  /** Without counting among what is admitted. @throws the reason of the signal */
  async turn<T>(requester: Requester, work: Work<T>): Promise<T> {
    await this.#begin(requester)
    try {
      return await work()
    } finally {
      this.#busy--
      this.#running.add(requester.accountid, -1)
      this.#moveLast(requester)
      this.#startNext()
    }
  }

  async #begin({ accountid, userid, signal }: Requester): Promise<void> {
    signal?.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const start = () => {
      signal?.removeEventListener('abort', drop)
      resolve()
    }
    const drop = () => {
      this.#drop(accountid, userid, start)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', drop)
    const people = this.#waiting.get(accountid) ?? new Map<string, Start[]>()
    people.set(userid, [...(people.get(userid) ?? []), start])
    this.#waiting.set(accountid, people)
    this.#startNext()
    return promise
  }

  #startNext() {
    for (const [accountid, people] of this.#waiting) {
      if (this.#busy >= this.limits.places) return
      if (this.#running.of(accountid) >= Math.max(1, this.limits.places - 1)) continue
      const [first] = people
      if (!first) continue
      const [userid, [start, ...others]] = first
      people.set(userid, others)
      this.#moveLast({ accountid, userid })
      this.#busy++
      this.#running.add(accountid, 1)
      start?.()
    }
  }

  #drop(accountid: string, userid: string, start: Start) {
    const people = this.#waiting.get(accountid)
    people?.set(userid, people.get(userid)?.filter((other) => other !== start) ?? [])
    if (!people?.get(userid)?.length) people?.delete(userid)
    if (!people?.size) this.#waiting.delete(accountid)
  }

  /** As work begins, and as it ends: who came meanwhile goes first. What is set anew in a map comes last. */
  #moveLast({ accountid, userid }: Requester) {
    const people = this.#waiting.get(accountid)
    const waiting = people?.get(userid)
    people?.delete(userid)
    if (waiting?.length) people?.set(userid, waiting)
    this.#waiting.delete(accountid)
    if (people?.size) this.#waiting.set(accountid, people)
  }
}

export class Counts {
  readonly #counts = new Map<string, number>()

  of(key: string): number {
    return this.#counts.get(key) ?? 0
  }

  add(key: string, by: number) {
    const count = this.of(key) + by
    if (count) this.#counts.set(key, count)
    else this.#counts.delete(key)
  }
}
