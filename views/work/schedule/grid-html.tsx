import type { CSSProperties } from 'react'
import { duration, shortDate } from '#views/format.ts'
import { markupTemplate } from '#views/ui/markup-template.ts'
import { placedBarHtml } from './bar-html.tsx'
import type { ConflictLine, DayHead, OtherWork, PersonDay, PersonRow } from './types.ts'

const dayTemplate = markupTemplate(['state', 'words', 'title'], ({ state, words, title }) => (
  <li className={state} title={title}>
    {words}
  </li>
))

/** Its causes have no bar in the row: they are told on hover and focus, and listed for thumbs. */
const causedTemplate = markupTemplate(
  ['state', 'words', 'said', 'causes'],
  ({ state, words, said, causes }) => (
    <li className={state}>
      <button type="button" className="caused" aria-label={said} data-causes={causes}>
        {words}
      </button>
    </li>
  ),
)

const otherTemplate = markupTemplate(['date', 'text'], ({ date, text }) => (
  <li>
    <b>{date}</b> {text}
  </li>
))

/** `NW11019, Orders, 0 h 30`. */
const causeWords = ({ reference, board, minutes }: OtherWork) =>
  reference ? `${reference}, ${board}, ${duration(minutes)}` : `a job of another board, ${duration(minutes)}`

/** `6`, or `6:30`: as short as the column of a month. */
const hours = (minutes: number) =>
  minutes % 60 === 0
    ? String(minutes / 60)
    : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`

function dayHtml(day: PersonDay, { today }: DayHead, words: string, alone: boolean): string {
  const { minutes, elsewhere, over, off } = day
  let state = 'hours'
  if (off) state += ' off'
  if (over) state += ' over'
  if (today) state += ' today'
  let title = words
  if (minutes > 0) title += `, ${duration(minutes)} planned${over ? ', too much' : ''}`
  const shown = minutes > 0 ? hours(minutes) : ''
  if (elsewhere.length === 0) return dayTemplate({ state, words: alone ? '' : shown, title })
  const causes = elsewhere.map(causeWords)
  return causedTemplate({
    state,
    words: shown,
    said: `${title}. Without a bar here: ${causes.join('; ')}`,
    causes: [title, 'Without a bar here:', ...causes].join('\n'),
  })
}

const conflictTemplate = markupTemplate(['level', 'person', 'text'], ({ level, person, text }) => (
  <li className={level}>
    <b>{person}</b> {text}
  </li>
))

export const conflictsHtml = (lines: readonly ConflictLine[]): string => lines.map(conflictTemplate).join('')

const personTemplate = markupTemplate(
  ['id', 'name', 'load', 'days', 'bars', 'others', 'lanes', 'state'],
  ({ id, name, load, days, bars, others, lanes, state }) => (
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
      <ul className="others" aria-label="On other boards">
        {others}
      </ul>
    </section>
  ),
  ['days', 'bars', 'others'],
)

/** All rows; a thousand bars for the price of template strings. */
export function rowsHtml(people: readonly PersonRow[], heads: readonly DayHead[]): string {
  const words = heads.map(dayWords)
  return people.map((person) => personHtml(person, heads, words)).join('')
}

const dayWords = ({ date, off }: DayHead) => (off ? `${shortDate(date)}, ${off}` : shortDate(date))

/** The row of a person: their name, the hours of each day, and their bars. */
function personHtml(person: PersonRow, heads: readonly DayHead[], words: readonly string[]): string {
  let [days, bars, others] = ['', '', '']
  for (let n = 0; n < heads.length; n++) {
    const [day, head] = [person.days[n] as PersonDay, heads[n] as DayHead]
    days += dayHtml(day, head, words[n] as string, heads.length === 1)
    for (const one of day.elsewhere)
      others += otherTemplate({ date: shortDate(head.date), text: causeWords(one) })
  }
  for (const bar of person.bars) bars += placedBarHtml(bar)
  const { id, name, planned, capacity, archived, lanes } = person
  const load = id === '' ? countOf(person) : `${duration(planned)} of ${duration(capacity)}`
  return personTemplate({
    ...{ id, days, bars, others },
    name: archived ? `${name} (archived)` : name,
    load,
    lanes: Math.max(1, lanes),
    state: planned > capacity && id !== '' ? 'person over' : 'person',
  })
}

const countOf = ({ bars }: PersonRow) => (bars.length === 1 ? '1 job' : `${bars.length} jobs`)
