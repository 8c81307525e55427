import { bankRows } from '#views/documents/text-rows.ts'
import type { Organisation } from '#views/documents/types.ts'
import { formatRand, longDate, shortDate } from '#views/format.ts'
import { MovementAmount } from '#views/sales/debtors/statement.tsx'
import { nameBalance, sayOwedOn } from '#views/sales/debtors/statement-balance.ts'
import type {
  Ageing,
  StatementDeposit,
  StatementLine,
  StatementMovements,
} from '#views/sales/debtors/types.ts'
import { ContactWays, Papers, Total } from '#views/work/joblinks/client-document.tsx'
import { lastMoment } from '#views/work/joblinks/words.ts'

type ClientStatementProps = {
  url: string
  paper: string
  client: string
  organisation: Omit<Organisation, 'logo'>
  date: string
  lines: readonly StatementLine[]
  deposits: readonly StatementDeposit[]
  ages: Ageing
  movements: StatementMovements
  /** ISO 8601 UTC. */
  expires: string
  zone: string
}

/** What a client owes, and how it is paid, made for a phone. */
export function ClientStatement({
  url,
  paper,
  client,
  organisation,
  date,
  lines,
  deposits,
  ages,
  movements,
  expires,
  zone,
}: ClientStatementProps) {
  return (
    <div className="clientpage" data-opened={`${url}/opened`}>
      <header>
        <h1>Statement</h1>
        <p>
          For {client}, by {organisation.name}, {longDate(date)}
        </p>
        <p>
          <strong>{sayOwedOn(ages, longDate(date))}</strong>
        </p>
      </header>
      <dl className="totals">
        <Total label="Owed" cents={ages.owed} />
        {ages.credit > 0 && <Total label="Credit" cents={-ages.credit} />}
        <Total label={nameBalance(ages)} cents={Math.abs(ages.total)} grand />
      </dl>
      <Papers url={url} paper={paper} />
      <section aria-labelledby="lines-title">
        <h2 id="lines-title">What is open</h2>
        {lines.length === 0 ? (
          <p>Nothing is open.</p>
        ) : (
          <ul className="lines">
            {lines.map(({ id, name, detail, duedate, late, open }) => (
              <li key={id}>
                <strong>{name}</strong> <span className="number">{formatRand(open)}</span>
                <p className="hint">
                  {[detail, duedate && `due ${shortDate(duedate)}`, late > 0 && `${late} days late`]
                    .filter(Boolean)
                    .join(', ')}
                </p>
              </li>
            ))}
          </ul>
        )}
      </section>
      {ages.total > 0 && organisation.bank && (
        <section aria-labelledby="pay-title">
          <h2 id="pay-title">How to pay</h2>
          <dl className="payrows">
            {bankRows(organisation, organisation.bank, client).map(
              ([label, value]) =>
                value && (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd>{value}</dd>
                  </div>
                ),
            )}
          </dl>
        </section>
      )}
      {deposits.length > 0 && (
        <section aria-labelledby="deposits-title">
          <h2 id="deposits-title">Deposits held</h2>
          {deposits.map(({ id, number, jobreference, held }) => (
            <p key={id}>
              {formatRand(held)} for job {jobreference}, {number}. It is taken off the invoice of that job.
            </p>
          ))}
        </section>
      )}
      {movements.lines.length > 0 && (
        <section aria-labelledby="movements-title">
          <h2 id="movements-title">Charged and paid since {longDate(movements.from)}</h2>
          <ul className="lines">
            {movements.lines.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: what happened stays in its order
              <li key={at}>
                <strong>{line.name}</strong>{' '}
                <span className="number">
                  <MovementAmount {...line} />
                </span>
                <p className="hint">{[shortDate(line.date), line.detail].filter(Boolean).join(', ')}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
      <footer>
        <p>This link works until {lastMoment(expires, zone)}.</p>
        <ContactWays {...organisation} />
      </footer>
    </div>
  )
}
