import type { ReactNode } from 'react'
import type { UnbilledTime } from '#server/domains/work/timesheet/unbilled-time.ts'
import type { ChargedSample } from '#views/catalogue/inventory/sample-prices.tsx'
import type { ShownXeroEntry } from '#views/settings/xero/states.tsx'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import { History, type HistoryLine } from '#views/ui/history.tsx'
import { stageSteps } from '#views/ui/job-stages.ts'
import { dialogLink } from '#views/ui/links.ts'
import type { Option } from '#views/ui/select.tsx'
import { Banner } from '#views/ui/small.tsx'
import type { Tab } from '#views/ui/tabs.tsx'
import type { Undelivered } from '#views/work/deliveries/types.ts'
import type { InvoiceDetail, MissingFact, ZeroQuantityLines } from './types.ts'

export type InvoiceDialogProps = {
  invoice: InvoiceDetail
  organisations: readonly Option[]
  history: readonly HistoryLine[]
  zone: string
  today: string
  jobs: string
  canwrite: boolean
  canissue: boolean
  vendor: boolean
  /** What a draft would be called, by the organisation that issues it. */
  numbers: Readonly<Record<string, string>>
  /** Of the job of a draft, what no line of it charges. */
  time: UnbilledTime
  canbill: boolean
  empty?: ZeroQuantityLines
  /** What its job makes without planned inputs, in words. */
  jobwarnings: readonly string[]
  /** Of the lines of its job, what is charged at the price that setup brought. */
  samples: readonly ChargedSample[]
  /** Prices of items. */
  canconfirm: boolean
  /** The job whose lines may take the price that an item has by now. */
  takenby?: string
  /** Of the job of an issued one, for whoever may deliver it. */
  undelivered: readonly Undelivered[]
  /** What a draft will be without. */
  missing: readonly MissingFact[]
  /** Why the job of a draft cannot be invoiced by it. */
  refusal?: string
  /** Who looks at it. */
  userid: string
  tab?: string
  /** A credit note left its client with more credit than they owe. */
  owesback: boolean
  /** A payment was recorded just now. */
  recorded?: boolean
  /** What of it went to Xero. */
  xero: readonly ShownXeroEntry[]
}

export const Other = ({ id, number }: { id: string; number: string }) => (
  <a {...dialogLink(`/invoices/${id}`)}>{number}</a>
)

type SendingProps = {
  invoice: Pick<InvoiceDetail, 'id' | 'sending' | 'sentutc' | 'deposit'>
  canwrite: boolean
}

/** By a link, a message of one's own, or e-mail. */
export const SendInvoice = ({ invoice, main }: { invoice: SendingProps['invoice']; main?: boolean }) => (
  <LinkButton
    className={main ? 'topay' : undefined}
    icon="mail"
    look={main ? 'primary' : undefined}
    {...dialogLink(`/mail/invoice/${invoice.id}`)}
  >
    {main || invoice.sentutc === null ? 'Send' : 'Send again'}
  </LinkButton>
)

/** Its tab of details, which follows what becomes of its e-mail. */
export const InvoiceDetails = ({ id, children }: { id: string; children: ReactNode }) => (
  <div id="invoicedetails" data-refresh="invoices" data-url={`/invoices/${id}`} data-noguard="">
    {children}
  </div>
)

/** What its client does not have yet, and what can be done about that. */
export function UnsentBanner({ invoice, canwrite }: SendingProps) {
  const { id, sending, deposit } = invoice
  // Money that came in shows that its request reached the client.
  if (sending === null || sending === 'sent' || (deposit && deposit.held > 0)) return null
  const waits = sending === 'waits'
  const url = `/invoices/${id}`
  return (
    <div className="invoicebanner">
      <Banner
        level="warning"
        actions={
          canwrite && (
            <>
              <Button small hx-post={`${url}/sent`} hx-swap="none" title="It was handed over in another way">
                Mark as sent
              </Button>
              <PrintForClient id={id} />
              {waits && (
                <Button small icon="undo" hx-post={`${url}/takeback`} hx-swap="none">
                  Take the e-mail back
                </Button>
              )}
            </>
          )
        }
      >
        {waits
          ? 'Not sent yet: its e-mail waits, for a week at most. Did the client get it in another way?'
          : 'Not sent yet.'}
      </Banner>
    </div>
  )
}

/** It leads to the form on the tab of payments, which has a main button of its own. */
export const Pay = ({ id, main = true }: { id: string; main?: boolean }) => (
  <LinkButton
    className="topay"
    look={main ? 'primary' : undefined}
    icon="banknote"
    {...dialogLink(`/invoices/${id}?tab=payments`)}
  >
    {stageSteps.pay.name}
  </LinkButton>
)

/** A look: it takes no original, and does not count as sent. */
export const Pdf = ({ id }: { id: string }) => (
  <LinkButton icon="file-text" href={`/render/invoice/${id}?copy=true`} target="_blank">
    PDF
  </LinkButton>
)

/** The original, for whoever hands it over; it counts as sent then. */
const PrintForClient = ({ id }: { id: string }) => (
  <LinkButton small icon="printer" href={`/render/invoice/${id}`} target="_blank">
    Print for the client
  </LinkButton>
)

export const historyTab = ({ history, zone }: InvoiceDialogProps): Tab => ({
  id: 'history',
  label: 'History',
  panel: <History entries={history} zone={zone} />,
})

export const invoiceSubtitle = ({ client, job }: InvoiceDetail) =>
  `${client?.name ?? 'Cash sale'}, job ${job.reference}`

/** What only left it again is none. */
export const countPayments = ({ payments }: InvoiceDetail) =>
  payments.filter(({ reversed, what }) => reversed === null && what === 'payment').length

export function Original({
  invoice,
  zone,
  canwrite,
}: Pick<InvoiceDialogProps, 'invoice' | 'zone' | 'canwrite'>) {
  if (invoice.originalwaits)
    return 'Not given out yet: its e-mail waits to be sent. A print for the client before carries it.'
  if (!invoice.originalutc)
    return (
      <>
        {invoice.sending === 'sent'
          ? 'Marked as sent, and not given out from here: it can still be printed for the client. '
          : 'Not given out yet. The first e-mail, client’s link or print for the client carries it; '}
        {invoice.sending === 'sent' ? 'The' : 'the'} PDF that you look at says COPY.{' '}
        {canwrite && invoice.sending === 'sent' && <PrintForClient id={invoice.id} />}
      </>
    )
  return (
    <>
      Given out <DateTime iso={invoice.originalutc} zone={zone} />
    </>
  )
}
