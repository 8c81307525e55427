import { fieldLabels } from '#views/field-labels.ts'
import { exactRate, formatPercent, formatQuantity, formatRand } from '#views/format.ts'
import { XeroStates } from '#views/settings/xero/states.tsx'
import { DateText } from '#views/ui/datetime.tsx'
import { Money } from '#views/ui/figures.tsx'
import { DescriptionList } from '#views/ui/panel.tsx'
import { CostOffers } from './cost-offers.tsx'
import type { SupplierInvoiceDialogProps } from './dialog.tsx'
import { SupplierInvoiceChip } from './states.tsx'
import type { SupplierInvoiceLine } from './types.ts'

export const sayDifference = (cents: number) =>
  `${formatRand(Math.abs(cents))} ${cents > 0 ? 'more' : 'less'} than ordered`

export function ApprovedDetails({ invoice, xero, canmend, claims, costs }: SupplierInvoiceDialogProps) {
  const { duedate, vatdate, approvedby, reason, note, net, vat, total, open, kind } = invoice
  const facts = [
    { label: 'Status', value: <SupplierInvoiceChip {...invoice} /> },
    ...(duedate ? [{ label: fieldLabels.due, value: <DateText date={duedate} /> }] : []),
    ...(claims ? [{ label: 'VAT claimed on', value: <DateText date={vatdate} /> }] : []),
    { label: 'Approved by', value: approvedby },
    ...(reason ? [{ label: 'Why', value: reason }] : []),
    ...(note ? [{ label: 'Note', value: note }] : []),
    { label: 'Without VAT', value: <Money cents={net} /> },
    { label: 'VAT', value: <Money cents={vat} /> },
    { label: 'With VAT', value: <Money cents={total} /> },
    { label: kind === 'creditnote' ? 'Not used yet' : 'Open', value: <Money cents={open} /> },
    ...(xero.length > 0 ? [{ label: 'Xero', value: <XeroStates entries={xero} canmend={canmend} /> }] : []),
  ]
  return (
    <div className="ordersent">
      <DescriptionList facts={facts} />
      <CostOffers invoice={invoice.id} offers={costs} />
      <div className="table">
        <table>
          <caption className="unseen">What is charged</caption>
          <thead>
            <tr>
              <th scope="col">Item</th>
              <th scope="col">Order</th>
              {['Charged', 'Price', 'VAT rate', 'Without VAT', 'To cost of goods'].map((head) => (
                <th key={head} scope="col" className="number">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {invoice.items.map((line) => (
              <Line key={line.id} line={line} claims={claims} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

type LineProps = { line: SupplierInvoiceLine; claims: boolean }

const Line = ({ line, claims }: LineProps) => (
  <tr>
    <td>
      {line.description} {line.freight && <small className="muted">carriage</small>}
      {line.match && line.match.difference !== 0 && (
        <small className={line.match.within ? 'theirs' : 'over'}>
          {sayDifference(line.match.difference)}
        </small>
      )}
    </td>
    <td data-label="Order">{line.order?.number}</td>
    <td className="number" data-label="Charged">
      {formatQuantity(line.quantity, line.unit)}
    </td>
    <td className="number" data-label="Price">
      {exactRate(line.rate)}
      {line.discount > 0 && <small>less {formatPercent(line.discount)}</small>}
    </td>
    <td className="number" data-label="VAT rate">
      {formatPercent(line.vatrate)}
      {claims && line.inputtax === 'none' && line.vat !== 0 && <small>not claimed</small>}
    </td>
    <td className="number" data-label="Without VAT">
      <Money cents={line.net} />
    </td>
    <td className="number" data-label="To cost of goods">
      {line.late !== 0 && <Money cents={line.late} />}
      {line.share !== 0 && <small>{formatRand(line.share)} carriage</small>}
    </td>
  </tr>
)
