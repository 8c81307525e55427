import { CopyBox } from '#views/people/apikeys/copybox.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { Banner } from '#views/ui/small.tsx'

/** Shown here and never again. */
export const SecretDialog = ({ url, secret }: { url: string; secret?: string }) => (
  <Dialog title="Secret of the webhook" subtitle={url} cancel="I have copied it">
    {secret ? (
      <Banner level="success">
        <p>Copy this secret now: it is stored encrypted and cannot be shown again.</p>
        <CopyBox label="The secret of the webhook" value={secret} />
      </Banner>
    ) : (
      <Banner level="warning">Its secret was shown once already. Make a new one if it was lost.</Banner>
    )}
    <p>
      Each event is signed as Standard Webhooks 1.0.0 says: <code>webhook-signature</code> is the HMAC-SHA256
      of <code>id.timestamp.body</code>. Refuse what is older than five minutes, and what has an id that you
      had before.
    </p>
  </Dialog>
)
