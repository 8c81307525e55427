import type { RepeatInvoiceKind } from '#db/schema/tenant/index.ts'
import type { PresentedRepeatInvoice } from '#server/domains/sales/repeatinvoices/choose.ts'
import { DateText } from '#views/ui/datetime.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { DescriptionList } from '#views/ui/panel.tsx'
import { Radios } from '#views/ui/select.tsx'
import { repeatInvoiceWords, repeatOutcome } from './words.ts'

type RepeatInvoiceDialogProps = {
  repeat: PresentedRepeatInvoice
  /** What this person may choose; without any it is shown alone. */
  allowed: readonly RepeatInvoiceKind[]
  /** What the last lane is called. */
  complete: string
}

export function RepeatInvoiceDialog({ repeat, allowed, complete }: RepeatInvoiceDialogProps) {
  const { template, category, frequency, next, invoice, chosenby, version, latest } = repeat
  const kinds = (['none', 'draft', 'issue', 'send'] as const).filter(
    (kind) => kind === 'none' || kind === invoice || allowed.includes(kind),
  )
  const canchoose = allowed.length > 0
  return (
    <Dialog
      title={`Invoices of ${template.reference}`}
      subtitle={`Comes ${frequency}, for ${category.name}`}
      url={canchoose ? `/templates/repeats/${template.id}/invoice` : undefined}
      version={canchoose ? version : undefined}
    >
      {canchoose && (
        <>
          <input type="hidden" name="category" value={category.id} />
          <Radios
            label="Each time"
            name="invoice"
            value={invoice}
            options={kinds.map((kind) => ({ value: kind, label: repeatInvoiceWords[kind].label }))}
          />
          <p className="hint">
            For its invoice, a job counts as done on its day: what its lines estimate is used, which moves
            stock, it is approved, and it stands in {complete}. It is done by your rights as they are on that
            day. What is refused is left as it was, and you are told.
          </p>
        </>
      )}
      <DescriptionList
        facts={[
          { label: 'Next day', value: <DateText date={next} long /> },
          ...(canchoose ? [] : [{ label: 'Each time', value: repeatInvoiceWords[invoice].label }]),
          ...(chosenby ? [{ label: 'By the rights of', value: chosenby }] : []),
        ]}
      />
      <Latest latest={latest} />
    </Dialog>
  )
}

function Latest({ latest }: Pick<PresentedRepeatInvoice, 'latest'>) {
  if (latest.length === 0) return null
  return (
    <div className="table">
      <table>
        <caption className="unseen">Last times</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Job</th>
            <th scope="col">Invoice</th>
          </tr>
        </thead>
        <tbody>
          {latest.map((one) => (
            <tr key={one.job.id}>
              <td>
                <DateText date={one.date} />
              </td>
              <td data-label="Job">{one.job.reference}</td>
              <td data-label="Invoice">
                {one.invoiceid ? (
                  <a {...dialogLink(`/invoices/${one.invoiceid}`)}>{repeatOutcome(one)}</a>
                ) : (
                  repeatOutcome(one)
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
