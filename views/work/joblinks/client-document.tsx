import { splitEarlier } from '#views/documents/earlier-price.ts'
import type { DocumentLine, EstimateData, Party } from '#views/documents/types.ts'
import {
  eachWithVat,
  formatPercent,
  formatRand,
  lineQuantity,
  netUnitPrice,
  vatLabel,
} from '#views/format.ts'
import { LinkButton } from '#views/ui/button.tsx'
import { TelLink } from '#views/ui/reach-links.tsx'

type PricedLinesProps = Pick<EstimateData, 'lines' | 'totals'> & { vendor: boolean }

export const PricedLines = ({ lines, totals, vendor }: PricedLinesProps) => (
  <>
    <ul className="lines">
      {lines.flatMap(splitEarlier).map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a paper never move
        <PricedLine key={at} line={line} vendor={vendor} />
      ))}
    </ul>
    <dl className="totals">
      {vendor && <Total label="Total without VAT" cents={totals.net} />}
      {vendor &&
        totals.byrate.map((each) => <Total key={vatLabel(each)} label={vatLabel(each)} cents={each.vat} />)}
      <Total label={vendor ? 'Total with VAT' : 'Total'} cents={totals.total} grand />
    </dl>
  </>
)

function PricedLine({ line, vendor }: { line: DocumentLine; vendor: boolean }) {
  const { description, discount, net, total } = line
  const each = `${lineQuantity(line)} × R\u00a0${netUnitPrice(line)}`
  const parts = [
    each,
    eachWithVat(line),
    discount && `discount ${formatPercent(discount)}`,
    vendor && vatLabel(line),
  ]
  return (
    <li>
      <span className="what">{description || '–'}</span>
      <span className="number">{formatRand(vendor ? net : total)}</span>
      <small>{parts.filter(Boolean).join(', ')}</small>
    </li>
  )
}

export const Total = ({ label, cents, grand }: { label: string; cents: number; grand?: boolean }) => (
  <div className={grand ? 'grand' : undefined}>
    <dt>{label}</dt>
    <dd className="number">{formatRand(cents)}</dd>
  </div>
)

export const Papers = ({ url, paper }: { url: string; paper: string }) => (
  <p className="papers">
    <LinkButton icon="file-text" href={`${url}/pdf`} target="_blank" rel="noreferrer">
      Open the PDF
    </LinkButton>
    <LinkButton icon="download" href={`${url}/pdf`} download={`${paper}.pdf`}>
      Download
    </LinkButton>
  </p>
)

export function Prose({ title, text }: { title?: string; text?: string }) {
  const lines = (text ?? '').split('\n').filter((line) => line.trim())
  if (lines.length === 0) return null
  return (
    <div className="prose">
      {title && <h2>{title}</h2>}
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}

export function ContactWays({ name, addresslines = [], contactnumber, contactemail }: Party) {
  const ways = [
    contactnumber && <TelLink key="tel" number={contactnumber} />,
    contactemail && (
      <a key="mail" href={`mailto:${contactemail}`}>
        {contactemail}
      </a>
    ),
  ].filter(Boolean)
  if (ways.length + addresslines.length === 0) return null
  return (
    <p className="contact">
      {[name, ...addresslines].join(', ')} {ways}
    </p>
  )
}
