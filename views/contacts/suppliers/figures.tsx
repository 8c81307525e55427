import { counted, formatRand } from '#views/format.ts'
import { type Ageing, ageNames } from '#views/sales/debtors/types.ts'
import { Stat } from '#views/ui/panel.tsx'

type SupplierFiguresProps = {
  supplierid: string
  coming?: { orders: number; late: number; cents: number | null }
  ages?: Ageing
  charged?: number
}

/** What is not shown is not for this person to see. */
export function SupplierFigures({ supplierid, coming, ages, charged }: SupplierFiguresProps) {
  if (!coming && !ages) return null
  return (
    <div className="stats">
      {coming && (
        <Stat
          label="To come"
          value={coming.cents === null ? coming.orders : formatRand(coming.cents)}
          note={
            coming.late > 0 ? (
              <span className="below">
                {coming.late === 1 ? '1 order is late' : `${coming.late} orders are late`}
              </span>
            ) : (
              `${counted(coming.orders, 'order')}, without VAT`
            )
          }
          href={`/purchase?supplier=${supplierid}${coming.late > 0 ? '&late=true' : ''}`}
        />
      )}
      {ages && (
        <Stat
          label="Owed"
          value={formatRand(ages.owed)}
          note={<Ages ages={ages} />}
          href={`/supplierinvoices?supplier=${supplierid}`}
        />
      )}
      {ages && ages.credit > 0 && (
        <Stat label="Credit" value={formatRand(ages.credit)} note="Credit notes that are not used yet" />
      )}
      {charged !== undefined && charged !== 0 && (
        <Stat label="Bought in a year" value={formatRand(charged)} note="By their invoices, without VAT" />
      )}
    </div>
  )
}

const late = ['days30', 'days60', 'days90', 'days120', 'older'] as const

/** What is past due, by how long. */
function Ages({ ages }: { ages: Ageing }) {
  const parts = late
    .filter((age) => ages[age] > 0)
    .map((age) => `${formatRand(ages[age])} ${ageNames[age].toLowerCase()}`)
  if (parts.length === 0) return ages.owed > 0 ? 'Not due yet' : null
  return <span className="below">Past due: {parts.join(', ')}</span>
}
