import {
  ANY_TIME_COLUMNS,
  countColumns,
  type DayHours,
  placeInHours,
  QUARTER_MINUTES,
} from '#views/ui/day-hours.ts'
import { visitHour } from '#views/ui/visit-time.ts'
import { addDays, daysFrom, type Plan } from './plan.ts'

/** What the server drew: bars are read from their attributes, and days and people from their rows. */
export const findSchedule = () => document.querySelector<HTMLElement>('#schedule')

export const findBar = (id: string) => document.getElementById(`bar-${id}`) as HTMLAnchorElement | null

/** The bar under an event, if the person may move it. */
export function movableBar(target: EventTarget | null): HTMLAnchorElement | undefined {
  const item = target instanceof Element ? target.closest('#schedule .bar') : null
  return item?.querySelector<HTMLAnchorElement>('a[data-movable]') ?? undefined
}

export const readPlan = ({ dataset }: HTMLElement): Plan => ({
  person: dataset.person ?? '',
  start: dataset.start ?? '',
  end: dataset.end ?? '',
  visit: dataset.visit ?? '',
})

export const shownDays = () =>
  [...document.querySelectorAll<HTMLElement>('#schedule [data-day]')].map(({ dataset }) => dataset.day ?? '')

export const rows = () => [...document.querySelectorAll<HTMLElement>('#schedule .person')]

const rowOf = (person: string) => rows().find(({ dataset }) => dataset.person === person)

export const findPersonName = (person: string) => rowOf(person)?.dataset.name ?? 'nobody yet'

/** On a phone there are lists and no days beside each other. */
export const hasDays = () =>
  (document.querySelector('#schedule .dayhours')?.getBoundingClientRect().width ?? 0) > 0

/** The person and day under a point of the screen. */
export function cellAt(x: number, y: number): { person: string; day: string } | undefined {
  const days = shownDays()
  for (const row of rows()) {
    const box = row.querySelector('.dayhours')?.getBoundingClientRect()
    const { top, bottom } = row.getBoundingClientRect()
    if (!box || y < top || y > bottom || x < box.left || x > box.right) continue
    const at = Math.floor(((x - box.left) / box.width) * days.length)
    return { person: row.dataset.person ?? '', day: days[Math.min(at, days.length - 1)] ?? '' }
  }
  return undefined
}

/** The day under a point, also left and right of what is shown. */
export function dayAt(x: number): string {
  const days = shownDays()
  const box = rows()[0]?.querySelector('.dayhours')?.getBoundingClientRect()
  const [first = ''] = days
  return box ? addDays(first, Math.floor(((x - box.left) / box.width) * days.length)) : first
}

export function shownHours(): DayHours | undefined {
  const [from, to] = findSchedule()?.dataset.hours?.split('-').map(Number) ?? []
  return from === undefined || to === undefined ? undefined : { from, to }
}

/** The minute of that day under a point; undefined where what has no hour stands. */
export function minuteAt(x: number, hours: DayHours): number | undefined {
  const box = rows()[0]?.querySelector('.dayhours')?.getBoundingClientRect()
  if (!box) return
  const column = ((x - box.left) / box.width) * countColumns(hours) - ANY_TIME_COLUMNS
  return column < 0 ? undefined : hours.from * 60 + column * QUARTER_MINUTES
}

/** To what time it is where the business is. */
export function moveNowLine(now: number): void {
  const line = document.querySelector<HTMLElement>('#schedule .nowline')
  const minute = Math.floor(now / MINUTE_MS) + Number(line?.dataset.offset)
  line?.style.setProperty('--minute', String(minute % DAY_MINUTES))
}

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60

/** Shows where a bar would come to stand, while it stands where it is planned. */
export function showGhost(bar: HTMLElement, plan: Plan): void {
  hideGhost()
  const list = rowOf(plan.person)?.querySelector('.bars')
  const item = bar.closest('.bar')
  if (!item) return
  item.classList.add('moving')
  if (!list || !plan.start) return
  const ghost = item.cloneNode(true) as HTMLElement
  ghost.classList.remove('moving')
  ghost.classList.add('ghost')
  ghost.ariaHidden = 'true'
  for (const part of [ghost, ...ghost.querySelectorAll('[id]')]) part.removeAttribute('id')
  const link = ghost.querySelector('a')
  link?.removeAttribute('data-movable')
  link?.setAttribute('tabindex', '-1')
  place(ghost, plan, Number(bar.dataset.minutes) || null)
  list.append(ghost)
  ghost.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

function place({ style }: HTMLElement, plan: Plan, minutes: number | null): void {
  const hours = shownHours()
  const [first, last] = hours
    ? placeInHours(visitHour({ ...plan, visittime: plan.visit, minutes }), hours)
    : daysOf(plan)
  style.setProperty('--at', String(first))
  style.setProperty('--length', String(last - first + 1))
  style.setProperty('--lane', '0')
}

function daysOf({ start, end }: Plan): [first: number, last: number] {
  const days = shownDays()
  const clamp = (day: string) => Math.max(0, Math.min(days.length - 1, daysFrom(days[0] ?? day, day)))
  return [clamp(start), clamp(end)]
}

export function hideGhost(): void {
  document.querySelector('#schedule .ghost')?.remove()
  for (const item of document.querySelectorAll('#schedule .moving')) item.classList.remove('moving')
}
