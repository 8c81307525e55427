import { CopyBox } from '#views/people/apikeys/copybox.tsx'
import { LinkButton } from './button.tsx'
import { LinkReach, type Reached } from './link-reach.tsx'
import { internationalNumber } from './phone-number.ts'

type ShareLinkProps = Reached & {
  label: string
  /** What a message says that carries it. */
  message: string
  /** Who opens it, as in "clients". */
  readers: string
  /** The number of whoever it is for, as typed; empty where there is none. */
  number?: string
  /** To send it is what the page is for. */
  main?: boolean
  autoFocus?: boolean
}

/** A link to copy, or to send from a phone. */
export function ShareLink(props: ShareLinkProps) {
  const { label, url, message, readers, isoperator, sites, number, main, autoFocus } = props
  const words = encodeURIComponent(message)
  const whole = internationalNumber(number ?? '')
  return (
    <>
      <LinkReach {...{ url, readers, isoperator, sites }} />
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

const sayMissing = (number: string) =>
  number
    ? `The number ${number} is no whole number of a phone: WhatsApp and SMS ask whom it is for.`
    : 'No number is known yet: WhatsApp and SMS ask whom it is for.'
