import type { CSSProperties } from 'react'
import { duration, shortDate } from '#views/format.ts'
import { Icon } from '#views/ui/icon.tsx'
import { markupTemplate } from '#views/ui/markup-template.ts'
import type { PlacedBar, ScheduleBar } from './types.ts'

const slots = [
  ...[
    'id',
    'version',
    'visit',
    'minutes',
    'reference',
    'what',
    'when',
    'start',
    'end',
    'person',
    'colour',
    'title',
    'warning',
  ],
  ...['state', 'at', 'length', 'lane'],
] as const
type Slots = Record<(typeof slots)[number], string>

type Shape = { warns: boolean; movable: boolean; placed: boolean; visited: boolean }

const styleOf = ({ colour, at, length, lane }: Slots, placed: boolean) =>
  ({
    '--colour': colour,
    ...(placed && { '--at': at, '--length': length, '--lane': lane }),
  }) as CSSProperties

const draw =
  ({ warns, movable, placed, visited }: Shape) =>
  (slot: Slots) => (
    <li className={slot.state} style={styleOf(slot, placed)}>
      <a
        id={`bar-${slot.id}`}
        href={`/schedule/${slot.id}`}
        title={slot.title}
        data-bar={slot.id}
        data-version={slot.version}
        data-start={slot.start}
        data-end={slot.end}
        data-person={slot.person}
        data-visit={slot.visit}
        data-minutes={slot.minutes}
        data-movable={movable ? '' : undefined}
      >
        {warns && <Icon name="warning" size="small" />}
        {visited && <b className="visit">{slot.visit}</b>}
        <b>{slot.reference}</b>
        <span className="what">{slot.what}</span>
        <span className="when">{slot.when}</span>
        {warns && <span className="unseen">{slot.warning}</span>}
      </a>
      {movable && placed && <i className="grip" aria-hidden="true" />}
    </li>
  )

const shapes = new Map<number, ReturnType<typeof markupTemplate<(typeof slots)[number]>>>()

function templateFor(shape: Shape) {
  const { warns, movable, placed, visited } = shape
  const key = Number(warns) + 2 * Number(movable) + 4 * Number(placed) + 8 * Number(visited)
  const known = shapes.get(key) ?? markupTemplate(slots, draw(shape))
  shapes.set(key, known)
  return known
}

/** `3 to 5 November 2026`, as short as it can be said. */
export function daysWords(start: string, end: string): string {
  if (start === end) return shortDate(start)
  const [first, last] = [shortDate(start), shortDate(end)]
  if (start.slice(0, 7) === end.slice(0, 7)) return `${Number(start.slice(8))} to ${last}`
  return start.slice(0, 4) === end.slice(0, 4) ? `${first.slice(0, -5)} to ${last}` : `${first} to ${last}`
}

const whatOf = ({ description, client }: ScheduleBar) =>
  description && client ? `${description}, ${client}` : description || client

type Place = { at: number; length: number; lane: number }
const unplaced: Place = { at: 0, length: 1, lane: 0 }

// Written out, since it is made for each of a thousand bars.
function valuesOf(bar: ScheduleBar, days: string, state: string, { at, length, lane }: Place) {
  const what = whatOf(bar)
  const time = bar.minutes === null ? 'no duration set' : duration(bar.minutes)
  const { id, version, reference, colour, start, end, person, visit, warning } = bar
  const when = visit ? `${days}, ${visit}` : days
  return {
    id,
    version,
    visit,
    minutes: bar.minutes ?? '',
    reference,
    what,
    when: `${when}, ${time}`,
    start,
    end,
    person,
    colour,
    title: `${reference} ${what}\n${when}\n${time}${warning && `\n${warning}`}`,
    warning,
    state,
    at,
    length,
    lane,
  }
}

/** The same as React makes of it, a thousand times. */
export function placedBarHtml(bar: PlacedBar): string {
  const warns = bar.warning !== ''
  let state = 'bar'
  if (bar.critical) state += ' critical'
  if (bar.done) state += ' done'
  if (warns) state += ' warns'
  if (bar.cutstart) state += ' cutstart'
  if (bar.cutend) state += ' cutend'
  const visited = bar.visit !== ''
  const draw = templateFor({ warns, movable: bar.movable, placed: true, visited })
  return draw(valuesOf(bar, daysWords(bar.start, bar.end), state, bar))
}

export function unscheduledBarHtml(bar: ScheduleBar): string {
  const when = bar.finish ? `due ${shortDate(bar.finish)}` : 'no due date'
  const state = bar.critical ? 'bar critical' : 'bar'
  const draw = templateFor({ warns: false, movable: bar.movable, placed: false, visited: false })
  return draw(valuesOf(bar, when, state, unplaced))
}
