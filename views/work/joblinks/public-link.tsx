import { instant, shortDate } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'
import { confirmFirst } from '#views/ui/confirm.ts'
import { LinkReach, type Reached } from '#views/ui/link-reach.tsx'
import { ShareLink } from '#views/ui/share-link.tsx'
import { Banner } from '#views/ui/small.tsx'
import { lastMoment } from './words.ts'

export type LinkLine = {
  id: string
  state: 'live' | 'expired' | 'answered' | 'withdrawn' | 'replaced'
  createdutc: string
  sentto: string
  /** ISO 8601 UTC. */
  expires: string
  openedutc: string | null
  outdated?: boolean
  answer?: {
    set: string
    words: string
    name: string
    comment: string
    dateutc: string
    signature: string | null
  }
}

type PublicLinkProps = {
  refresh: string
  /** Of the dialog that it stands in. */
  dialogurl: string
  /** What a client does by it, as in "accept the work". */
  lets: string
  /** It is what works best now. */
  main: boolean
  /** From where a link can be opened that is made here or mailed. */
  reach: Reached
  /** Said of one that was made just now. */
  handed?: string
  /** Where a link is made. */
  url: string
  withdrawurl?: string
  zone: string
  link?: LinkLine
  /** One made just now, with its code, and what a message says that carries it. */
  made?: { url: string; isoperator: boolean; sites: readonly string[]; message: string; number: string }
}

/** In the dialog that sends a paper: its link, what became of it, and the ways to hand it over. */
export function PublicLink({
  refresh,
  dialogurl,
  lets,
  main,
  reach,
  handed,
  url,
  withdrawurl,
  zone,
  link,
  made,
}: PublicLinkProps) {
  const live = link?.state === 'live'
  const told = { 'data-refresh': refresh, 'data-url': dialogurl, 'data-noguard': '' }
  return (
    <section id="joblink" className="joblink" aria-label="Link for the client" {...(!made && told)}>
      {/* A link that is shown this once stays; what becomes of it is told, also by what it was drawn anew from. */}
      {link && (
        <div id="joblinkstate" {...told}>
          <LinkState link={link} zone={zone} />
        </div>
      )}
      {made ? (
        <MadeLink {...made} handed={handed} main={main} />
      ) : (
        <>
          <LinkReach {...reach} readers="clients" />
          <p className="hint">
            A link lets the client {lets} without signing in. Send it by e-mail below, or make it here to copy
            it or share it from your phone.
            {live && ' A new one takes the place of the one that is out.'}
            {link?.answer && ' It has been answered: a new one asks once more.'}
          </p>
        </>
      )}
      <div className="buttons">
        {!made && (
          <Button
            look={main ? 'primary' : 'plain'}
            hx-post={url}
            hx-include="#f-expires"
            hx-target="#joblink"
            hx-swap="outerHTML"
            // Shown this once, it must not go with a dialog that closes meanwhile.
            hx-sync="closest form:queue all"
            hx-disable="#marksent button"
          >
            {live ? 'Make a new link' : 'Make a link'}
          </Button>
        )}
        {live && withdrawurl && (
          <Button
            hx-delete={withdrawurl}
            hx-target="#joblink"
            hx-swap="outerHTML"
            {...confirmFirst({
              question: 'Withdraw the link? Whoever opens it is told that it does not work.',
              yes: 'Withdraw',
              danger: true,
            })}
          >
            Withdraw
          </Button>
        )}
      </div>
    </section>
  )
}

type MadeLinkProps = NonNullable<PublicLinkProps['made']> & Pick<PublicLinkProps, 'handed' | 'main'>

const MadeLink = ({ handed, ...made }: MadeLinkProps) => (
  <div className="made">
    <ShareLink label="Link for the client" readers="clients" autoFocus {...made} />
    <input type="hidden" name="code" value={made.url.split('/').at(-1)} />
    <p className="hint">It is shown this once. The e-mail below carries the same link. {handed}</p>
  </div>
)

function LinkState({ link, zone }: { link: LinkLine; zone: string }) {
  const { state, answer, outdated, openedutc, expires, createdutc, sentto } = link
  if (answer) return <AnswerState {...answer} zone={zone} />
  const day = shortDate(createdutc.slice(0, 10))
  if (state !== 'live')
    return (
      <p>
        The link of {day} {state === 'expired' ? 'is past its last day' : 'was withdrawn'}.
      </p>
    )
  return (
    <>
      {outdated && (
        <Banner level="warning">
          The job was changed since the link was made: whoever opens it is asked to get a new one.
        </Banner>
      )}
      <p>
        A link is out{sentto && ` to ${sentto}`}, made {instant(createdutc, zone)}. It works until{' '}
        {lastMoment(expires, zone)}. {openedutc ? `Opened ${instant(openedutc, zone)}.` : 'Not opened yet.'}
      </p>
    </>
  )
}

const AnswerState = ({
  set,
  words,
  name,
  comment,
  dateutc,
  signature,
  zone,
}: NonNullable<LinkLine['answer']> & { zone: string }) => (
  <div className="answered">
    <p>
      <strong>{words}</strong> by {name}, {instant(dateutc, zone)}.
    </p>
    {comment && <blockquote>{comment}</blockquote>}
    {signature && (
      <img src={`/api/jobs/sets/${set}/signature/${signature}`} alt={`Signature of ${name}`} loading="lazy" />
    )}
  </div>
)
