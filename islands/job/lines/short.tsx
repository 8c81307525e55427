import { useEffect, useState } from 'react'
import type { BoardProps } from '#islands/board/props.ts'
import { call } from '#islands/lib/call.ts'
import { quantityText } from '#islands/lib/figures.ts'
import { showError, showSnackbar } from '#islands/lib/snackbar.ts'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import { Button } from '#views/ui/button.tsx'
import { Banner } from '#views/ui/small.tsx'

const SHOWN = 4
const list = new Intl.ListFormat('en-ZA')

type ShortProps = {
  job: Pick<JobDetail, 'id' | 'boardid' | 'start' | 'finish' | 'short' | 'tomake' | 'drafted'>
  board: BoardProps
  reload: () => void
  /** Gives whether what is typed is saved. */
  beforeOrder: () => Promise<boolean>
}

/** On whichever tab its lines stand, and before they are used: afterwards stock is below zero. */
export function JobShort({ job, board, reload, beforeOrder }: ShortProps) {
  const { id, short, tomake, drafted } = job
  const isShort = short.length + tomake.length + drafted.length > 0
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
      {tomake.length > 0 && (
        <Banner
          level="warning"
          actions={board.can.write && <Make job={job} reload={reload} beforeMake={beforeOrder} />}
        >
          To be made, since there is not enough in stock:{' '}
          {list.format(tomake.map(({ quantity, unit, name }) => `${quantityText(quantity, unit)} ${name}`))}.
        </Banner>
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

type MakeProps = Pick<ShortProps, 'job' | 'reload'> & { beforeMake: () => Promise<boolean> }

/** A job of its own makes it, with all that it is made of. */
function Make({ job: { boardid, start, finish, tomake }, reload, beforeMake }: MakeProps) {
  const [busy, setBusy] = useState(false)
  async function make(): Promise<void> {
    setBusy(true)
    try {
      if (await beforeMake()) {
        const rows = tomake.map(({ inventoryid, quantity }) => ({
          ...{ inventoryid, quantity, day: finish ?? start ?? undefined },
        }))
        const { data } = await call<Made>('POST', '/api/planning/production', { boardid, rows })
        const undo = {
          act: () => void call('POST', `/api/jobs/bulk/${data.id}/undo`, {}).then(reload, showError),
        }
        const made = list.format(data.jobs.map(({ reference }) => reference))
        showSnackbar({ level: 'success', message: `${made} on this board makes it`, undo })
        reload()
      }
    } catch (error) {
      showError(error)
    }
    setBusy(false)
  }
  return (
    <Button small icon="factory" aria-busy={busy} disabled={busy} onClick={() => void make()}>
      Make what is short
    </Button>
  )
}

type Made = { id: string; jobs: { reference: string }[] }
