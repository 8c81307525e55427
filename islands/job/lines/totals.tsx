import { useEffect, useState } from 'react'
import { errorMessage, fetchData } from '#islands/lib/call.ts'
import { amountText, shareText } from '#islands/lib/figures.ts'
import type { JobTotals } from '#server/domains/work/jobs/types.ts'
import { duration } from '#views/format.ts'

export function JobTotalsTable({ jobid, seq }: { jobid: string; seq: number }) {
  const [totals, setTotals] = useState<JobTotals>()
  const [problem, setProblem] = useState('')

  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer change number means that amounts may have changed
  useEffect(() => {
    fetchData<JobTotals>(`/api/jobs/${jobid}/totals`).then(setTotals, (error) =>
      setProblem(errorMessage(error)),
    )
  }, [jobid, seq])

  if (problem) return <p className="error">{problem}</p>
  if (!totals) return null
  const {
    fixedprice,
    unrated,
    quoted,
    actual,
    kept,
    credited,
    deposits,
    cost,
    uncosted,
    samplecosts,
    margin,
  } = totals
  const isUncosted = uncosted.quoted.length + uncosted.actual.length > 0
  const isPartlyTimed = cost.untimed > 0 && cost.labour > cost.untimed
  return (
    <>
      <table className="jobtotals">
        <caption>{fixedprice ? 'The whole job at a fixed price, in rand' : 'The whole job, in rand'}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">Quoted</th>
            <th scope="col">Actual</th>
          </tr>
        </thead>
        <tbody>
          {quoted.vat + actual.vat !== 0 && (
            <>
              <Row label="Net" quoted={quoted.net} actual={actual.net} />
              <Row label="VAT" quoted={quoted.vat} actual={actual.vat} />
            </>
          )}
          <Row label="Total" quoted={quoted.total} actual={actual.total} strong />
          {kept > 0 && <Row label="Not sold or came back, net" quoted={0} actual={-kept} />}
          {credited > 0 && <Row label="Credited, net" quoted={0} actual={-credited} />}
          {deposits !== 0 && <Row label="Deposit kept, net" quoted={0} actual={deposits} />}
          {cost.cameback > 0 && (
            <Row label="Off cost: not sold or back in stock" quoted={0} actual={-cost.cameback} />
          )}
          {cost.scrapped > 0 && <Row label="In cost: scrapped" quoted={0} actual={cost.scrapped} />}
          <Row label="Cost" quoted={cost.quoted} actual={cost.actual} />
          {cost.quotedlabour + cost.labour > 0 && (
            <Row label="Of which labour" quoted={cost.quotedlabour} actual={cost.labour} />
          )}
          {isPartlyTimed && <Row label="Of that, without time" quoted={0} actual={cost.untimed} />}
          <Row
            label={isUncosted ? 'Margin, at most' : 'Margin'}
            quoted={margin.quoted}
            actual={margin.actual}
            strong
          />
          <tr>
            <th scope="row">{isUncosted ? 'Margin of net, at most' : 'Margin of net'}</th>
            <Share percent={margin.quotedpercent} />
            <Share percent={margin.actualpercent} />
          </tr>
          {unrated > 0 && (
            <tr>
              <th scope="row">Time without an hourly cost</th>
              <td />
              <td>{duration(unrated)}</td>
            </tr>
          )}
        </tbody>
      </table>
      <NamedLines words="Without a cost" lines={[...uncosted.quoted, ...uncosted.actual]} />
      <NamedLines words="At a sample cost from setup" lines={samplecosts} />
      {cost.late !== 0 && (
        <p className="hint">
          Not in the cost: R&nbsp;{amountText(cost.late)} by which invoices of suppliers differed from what
          these items were received at, since they were used. It is in cost of goods.
        </p>
      )}
      <details className="hint reckoned">
        <summary>How this is reckoned</summary>
        <p>
          Quoted costs are those of the lines. What was taken from stock costs what it was received at, on
          average: what an invoice of a supplier that comes later differs by goes to cost of goods. The rest
          costs what its line says.
        </p>
        {isUncosted && (
          <p>
            Without a cost the margin is at most what stands here. Type what it costs where its line says No
            cost, and use what went into what is made.
          </p>
        )}
        {isPartlyTimed && (
          <p>
            Hours that were used without time cost what their item says. Time costs the rate of who worked it.{' '}
            {fixedprice
              ? 'At a fixed price it stands for the hours of the work that is charged, up to as many.'
              : 'Use the time in place of the planned hours where it is the same work.'}
          </p>
        )}
        {unrated > 0 && (
          <p>
            Time costs nothing where who worked it had no hourly cost that day. Set one under Workers, Rates,
            from that day on.
          </p>
        )}
      </details>
    </>
  )
}

const list = new Intl.ListFormat('en-ZA')
/** More are counted, not named. */
const NAMED = 5

function NamedLines({ words, lines }: { words: string; lines: readonly string[] }) {
  const all = [...new Set(lines)]
  if (all.length === 0) return null
  const named = all.slice(0, NAMED)
  const rest = all.length > NAMED ? [`${all.length - NAMED} more`] : []
  return (
    <p className="hint uncosted">
      {words}: {list.format([...named, ...rest])}
    </p>
  )
}

type RowProps = { label: string; quoted: number; actual: number; strong?: boolean }

function Row({ label, quoted, actual, strong }: RowProps) {
  return (
    <tr className={strong ? 'strong' : undefined}>
      <th scope="row">{label}</th>
      <td className={quoted < 0 ? 'below' : undefined}>{amountText(quoted)}</td>
      <td className={actual < 0 ? 'below' : undefined}>{amountText(actual)}</td>
    </tr>
  )
}

function Share({ percent }: { percent: number | null }) {
  if (percent === null) return <td className="nothing">–</td>
  return <td className={percent < 0 ? 'below' : undefined}>{shareText(percent)}</td>
}
