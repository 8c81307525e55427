/** Of what waits, of whomever, the groups and where it is sent: told to every page and tab without opening the store. */
const FLAG = 'outbox'

/** Its address opens it. */
export const OUTBOX_DIALOG = 'outboxdialog'

export const mayWait = () =>
  localStorage.getItem(FLAG) !== null || listSending().length > 0 || sessionStorage.getItem(CLEARED) !== null

/** The list is open in this tab. */
const OPEN = 'outboxopen'

export const noteOpen = () => sessionStorage.setItem(OPEN, '')

export const noteClosed = () => sessionStorage.removeItem(OPEN)

/** A page is loaded again by itself once there is a line: what was open then stays so. */
export function wasOpen(): boolean {
  const [{ type } = {}] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return type === 'reload' && sessionStorage.getItem(OPEN) !== null
}

/** What waited and is gone, for this tab to say until it is read. */
const CLEARED = 'outboxcleared'

/** `content`: as it was sent, to know it by when it is pressed again. */
type Cleared = { person: string; account: string; label: string; content: string }

export const readCleared = (): Cleared[] => JSON.parse(sessionStorage.getItem(CLEARED) ?? '[]')

export function writeCleared(cleared: readonly Cleared[]): void {
  if (cleared.length > 0) sessionStorage.setItem(CLEARED, JSON.stringify(cleared))
  else sessionStorage.removeItem(CLEARED)
}

/** Of each change that a page sends, by its key: a page that is closed meanwhile leaves it to the next one. */
const SENDING = 'outbox sending '

export function flagSending(key: string): void {
  try {
    localStorage.setItem(SENDING + key, '')
  } catch {
    // Full: whatever page looks into the store next finds it.
  }
}

export const unflagSending = (key: string) => localStorage.removeItem(SENDING + key)

export const listSending = () =>
  Object.keys(localStorage).flatMap((name) => (name.startsWith(SENDING) ? name.slice(SENDING.length) : []))

/** What comes later of the group, or of what is sent to that address one after the other, must not overtake it. */
export const holds = (groupOrUrl: string) => readFlag().includes(groupOrUrl)

/** The time of the group runs, once a start that this person pressed here has been sent. */
export const isBegun = (group: string) => holds(begunBy(document.documentElement.dataset.person, group))

const begunBy = (person: string | undefined, group: string) => `begun ${group} ${person}`

/** What this page saw answered or kept: pages that were stored before still lead to it. */
const done = new Set<string>()

export const noteDone = (group = '') => done.add(group)

/** It was taken back before it was sent. */
export const noteUndone = (group: string) => done.delete(group)

/** Their groups, told to other tabs, which cannot tell what was removed from what was sent. */
const REMOVED = 'outbox removed'

export function tellRemoved(groups: readonly string[]): void {
  try {
    localStorage.setItem(REMOVED, JSON.stringify(groups))
    localStorage.removeItem(REMOVED)
  } catch {
    // Full: another tab shows it until it is loaded again.
  }
}

export const onRemoved = (act: (groups: readonly string[]) => void) =>
  window.addEventListener(
    'storage',
    ({ key, newValue }) => key === REMOVED && newValue && act(JSON.parse(newValue)),
  )

export const isDone = (group: string) => done.has(group) || holds(group)

/** `holds`: what comes after it waits for it. */
type Flagged = { group: string; url: string; person: string; begins?: boolean; holds: boolean }

export function flagGroups(waiting: readonly Flagged[]): void {
  const flagged = [...new Set(waiting.flatMap(flagsOf))]
  if (waiting.length > 0) localStorage.setItem(FLAG, JSON.stringify(flagged))
  else localStorage.removeItem(FLAG)
}

const flagsOf = ({ group, url, person, begins, holds: isHolding }: Flagged) =>
  isHolding ? [group, url, ...(begins ? [begunBy(person, group)] : [])] : []

export const onFlagged = (act: () => void) =>
  window.addEventListener('storage', ({ key }) => (key === FLAG || key === null) && act())

function readFlag(): readonly string[] {
  try {
    return JSON.parse(localStorage.getItem(FLAG) ?? '[]')
  } catch {
    // What a version before left there.
    return []
  }
}
