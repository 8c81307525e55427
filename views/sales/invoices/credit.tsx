import { Fragment } from 'react'
import { formatRand } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'
import { Banner } from '#views/ui/small.tsx'
import { Other } from './dialog-parts.tsx'
import { PayBackButton } from './payment.tsx'
import type { InvoiceDetail } from './types.ts'

type CreditBannerProps = {
  invoice: InvoiceDetail
  canwrite: boolean
  /** The main button of the dialog gives it back. */
  paysback?: boolean
}

export const payBackTarget = ({ payment, client }: NonNullable<InvoiceDetail['opencredit']>) =>
  payment ? { payment } : { client: client ?? undefined }

/** What was received and pays no invoice may pay this one, or go back. */
export function CreditBanner({ invoice, canwrite, paysback }: CreditBannerProps) {
  const { id, kind, state, due, client, becamecredit, opencredit } = invoice
  const concerns = state === 'draft' || kind === 'creditnote' || due > 0 || becamecredit > 0
  if (!opencredit || !concerns) return null
  const { amount } = opencredit
  const uses = canwrite && due > 0 && client !== null
  return (
    <div className="invoicebanner">
      <Banner
        level="info"
        actions={
          canwrite &&
          state !== 'draft' &&
          (uses || !paysback) && (
            <>
              {uses && (
                <Button small icon="banknote" hx-post={`/invoices/${id}/usecredit`} hx-swap="none">
                  Use the credit
                </Button>
              )}
              {!paysback && <PayBackButton small {...payBackTarget(opencredit)} />}
            </>
          )
        }
      >
        {client?.name ?? 'This cash sale'} has {formatRand(amount)} of credit
        {state === 'draft'
          ? ': once this is issued, it can be used for it.'
          : due > 0
            ? `, and ${formatRand(Math.min(amount, due))} of it can pay this invoice.`
            : ', which pays no invoice yet.'}
      </Banner>
    </div>
  )
}

export const CreditNotes = ({ notes }: { notes: InvoiceDetail['creditnotes'] }) => (
  <>
    {notes.map(({ total, ...note }, at) => (
      <Fragment key={note.id}>
        {at > 0 && ', '}
        <Other {...note} /> ({formatRand(total)})
      </Fragment>
    ))}
  </>
)
