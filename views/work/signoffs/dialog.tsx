import type { SignOff } from '#server/domains/work/signoffs/sign-off-job.ts'
import { Button } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { Form } from '#views/ui/form.tsx'
import { TextInput } from '#views/ui/inputs.tsx'
import { canWait, WaitsHere } from '#views/ui/outbox.tsx'
import { truncate } from '#views/ui/pagetitle.tsx'

type SignOffDialogProps = {
  jobid: string
  reference: string
  description: string
  signoffs: readonly SignOff[]
  zone: string
}

export const SignOffDialog = ({ jobid, reference, description, signoffs, zone }: SignOffDialogProps) => (
  <Dialog title="Have the client sign" subtitle={truncate(`${reference} ${description}`, 100)}>
    <SignOffs signoffs={signoffs} zone={zone} />
    <Form
      url={`/mywork/jobs/${jobid}/signoff`}
      className="proof"
      {...canWait(`Signature for ${reference}`, jobid)}
    >
      <WaitsHere group={jobid} />
      <p>The work is done, and I received it in good order.</p>
      <TextInput
        label="Name of who signs"
        id="signoff-name"
        name="name"
        maxlength={100}
        autoCapitalize="words"
        autoComplete="off"
        required
      />
      <div className="field signature" data-signature="">
        <p id="signature-label">Signature</p>
        <canvas aria-labelledby="signature-label" />
        <input type="hidden" name="signature" />
        <Button small icon="undo" data-signature-clear="" hidden>
          Clear
        </Button>
      </div>
      <Button type="submit" look="primary" icon="check">
        Sign
      </Button>
      <p className="hint">The time is taken when you press it.</p>
    </Form>
  </Dialog>
)

/** Who signed before. */
const SignOffs = ({ signoffs, zone }: Pick<SignOffDialogProps, 'signoffs' | 'zone'>) =>
  signoffs.map(({ id, name, signedutc, image }) => (
    <div key={id} className="signedoff">
      <p>
        Signed by {name}, <DateTime iso={signedutc} zone={zone} />
      </p>
      <img className="signed" src={image} alt={`Signature of ${name}`} width={240} loading="lazy" />
    </div>
  ))
