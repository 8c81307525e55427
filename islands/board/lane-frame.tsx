import type { ReactNode } from 'react'
import type { LaneName } from './props.ts'

type LaneFrameProps = {
  lane: LaneName
  /** How many cards the lane shows. */
  count: number
  /** What they were quoted at together, as text; absent without `jobs.money`. */
  sum?: string
  /** At the end of the head: the button that adds. */
  action?: ReactNode
  /** The list of slots, `<ul class="slots">`. */
  children: ReactNode
}

/** A lane around its list: the same markup from the server and in the browser. */
export function LaneFrame({ lane, count, sum, action, children }: LaneFrameProps) {
  const id = `lane-${lane.status}`
  return (
    <section className="lane" data-lane={lane.status} aria-labelledby={id}>
      <header>
        <h2 id={id}>{lane.label}</h2>
        <span className="count">
          {count}
          <span className="unseen"> {count === 1 ? 'card' : 'cards'}</span>
        </span>
        {sum !== undefined && <span className="sum figure">{sum}</span>}
        {action}
      </header>
      {children}
    </section>
  )
}
