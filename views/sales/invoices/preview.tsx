import type { DocumentTotals, Party } from '#views/documents/types.ts'
import {
  eachWithVat,
  formatPercent,
  formatRand,
  formatVat,
  lineQuantity,
  netUnitPrice,
  vatLabel,
} from '#views/format.ts'
import { Money } from '#views/ui/figures.tsx'
import { dialogLink } from '#views/ui/links.ts'
import type { InvoiceDetail, InvoiceDocument } from './types.ts'

/** It ends as the paper does, and goes on to what is due now. */
export function InvoicePreview({ invoice }: { invoice: InvoiceDetail }) {
  const { document } = invoice
  const { organisation, client, subject } = document
  const credit = invoice.kind === 'creditnote'
  return (
    <>
      <div className="parties">
        <PartyBlock label="From" party={organisation} />
        <PartyBlock label={credit ? 'Credit to' : 'Bill to'} party={client} />
      </div>
      {subject && <p className="subject">{subject}</p>}
      <Lines document={document} />
      <Totals
        totals={document.totals}
        vendor={Boolean(organisation.vatnumber)}
        credit={credit}
        less={credit ? [] : lessRows(invoice)}
      />
    </>
  )
}

type LessRow = [label: string, cents: number, id?: string]

/** What was taken off since, and what is due after it; nothing where nothing was. */
function lessRows(invoice: InvoiceDetail): LessRow[] {
  const { state, deposits, paid, becamecredit, credited, rounding, due, document } = invoice
  const taken = deposits.reduce((sum, { amount }) => sum + amount, 0)
  const issued = state !== 'draft'
  const later: LessRow[] = issued
    ? [
        ['Paid', taken - paid - becamecredit],
        ['Became credit', becamecredit],
        ['Credited', -credited],
        ['Cash rounding', -rounding],
      ]
    : []
  const rows: LessRow[] = [
    ...deposits.map(
      ({ id, number, amount }): LessRow => [
        `Less deposit ${issued ? 'received' : 'held'}, ${number}`,
        -amount,
        id,
      ],
    ),
    ...later.filter(([, cents]) => cents !== 0),
  ]
  if (rows.length === 0) return []
  const isLater = later.some(([, cents]) => cents !== 0)
  return [...rows, [isLater ? 'Still due' : 'Amount due', issued ? due : document.totals.total - taken]]
}

function PartyBlock({ label, party }: { label: string; party: Party }) {
  return (
    <div>
      <h3>{label}</h3>
      <p>
        <strong>{party.name}</strong>
      </p>
      {party.addresslines?.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {party.vatnumber && <p>VAT {party.vatnumber}</p>}
    </div>
  )
}

function Lines({ document: { lines, organisation } }: { document: InvoiceDocument }) {
  const vendor = Boolean(organisation.vatnumber)
  return (
    <div className="table">
      <table>
        <caption className="unseen">Lines</caption>
        <thead>
          <tr>
            <th scope="col">Description</th>
            <th scope="col" className="number">
              Quantity
            </th>
            <th scope="col" className="number">
              Unit price
            </th>
            {vendor && (
              <th scope="col" className="number">
                VAT
              </th>
            )}
            <th scope="col" className="number">
              {vendor ? 'Without VAT' : 'Amount'}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a document have a place and no id
            <tr key={at}>
              <td>
                {line.description}
                {eachWithVat(line) && <small> {eachWithVat(line)}</small>}
                {line.discount ? <small> less {formatPercent(line.discount)}</small> : null}
              </td>
              <td className="number" data-label="Quantity">
                <span className="figure">{lineQuantity(line)}</span>
              </td>
              <td className="number" data-label="Unit price">
                <span className="figure">R&nbsp;{netUnitPrice(line)}</span>
              </td>
              {vendor && (
                <td className="number" data-label="VAT">
                  {formatVat(line)}
                </td>
              )}
              <td className="number" data-label={vendor ? 'Without VAT' : 'Amount'}>
                <Money cents={line.net} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type TotalsProps = { totals: DocumentTotals; vendor: boolean; credit: boolean; less: readonly LessRow[] }

function Totals({ totals, vendor, credit, less }: TotalsProps) {
  const total = credit ? 'Credit' : 'Total'
  const charged: LessRow[] = vendor
    ? [
        ['Without VAT', totals.net],
        ...totals.byrate.map((each): LessRow => [vatLabel(each), each.vat]),
        [`${total} with VAT`, totals.total],
      ]
    : [[total, totals.total]]
  const rows = [...charged, ...less]
  return (
    <dl className="totals">
      {rows.map(([label, cents, id]) => (
        <div key={label}>
          <dt>{id ? <a {...dialogLink(`/invoices/${id}`)}>{label}</a> : label}</dt>
          {/* What is taken off is no fault. */}
          <dd className="figure">{formatRand(cents)}</dd>
        </div>
      ))}
    </dl>
  )
}
