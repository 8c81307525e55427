import type { UnbilledTime } from '#server/domains/work/timesheet/unbilled-time.ts'
import type { ShownXeroEntry } from '#views/settings/xero/states.tsx'
import { LinkButton } from '#views/ui/button.tsx'
import { History, type HistoryLine } from '#views/ui/history.tsx'
import { stageSteps } from '#views/ui/job-stages.ts'
import { dialogLink } from '#views/ui/links.ts'
import type { Option } from '#views/ui/select.tsx'
import type { Tab } from '#views/ui/tabs.tsx'
import type { InvoiceDetail, MissingFact, ZeroQuantityLines } from './types.ts'

export type InvoiceDialogProps = {
  invoice: InvoiceDetail
  organisations: readonly Option[]
  reasons: readonly Option[]
  history: readonly HistoryLine[]
  zone: string
  today: string
  jobs: string
  canwrite: boolean
  canissue: boolean
  /** What a draft would be called, by the organisation that issues it. */
  numbers: Readonly<Record<string, string>>
  /** Of the job of a draft, what no line of it charges. */
  time: UnbilledTime
  canbill: boolean
  empty?: ZeroQuantityLines
  /** What a draft will be without. */
  missing: readonly MissingFact[]
  /** Who looks at it. */
  userid: string
  tab?: string
  /** What of it went to Xero. */
  xero: readonly ShownXeroEntry[]
}

export const Other = ({ id, number }: { id: string; number: string }) => (
  <a {...dialogLink(`/invoices/${id}`)}>{number}</a>
)

export const MailInvoice = ({ id }: { id: string }) => (
  <LinkButton icon="mail" {...dialogLink(`/mail/invoice/${id}`)}>
    E-mail
  </LinkButton>
)

/** It leads to the form on the tab of payments, which has a main button of its own. */
export const Pay = ({ id }: { id: string }) => (
  <LinkButton
    className="topay"
    look="primary"
    icon="banknote"
    {...dialogLink(`/invoices/${id}?tab=payments`)}
  >
    {stageSteps.pay.name}
  </LinkButton>
)

export const Pdf = ({ id }: { id: string }) => (
  <LinkButton icon="file-text" href={`/render/invoice/${id}`} target="_blank">
    PDF
  </LinkButton>
)

export const historyTab = ({ history, zone }: InvoiceDialogProps): Tab => ({
  id: 'history',
  label: 'History',
  panel: <History entries={history} zone={zone} />,
})

export const invoiceSubtitle = ({ client, job }: InvoiceDetail) =>
  `${client?.name ?? 'Cash sale'}, job ${job.reference}`
