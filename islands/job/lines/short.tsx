import { useEffect } from 'react'
import type { BoardProps } from '#islands/board/props.ts'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import { Button } from '#views/ui/button.tsx'
import { Banner } from '#views/ui/small.tsx'

const SHOWN = 4
const list = new Intl.ListFormat('en-ZA')

type ShortProps = {
  job: Pick<JobDetail, 'id' | 'short' | 'drafted'>
  board: BoardProps
  reload: () => void
  /** Gives whether what is typed is saved. */
  beforeOrder: () => Promise<boolean>
}

/** On whichever tab its lines stand, and before they are used: afterwards stock is below zero. */
export function JobShort({ job: { id, short, drafted }, board, reload, beforeOrder }: ShortProps) {
  const isShort = short.length > 0 || drafted.length > 0
  // The order over the job may have covered it.
  useEffect(() => {
    if (isShort) document.addEventListener('joblane:dialogclosed', reload)
    return () => document.removeEventListener('joblane:dialogclosed', reload)
  }, [isShort, reload])
  if (!isShort) return null
  const more = short.length - SHOWN
  const names = more > 1 ? [...short.slice(0, SHOWN), `${more} more`] : short
  return (
    <div className="jobshort">
      {drafted.length > 0 && (
        <Banner level="info">In a draft order that is not placed yet: {list.format(drafted)}.</Banner>
      )}
      {short.length > 0 && (
        <Banner
          level="warning"
          actions={
            board.can.purchase && (
              <Button
                small
                icon="shopping-cart"
                onClick={async () => {
                  if (await beforeOrder()) await window.joblane.dialog(`/purchase/new?jobid=${id}`)
                }}
              >
                Order what is short
              </Button>
            )
          }
        >
          Not enough in stock or on order: {list.format(names)}.
        </Banner>
      )}
    </div>
  )
}
