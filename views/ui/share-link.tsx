import { CopyBox } from '#views/people/apikeys/copybox.tsx'
import { LinkButton } from './button.tsx'
import { Banner } from './small.tsx'

type ShareLinkProps = {
  label: string
  url: string
  /** What a message says that carries it. */
  message: string
  /** Who opens it, as in "clients". */
  readers: string
}

const isLocal = (url: string) => /^(localhost|127\.|\[::1\])/.test(new URL(url).hostname)

/** A link to copy, or to send from a phone. */
export function ShareLink({ label, url, message, readers }: ShareLinkProps) {
  const words = encodeURIComponent(message)
  return (
    <>
      {isLocal(url) && (
        <Banner level="warning">
          This address opens on this machine alone. Whoever runs the program sets JOBLANE_URL to the address
          that {readers} reach.
        </Banner>
      )}
      <CopyBox label={label} value={url} />
      <div className="buttons">
        <LinkButton href={`https://wa.me/?text=${words}`} target="_blank" rel="noreferrer">
          WhatsApp
        </LinkButton>
        <LinkButton href={`sms:?&body=${words}`}>SMS</LinkButton>
      </div>
    </>
  )
}
