import { CopyBox } from '#views/people/apikeys/copybox.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { Banner } from '#views/ui/small.tsx'

/** Without a link the same request was answered before. */
export const InvitationLinkDialog = ({ email, link }: { email: string; link?: string }) => (
  <Dialog title="Invitation link" subtitle={email}>
    {link ? (
      <>
        <Banner level="success">
          <p>Hand this link to {email}. It works once, for seven days, and is shown only now.</p>
          <CopyBox label="Invitation link" value={link} />
        </Banner>
        <p className="hint">
          Whoever opens it comes in as {email}. An earlier link, also one in a mail that waits, no longer
          works.
        </p>
      </>
    ) : (
      <p>This link was made before, and shown only then. Make another one if it is lost.</p>
    )}
  </Dialog>
)
