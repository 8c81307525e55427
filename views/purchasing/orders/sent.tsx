import { Fragment } from 'react'
import { exactRate, formatPercent, formatQuantity, formatRand } from '#views/format.ts'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { confirmFirst } from '#views/ui/confirm.ts'
import { DateText, DateTime } from '#views/ui/datetime.tsx'
import { Form } from '#views/ui/form.tsx'
import { DateInput } from '#views/ui/inputs.tsx'
import { dialogLink, intoDialog } from '#views/ui/links.ts'
import { DescriptionList } from '#views/ui/panel.tsx'
import { Banner } from '#views/ui/small.tsx'
import { VersionInput } from '#views/ui/version-input.tsx'
import { JobLink } from '#views/work/jobs/job-link.tsx'
import type { OrderDialogProps } from './dialog.tsx'
import { LineStep } from './line-step.tsx'
import { StateChip } from './states.tsx'
import type { GoodsReceipt, OrderLine } from './types.ts'
import { sayUncharged } from './uncharged.ts'

export function SentDetails(props: OrderDialogProps) {
  const { order, zone, canwrite, waits, invoices } = props
  const { required, expected, reference, note, sent, cancelled, total } = order
  const uncharged = sayUncharged(order.items)
  const facts = [
    { label: 'Status', value: <StateChip {...order} /> },
    { label: 'Ordered', value: <DateTime iso={sent} zone={zone} /> },
    ...(cancelled ? [{ label: 'Cancelled', value: <DateTime iso={cancelled} zone={zone} /> }] : []),
    ...(required ? [{ label: 'Needed by', value: <DateText date={required} /> }] : []),
    ...(expected ? [{ label: 'Promised for', value: <DateText date={expected} /> }] : []),
    ...(reference ? [{ label: 'Supplier’s reference', value: reference }] : []),
    ...(note ? [{ label: 'Note', value: note }] : []),
    ...(uncharged ? [{ label: 'Not charged yet', value: uncharged }] : []),
    ...(invoices.length > 0 ? [{ label: 'Charged by', value: <ChargedBy invoices={invoices} /> }] : []),
    ...(total === null ? [] : [{ label: 'Total without VAT', value: formatRand(total) }]),
  ]
  return (
    <div className="ordersent">
      {waits && canwrite && order.state === 'sent' && (
        <Banner level="info">A mail of this order would wait {waits}</Banner>
      )}
      <DescriptionList facts={facts} />
      <Lines {...props} />
      {canwrite && ['sent', 'part'].includes(order.state) && <PromisedDay {...props} />}
      <Receipts {...props} />
      <Returns {...props} />
    </div>
  )
}

const ChargedBy = ({ invoices }: Pick<OrderDialogProps, 'invoices'>) =>
  invoices.map(({ id, kind, number }, at) => (
    <Fragment key={id}>
      {at > 0 && ', '}
      <a {...dialogLink(`/supplierinvoices/${id}`)}>
        {kind === 'creditnote' && 'credit note '}
        {number}
      </a>
    </Fragment>
  ))

const PromisedDay = ({ order }: OrderDialogProps) => (
  <Form url={`/purchase/${order.id}/promise`} {...intoDialog} className="promise">
    <VersionInput value={order.version} />
    <DateInput label="Promised for" name="expected" id="promised" value={order.expected} />
    <Button type="submit" small>
      Save the promise
    </Button>
  </Form>
)

function Lines({ order, priced, canwrite, jobs }: OrderDialogProps) {
  const { items } = order
  const closes = canwrite && order.state !== 'cancelled' && items.some(({ receivable }) => receivable)
  const back = items.some(({ returned }) => returned > 0)
  const open = (line: OrderLine) => (line.receivable && order.state !== 'cancelled' ? line.open : 0)
  return (
    <div className="table">
      <table>
        <caption className="unseen">What was ordered</caption>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Job</th>
            <th scope="col" className="number">
              Ordered
            </th>
            <th scope="col" className="number">
              Received
            </th>
            {back && (
              <th scope="col" className="number">
                Sent back
              </th>
            )}
            <th scope="col" className="number">
              To come
            </th>
            {priced && (
              <>
                <th scope="col" className="number">
                  Price
                </th>
                <th scope="col" className="number">
                  Amount
                </th>
              </>
            )}
            {closes && (
              <th scope="col">
                <span className="unseen">What is done with the line</span>
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
              <td data-label="Job">{line.job && <JobLink {...line.job} jobs={jobs} />}</td>
              <td className="number" data-label="Ordered">
                {formatQuantity(line.quantity, line.unit)}
              </td>
              <td className="number" data-label="Received">
                {line.receivable
                  ? formatQuantity(line.received, line.unit)
                  : line.inventoryid && <small className="muted">not kept in stock</small>}
                {line.surplus > 0 && (
                  <small className="over">{formatQuantity(line.surplus, line.unit)} too many</small>
                )}
              </td>
              {back && (
                <td className="number" data-label="Sent back">
                  {line.returned > 0 && formatQuantity(line.returned, line.unit)}
                  {line.creditdue > 0 && (
                    <small className="over">credit due for {formatQuantity(line.creditdue, line.unit)}</small>
                  )}
                </td>
              )}
              <td className="number" data-label="To come">
                {open(line) > 0 && formatQuantity(open(line), line.unit)}
                {line.closedshort > 0 && order.state !== 'cancelled' && (
                  <small>{formatQuantity(line.closedshort, line.unit)} not expected any more</small>
                )}
              </td>
              {priced && (
                <>
                  <td className="number" data-label="Price">
                    {exactRate(line.rate ?? 0)}
                    {Boolean(line.discount) && <small>less {formatPercent(line.discount ?? 0)}</small>}
                  </td>
                  <td className="number" data-label="Amount">
                    {formatRand(line.net ?? 0)}
                  </td>
                </>
              )}
              {closes && (
                <td className="linestep">
                  {(line.receivable ? open(line) : line.uncharged) > 0 && (
                    <LineStep order={order} line={line} step="close" />
                  )}
                  {line.closedshort > 0 && <LineStep order={order} line={line} step="reopen" />}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const What = ({ line }: { line: OrderLine }) => (
  <>
    {line.description} {line.code && <small className="muted">[{line.code}]</small>}
    {(line.suppliercode || line.suppliername) && (
      <small className="theirs">
        theirs: {[line.suppliercode, line.suppliername].filter(Boolean).join(' ')}
      </small>
    )}
    {line.note && <small className="theirs">{line.note}</small>}
  </>
)

/** An order of years may have come in hundreds of parts. */
const NEWEST = 30
const MOST_SHOWN = 200
const most = (everything: boolean | undefined) => (everything ? MOST_SHOWN : NEWEST)

function Receipts({ order, zone, canreceive, everything }: OrderDialogProps) {
  if (order.receipts.length === 0) return null
  const shown = order.receipts.slice(0, most(everything))
  return (
    <section className="orderevents">
      <h3>Received</h3>
      <ul>
        {shown.map((receipt) => (
          <li key={receipt.id} className={receipt.undone ? 'undone' : undefined}>
            <span>
              {sayLines(receipt)}
              {receipt.reference && `, delivery note ${receipt.reference}`}
              {receipt.reason && `, more than ordered: ${receipt.reason}`}{' '}
              <small>
                <DateTime iso={receipt.date} zone={zone} /> · {receipt.user}
                {receipt.undone && (
                  <>
                    {' '}
                    · taken back <DateTime iso={receipt.undone.date} zone={zone} /> · {receipt.undone.by}
                  </>
                )}
              </small>
            </span>
            {canreceive && !receipt.undone && order.state !== 'cancelled' && (
              <LinkButton
                small
                icon="undo"
                {...dialogLink(`/purchase/${order.id}/receipts/${receipt.id}/undo`)}
              >
                Undo
              </LinkButton>
            )}
          </li>
        ))}
      </ul>
      <Rest id={order.id} shown={shown.length} all={order.receipts.length} />
    </section>
  )
}

const Rest = ({ id, shown, all }: { id: string; shown: number; all: number }) =>
  all > shown && (
    <p className="hint">
      The newest {shown} of {all}.{' '}
      {shown < MOST_SHOWN && (
        <LinkButton small {...dialogLink(`/purchase/${id}?everything=true`)}>
          {all > MOST_SHOWN ? `Show the newest ${MOST_SHOWN}` : 'Show them all'}
        </LinkButton>
      )}
    </p>
  )

const sayLines = ({ lines }: GoodsReceipt) =>
  lines
    .map(
      ({ quantity, unit, description, storage }) =>
        `${formatQuantity(quantity, unit)} ${description}${storage ? ` to ${storage.name}` : ''}`,
    )
    .join(', ')

function Returns({ order, zone, canreceive, everything }: OrderDialogProps) {
  if (order.returns.length === 0) return null
  const shown = order.returns.slice(0, most(everything))
  return (
    <section className="orderevents">
      <h3>Sent back</h3>
      <ul>
        {shown.map(({ id, quantity, unit, description, again, reason, date, user }) => (
          <li key={id}>
            <span>
              {formatQuantity(quantity, unit)} {description}, {again ? 'comes again' : 'a credit is due'}
              {reason && `: ${reason}`}{' '}
              <small>
                <DateTime iso={date} zone={zone} /> · {user}
              </small>
            </span>
            {canreceive && order.state !== 'cancelled' && (
              <Button
                small
                icon="undo"
                aria-label={`Undo the return of ${formatQuantity(quantity, unit)} ${description}`}
                hx-delete={`/purchase/${order.id}/returns/${id}`}
                {...confirmFirst({
                  question: `Take this return back? ${formatQuantity(quantity, unit)} ${description} comes into stock again, and ${again ? 'nothing is waited for in its place' : 'no credit is due for it'}.`,
                  yes: 'Take it back',
                  danger: true,
                })}
                {...intoDialog}
              >
                Undo
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Rest id={order.id} shown={shown.length} all={order.returns.length} />
    </section>
  )
}
