import { formatQuantity, unitSymbol } from '#views/format.ts'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { FieldRow, Form } from '#views/ui/form.tsx'
import { TextInput } from '#views/ui/inputs.tsx'
import { dialogLink, intoDialog, withQuery } from '#views/ui/links.ts'
import { type Option, Radios, Select } from '#views/ui/select.tsx'
import { VersionInput } from '#views/ui/version-input.tsx'
import type { DeliveryDetail } from './types.ts'

type ReturnProps = { delivery: DeliveryDetail; places: readonly Option[]; canconsume: boolean }

const fates = [
  { value: 'stock', label: 'Put back into stock' },
  { value: 'mended', label: 'Kept to be mended: the next note sends these, and moves no stock' },
  { value: 'scrapped', label: 'Scrapped, to be replaced: the next note takes others from stock' },
]
const FATES =
  'What is put back is used less, and what the job made is in stock again. What is invoiced already stays so until it is credited.'

export function ReturnForm({ delivery, places, canconsume }: ReturnProps) {
  return (
    <Form url={`/deliveries/${delivery.id}/return`} {...intoDialog} className="proof">
      <VersionInput value={delivery.version} />
      <Quantities delivery={delivery} prefix="return" />
      <FieldRow>
        {places.length > 0 && (
          <Select
            label="Where to"
            id="return-storage"
            name="storageid"
            options={places}
            placeholder="No place given"
          />
        )}
        <TextInput label="Why" id="return-reason" name="reason" maxlength={200} />
      </FieldRow>
      {canconsume && !delivery.consignment && (
        <Radios label="What becomes of it" name="becomes" value="mended" options={fates} hint={FATES} />
      )}
      {!canconsume && !delivery.consignment && (
        <p className="subject">
          It is kept to be mended: the next note sends it again, unless it is credited.
        </p>
      )}
      <Button type="submit" icon="undo">
        Write down what came back
      </Button>
    </Form>
  )
}

type SoldFormProps = { delivery: DeliveryDetail; cancount: boolean }

export function SoldForm({ delivery, cancount }: SoldFormProps) {
  const { consignment } = delivery
  return (
    <Form url={`/deliveries/${delivery.id}/sell`} {...intoDialog} className="proof">
      <VersionInput value={delivery.version} />
      <p className="subject">
        What the client sold or took for itself leaves stock from {consignment?.name}. What was not booked as
        used on its line before is used there now, and can be charged.
      </p>
      {cancount && consignment && (
        <LinkButton
          icon="square-check"
          {...dialogLink(withQuery('/admin/stock/counts/new', { storageid: consignment.id }))}
        >
          Count what lies there
        </LinkButton>
      )}
      <Quantities delivery={delivery} prefix="sell" />
      <Button type="submit" icon="check">
        Write down what was sold
      </Button>
    </Form>
  )
}

/** Of what is out, all empty: nothing is taken for granted. */
const Quantities = ({ delivery, prefix }: { delivery: DeliveryDetail; prefix: string }) => (
  <div className="goods">
    <ul>
      {delivery.items
        .map((line) => ({ ...line, out: line.quantity - line.returned - line.sold }))
        .filter(({ out }) => out > 0)
        .map(({ id, description, job, unit, out }) => (
          <li key={id}>
            <label htmlFor={`${prefix}-${id}`}>
              <span className="what">{description}</span>
              {delivery.jobs.length > 1 && <small className="facts">{job.reference}</small>}
            </label>
            <input type="hidden" name="lineid" value={id} />
            <span className="amount">
              <input
                id={`${prefix}-${id}`}
                type="text"
                name="quantity"
                data-field={id}
                className="number"
                inputMode="decimal"
                data-decimal=""
                autoComplete="off"
              />
              <span className="unit">{unitSymbol(unit)}</span>
              <small>of {formatQuantity(out, unit)} out</small>
            </span>
          </li>
        ))}
    </ul>
  </div>
)
