import { confirmDialog } from '../confirm.ts'
import { messages } from '../messages.ts'
import { snackbar } from '../snackbars.ts'
import { findUnsaidNames } from './describe.ts'
import { emptyFilled } from './fill-waiting.ts'
import { noteUndone, tellRemoved } from './flag.ts'
import { isBeingSent, listKept, withWaiting } from './sending.ts'
import { findQueue, removeWaiting, type WaitingChange } from './store.ts'
import { isTooOld } from './waiting-age.ts'

/** What was done to what a start begins means nothing without it. A start that was refused began nothing. */
const findDependent = (all: readonly WaitingChange[], one: WaitingChange) =>
  one.begins && one.refused === undefined && !isTooOld(one)
    ? all.filter(
        (other) =>
          other.id > one.id &&
          findQueue(other) === findQueue(one) &&
          other.person === one.person &&
          other.account === one.account,
      )
    : []

/** Removes a change that waits, and what depends on it, once that is agreed to, as it was `shown`; says so where it was sent before. */
export async function removeAsked(one: WaitingChange, shown: readonly WaitingChange[]): Promise<void> {
  const { label } = one
  for (let all = shown; ; all = await listKept()) {
    const named = findDependent(all, one)
    const labels = named.map((other) => other.label)
    const question = messages.removeWaiting(label, findUnsaidNames(one), labels, stateOf(one))
    if (!(await confirmDialog({ question, yes: 'Remove', danger: true }))) return
    const outcome = await withWaiting(one, () => removeNamed(one, named))
    if (outcome === 'more') continue
    if (outcome === 'busy') snackbar({ level: 'warning', message: messages.notRemoved(label) })
    if (outcome === 'gone') snackbar({ level: 'warning', message: messages.goneMeanwhile(label) })
    if (outcome === 'removed') snackbar({ level: 'info', message: messages.removed([label, ...labels]) })
    return
  }
}

const stateOf = (one: WaitingChange) =>
  isTooOld(one) ? 'unknown' : one.refused === undefined ? 'waiting' : 'refused'

/** What this page knew of them holds no more. */
export function noteRemoved(groups: readonly string[]): void {
  for (const group of groups) {
    noteUndone(group)
    emptyFilled(group)
  }
}

/** `more`: what depends on it is not what was named any more. */
async function removeNamed(one: WaitingChange, named: readonly WaitingChange[]) {
  const all = findDependent(await listKept(), one)
  if (await isBeingSent(one)) return 'busy'
  if (all.map(({ id }) => id).join() !== named.map(({ id }) => id).join()) return 'more'
  const removed = [one, ...named]
  await removeWaiting(...removed.map(({ id }) => id))
  const groups = removed.map(({ group }) => group)
  noteRemoved(groups)
  tellRemoved(groups)
  return 'removed'
}
