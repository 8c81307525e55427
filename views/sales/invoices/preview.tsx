import type { DocumentTotals, Party } from '#views/documents/types.ts'
import { formatPercent, formatVat, lineRate, vatLabel } from '#views/format.ts'
import { Money, QuantityText } from '#views/ui/figures.tsx'
import type { InvoiceDocument } from './types.ts'

export function InvoicePreview({ document, credit }: { document: InvoiceDocument; credit: boolean }) {
  const { organisation, client, subject } = document
  return (
    <>
      <div className="parties">
        <PartyBlock label="From" party={organisation} />
        <PartyBlock label={credit ? 'Credit to' : 'Bill to'} party={client} />
      </div>
      {subject && <p className="subject">{subject}</p>}
      <Lines document={document} />
      <Totals totals={document.totals} vendor={Boolean(organisation.vatnumber)} credit={credit} />
    </>
  )
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
                {line.discount ? <small> less {formatPercent(line.discount)}</small> : null}
              </td>
              <td className="number" data-label="Quantity">
                <QuantityText millionths={line.quantity} unit={line.unit} />
              </td>
              <td className="number" data-label="Unit price">
                <span className="figure">R&nbsp;{lineRate(line.rate, line.quantity)}</span>
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

function Totals({ totals, vendor, credit }: { totals: DocumentTotals; vendor: boolean; credit: boolean }) {
  const total = credit ? 'Credit' : 'Total'
  const rows: [label: string, cents: number][] = vendor
    ? [
        ['Without VAT', totals.net],
        ...totals.byrate.map((each): [string, number] => [vatLabel(each), each.vat]),
        [`${total} with VAT`, totals.total],
      ]
    : [[total, totals.total]]
  return (
    <dl className="totals">
      {rows.map(([label, cents]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Money cents={cents} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
