/** The groups of which something waits, of whomever: told to every page and tab without opening the store. */
const FLAG = 'outbox'

/** Its address opens it. */
export const OUTBOX_DIALOG = 'outboxdialog'

export const mayWait = () => localStorage.getItem(FLAG) !== null

/** What comes later must not overtake it. */
export const holds = (group: string) => readGroups().includes(group)

/** What this page saw answered or kept: pages that were stored before still lead to it. */
const done = new Set<string>()

export const noteDone = (group = '') => done.add(group)

export const isDone = (group: string) => done.has(group) || holds(group)

export function flagGroups(waiting: readonly { group: string }[]): void {
  const groups = [...new Set(waiting.map(({ group }) => group))]
  if (groups.length > 0) localStorage.setItem(FLAG, JSON.stringify(groups))
  else localStorage.removeItem(FLAG)
}

export const onFlagged = (act: () => void) =>
  window.addEventListener('storage', ({ key }) => (key === FLAG || key === null) && act())

function readGroups(): readonly string[] {
  try {
    return JSON.parse(localStorage.getItem(FLAG) ?? '[]')
  } catch {
    // What a version before left there.
    return []
  }
}
