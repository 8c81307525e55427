import { Dialog } from '#views/ui/dialog.tsx'
import { ShareLink } from '#views/ui/share-link.tsx'
import { Banner } from '#views/ui/small.tsx'

type LinkProps = {
  email: string
  /** Without one the same request was answered before. */
  link?: string
  message: string
  /** Their phone, as typed. */
  number: string
  isoperator: boolean
  sites: readonly string[]
  /** Said first, as of an invitation that was made just now. */
  done?: string
}

export const InvitationLinkDialog = ({
  email,
  link,
  message,
  number,
  isoperator,
  sites,
  done,
}: LinkProps) => (
  <Dialog title="Invitation link" subtitle={email}>
    {link ? (
      <div className="joblink">
        <Banner level="success">
          {done && `${done} `}Hand this link to {email}: no mail server takes it there. It works once, for
          seven days, and is shown only now.
        </Banner>
        <ShareLink
          label="Invitation link"
          url={link}
          message={message}
          number={number}
          readers="your people"
          isoperator={isoperator}
          sites={sites}
        />
        <p className="hint">
          Whoever opens it comes in as {email}. An earlier link, also one in a mail that waits, no longer
          works.
        </p>
      </div>
    ) : (
      <p>This link was made before, and shown only then. Make another one if it is lost.</p>
    )}
  </Dialog>
)
