import { formatQuantity, formatRand } from '#views/format.ts'
import { Dialog } from '#views/ui/dialog.tsx'
import { DecimalInput } from '#views/ui/inputs.tsx'
import { Banner, EmptyState } from '#views/ui/small.tsx'
import { LineQuantities, type QuantityLine } from './line-quantities.tsx'

type PartDialogProps = {
  jobid: string
  reference: string
  organisation?: string
  /** The draft that is changed; undefined: a new one is prepared. */
  draft?: string
  lines: readonly QuantityLine[]
  /** Of the draft as it stands: the share in ten-thousandths of a percent, or lines, whose rows propose theirs. */
  chosen: { percent: number } | 'lines' | null
  vendor: boolean
  /** Cents, with the VAT of a vendor. */
  price: number
  left: number
  /** Whether all that is left may be invoiced now. */
  complete: boolean
  lane: string
}

const NothingToInvoice = ({ reference }: Pick<PartDialogProps, 'reference'>) => (
  <Dialog title="Invoice a part" subtitle={`Job ${reference}`}>
    <EmptyState
      icon="receipt"
      text="There is nothing to invoice yet."
      hint="What is used is charged: enter it on the lines of the job, or use them as estimated."
    />
  </Dialog>
)

/** Which part of a job is invoiced next; it prepares a draft. */
export function PartDialog(props: PartDialogProps) {
  const { jobid, reference, organisation, draft, vendor, lines, price, left, complete, lane, chosen } = props
  const before = price - left
  if (lines.length === 0) return <NothingToInvoice reference={reference} />
  return (
    <Dialog
      title="Invoice a part"
      subtitle={`Job ${reference}`}
      size="large"
      url={draft ? `/invoices/${draft}/part` : '/invoices'}
      submit={draft ? 'Change the draft' : 'Prepare the draft'}
    >
      <input type="hidden" name="jobid" value={jobid} />
      {organisation && <input type="hidden" name="organisation" value={organisation} />}
      <p className="subject">
        {formatRand(left)} of {formatRand(price)} is left to invoice
        {before > 0 && `; ${formatRand(before)} was invoiced before`}.
      </p>
      {!complete && (
        <Banner level="info">
          Until the job is in {lane}, something of it is left for the last invoice.
        </Banner>
      )}
      <fieldset className="invoicewhat">
        <legend className="unseen">What to invoice</legend>
        <label>
          <input type="radio" name="what" value="percent" defaultChecked={chosen !== 'lines'} />
          <span>A percentage of the price</span>
        </label>
        <div className="partof" data-of="percent">
          <DecimalInput
            label="Percentage"
            name="percent"
            suffix="%"
            width="narrow"
            value={chosen && chosen !== 'lines' ? formatQuantity(chosen.percent * 100) : undefined}
            hint={`Of the whole price${vendor ? ' with VAT' : ''}, the same share of every line.`}
            autoFocus={chosen !== 'lines'}
          />
        </div>
        <label>
          <input type="radio" name="what" value="lines" defaultChecked={chosen === 'lines'} />
          <span>Chosen lines or quantities</span>
        </label>
        <div className="partof" data-of="lines">
          <LineQuantities lines={lines} name="materialid" left="Left" />
        </div>
        {complete && (
          <label>
            <input type="radio" name="what" value="rest" />
            <span>All that is left</span>
          </label>
        )}
      </fieldset>
    </Dialog>
  )
}
