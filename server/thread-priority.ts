import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

const LATER = 10

/** Of the thread that calls: others go before it where both want a processor. Linux alone has priorities of threads. */
export function lowerPriority() {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(thread, Math.max(LATER, getPriority(thread)))
  } catch {
    // It works as fast as all others then.
  }
}
