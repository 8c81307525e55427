import { formatRand, percentText, amount as plainAmount } from '#views/format.ts'
import { MissingOfDeposit } from '#views/sales/invoices/draft-warnings.tsx'
import type { MissingFact } from '#views/sales/invoices/types.ts'
import { Dialog } from '#views/ui/dialog.tsx'
import { FieldRow } from '#views/ui/form.tsx'
import { DateInput, DecimalInput } from '#views/ui/inputs.tsx'
import { Banner } from '#views/ui/small.tsx'

type DepositDialogProps = {
  jobid: string
  reference: string
  organisation?: string
  today: string
  vendor: boolean
  /** Ten-thousandths of a percent, as the estimate said it. */
  percent: number | null
  /** Cents, with the VAT of a vendor: what is estimated, and what of it nothing asks for yet. */
  quoted: number
  left: number
  /** Cents of what was agreed that no request asks for yet, once one does: the estimate grew. */
  rest: number
  /** What the request will be without. */
  missing: readonly MissingFact[]
}

/** How much of what is estimated is asked for before the work. */
export function DepositDialog({
  jobid,
  reference,
  organisation,
  today,
  vendor,
  percent,
  quoted,
  left,
  rest,
  missing,
}: DepositDialogProps) {
  return (
    <Dialog
      title="Ask for a deposit"
      subtitle={`Job ${reference}`}
      size="medium"
      url="/invoices/deposits"
      submit="Make the request"
    >
      <input type="hidden" name="jobid" value={jobid} />
      {organisation && <input type="hidden" name="organisation" value={organisation} />}
      {quoted > 0 ? (
        <p className="subject">
          {formatRand(quoted)} is estimated{vendor && ' with VAT'}
          {left < quoted && `; ${formatRand(left)} of it is neither invoiced nor asked for yet`}.
        </p>
      ) : (
        <Banner level="warning">
          Nothing is estimated on this job yet, so there is no price that a deposit could be of. Enter it on
          its lines first.
        </Banner>
      )}
      <MissingOfDeposit facts={missing} />
      <fieldset className="invoicewhat">
        <legend className="unseen">How much</legend>
        <label>
          <input type="radio" name="what" value="percent" defaultChecked={rest === 0} />
          <span>A percentage of what is estimated</span>
        </label>
        <div className="partof" data-of="percent">
          <DecimalInput
            label="Percentage"
            name="percent"
            value={rest > 0 ? '' : percentText(percent)}
            suffix="%"
            width="narrow"
            data-share-of={quoted}
            hint={<output htmlFor="f-percent" />}
            autoFocus={rest === 0}
          />
        </div>
        <label>
          <input type="radio" name="what" value="amount" defaultChecked={rest > 0} />
          <span>An amount</span>
        </label>
        <div className="partof" data-of="amount">
          <DecimalInput
            label="Amount"
            name="amount"
            prefix="R"
            width="narrow"
            value={rest > 0 ? plainAmount(rest) : undefined}
            hint={rest > 0 ? `The rest of ${percentText(percent)} % of what is estimated` : undefined}
            autoFocus={rest > 0}
          />
        </div>
      </fieldset>
      <FieldRow>
        <DateInput label="Pay by" name="duedate" min={today} />
      </FieldRow>
      <p className="hint">
        A deposit request is no {vendor && 'tax '}invoice: it has a number of its own{vendor && ' and no VAT'}
        . What is received for it is taken off the invoice of the job
        {vendor && ', which charges the VAT of all of it'}.
      </p>
    </Dialog>
  )
}
