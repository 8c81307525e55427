import { type DayHours, QUARTER_MINUTES } from '#views/ui/day-hours.ts'
import { readVisit } from '#views/ui/visit-time.ts'
import {
  cellAt,
  dayAt,
  findSchedule,
  hasDays,
  hideGhost,
  minuteAt,
  movableBar,
  readPlan,
  showGhost,
  shownHours,
} from './grid.ts'
import { atHour, daysFrom, isSamePlan, type Plan, shifted, stretched } from './plan.ts'
import { type Say, savePlan } from './save.ts'

/** A finger that rests so long on a bar takes it; one that moves earlier scrolls. */
const HOLD_MS = 500
const SLACK_PX = 5

type Drag = {
  bar: HTMLElement
  pointer: number
  x: number
  y: number
  /** The day of the bar that was taken hold of. */
  grabbed: string
  stretches: boolean
  active: boolean
  /** Its moves are told by touch events, which go on where the browser would rather scroll. */
  byfinger: boolean
  plan: Plan
  timer?: ReturnType<typeof setTimeout>
}

/** Drags by mouse, pen and finger. Returns what ends it. */
export function watchPointer(say: Say): () => void {
  let drag: Drag | undefined
  let moved = Number.NEGATIVE_INFINITY
  const ended = new AbortController()
  const on = <K extends keyof DocumentEventMap>(
    name: K,
    act: (event: DocumentEventMap[K]) => void,
    options: AddEventListenerOptions = {},
  ) => document.addEventListener(name, act, { ...options, signal: ended.signal })

  const begin = () => {
    if (!drag) return
    drag.active = true
    findSchedule()?.setAttribute('data-editor', '')
    getSelection()?.removeAllRanges()
    showGhost(drag.bar, drag.plan)
  }
  const stop = () => {
    clearTimeout(drag?.timer)
    if (drag?.active) moved = performance.now()
    drag = undefined
    findSchedule()?.removeAttribute('data-editor')
  }

  const moveTo = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    if (!drag?.active) return
    drag.plan = planAt(drag, clientX, clientY)
    showGhost(drag.bar, drag.plan)
  }
  const drop = () => {
    if (!drag) return
    const { active, bar, plan } = drag
    stop()
    if (!active) return
    if (plan.start && !isSamePlan(plan, readPlan(bar))) void savePlan(bar, plan, say)
    else hideGhost()
  }

  on('pointerdown', (event) => {
    const bar = movableBar(event.target)
    if (!bar || event.button !== 0 || drag || !hasDays()) return
    const stretches = event.target instanceof Element && event.target.matches('.grip')
    const plan = readPlan(bar)
    const grabbed = plan.start ? dayAt(event.clientX) : ''
    const { pointerId: pointer, clientX: x, clientY: y } = event
    drag = {
      ...{ bar, pointer, x, y, grabbed, stretches, plan },
      active: false,
      byfinger: event.pointerType === 'touch',
    }
    if (event.pointerType !== 'mouse') drag.timer = setTimeout(begin, stretches ? 0 : HOLD_MS)
  })
  on('pointermove', (event) => {
    if (!drag || event.pointerId !== drag.pointer) return
    const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > SLACK_PX
    if (!drag.active && far) {
      if (event.pointerType !== 'mouse') return stop()
      begin()
    }
    if (!drag.byfinger) moveTo(event)
  })
  on('pointerup', (event) => {
    if (event.pointerId === drag?.pointer && !(drag.byfinger && drag.active)) drop()
  })
  const cancel = () => {
    if (drag?.active) hideGhost()
    stop()
  }
  on('pointercancel', () => !(drag?.byfinger && drag.active) && cancel())
  on('touchend', () => drag?.byfinger && drop())
  on('touchcancel', () => drag?.byfinger && cancel())
  on('keydown', (event) => {
    if (event.key !== 'Escape' || !drag?.active) return
    event.preventDefault()
    cancel()
  })
  // A link would be dragged as such by the mouse, and a held finger would open its menu or scroll the page.
  on('dragstart', (event) => movableBar(event.target) && event.preventDefault())
  on('contextmenu', (event) => drag?.timer && event.preventDefault())
  on(
    'touchmove',
    (event) => {
      const [finger] = event.touches
      if (!drag?.active || !finger) return
      if (event.cancelable) event.preventDefault()
      moveTo(finger)
    },
    { passive: false },
  )
  on(
    'click',
    (event) => {
      const bar =
        event.target instanceof Element && event.target.closest<HTMLAnchorElement>('#schedule a[data-bar]')
      if (!bar || event.metaKey || event.ctrlKey) return
      event.preventDefault()
      if (performance.now() - moved > 100) void window.joblane.dialog(bar.getAttribute('href') ?? '')
    },
    { capture: true },
  )
  return () => ended.abort()
}

function planAt(drag: Drag, x: number, y: number): Plan {
  const { bar, grabbed, stretches } = drag
  const before = readPlan(bar)
  const hours = shownHours()
  if (hours) return planInDay(before, drag, hours, [x, y])
  if (stretches) return stretched(before, daysFrom(before.end, dayAt(x)))
  const cell = cellAt(x, y)
  if (!before.start) return cell ? { ...before, person: cell.person, start: cell.day, end: cell.day } : before
  const plan = shifted(before, daysFrom(grabbed, dayAt(x)))
  return { ...plan, person: cell?.person ?? before.person }
}

/** Among the hours of a day a bar keeps its hold under the pointer; beside them it has no hour. */
function planInDay(before: Plan, drag: Drag, hours: DayHours, [x, y]: [number, number]): Plan {
  const cell = cellAt(x, y)
  if (!cell) return before
  const placed = before.start ? before : { ...before, start: cell.day, end: cell.day }
  const plan = { ...placed, person: cell.person }
  if (plan.start !== cell.day) return plan
  const [minute, from] = [minuteAt(x, hours), readVisit(before.visit)?.from]
  if (minute === undefined) return from === undefined ? plan : { ...plan, visit: '' }
  const held = minuteAt(drag.x, hours)
  if (!before.start || held === undefined || from === undefined) return atHour(plan, minute)
  return Math.abs(minute - held) < QUARTER_MINUTES ? plan : atHour(plan, from + minute - held)
}
