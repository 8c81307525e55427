import type { CSSProperties } from 'react'
import { duration, shortDate } from '#views/format.ts'
import { Icon } from '#views/ui/icon.tsx'
import { markupTemplate } from '#views/ui/markup-template.ts'
import type { PlacedBar, ScheduleBar } from './types.ts'

const slots = [
  ...['id', 'version', 'reference', 'what', 'when', 'start', 'end', 'person', 'colour', 'title', 'warning'],
  ...['state', 'at', 'length', 'lane'],
] as const
type Slots = Record<(typeof slots)[number], string>

type Shape = { warns: boolean; movable: boolean; placed: boolean }

const styleOf = ({ colour, at, length, lane }: Slots, placed: boolean) =>
  ({
    '--colour': colour,
    ...(placed && { '--at': at, '--length': length, '--lane': lane }),
  }) as CSSProperties

const draw =
  ({ warns, movable, placed }: Shape) =>
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
        data-movable={movable ? '' : undefined}
      >
        {warns && <Icon name="warning" size="small" />}
        <b>{slot.reference}</b>
        <span className="what">{slot.what}</span>
        <span className="when">{slot.when}</span>
        {warns && <span className="unseen">{slot.warning}</span>}
      </a>
      {movable && placed && <i className="grip" aria-hidden="true" />}
    </li>
  )

const shapes = new Map<string, ReturnType<typeof markupTemplate<(typeof slots)[number]>>>()

function templateFor(shape: Shape) {
  const key = JSON.stringify(shape)
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

const whatOf = ({ description, client }: ScheduleBar) => [description, client].filter(Boolean).join(', ')

function valuesOf(bar: ScheduleBar, when: string, state: string) {
  const what = whatOf(bar)
  const time = bar.minutes === null ? 'no time set' : duration(bar.minutes)
  return {
    ...{ id: bar.id, version: bar.version, reference: bar.reference, what, colour: bar.colour },
    ...{ start: bar.start, end: bar.end, person: bar.person, warning: bar.warning, state },
    when: `${when}, ${time}`,
    title: [`${bar.reference} ${what}`, when, time, bar.warning].filter(Boolean).join('\n'),
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
  const { at, length, lane } = bar
  return templateFor({ warns, movable: bar.movable, placed: true })({
    ...valuesOf(bar, daysWords(bar.start, bar.end), state),
    ...{ at, length, lane },
  })
}

export function unscheduledBarHtml(bar: ScheduleBar): string {
  const when = bar.finish ? `due ${shortDate(bar.finish)}` : 'no due date'
  const state = bar.critical ? 'bar critical' : 'bar'
  return templateFor({ warns: false, movable: bar.movable, placed: false })({
    ...valuesOf(bar, when, state),
    ...{ at: 0, length: 1, lane: 0 },
  })
}
