import { CopyBox } from '#views/people/apikeys/copybox.tsx'
import { LinkButton } from './button.tsx'
import { internationalNumber } from './phone-number.ts'
import { Banner } from './small.tsx'

type ShareLinkProps = {
  label: string
  url: string
  /** What a message says that carries it. */
  message: string
  /** Who opens it, as in "clients". */
  readers: string
  /** Who looks may be who runs the program. */
  isoperator: boolean
  /** Where devices of the same network reach this machine. */
  sites: readonly string[]
  /** The number of whoever it is for, as typed; empty where there is none. */
  number?: string
  /** To send it is what the page is for. */
  main?: boolean
  autoFocus?: boolean
}

/** Nobody on another machine can open it. */
export const isLocal = (url: string) => /^(localhost|127\.|\[::1\])/.test(new URL(url).hostname)

/** A link to copy, or to send from a phone. */
export function ShareLink(props: ShareLinkProps) {
  const { label, url, message, readers, isoperator, sites, number, main, autoFocus } = props
  const words = encodeURIComponent(message)
  const whole = internationalNumber(number ?? '')
  return (
    <>
      <Reach {...{ url, readers, isoperator, sites }} />
      <CopyBox label={label} value={url} autoFocus={autoFocus} />
      <div className="buttons">
        <LinkButton
          look={main ? 'primary' : 'plain'}
          href={`https://wa.me/${whole ?? ''}?text=${words}`}
          target="_blank"
          rel="noreferrer"
        >
          WhatsApp
        </LinkButton>
        <LinkButton href={`sms:${whole ? `+${whole}` : ''}?&body=${words}`}>SMS</LinkButton>
      </div>
      {number !== undefined && !whole && <p className="hint">{sayMissing(number)}</p>}
    </>
  )
}

/** Nobody outside the network that this machine stands in can open it. */
const isOfNetwork = (url: string) =>
  /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(new URL(url).hostname)

function Reach({
  url,
  readers,
  isoperator,
  sites,
}: Pick<ShareLinkProps, 'url' | 'readers' | 'isoperator' | 'sites'>) {
  const [near] = sites
  if (!isLocal(url) && !isOfNetwork(url)) return null
  return (
    <Banner level="warning">
      {isLocal(url)
        ? `This address opens on this machine alone: ${readers} cannot open it. `
        : `This address opens on your own network, such as its Wi-Fi: ${readers} elsewhere cannot open it. `}
      {isLocal(url) && isoperator && near && (
        <>
          For devices on your own network, sign in at <a href={near}>{near}</a> and make the link there.{' '}
        </>
      )}
      {isoperator ? (
        <>
          {near ? 'For everybody else, where' : 'Where'} you start Joblane, set an address that they reach, as
          in <code>JOBLANE_URL=https://jobs.example.co.za</code>, start it again, and make a new link.
        </>
      ) : (
        'Ask whoever installed Joblane for you to give it an address that they reach, and make a new link then.'
      )}
    </Banner>
  )
}

const sayMissing = (number: string) =>
  number
    ? `The number ${number} is no whole number of a phone: WhatsApp and SMS ask whom it is for.`
    : 'No number is known yet: WhatsApp and SMS ask whom it is for.'
