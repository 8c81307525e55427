import { formatQuantity } from '#views/format.ts'
import { LinkButton } from '#views/ui/button.tsx'
import { DateText, DateTime } from '#views/ui/datetime.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { DescriptionList } from '#views/ui/panel.tsx'
import { Banner } from '#views/ui/small.tsx'
import { returnOutcomes } from './returned-goods.ts'
import { DeliveryChip } from './states.tsx'
import type { DeliveryDetail, DeliveryEvent, DeliveryLine, NoteInvoice } from './types.ts'

type IssuedProps = {
  delivery: DeliveryDetail
  zone: string
  segment: string
  invoices: readonly NoteInvoice[]
  cancredit: boolean
}

export function IssuedDetails({ delivery, zone, segment, invoices, cancredit }: IssuedProps) {
  const { state, date, reference, waybill, carrier, consignment, delivered, receivedby, board } = delivery
  const facts = [
    { label: 'Status', value: <DeliveryChip state={state} /> },
    { label: 'Date of issue', value: <DateText date={date} /> },
    ...(reference ? [{ label: 'Reference', value: reference }] : []),
    ...(waybill ? [{ label: 'Waybill', value: waybill }] : []),
    ...(carrier ? [{ label: 'Carrier', value: carrier }] : []),
    ...(consignment ? [{ label: 'On consignment at', value: consignment.name }] : []),
    ...(delivered
      ? [
          { label: 'Received by', value: receivedby },
          { label: 'When', value: <DateTime iso={delivered} zone={zone} /> },
        ]
      : []),
    ...invoices.map((invoice) => ({
      label: 'Invoice',
      value: <a {...dialogLink(`/invoices/${invoice.id}`)}>{invoice.number}</a>,
    })),
    { label: 'Original', value: <Original delivery={delivery} zone={zone} /> },
  ]
  const link = (job: string) =>
    `/${segment}/${board.slug}/progress?open=${encodeURIComponent(job.toLowerCase())}`
  return (
    <div className="deliverydetails">
      <DescriptionList facts={facts} />
      {invoices
        .filter(({ tocredit }) => tocredit.length > 0)
        .map((invoice) => (
          <ToCredit key={invoice.id} invoice={invoice} cancredit={cancredit} />
        ))}
      <Lines delivery={delivery} link={link} />
      {delivery.events.length > 0 && <Events events={delivery.events} zone={zone} />}
    </div>
  )
}

const ToCredit = ({
  invoice: { id, number, tocredit },
  cancredit,
}: {
  invoice: NoteInvoice
  cancredit: boolean
}) => (
  <Banner
    level="warning"
    actions={
      cancredit && (
        <LinkButton small {...dialogLink(`/invoices/${id}?tab=credit`)}>
          Credit {number}
        </LinkButton>
      )
    }
  >
    To credit, since it came back:{' '}
    {tocredit.map((line) => `${formatQuantity(line.tocredit, line.unit)} ${line.description}`).join(', ')}
  </Banner>
)

const Original = ({ delivery: { original }, zone }: { delivery: DeliveryDetail; zone: string }) =>
  original ? (
    <>
      Given out <DateTime iso={original} zone={zone} />
    </>
  ) : (
    'Not given out yet: it is the first PDF'
  )

type LinesProps = { delivery: DeliveryDetail; link: (job: string) => string }

function Lines({ delivery: { items, consignment }, link }: LinesProps) {
  const came = items.some(({ returned }) => returned > 0)
  const packed = items.some((line) => line.package)
  return (
    <div className="table">
      <table>
        <caption className="unseen">What was delivered</caption>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Job</th>
            {packed && <th scope="col">Packed in</th>}
            <th scope="col" className="number">
              Delivered
            </th>
            {came && (
              <th scope="col" className="number">
                Came back
              </th>
            )}
            {consignment && (
              <th scope="col" className="number">
                Sold
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {items.map((line) => (
            <tr key={line.id}>
              <td>
                <What line={line} />
              </td>
              <td data-label="Job">
                <a href={link(line.job.reference)}>{line.job.reference}</a>
              </td>
              {packed && <td data-label="Packed in">{line.package?.name}</td>}
              <td className="number" data-label="Delivered">
                {formatQuantity(line.quantity, line.unit)}
              </td>
              {came && (
                <td className="number" data-label="Came back">
                  {line.returned > 0 && formatQuantity(line.returned, line.unit)}
                </td>
              )}
              {consignment && (
                <td className="number" data-label="Sold">
                  {line.sold > 0 && formatQuantity(line.sold, line.unit)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const What = ({ line: { description, code, consignmentcode, remark } }: { line: DeliveryLine }) => (
  <>
    {description} {(consignmentcode || code) && <small className="muted">[{consignmentcode || code}]</small>}
    {remark && <small className="remark">{remark}</small>}
  </>
)

function Events({ events, zone }: { events: readonly DeliveryEvent[]; zone: string }) {
  return (
    <ul className="deliveryevents" aria-label="What came back or was sold">
      {events.map(({ id, kind, description, unit, quantity, storage, reason, date, user }) => (
        <li key={id}>
          <strong>{formatQuantity(quantity, unit)}</strong> {description}{' '}
          {kind === 'sold' ? 'sold' : `came back${storage ? ` to ${storage}` : ''}${returnOutcomes[kind]}`}
          {reason && `: ${reason}`}{' '}
          <small>
            <DateTime iso={date} zone={zone} /> · {user}
          </small>
        </li>
      ))}
    </ul>
  )
}
