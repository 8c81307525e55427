import { Problem } from '#server/errors.ts'
import { Counts } from '#server/fair-queue.ts'

const MB = 1024 * 1024

/** Ten photographs at once, or two of the largest files. */
const LEAST_OF_PERSON = 64 * MB

/** Bytes of bodies from their announcement until their answer; of all by what has arrived, which alone takes memory. */
function mostInFlight(maxuploadmb: number) {
  const person = Math.max(LEAST_OF_PERSON, 2 * maxuploadmb * MB)
  return { person, account: 2 * person, all: 4 * person }
}

/** Shorter ones are bounded by how many requests a person may have open. */
export const COUNTED_FROM = 64 * 1024

type Sender = { accountid: string; userid: string }
type Arrival = { received(bytes: number): void; end(): void }

const announced = new Counts()
let arrived = 0

/**
 * @param length of the body, 0 where it does not say: then it counts as it comes
 * @throws 429, before anything is read
 */
export function announceBody({ accountid, userid }: Sender, length: number, maxuploadmb: number): Arrival {
  const most = mostInFlight(maxuploadmb)
  const person = `${accountid} ${userid}`
  let [own, counted] = [0, 0]
  const count = (by: number) => {
    if (announced.of(person) + by > most.person) throw tooMuch('You are')
    if (announced.of(accountid) + by > most.account) throw tooMuch('Your account is')
    announced.add(person, by)
    announced.add(accountid, by)
    counted += by
  }
  count(length)
  return {
    received(bytes) {
      own += bytes
      arrived += bytes
      if (arrived > most.all) throw busy()
      if (own > counted) count(own - counted)
    },
    end() {
      arrived -= own
      own = 0
      count(-counted)
    },
  }
}

const tooMuch = (who: string) =>
  new Problem(429, `${who} sending too many files at once. Please wait until the first have arrived.`, {
    code: 'filesopen',
    retryafter: 5,
  })

const busy = () =>
  new Problem(503, 'Too many files are arriving at the moment. Please try again in a minute.', {
    code: 'filesbusy',
    retryafter: 60,
  })
