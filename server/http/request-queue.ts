import { setImmediate as nextLoopTurn } from 'node:timers/promises'
import { Problem } from '#server/errors.ts'
import { FairQueue, type QueueEntry, type Requester } from '#server/fair-queue.ts'

/** Of one person: a page opens some ten, a program that fills in a list some fifty. */
export const OPEN_REQUESTS = 100

/** Requests are answered as they come while those of one turn of the event loop took less than this together. */
export const SLICE_MS = 1

/** One answer that took longer than this ends its slice: a turn of the loop costs little beside it. */
const LONG_MS = 0.5

const refusal = () =>
  new Problem(429, `You have ${OPEN_REQUESTS} requests open at once. Please wait for their answers first.`, {
    code: 'requestsopen',
    retryafter: 1,
  })

export const requestQueue = new FairQueue({
  places: 1,
  account: Number.POSITIVE_INFINITY,
  person: OPEN_REQUESTS,
  refusal,
})

const LONG_PIECE_MS = 2

/** Between the pieces of an answer: who waits waits for saving a job of a thousand lines, or for its page, never for both. */
export async function letOthersIn(began: number): Promise<void> {
  if (performance.now() - began > LONG_PIECE_MS) await nextLoopTurn()
}

let waiting = 0
let lastAsked = 0
let asked = 0
let sliceBegan: number | undefined

/**
 * Counts as open from before its body is received until `answer` is there; what is streamed comes after. @throws 429
 */
export async function queueRequest<T, B>(
  requester: Requester,
  receive: (() => Promise<B>) | null,
  answer: (body: B | null) => Promise<T>,
): Promise<T> {
  lastAsked = performance.now()
  asked++
  // What is answered at once has no time to watch whether its client goes.
  const mayWait = receive !== null || isLate()
  const entry = requestQueue.open(
    mayWait ? requester : { accountid: requester.accountid, userid: requester.userid },
  )
  try {
    const body = receive && (await receive())
    return await (mayWait && isLate() ? runQueued(entry, () => answer(body)) : answer(body))
  } finally {
    entry.end()
  }
}

/** Whether a person asked for anything within this time. */
export const isInUse = (withinMs: number) => performance.now() - lastAsked < withinMs

/** By people, since the program began. */
export const requestsAsked = () => asked

/** For strangers, by their network, and for what is refused: it does not count as open. */
export const takeTurn = <T>(requester: Requester, answer: () => Promise<T>): Promise<T> =>
  isLate() ? runQueued({ run: (work) => requestQueue.turn(requester, work) }, answer) : answer()

/** Then each waits for its turn, by account and person, and a turn of the loop goes on for one slice. */
const isLate = () => waiting > 0 || isSliceOver()

type Turns = Pick<QueueEntry, 'run'>

function isSliceOver(): boolean {
  const now = performance.now()
  if (sliceBegan !== undefined) return now - sliceBegan > SLICE_MS
  sliceBegan = now
  setImmediate(() => {
    sliceBegan = undefined
  })
  return false
}

function runQueued<T>(entry: Turns, answer: () => Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  waiting++
  const turn = entry.run(async () => {
    if (isSliceOver()) await nextLoopTurn()
    const began = performance.now()
    const answered = answer()
    resolve(answered)
    await goOn(answered)
    // Whoever comes in with the next turn of the loop is there before the next one is chosen.
    if (isSliceOver() || performance.now() - began > LONG_MS) await nextLoopTurn()
  })
  turn.catch(reject).finally(() => waiting--)
  return promise
}

/** More than any answer takes before it waits for the disk or a thread: writes of one turn share a commit. */
const MICROTASKS = 100

async function goOn(answered: Promise<unknown>) {
  let isAnswered = false
  const end = () => {
    isAnswered = true
  }
  answered.then(end, end)
  for (let n = 0; n < MICROTASKS && !isAnswered; n++) await null
}
