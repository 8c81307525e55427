import { longDate } from '#views/format.ts'
import { readVisit } from '#views/ui/visit-time.ts'
import {
  findPersonName,
  hideGhost,
  movableBar,
  readPlan,
  rows,
  showGhost,
  shownDays,
  shownHours,
} from './grid.ts'
import { atHour, isSamePlan, type Plan, shifted, stretched } from './plan.ts'
import { type Say, savePlan } from './save.ts'

const STEP_MINUTES = 30

/** Arrows on a bar move it, with Shift they stretch it; nothing is stored before Enter. Returns what ends it. */
export function watchKeyboard(say: Say): () => void {
  let moving: { bar: HTMLElement; plan: Plan } | undefined
  const ended = new AbortController()

  const finish = (stores: boolean) => {
    if (!moving) return
    const { bar, plan } = moving
    moving = undefined
    document.querySelector('#schedule')?.removeAttribute('data-editor')
    if (stores) void savePlan(bar, plan, say)
    else {
      hideGhost()
      say('Taken back.')
    }
  }

  document.addEventListener(
    'keydown',
    (event) => {
      const bar = document.activeElement === event.target ? movableBar(event.target) : undefined
      if (!bar || event.altKey || event.ctrlKey || event.metaKey) return
      if (moving && (event.key === 'Enter' || event.key === 'Escape')) {
        stopHere(event)
        finish(event.key === 'Enter')
        return
      }
      const plan = nextPlan(event, moving?.plan ?? readPlan(bar))
      if (!plan) return
      stopHere(event)
      moving = { bar, plan }
      document.querySelector('#schedule')?.setAttribute('data-editor', '')
      showGhost(bar, plan)
      say(`${describe(plan)}. Enter saves, Escape takes back.`)
    },
    { capture: true, signal: ended.signal },
  )
  // Whoever goes on elsewhere has decided, as by a drop.
  document.addEventListener(
    'focusout',
    ({ target }) => {
      if (target === moving?.bar && document.hasFocus())
        finish(!isSamePlan(moving.plan, readPlan(moving.bar)))
    },
    { signal: ended.signal },
  )
  return () => ended.abort()
}

function stopHere(event: KeyboardEvent) {
  event.preventDefault()
  event.stopPropagation()
}

function nextPlan({ key, shiftKey }: KeyboardEvent, plan: Plan): Plan | undefined {
  if (!key.startsWith('Arrow')) return
  if (!plan.start) return firstPlan(plan)
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const days = key === 'ArrowLeft' ? -1 : 1
    const hours = shownHours()
    if (hours && plan.start === shownDays()[0] && !shiftKey) {
      const from = readVisit(plan.visit)?.from
      return atHour(plan, from === undefined ? hours.from * 60 : from + days * STEP_MINUTES)
    }
    return shiftKey ? stretched(plan, days) : shifted(plan, days)
  }
  return shiftKey ? plan : { ...plan, person: neighbour(plan.person, key === 'ArrowUp' ? -1 : 1) }
}

/** What has no day yet begins on today, or the first day shown, for whoever has it or stands first. */
function firstPlan({ person, visit }: Plan): Plan {
  const days = shownDays()
  const today = document.querySelector<HTMLElement>('#schedule .head.today')?.dataset.day
  const day = today ?? days[0] ?? ''
  const people = rows().map(({ dataset }) => dataset.person ?? '')
  return { person: people.includes(person) ? person : (people[0] ?? ''), start: day, end: day, visit }
}

function neighbour(person: string, step: number): string {
  const people = rows().map(({ dataset }) => dataset.person ?? '')
  const at = people.indexOf(person)
  return people[Math.max(0, Math.min(people.length - 1, at + step))] ?? person
}

function describe({ person, start, end, visit }: Plan): string {
  const days = start === end ? longDate(start) : `${longDate(start)} to ${longDate(end)}`
  return [findPersonName(person), days, visit].filter(Boolean).join(', ')
}
