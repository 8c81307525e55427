import type { Requester } from './fair-queue.ts'

type Connected = { person: Omit<Requester, 'signal'>; request: { signal: AbortSignal } }

/** It is dropped when the client goes. What is issued or mailed is made for `c.person`, whoever still waits. */
export const whileConnected = ({ person, request }: Connected): Requester => ({
  accountid: person.accountid,
  userid: person.userid,
  get signal() {
    return request.signal
  },
})
