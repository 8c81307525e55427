import type { CardData, EstimateData, JobCardLine, Party } from '#views/documents/types.ts'
import { formatQuantity, instant, longDate } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'
import { TextArea, TextInput } from '#views/ui/inputs.tsx'
import { Banner } from '#views/ui/small.tsx'
import { type AgreedDeposit, AgreedDepositPart } from './agreed-deposit.tsx'
import { ContactWays, Papers, PricedLines, Prose } from './client-document.tsx'
import { ChangesSinceApproval, DepositOnAcceptance } from './revised-estimate.tsx'
import { type AskedFor, lastMoment, purposeWords } from './words.ts'

type Shown =
  | { document: 'estimate'; data: Omit<EstimateData, 'organisation'> & { organisation: Party } }
  | { document: 'card'; data: Omit<CardData, 'organisation'> & { organisation: Party } }

export type TypedAnswer = { answer: string; name: string; comment: string; signature: string; once: string }

type ClientPageProps = {
  purpose: AskedFor
  shown: Shown
  reference: string
  url: string
  paper: string
  /** When somebody comes, as it is agreed. */
  visit?: string
  /** ISO 8601 UTC. */
  expires: string
  zone: string
  /** By which the same form, sent twice, is one answer. */
  once: string
  typed?: TypedAnswer
  errors?: Record<string, string>
}

/** What a client is asked to say yes to, made for a phone; it works without a script. */
export function ClientPage(props: ClientPageProps) {
  const { purpose, shown, url, paper, visit, errors } = props
  const { data } = shown
  return (
    <div className="clientpage" data-opened={`${url}/opened`}>
      <header>
        <h1>{paper}</h1>
        <p>
          For {data.client.name}, by {data.organisation.name}, {longDate(data.date)}
        </p>
      </header>
      {visit && <Visit visit={visit} />}
      {errors && <Banner level="error">{Object.values(errors).join(' ')}</Banner>}
      {shown.document === 'estimate' ? <Estimate {...shown.data} /> : <WorkDone {...shown.data} />}
      <Papers url={url} paper={paper} />
      <AnswerForm {...props} />
      <footer>
        <p>{purposeWords[purpose].what}</p>
        <ContactWays {...data.organisation} />
      </footer>
    </div>
  )
}

const Visit = ({ visit }: { visit: string }) => (
  <p>
    Planned for <strong>{visit}</strong>.
  </p>
)

type AnsweredPaperProps = Pick<ClientPageProps, 'shown' | 'url' | 'paper' | 'zone' | 'visit'> & {
  answered: { answer: 'approve' | 'change' | 'refuse'; name: string; dateutc: string }
  deposit?: AgreedDeposit
}

const answeredWords = {
  approve: 'said yes to this',
  change: 'asked for a change of this',
  refuse: 'refused this',
}

/** What a client answered, to be read again. */
export const AnsweredPaper = ({ shown, url, paper, zone, visit, answered, deposit }: AnsweredPaperProps) => (
  <div className="clientpage">
    <header>
      <h1>{paper}</h1>
      <p>
        For {shown.data.client.name}, by {shown.data.organisation.name}, {longDate(shown.data.date)}
      </p>
    </header>
    {visit && <Visit visit={visit} />}
    <Banner level={answered.answer === 'approve' ? 'success' : 'info'}>
      {answered.name} {answeredWords[answered.answer]} on {instant(answered.dateutc, zone)}.
    </Banner>
    {deposit && <AgreedDepositPart {...deposit} />}
    {shown.document === 'estimate' ? (
      <Estimate {...shown.data} given={answered.answer} />
    ) : (
      <WorkDone {...shown.data} />
    )}
    <Papers url={url} paper={paper} />
    <footer>
      <p>Ask {shown.data.organisation.name} about anything that is not as you meant it.</p>
      <ContactWays {...shown.data.organisation} />
    </footer>
  </div>
)

function Estimate({
  organisation,
  site,
  subject,
  intro,
  lines,
  totals,
  terms,
  notes,
  validuntil,
  fixedprice,
  onacceptance,
  before,
  given,
}: EstimateProps & { given?: 'approve' | 'change' | 'refuse' }) {
  const vendor = Boolean(organisation.vatnumber)
  return (
    <>
      <Prose text={subject} />
      {site && <p className="hint">Work at {[site.name, ...(site.addresslines ?? [])].join(', ')}</p>}
      <Prose text={intro} />
      {before && <ChangesSinceApproval {...before} now={totals.total} vendor={vendor} />}
      <section aria-labelledby="lines-title">
        <h2 id="lines-title">What it costs</h2>
        <PricedLines lines={lines} totals={totals} vendor={vendor} />
        {fixedprice && <p>The price is fixed.</p>}
        {validuntil && <p>Valid until {longDate(validuntil)}.</p>}
        {onacceptance && given !== 'approve' && (
          <DepositOnAcceptance {...onacceptance} given={given !== undefined} />
        )}
      </section>
      <Prose title="Notes" text={notes} />
      <Prose title="Terms" text={terms} />
    </>
  )
}

type EstimateProps = Extract<Shown, { document: 'estimate' }>['data']
type CardProps = Extract<Shown, { document: 'card' }>['data']

const WorkDone = ({ site, description, intro, input, output, terms }: CardProps) => (
  <>
    <Prose text={description} />
    {site && <p className="hint">Work at {[site.name, ...(site.addresslines ?? [])].join(', ')}</p>}
    <Prose text={intro} />
    <DoneLines title="Work and goods" lines={output} />
    <DoneLines title="Materials used" lines={input} />
    <Prose title="Terms" text={terms} />
  </>
)

function DoneLines({ title, lines }: { title: string; lines: readonly JobCardLine[] }) {
  if (lines.length === 0) return null
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul className="lines">
        {lines.map(({ description, estimated, consumed, unit }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a paper never move
          <li key={at}>
            <span className="what">{description}</span>
            <span className="number">
              {consumed === undefined && 'planned '}
              {formatQuantity(consumed ?? estimated, unit)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function AnswerForm({ purpose, url, once, typed, errors = {}, expires, zone }: ClientPageProps) {
  const words = purposeWords[purpose]
  return (
    <form method="post" action={url} className="answer">
      <h2>{words.ask}</h2>
      <p className="hint">This link works until {lastMoment(expires, zone)}, and can be answered once.</p>
      <input type="hidden" name="once" value={once} />
      <TextInput
        label="Your name"
        name="name"
        value={typed?.name}
        maxlength={100}
        autoComplete="name"
        required
        error={errors.name}
        autoFocus={Boolean(errors.name)}
        hint="What you type here is your signature, unless you draw one below."
      />
      <div className="field signaturefield" data-signature="" hidden>
        <span id="signature-label">Signature</span>
        <canvas role="img" aria-labelledby="signature-label" />
        <input type="hidden" name="signature" defaultValue={typed?.signature} />
        <div className="under">
          <p className="hint">Draw it with a finger or the mouse. It may stay empty.</p>
          <Button small hidden>
            Clear
          </Button>
        </div>
        {errors.signature && <p className="error">{errors.signature}</p>}
      </div>
      <TextArea
        label="Comment"
        name="comment"
        value={typed?.comment}
        maxlength={2_000}
        error={errors.comment}
        autoFocus={Boolean(errors.comment && !errors.name)}
        hint="Needed to ask for a change or to refuse."
      />
      <div className="answers">
        <Button type="submit" name="answer" value="approve" look="primary">
          {words.approve}
        </Button>
        <Button type="submit" name="answer" value="change">
          Ask for a change
        </Button>
        <Button type="submit" name="answer" value="refuse">
          Refuse
        </Button>
      </div>
      <p className="hint">
        Your answer is kept with your name, the time, the network address of your device and the paper as it
        is shown here.
      </p>
    </form>
  )
}
