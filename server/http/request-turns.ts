import { setImmediate as nextLoopTurn } from 'node:timers/promises'
import type { Person } from '#server/access/person.ts'
import { Problem } from '#server/errors.ts'
import { FairQueue, type QueueEntry } from '#server/fair-queue.ts'

/** Of one person: a page opens some ten, a program that fills in a list some fifty. */
export const OPEN_REQUESTS = 100

/** Requests are answered as they come while those of one turn of the event loop took less than this together. */
const SLICE_MS = 5

const refusal = () =>
  new Problem(429, `You have ${OPEN_REQUESTS} requests open at once. Please wait for their answers first.`, {
    code: 'requestsopen',
    retryafter: 1,
  })

const queue = new FairQueue({ places: 1, account: Number.POSITIVE_INFINITY, person: OPEN_REQUESTS, refusal })

let waiting = 0
let sliceBegan: number | undefined

/**
 * Counts as open until `answer` is there; its body was read before, and what is streamed comes after. Once the loop is
 * late each waits for a turn: one in each turn of the loop, by account and person. @throws 429
 */
export async function inTurn<T>(person: Person, answer: () => Promise<T>): Promise<T> {
  const entry = queue.open(person)
  try {
    if (isLate()) await takeTurn(entry)
    return await answer()
  } finally {
    entry.end()
  }
}

function isLate(): boolean {
  if (waiting) return true
  const now = performance.now()
  if (sliceBegan !== undefined) return now - sliceBegan > SLICE_MS
  sliceBegan = now
  setImmediate(() => {
    sliceBegan = undefined
  })
  return false
}

async function takeTurn(entry: QueueEntry) {
  waiting++
  try {
    await entry.run(nextLoopTurn)
  } finally {
    waiting--
  }
}
