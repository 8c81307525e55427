import { memo } from 'react'
import { COMPLETE } from '#db/job-status.ts'
import { randText } from '#islands/lib/figures.ts'
import type { JobCard } from '#server/domains/work/jobs/types.ts'
import { shortDate } from '#views/format.ts'
import { Avatar } from '#views/ui/avatar.tsx'
import { classes } from '#views/ui/classes.ts'
import { Icon, type IconName } from '#views/ui/icon.tsx'
import { findStageNote, stageWords } from '#views/ui/job-stages.ts'
import { truncate } from '#views/ui/pagetitle.tsx'
import { Dot } from '#views/ui/small.tsx'
import { visitLabel } from '#views/ui/visit-time.ts'
import { dueLabel } from './due.ts'

const titlelength = 30

type CardProps = {
  card: JobCard
  today: string
  /** The first of its lane: the others are reached by the arrow keys. */
  tabstop?: boolean
}

/** What the keys do is said once, beside the board. */
export const CARD_KEYS = 'cardkeys'

/** A pure function, so that the server may keep its markup by tenant, id, seq and date. */
export function BoardCard({ card, today, tabstop = false }: CardProps) {
  const note = findStageNote(card, today)
  return (
    <a
      className={classes('card', card.critical && 'critical')}
      href={`?open=${encodeURIComponent(card.reference.toLowerCase())}`}
      data-card={card.id}
      tabIndex={tabstop ? undefined : -1}
      aria-describedby={CARD_KEYS}
      // Dragged by hand it is a card, not the address of a link.
      draggable={false}
    >
      <span className="top">
        <span className="reference">{card.reference}</span>
        {card.stage && (
          <span className="stage" data-stage={note ? undefined : card.stage}>
            {stageWords(card.stage, note)}
          </span>
        )}
        {card.sample && <span className="flag samplejob">Sample</span>}
        {card.critical && <span className="flag">Critical</span>}
        <span className="dots">
          {card.categories.map(({ id, name, colour }) => (
            <Dot key={id} colour={colour} label={name} />
          ))}
        </span>
      </span>
      <span className="title" title={card.description}>
        {truncate(card.description || 'No description', titlelength)}
      </span>
      <span className="for">
        <span className="client">{card.client?.name ?? 'No client'}</span>
        <Quoted card={card} />
      </span>
      <span className="foot">
        <Due card={card} today={today} />
        <span className="counts">
          <Steps steps={card.steps} />
          <Count icon="warning" count={card.warnings} noun="warning" />
          <Count icon="message" count={card.notes} noun="note" />
        </span>
        <Assignee card={card} />
      </span>
    </a>
  )
}

function Quoted({ card: { quoted, actual } }: { card: JobCard }) {
  if (quoted === undefined) return null
  return (
    <span className="money" title="Quoted, without VAT">
      {actual !== undefined && actual > 0 && actual !== quoted && <small>Quoted </small>}
      <span className="figure">{randText(quoted)}</span>
    </span>
  )
}

export const MemoBoardCard = memo(BoardCard)

function Due({ card, today }: CardProps) {
  const visit = card.status < COMPLETE ? visitLabel(card, today) : undefined
  if (visit && card.start)
    return (
      <time className={classes('due', visit.level)} dateTime={card.start} title={visit.title}>
        {visit.text}
      </time>
    )
  if (!card.finish) return null
  const { text, level } = dueLabel(card.finish, today, card.status < COMPLETE)
  return (
    <time className={classes('due', level)} dateTime={card.finish} title={`Due ${shortDate(card.finish)}`}>
      {text}
    </time>
  )
}

function Count({ icon, count, noun }: { icon: IconName; count: number; noun: string }) {
  if (count === 0) return null
  const text = `${count} ${noun}${count === 1 ? '' : 's'}`
  return (
    <span className={`count ${noun}`} title={text}>
      <Icon name={icon} size="small" />
      <span aria-hidden="true">{count}</span>
      <span className="unseen">{text}</span>
    </span>
  )
}

function Steps({ steps }: Pick<JobCard, 'steps'>) {
  if (!steps) return null
  const text = `${steps.done} of ${steps.total} steps done`
  return (
    <span className={classes('count', 'stepcount', steps.done === steps.total && 'done')} title={text}>
      <Icon name="square-check" size="small" />
      <span aria-hidden="true">{`${steps.done}/${steps.total}`}</span>
      <span className="unseen">{text}</span>
    </span>
  )
}

function Assignee({ card }: { card: JobCard }) {
  const name = card.assignee?.name || card.assigneename
  return name ? <Avatar name={name} size="small" /> : null
}
