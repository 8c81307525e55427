import { bankRows } from '#views/documents/text-rows.ts'
import type { InvoiceData, Organisation } from '#views/documents/types.ts'
import { formatRand, longDate } from '#views/format.ts'
import { ContactWays, Papers, PricedLines, Prose, Total } from '#views/work/joblinks/client-document.tsx'
import { lastMoment } from '#views/work/joblinks/words.ts'

/** Cents, at the moment. */
type Owed = {
  total: number
  credited: number
  open: number
  duedate?: string
  overdue: boolean
  /** Of what was paid for it, and what of its payments pays nothing now. */
  becamecredit: number
  credit: number
  clientcredit: number
}

type ClientInvoiceProps = {
  paper: string
  url: string
  document: Omit<InvoiceData, 'organisation'> & { organisation: Omit<Organisation, 'logo'> }
  /** Not of a credit note. */
  owed?: Owed
  /** ISO 8601 UTC. */
  expires: string
  zone: string
}

/** What a client was charged, what is still owed of it and how it is paid, made for a phone. */
export function ClientInvoice({ paper, url, document, owed, expires, zone }: ClientInvoiceProps) {
  const { organisation, client, site, date, subject, intro, lines, totals, notes, terms, original } = document
  return (
    <div className="clientpage" data-opened={`${url}/opened`}>
      <header>
        <h1>{paper}</h1>
        <p>
          For {client.name}, by {organisation.name}, {longDate(date)}
        </p>
        {original && (
          <p>
            It corrects invoice {original.number} of {longDate(original.date)}.
          </p>
        )}
      </header>
      {owed && <OwedPart {...owed} from={organisation.name} asked={Boolean(document.deposit)} />}
      {owed && owed.open > 0 && <HowToPay organisation={organisation} number={document.number ?? ''} />}
      <Papers url={url} paper={paper} />
      <Prose text={subject} />
      {site && <p className="hint">Work at {[site.name, ...(site.addresslines ?? [])].join(', ')}</p>}
      <Prose text={intro} />
      <section aria-labelledby="lines-title">
        <h2 id="lines-title">{original ? 'What was credited' : 'What it is for'}</h2>
        <PricedLines lines={lines} totals={totals} vendor={Boolean(organisation.vatnumber)} />
      </section>
      <Prose title="Notes" text={notes} />
      <Prose title="Terms" text={terms} />
      <footer>
        <p>This link works until {lastMoment(expires, zone)}.</p>
        <ContactWays {...organisation} />
      </footer>
    </div>
  )
}

/** `asked`: of a deposit, which nobody was invoiced for. */
function OwedPart({
  total,
  credited,
  open,
  duedate,
  overdue,
  becamecredit,
  credit,
  clientcredit,
  asked,
  from,
}: Owed & { asked: boolean; from: string }) {
  const paid = total - credited - open + becamecredit
  return (
    <section aria-labelledby="owed-title">
      <h2 id="owed-title">What is owed</h2>
      <dl className="totals">
        <Total label={asked ? 'Asked for' : 'Invoiced'} cents={total} />
        {paid > 0 && <Total label="Paid" cents={-paid} />}
        {credited > 0 && <Total label="Credited" cents={-credited} />}
        {becamecredit > 0 && <Total label="Paid too much" cents={becamecredit} />}
        <Total label="Still owed" cents={open} grand />
      </dl>
      <p>
        {sayOwed({ open, duedate, overdue })}
        {open <= 0 && credit > 0 && ` ${formatRand(credit)} of what you paid is kept as credit for you.`}
      </p>
      {open > 0 && clientcredit > 0 && (
        <p>
          You have {formatRand(clientcredit)} of credit with {from}, which is not taken off here yet.{' '}
          {clientcredit >= open
            ? 'It covers this, so nothing need be paid: ask them to use it.'
            : `With it, ${formatRand(open - clientcredit)} is left to pay: ask them to use it.`}
        </p>
      )}
    </section>
  )
}

function sayOwed({ open, duedate, overdue }: Pick<Owed, 'open' | 'duedate' | 'overdue'>): string {
  if (open <= 0) return 'Nothing is owed any more. Thank you.'
  if (!duedate) return `Please pay ${formatRand(open)}.`
  return overdue ? `It was to be paid by ${longDate(duedate)}.` : `Please pay by ${longDate(duedate)}.`
}

type PayProps = { organisation: Omit<Organisation, 'logo'>; number: string }

export function HowToPay({ organisation, number }: PayProps) {
  const { bank } = organisation
  if (!bank) return null
  return (
    <section aria-labelledby="pay-title">
      <h2 id="pay-title">How to pay</h2>
      <dl className="payrows">
        {bankRows(organisation, bank, number).map(
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
  )
}
