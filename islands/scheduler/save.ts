import { call, isRefusal } from '#islands/lib/call.ts'
import { showError, showSnackbar } from '#islands/lib/snackbar.ts'
import { findBar, hideGhost, readPlan } from './grid.ts'
import { isSamePlan, type Plan } from './plan.ts'

type Planned = { id: string; version: number; said: string; conflicts: string[]; message: string }

export type Say = (words: string) => void

/** Stores a plan; what it was before can be had back. What is refused says why, and stands as it was. */
export async function savePlan(bar: HTMLElement, plan: Plan, say: Say): Promise<void> {
  const { bar: id = '', version } = bar.dataset
  const before = readPlan(bar)
  if (isSamePlan(before, plan)) {
    hideGhost()
    return
  }
  try {
    const done = await store(id, Number(version), plan)
    const { message } = done
    const level = done.conflicts.length > 0 ? 'warning' : 'success'
    say(message)
    showSnackbar({ level, message, undo: { act: () => void undo(done, before, say) } })
  } catch (error) {
    hideGhost()
    say(isRefusal(error) ? error.message : '')
    showError(error)
  }
  refresh()
}

async function undo({ id, version }: Planned, before: Plan, say: Say): Promise<void> {
  try {
    const { said } = await store(id, version, before)
    say(said)
    showSnackbar({ level: 'success', message: said })
  } catch (error) {
    showError(error)
  }
  refresh()
}

async function store(id: string, version: number, { person, start, end, visit }: Plan): Promise<Planned> {
  // Words of whoever wrote them stay as they are until another hour is chosen.
  const hour = visit === findBar(id)?.dataset.visit ? undefined : visit
  const body = {
    ...{ version, assignee: person || null, start: start || null, scheduledend: end || null },
    visittime: hour,
  }
  const { data, message = data.said } = await call<Planned>('PATCH', `/api/schedule/${id}`, body)
  // Until the page is drawn anew, a next move goes on from here.
  const bar = findBar(id)
  if (bar) Object.assign(bar.dataset, { version: String(data.version), person, start, end, visit })
  return { ...data, message }
}

export const refresh = () =>
  document.dispatchEvent(new CustomEvent('refresh', { detail: { table: 'schedule' } }))
