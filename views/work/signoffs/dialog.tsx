import type { SignOff } from '#server/domains/work/signoffs/sign-off-job.ts'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { missing } from '#views/ui/field-rules.ts'
import { Form } from '#views/ui/form.tsx'
import { TextInput } from '#views/ui/inputs.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { canWaitApart, WaitsHere } from '#views/ui/outbox.tsx'
import { truncate } from '#views/ui/pagetitle.tsx'
import { Banner } from '#views/ui/small.tsx'

type SignOffDialogProps = {
  jobid: string
  reference: string
  description: string
  signoffs: readonly SignOff[]
  /** What of the work is not done yet. */
  opensteps: string | undefined
  zone: string
  canremove: boolean
}

export const SignOffDialog = ({
  jobid,
  reference,
  description,
  signoffs,
  opensteps,
  zone,
  canremove,
}: SignOffDialogProps) => (
  <Dialog title="Have the client sign" subtitle={truncate(`${reference} ${description}`, 100)}>
    <SignOffs {...{ jobid, signoffs, zone, canremove }} />
    {opensteps && <Banner level="warning">{opensteps} The client signs that the work is done.</Banner>}
    <Form
      url={`/mywork/jobs/${jobid}/signoff`}
      className="proof"
      {...canWaitApart(`Signature for ${reference}`, jobid)}
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
        data-missing={missing.signer}
      />
      <div className="field signature" data-signature="">
        <p id="signature-label">Signature</p>
        <small className="hint">The client draws it in the box, with a finger or the mouse.</small>
        <canvas aria-labelledby="signature-label" />
        <input type="hidden" name="signature" data-missing={missing.signature} />
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
const SignOffs = ({
  jobid,
  signoffs,
  zone,
  canremove,
}: Pick<SignOffDialogProps, 'jobid' | 'signoffs' | 'zone' | 'canremove'>) =>
  signoffs.map(({ id, name, signedutc, image }) => (
    <div key={id} className="signedoff">
      <p>
        Signed by {name}, <DateTime iso={signedutc} zone={zone} />{' '}
        {canremove && (
          <LinkButton
            small
            look="quiet"
            icon="trash"
            aria-label={`Remove the signature of ${name}`}
            {...dialogLink(`/mywork/jobs/${jobid}/signoff/${id}/remove`)}
          >
            Remove
          </LinkButton>
        )}
      </p>
      <img className="signed" src={image} alt={`Signature of ${name}`} width={240} loading="lazy" />
    </div>
  ))

type RemoveProps = { jobid: string; id: string; name: string }

export const RemoveSignOffDialog = ({ jobid, id, name }: RemoveProps) => (
  <Dialog
    title={`Remove the signature of ${name}`}
    url={`/mywork/jobs/${jobid}/signoff/${id}/remove`}
    size="small"
    submit="Remove"
  >
    <p>
      For what was signed on the wrong job. The history of the job keeps who signed, and why it was removed.
    </p>
    <TextInput label="Why" name="reason" id="signoff-reason" maxlength={200} required autoFocus />
  </Dialog>
)
