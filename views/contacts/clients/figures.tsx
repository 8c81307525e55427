import { formatRand } from '#views/format.ts'
import { withQuery } from '#views/ui/links.ts'
import { Stat } from '#views/ui/panel.tsx'

type ClientFiguresProps = {
  clientid: string
  /** Undefined for whoever may see none. */
  open?: number
  /** Cents. */
  owed?: number
  overdue?: number
  /** Paid and put to no invoice. */
  credit?: number
  /** Deposits that are taken off no invoice yet. */
  held?: number
}

export function ClientFigures(props: ClientFiguresProps) {
  const { clientid, open, owed, overdue = 0, credit = 0, held = 0 } = props
  if (open === undefined && owed === undefined) return null
  const late = (
    <span className="below">{overdue === 1 ? '1 invoice is overdue' : `${overdue} are overdue`}</span>
  )
  return (
    <div className="stats">
      {open !== undefined && <Stat label="Open jobs" value={open} />}
      {held > 0 && (
        <Stat
          label="Deposits held"
          value={formatRand(held)}
          note="For jobs that are not invoiced yet"
          href={`/invoices?client=${clientid}&state=deposit`}
        />
      )}
      {owed !== undefined && (
        <Stat
          label="Owed"
          value={formatRand(owed)}
          note={overdue > 0 ? late : undefined}
          href={`/invoices?client=${clientid}&state=unpaid`}
        />
      )}
      {credit > 0 && (
        <Stat
          label="Credit"
          value={formatRand(credit)}
          note="Received, pays no invoice yet"
          href={withQuery('/invoices/payments', { credit: true, client: clientid })}
        />
      )}
    </div>
  )
}
