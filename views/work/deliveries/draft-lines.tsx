import { formatQuantity, unitSymbol } from '#views/format.ts'
import { LinkButton } from '#views/ui/button.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { describeBooked, describeRedelivered } from './returned-goods.ts'
import type { DeliveryDetail, DeliveryLine } from './types.ts'

/** What goes on the note, each with the most that it may have. */
export const DraftLines = ({ delivery, canpack }: { delivery: DeliveryDetail; canpack: boolean }) => (
  <div className="goods">
    <ul>
      {delivery.items.map((line) => (
        <Line key={line.id} line={line} several={delivery.jobs.length > 1} />
      ))}
    </ul>
    {canpack && (
      <LinkButton small icon="package" {...dialogLink(`/deliveries/${delivery.id}/packages`)}>
        Pack in equipment
      </LinkButton>
    )}
  </div>
)

function Line({ line, several }: { line: DeliveryLine; several: boolean }) {
  const { materialid, job, code, consignmentcode, description, unit, quantity, most, short } = line
  const id = `line-${materialid}`
  const facts = [
    several && job.reference,
    (consignmentcode || code) && `[${consignmentcode || code}]`,
    line.package && `in ${line.package.name}`,
    ...describeRedelivered(line.mended ?? 0, line.instock ?? 0, unit),
    line.booked && describeBooked(line.booked, unit),
  ].filter(Boolean)
  return (
    <li>
      <label htmlFor={id}>
        <span className="what">{description}</span>
        {facts.length > 0 && <small className="facts">{facts.join(' · ')}</small>}
        {short && <small className="remark">{short}</small>}
      </label>
      <input type="hidden" name="materialid" value={materialid} />
      <input type="hidden" name="equipmentid" value={line.package?.id ?? ''} />
      <span className="amount">
        <input
          id={id}
          type="text"
          name="quantity"
          data-field={materialid}
          className="number"
          inputMode="decimal"
          data-decimal=""
          autoComplete="off"
          defaultValue={formatQuantity(quantity)}
        />
        <span className="unit">{unitSymbol(unit)}</span>
        <small>of {formatQuantity(most, unit)}</small>
      </span>
    </li>
  )
}
