import type { ReactNode } from 'react'
import { formatQuantity } from '#views/format.ts'
import { LinkButton } from '#views/ui/button.tsx'
import { DateText } from '#views/ui/datetime.tsx'
import { LinkedLines } from '#views/ui/linked-lines.tsx'
import { dialogLink, jobRefresh, withQuery } from '#views/ui/links.ts'
import { sayToBill } from './say-to-bill.ts'
import { DeliveryChip } from './states.tsx'
import type { Consigned, DeliverySummary, ToBill, Undelivered } from './types.ts'

type LinesProps = {
  deliveries: readonly DeliverySummary[]
  more?: string
  hint?: string
  /** Where all notes are of one job, it is not named again. */
  ofjob?: boolean
}

/** Delivery notes of one record, in the order of their days. */
const DeliveryLines = ({ deliveries, more, hint, ofjob }: LinesProps) => (
  <LinkedLines
    lines={deliveries.map(({ id, number, date, state, location, waybill, receivedby, jobs }) => ({
      id,
      href: `/deliveries/${id}`,
      opens: 'dialog' as const,
      name: number ?? 'Draft',
      text: [location?.name, (!ofjob || jobs.length > 1) && jobs.join(', '), waybill && `waybill ${waybill}`]
        .filter(Boolean)
        .join(' · '),
      who: receivedby && `Received by ${receivedby}`,
      when: (
        <>
          <DateText date={date} /> <DeliveryChip state={state} />
        </>
      ),
    }))}
    more={more}
    empty={{ icon: 'truck', text: 'Nothing has been delivered yet.', hint }}
  />
)

const listLeft = (undelivered: readonly Undelivered[]) =>
  undelivered
    .slice(0, 5)
    .map(({ left, unit, description }) => `${formatQuantity(left, unit)} ${description}`)
    .join(', ') + (undelivered.length > 5 ? ` and ${undelivered.length - 5} more` : '')

type DeliverProps = { jobid: string; boardid?: string; small?: boolean }

const DeliverButton = ({ jobid, boardid, small }: DeliverProps) => (
  <LinkButton small={small} icon="truck" {...dialogLink(withQuery('/deliveries/new', { boardid, jobid }))}>
    Deliver
  </LinkButton>
)

/** Where a job is seen from elsewhere. */
export const LeftToDeliver = ({ jobid, undelivered }: Pick<JobDeliveriesProps, 'jobid' | 'undelivered'>) => (
  <>
    {listLeft(undelivered)} <DeliverButton jobid={jobid} small />
  </>
)

type JobDeliveriesProps = {
  jobid: string
  boardid: string
  deliveries: readonly DeliverySummary[]
  undelivered: readonly Undelivered[]
  /** For whoever sees invoices. */
  tobill: readonly ToBill[]
  /** The invoice that stands, for whoever may credit it. */
  creditable?: { id: string; number: string | null } | null
  canwrite: boolean
}

export function JobDeliveries(props: JobDeliveriesProps) {
  const { jobid, boardid, deliveries, undelivered, tobill, creditable, canwrite } = props
  const left = undelivered.filter((line) => line.left > 0)
  const credited = undelivered.filter((line) => line.credited > 0)
  return (
    <section
      id="jobdeliveries"
      className="jobdeliveries"
      data-refresh={`deliveries invoices ${jobRefresh(jobid)}`}
      hx-get={`/deliveries/job/${jobid}`}
      hx-trigger="none"
    >
      {undelivered.length > 0 && (
        <div className="left">
          {left.length > 0 && <p>Left to deliver: {listLeft(left)}</p>}
          {credited.length > 0 && (
            <p>
              Credited, and not to be delivered:{' '}
              {listLeft(credited.map((line) => ({ ...line, left: line.credited })))}
            </p>
          )}
          {canwrite && <DeliverButton jobid={jobid} boardid={boardid} />}
        </div>
      )}
      <Billing label="Delivered and not invoiced" lines={tobill} count={({ quantity }) => quantity} />
      <Billing
        label="Invoiced and still to be delivered"
        lines={tobill}
        count={({ quantity, tocredit, toreplace, tomend }) => -quantity - tocredit - toreplace - tomend}
      />
      <Billing
        label="Scrapped, and to be replaced by the next note"
        lines={tobill}
        count={({ toreplace }) => toreplace}
      />
      <Billing
        label="Kept to be mended, and to go out by the next note"
        lines={tobill}
        count={({ tomend }) => tomend}
      />
      <Billing label="To credit, since it came back" lines={tobill} count={({ tocredit }) => tocredit}>
        {creditable && (
          <LinkButton icon="undo" {...dialogLink(`/invoices/${creditable.id}?tab=credit`)}>
            Credit {creditable.number}
          </LinkButton>
        )}
      </Billing>
      <Billing
        label="In stock by a credit note: say on its delivery note that it came back, before it goes out again"
        lines={tobill}
        count={({ awaited }) => awaited}
      />
      <DeliveryLines
        deliveries={deliveries}
        ofjob
        hint={canwrite ? 'Goods on this job can be delivered, whole or in parts.' : undefined}
      />
    </section>
  )
}

type BillingProps = {
  label: string
  lines: readonly ToBill[]
  count: (line: ToBill) => number
  children?: ReactNode
}

function Billing({ label, lines, count, children }: BillingProps) {
  const shown = lines.filter((line) => count(line) > 0)
  if (shown.length === 0) return null
  return (
    <div className="left">
      <p>
        {label}: {shown.map((line) => sayToBill(line, count(line))).join(', ')}
      </p>
      {children}
    </div>
  )
}

type ClientDeliveriesProps = {
  deliveries: readonly DeliverySummary[]
  consigned: readonly Consigned[]
  more?: string
}

export const ClientDeliveries = ({ deliveries, consigned, more }: ClientDeliveriesProps) => (
  <>
    {consigned.length > 0 && (
      <section className="consigned">
        <h3>On consignment</h3>
        <ul>
          {consigned.map(({ lineid, delivery, description, code, left, unit, storage }) => (
            <li key={lineid}>
              <a {...dialogLink(`/deliveries/${delivery.id}?tab=sell`)}>{delivery.number}</a>{' '}
              <strong>{formatQuantity(left, unit)}</strong> {description} {code && <small>[{code}]</small>}{' '}
              <small>{storage.name}</small>
            </li>
          ))}
        </ul>
      </section>
    )}
    <DeliveryLines
      deliveries={deliveries}
      more={more}
      hint="Delivery notes are made on the board of a job."
    />
  </>
)
