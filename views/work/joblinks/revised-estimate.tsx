import type { ApprovedBefore, ChangedLine } from '#views/documents/approved-before.ts'
import type { EstimateData } from '#views/documents/types.ts'
import { formatPercent, formatQuantity, formatRand, longDate } from '#views/format.ts'

type DepositProps = NonNullable<EstimateData['onacceptance']> & { given: boolean }

/** What of the deposit came already is not asked for again; `given`: an answer that is no approval. */
export function DepositOnAcceptance({ percent, amount, received = 0, given }: DepositProps) {
  const ask = given ? 'was to be asked for once you approved it.' : 'is asked for once you approve it.'
  const left = amount - received
  return (
    <p>
      A deposit of <strong>{formatRand(amount)}</strong> ({formatPercent(percent)}){' '}
      {received === 0
        ? ask
        : left > 0
          ? `goes with it: ${formatRand(received)} was received, and ${formatRand(left)} ${ask}`
          : `goes with it: ${formatRand(received)} was received, and no more is asked for.`}{' '}
      It is taken off the invoice.
    </p>
  )
}

type SinceProps = ApprovedBefore & { now: number; vendor: boolean }

/** What an estimate that is sent again came to when it was approved, and what changed since. */
export const ChangesSinceApproval = ({ date, total, lines, now, vendor }: SinceProps) => (
  <section aria-labelledby="since-title">
    <h2 id="since-title">What changed</h2>
    <p>
      {formatRand(total)} was approved on {longDate(date)}.{' '}
      {total === now ? 'It still comes to the same' : `By now it comes to ${formatRand(now)}`}
      {vendor && ' with VAT'}.
    </p>
    {lines.length > 0 && (
      <ul className="lines">
        {lines.map(({ was, now }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a paper never move
          <li key={at}>
            <span className="what">{(now ?? was)?.description || '–'}</span>
            <span className="number">{now && formatRand(vendor ? now.net : now.total)}</span>
            <small>{sayChange({ was, now }, vendor)}</small>
          </li>
        ))}
      </ul>
    )}
  </section>
)

function sayChange({ was, now }: ChangedLine, vendor: boolean): string {
  const before =
    was && `${formatQuantity(was.quantity, was.unit)} for ${formatRand(vendor ? was.net : was.total)} before`
  if (!now) return `no longer part of it: ${before}`
  const quantity = formatQuantity(now.quantity, now.unit)
  return was ? `changed to ${quantity}: ${before}` : `new: ${quantity}`
}
