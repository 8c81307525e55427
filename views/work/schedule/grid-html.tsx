import type { CSSProperties } from 'react'
import { duration, shortDate } from '#views/format.ts'
import { markupTemplate } from '#views/ui/markup-template.ts'
import { placedBarHtml } from './bar-html.tsx'
import type { ConflictLine, DayHead, PersonDay, PersonRow } from './types.ts'

const dayTemplate = markupTemplate(['state', 'words', 'title'], ({ state, words, title }) => (
  <li className={state} title={title}>
    {words}
  </li>
))

/** `6`, or `6:30`: as short as the column of a month. */
const hours = (minutes: number) =>
  minutes % 60 === 0
    ? String(minutes / 60)
    : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`

function dayHtml({ minutes, elsewhere, over, off }: PersonDay, { today }: DayHead, words: string): string {
  let state = 'hours'
  if (off) state += ' off'
  if (over) state += ' over'
  if (today) state += ' today'
  let title = words
  if (minutes > 0) title += `, ${duration(minutes)} planned${over ? ', too much' : ''}`
  if (elsewhere > 0) title += `, ${duration(elsewhere)} of it on other boards`
  return dayTemplate({ state, words: minutes > 0 ? hours(minutes) : '', title })
}

const conflictTemplate = markupTemplate(['level', 'person', 'text'], ({ level, person, text }) => (
  <li className={level}>
    <b>{person}</b> {text}
  </li>
))

export const conflictsHtml = (lines: readonly ConflictLine[]): string => lines.map(conflictTemplate).join('')

const personTemplate = markupTemplate(
  ['id', 'name', 'load', 'days', 'bars', 'lanes', 'state'],
  ({ id, name, load, days, bars, lanes, state }) => (
    <section className={state} data-person={id} data-name={name} aria-label={name}>
      <h3>
        <span>{name}</span>
        <small>{load}</small>
      </h3>
      <ol className="dayhours" aria-label="Hours planned">
        {days}
      </ol>
      <ul className="bars" style={{ '--lanes': lanes } as CSSProperties}>
        {bars}
      </ul>
    </section>
  ),
  ['days', 'bars'],
)

/** All rows; a thousand bars for the price of template strings. */
export function rowsHtml(people: readonly PersonRow[], heads: readonly DayHead[]): string {
  const words = heads.map(dayWords)
  return people.map((person) => personHtml(person, heads, words)).join('')
}

const dayWords = ({ date, off }: DayHead) => (off ? `${shortDate(date)}, ${off}` : shortDate(date))

/** The row of a person: their name, the hours of each day, and their bars. */
function personHtml(person: PersonRow, heads: readonly DayHead[], words: readonly string[]): string {
  let [days, bars] = ['', '']
  for (let n = 0; n < heads.length; n++)
    days += dayHtml(person.days[n] as PersonDay, heads[n] as DayHead, words[n] as string)
  for (const bar of person.bars) bars += placedBarHtml(bar)
  const { id, name, planned, capacity, archived, lanes } = person
  const load = id === '' ? countOf(person) : `${duration(planned)} of ${duration(capacity)}`
  return personTemplate({
    ...{ id, days, bars },
    name: archived ? `${name} (archived)` : name,
    load,
    lanes: Math.max(1, lanes),
    state: planned > capacity && id !== '' ? 'person over' : 'person',
  })
}

const countOf = ({ bars }: PersonRow) => (bars.length === 1 ? '1 job' : `${bars.length} jobs`)
