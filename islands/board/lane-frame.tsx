import type { ReactNode } from 'react'
import { DRAFT } from '#db/job-status.ts'
import { wholeNumber } from '#views/format.ts'
import { IconButton } from '#views/ui/button.tsx'
import { stageNames } from '#views/ui/job-stages.ts'
import type { LaneName } from './props.ts'

type LaneFrameProps = {
  lane: LaneName
  count: number
  sum?: string
  canadd: boolean
  /** Absent on the server, where the button waits for its script. */
  onAdd?: () => void
  hint?: ReactNode
  /** Complete for so long that they stand in the history, at this address. */
  past?: { count: number; href: string }
  children: ReactNode
}

export function LaneFrame({ lane, count, sum, canadd, onAdd, hint, past, children }: LaneFrameProps) {
  const id = `lane-${lane.status}`
  return (
    <section className="lane" data-lane={lane.status} data-says={findStageOf(lane)} aria-labelledby={id}>
      <header>
        <h2 id={id}>{lane.label}</h2>
        <span className="count">
          {wholeNumber(count)}
          <span className="unseen"> {count === 1 ? 'card' : 'cards'}</span>
        </span>
        {sum !== undefined && (
          <span className="sum figure" title="Quoted, without VAT">
            {sum} quoted
          </span>
        )}
        {canadd && (
          <IconButton
            icon="plus"
            small
            label={`Add a job to ${lane.label}`}
            data-shortcut={lane.status === DRAFT ? 'new' : undefined}
            onClick={onAdd}
          />
        )}
      </header>
      {hint && <p className="hint">{hint}</p>}
      {past && past.count > 0 && (
        <p className="past">
          <a href={past.href}>{wholeNumber(past.count)} more in History</a>
        </p>
      )}
      {children}
    </section>
  )
}

/** The stage that a lane is named after, or that every job of it begins with: its cards do not say it again. */
const findStageOf = ({ label, status }: LaneName) =>
  Object.entries(stageNames).find(([, name]) => name.replace(/d$/, '') === label.replace(/d$/, ''))?.[0] ??
  (status === DRAFT ? 'asked' : undefined)

export const emptyBoardHint = (canadd: boolean, lane: number, cards: number) =>
  lane === DRAFT &&
  cards === 0 &&
  (canadd ? (
    <>
      Nothing to do here. Press + <span className="bykey">or the key n </span>to add a job.
    </>
  ) : (
    'No job stands here yet, or none that you may see.'
  ))
