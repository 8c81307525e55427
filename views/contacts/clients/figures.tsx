import { formatRand } from '#views/format.ts'
import { Stat } from '#views/ui/panel.tsx'

type ClientFiguresProps = {
  clientid: string
  /** Undefined for whoever may see none. */
  open?: number
  /** Cents. */
  due?: number
  overdue?: number
  /** Paid and put to no invoice. */
  credit?: number
}

export function ClientFigures({ clientid, open, due, overdue = 0, credit = 0 }: ClientFiguresProps) {
  if (open === undefined && due === undefined) return null
  const late = (
    <span className="below">{overdue === 1 ? '1 invoice is overdue' : `${overdue} are overdue`}</span>
  )
  return (
    <div className="stats">
      {open !== undefined && <Stat label="Open jobs" value={open} />}
      {credit > 0 && <Stat label="Credit" value={formatRand(credit)} note="Paid, and put to no invoice" />}
      {due !== undefined && (
        <Stat
          label="Owed"
          value={formatRand(due)}
          note={overdue > 0 ? late : undefined}
          href={`/invoices?client=${clientid}`}
        />
      )}
    </div>
  )
}
